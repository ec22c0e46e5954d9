/** Does what a key at the table asks for. */
import { choosable } from "./boardElements";
import { nearest, wishOf, type Wish } from "./keyboard";
import { cardAt } from "./previewing.svelte";

/** What keys may ask for. */
export interface Deeds {
  take(number: number): void; // the listed choice of this number
  hint(): void;
  undo(): void;
  skip(): void;
  log(): void;
  chat(): void;
  help(): void;
  close(): void; // what lies over the table
  show(card: string): void;
}

/** Whether somebody is typing, or busy with a window over the table. */
function elsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

/** Answers a key; keys of the browser, and those for a text or a window, are not ours. */
export function press(event: KeyboardEvent, deeds: Deeds): void {
  const wish = elsewhere(event.target) ? null : wishOf(event);
  if (!wish || event.defaultPrevented) return;
  if (wish.do === "step") {
    if (step(event.target, wish)) event.preventDefault();
    return;
  }
  if (wish.do === "close") return deeds.close(); // the browser closes its own things by it, too
  event.preventDefault();
  if (wish.do === "take") deeds.take(wish.number);
  else if (wish.do === "card") {
    const seen = cardAt(event.target);
    if (seen) deeds.show(seen.card);
  } else deeds[wish.do]();
}

/** Moves the focus to the next card that can be chosen; whether there is one. */
function step(target: EventTarget | null, { x, y }: Extract<Wish, { do: "step" }>): boolean {
  if (target instanceof Element && target.closest("[role=tablist], [role=menu], .log, .said")) return false;
  const cards = choosable(document.body);
  const at = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-place], .area, .prompt button") : null;
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const next = at && at.tagName !== "MAIN" ? nearest(at.getBoundingClientRect(), boxes, x, y) : 0;
  const lost = !at || !cards.includes(at); // not on one of them: where nothing lies that way, begin with the first
  const card = cards[next] ?? (lost ? cards[0] : undefined);
  if (!card) return false;
  focusable(card).focus();
  return true;
}

/** A card is a button, or holds one. */
const focusable = (card: HTMLElement): HTMLElement =>
  card.matches("button, [tabindex]") ? card : (card.querySelector<HTMLElement>("button, [tabindex]") ?? card);
