/** Connects offered actions to the elements of a board, which carry data-zone, data-card and data-place. */
import type { Offers } from "../../games/offers";
import type { OfferedAction } from "../../messages.gen";

/** The choices on a card's element. */
export function choicesAt(element: HTMLElement, offers: Offers): OfferedAction[] {
  const zone = element.closest<HTMLElement>("[data-zone]")?.dataset["zone"];
  if (zone === undefined || element.dataset["place"] === undefined) return [];
  return offers.at(zone, Number(element.dataset["place"]), element.dataset["card"] || null);
}

const cards = (board: HTMLElement) => [...board.querySelectorAll<HTMLElement>("[data-place]")];

/** Marks the cards that can be chosen with their number of choices, and the card of an advised action. */
export function mark(board: HTMLElement, offers: Offers, advised: number | null = null): void {
  for (const element of cards(board)) {
    const choices = choicesAt(element, offers);
    element.toggleAttribute(
      "data-advised",
      choices.some((choice) => choice.action === advised),
    );
    if (choices.length) element.dataset["choices"] = String(choices.length);
    else delete element.dataset["choices"];
  }
}

/** Remembers the keyboard focus on a board, and restores it when the board is redrawn. */
export interface Focused {
  zone: string;
  place: number;
}

/** The card that has the keyboard's focus. */
export function focusedOn(board: HTMLElement): Focused | null {
  const card = document.activeElement?.closest<HTMLElement>("[data-place]");
  const zone = card?.closest<HTMLElement>("[data-zone]")?.dataset["zone"];
  return card && zone !== undefined && board.contains(card) ? { zone, place: Number(card.dataset["place"]) } : null;
}

/** If the focus disappeared with its card, moves it to a card nearby: in the same zone, or one that can be chosen. */
export function refocus(board: HTMLElement, { zone, place }: Focused): void {
  if (document.activeElement !== document.body) return;
  const near = [...board.querySelectorAll<HTMLElement>(`[data-zone="${CSS.escape(zone)}"] button[data-place]`)];
  const distance = (card: HTMLElement) => Math.abs(Number(card.dataset["place"]) - place);
  const next = near.sort((a, b) => distance(a) - distance(b))[0] ?? choosable(board)[0] ?? board;
  next.focus({ preventScroll: true });
}

/** What can be chosen: cards in the order of the board, and buttons beside the question. */
export const choosable = (board: HTMLElement): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>("[data-choices], [data-does]:enabled"),
];

/** The choices on cards that the board has not drawn; another part of the page has to offer them. */
export function undrawn(board: HTMLElement, offers: Offers): OfferedAction[] {
  const drawn = new Set(cards(board).flatMap((element) => choicesAt(element, offers)));
  return offers.all.filter((choice) => choice.zone !== null && !drawn.has(choice));
}
