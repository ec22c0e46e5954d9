/** Between what is offered and what a board has drawn: elements carry data-zone, data-card and data-place. */
import type { Offers } from "../../games/offers";
import type { Choice } from "../../messages.gen";

/** The choices on a card that is drawn. */
export function choicesAt(element: HTMLElement, offers: Offers): Choice[] {
  const zone = element.closest<HTMLElement>("[data-zone]")?.dataset["zone"];
  if (zone === undefined || element.dataset["place"] === undefined) return [];
  return offers.at(zone, Number(element.dataset["place"]), element.dataset["card"] || null);
}

const cards = (board: HTMLElement) => [...board.querySelectorAll<HTMLElement>("[data-place]")];

/** Marks the cards that can be chosen with how many choices there are. */
export function mark(board: HTMLElement, offers: Offers): void {
  for (const element of cards(board)) {
    const n = choicesAt(element, offers).length;
    if (n) element.dataset["choices"] = String(n);
    else delete element.dataset["choices"];
  }
}

/** The cards that can be chosen, as they stand on the board. */
export const choosable = (board: HTMLElement): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>("[data-choices]"),
];

/** The choices that belong to a card which no board has drawn; somebody else has to offer them. */
export function undrawn(board: HTMLElement, offers: Offers): Choice[] {
  const drawn = new Set(cards(board).flatMap((element) => choicesAt(element, offers)));
  return offers.all.filter((choice) => choice.zone !== null && !drawn.has(choice));
}
