/** The numbers of a Deck Hand view, which the server's schema leaves open, and helpers to read its zones. */
import type { CardInfo, View } from "../../messages.gen";
import type { Offers } from "../offers";

export interface Turn {
  seat: number; // -1 when the game is over
  round: number;
  actions: number; // left
  used: number;
  buys: number;
  reloads: number;
}

interface Numbers {
  seats: { coins: number }[];
  turn: Turn;
  ender: number | null; // the seat in whose turn the supply deck ran out
  bank: number | null; // null if there is none
  scores?: number[];
  winners?: number[];
}

export type Faces = ReadonlyMap<string, CardInfo>;

/** A card at a place; null is face down. */
export interface Lying {
  place: number;
  card: string | null;
}

export const numbersOf = (view: View): Numbers => view as unknown as Numbers;

/** The name of a zone; with a seat, that seat's own. */
export const zoneOf = (name: string, seat?: number): string => (seat === undefined ? name : `${name}.${seat}`);

/** The cards of a zone with their places. */
export const lyingIn = (view: View, zone: string): Lying[] =>
  (view.zones[zone] ?? []).map((card, place) => ({ place, card }));

/** The cards of a zone that the reader knows. */
export const knownIn = (view: View, zone: string): Lying[] => lyingIn(view, zone).filter(({ card }) => card);

/** The seats around the table after one, clockwise. */
export const othersAfter = (seat: number, players: number): number[] =>
  Array.from({ length: players - 1 }, (_, i) => (seat + 1 + i) % players);

/** The hooks on the cards of a seat that the reader knows. */
export function hooksInSight(view: View, seat: number, faces: Faces): number {
  const zones = ["stash", "hand", "deck", "aside"].map((name) => zoneOf(name, seat));
  const seen = zones.flatMap((zone) => knownIn(view, zone));
  return seen.reduce((sum, { card }) => sum + (faces.get(card ?? "")?.numbers["hooks"] ?? 0), 0);
}

/** Each kind of card once with its number, in order of first appearance. */
export function counted(cards: readonly (string | null)[]): { card: string | null; n: number }[] {
  const counts = new Map<string | null, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, n]) => ({ card, n }));
}

/** Whether a choice is offered on a card of a zone. */
export const hasOffers = (offers: Offers, zone: string): boolean => offers.all.some((choice) => choice.zone === zone);
