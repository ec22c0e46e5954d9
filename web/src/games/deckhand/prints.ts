/** The print on a card, prepared for drawing. */
import type { CardInfo } from "../../messages.gen";
import type { IconName } from "../../ui/Icon.svelte";
import { t, type Key } from "../../words/words.svelte";

/** The moments of texts, in the order on a card. */
export const MOMENTS = ["play", "start", "discarded", "bought", "gained", "trashed", "end"] as const;
export type Moment = (typeof MOMENTS)[number];

/** The icon of a mark. */
export const MARK_ICONS: Partial<Record<string, IconName>> = {
  start: "start",
  discarded: "discarded",
  end: "end",
  enemies: "target",
};

const MARK_WORDS: Partial<Record<string, Key>> = {
  start: "deckhand.mark.start",
  discarded: "deckhand.mark.discarded",
  bought: "deckhand.mark.bought",
  gained: "deckhand.mark.gained",
  trashed: "deckhand.mark.trashed",
  end: "deckhand.mark.end",
  enemies: "deckhand.mark.enemies",
};

/** The marks that say when a card acts besides being played. */
export const triggersOf = (marks: readonly string[]): string[] =>
  MOMENTS.filter((moment) => moment !== "play" && marks.includes(moment));

/** The meaning of a mark, in words. */
export const markWord = (mark: string): string => {
  const key = MARK_WORDS[mark];
  return key ? t(key) : mark;
};

export const costOf = (face: CardInfo): number => face.numbers["cost"] ?? 0;
export const hooksOf = (face: CardInfo): number => face.numbers["hooks"] ?? 0;

/** The moments at which a card does something, in the order on a card; unknown moments come last. */
export function momentsOf(face: CardInfo): string[] {
  const known = MOMENTS.filter((moment) => face.texts[moment]);
  return [...known, ...Object.keys(face.texts).filter((moment) => !MOMENTS.includes(moment as Moment))];
}

/** The texts of a card by moment. */
export const textsOf = (face: CardInfo): { moment: string; text: string }[] =>
  momentsOf(face).map((moment) => ({ moment, text: face.texts[moment] ?? "" }));

/** A text in pieces; gains and losses ("+1 Card") are bold, so that they are easy to find. */
export function pieces(text: string): { text: string; strong: boolean }[] {
  return text
    .split(/([+−-]\d+\s\p{L}+)/u)
    .map((piece, i) => ({ text: piece, strong: i % 2 === 1 }))
    .filter((piece) => piece.text);
}

/** The spot colour of a card, which shows what it is about. */
export function inkOf(face: CardInfo): "attack" | "end" | "sea" | "gold" {
  if (face.marks.includes("enemies")) return "attack";
  if (face.marks.includes("end")) return "end";
  return face.marks.length ? "sea" : "gold";
}
