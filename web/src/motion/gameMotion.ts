/** What a game tells the animation about its own events. Events that it does not mention move cards only. */
import type { Event } from "../messages.gen";

/** The way that money takes: "0".."5" are seats, other names are purses or zones of the board. */
export interface CoinPath {
  from: string[]; // the first of these that is drawn
  to: string[];
  n: number;
}

/** Where the money of an event comes from and goes to. */
export type CoinEnds = (event: Event) => [from: string[], to: string[]];

export interface GameMotion {
  coins: Record<string, CoinEnds>; // by event
  atPlace: ReadonlySet<string>; // events whose number is the place of their card
}

export const PLAIN_MOTION: GameMotion = { coins: {}, atPlace: new Set() };

/** The purse of the seat that acts, and of the seat that it acts on. */
export const seatPurse = (event: Event): string[] => [String(event.seat)];
export const otherPurse = (event: Event): string[] => [String(event.other)];

/** The way that money takes in an event; null if none moves. */
export function coinPath(event: Event, motion: GameMotion): CoinPath | null {
  const ends = motion.coins[event.what];
  const n = Math.abs(event.n);
  if (!ends || n === 0) return null;
  const [from, to] = ends(event);
  return { from, to, n };
}
