/** What a game declares to the animation about its events. Events that it does not mention move only cards. */
import type { Event } from "../messages.gen";

/** The path of money: "0" to "5" are seats, other names are purses or zones of the board. */
export interface CoinPath {
  from: string[]; // the first of these that is drawn
  to: string[];
  n: number;
}

/** The source and target of the money in an event. */
export type CoinEnds = (event: Event) => [from: string[], to: string[]];

export interface GameMotion {
  coins: Record<string, CoinEnds>; // by event
  atPlace: ReadonlySet<string>; // events whose number is the place of their card
}

export const PLAIN_MOTION: GameMotion = { coins: {}, atPlace: new Set() };

/** The purses of the acting seat and of its target. */
export const seatPurse = (event: Event): string[] => [String(event.seat)];
export const otherPurse = (event: Event): string[] => [String(event.other)];

/** The path of money in an event; null if no money moves. */
export function coinPath(event: Event, motion: GameMotion): CoinPath | null {
  const ends = motion.coins[event.what];
  const n = Math.abs(event.n);
  if (!ends || n === 0) return null;
  const [from, to] = ends(event);
  return { from, to, n };
}
