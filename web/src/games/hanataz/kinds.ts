/** The kinds of cards, for drawing: suits, ranks, letters, and the order of a hand. */
import type { CardInfo } from "../../messages.gen";

export const NUMBER = "Number";

/** The name of a card's face, "Number" for a number card; the same in every language. */
export const faceOf = (face: CardInfo): string => face.marks[0] ?? NUMBER;

/** The suit of a card, null if it has none; the same in every language. */
export const suitOf = (face: CardInfo): string | null => face.marks[1] ?? null;

/** The number on a number card, null on a face. */
export const valueOf = (face: CardInfo): number | null => face.numbers["value"] ?? null;

/** The letters in a face's corner: the fewest of its title that distinguish it from all other faces of the deck. */
export function letters(face: CardInfo, faces: Iterable<CardInfo>): string {
  const others = [...faces].filter((one) => faceOf(one) !== NUMBER && faceOf(one) !== faceOf(face));
  const taken = (start: string) => others.some((one) => one.title.startsWith(start));
  for (let length = 1; length < face.title.length; length++) {
    const start = face.title.slice(0, length);
    if (!taken(start)) return start;
  }
  return face.title;
}

export interface Placed {
  card: string | null;
  place: number; // its true place in its zone
  key: string; // stays with a card while others come and go
}

/** A zone's cards sorted for reading: by suit, faces after numbers, unknown cards last. */
export function sorted(cards: readonly (string | null)[], faces: ReadonlyMap<string, CardInfo>): Placed[] {
  const ranks = new Map([...faces.keys()].map((name, rank) => [name, rank]));
  const rank = (card: string | null) => (card === null ? Infinity : (ranks.get(card) ?? ranks.size));
  return placed(cards).sort((a, b) => rank(a.card) - rank(b.card) || a.place - b.place);
}

/** A zone's cards in its own order. */
export function placed(cards: readonly (string | null)[]): Placed[] {
  const copies = new Map<string | null, number>();
  return cards.map((card, place) => {
    const copy = (copies.get(card) ?? 0) + 1;
    copies.set(card, copy);
    return { card, place, key: `${card ?? "?"} ${copy}` };
  });
}

/** The text in a card's corner: its number, or the letters of its face. */
export const cornerOf = (face: CardInfo, faces: ReadonlyMap<string, CardInfo>): string =>
  String(valueOf(face) ?? letters(face, faces.values()));
