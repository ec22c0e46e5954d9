/** Carries out keyboard shortcuts at the table. */
import { choosable } from "./boardElements";
import { nearest, wishOf, type Wish } from "./keyboard";
import { cardAt } from "./previewing.svelte";

/** The actions that keys can trigger. */
export interface Deeds {
  take(number: number): void; // the listed choice of this number
  hint(): void;
  undo(): void;
  skip(): void;
  log(): void;
  chat(): void;
  help(): void;
  close(): void; // the dialog or panel over the table
  show(card: string): void;
}

/** Whether the person is typing, or using a window over the table. */
function elsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

/** Handles a key, except keys of the browser and those meant for a text field or a window. */
export function press(event: KeyboardEvent, deeds: Deeds): void {
  const wish = elsewhere(event.target) ? null : wishOf(event);
  if (!wish || event.defaultPrevented) return;
  if (wish.do === "step") {
    if (step(event.target, wish)) event.preventDefault();
    return;
  }
  if (wish.do === "close") return deeds.close(); // the browser also closes its own dialogs with this key
  event.preventDefault();
  if (wish.do === "take") deeds.take(wish.number);
  else if (wish.do === "card") {
    const seen = cardAt(event.target);
    if (seen) deeds.show(seen.card);
  } else deeds[wish.do]();
}

/** Moves the focus to the next card that can be chosen; returns whether there is one. */
function step(target: EventTarget | null, { x, y }: Extract<Wish, { do: "step" }>): boolean {
  if (target instanceof Element && target.closest("[role=tablist], [role=menu], .log, .said")) return false;
  const cards = choosable(document.body);
  const at = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-place], .area, .prompt button") : null;
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const next = at && at.tagName !== "MAIN" ? nearest(at.getBoundingClientRect(), boxes, x, y) : 0;
  const lost = !at || !cards.includes(at); // not on one of them: if there is none in that direction, begin with the first
  const card = cards[next] ?? (lost ? cards[0] : undefined);
  if (!card) return false;
  focusable(card).focus();
  return true;
}

/** The button of a card: the card itself, or one inside it. */
const focusable = (card: HTMLElement): HTMLElement =>
  card.matches("button, [tabindex]") ? card : (card.querySelector<HTMLElement>("button, [tabindex]") ?? card);
