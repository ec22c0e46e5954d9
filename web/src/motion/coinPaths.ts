/** Whose coins or silvs go to whom in an event: "0".."5" are seats, other names are purses or zones of a table. */
import type { Event } from "../messages.gen";

export interface CoinPath {
  from: string[]; // the first of these that is drawn
  to: string[];
  n: number;
}

type Ends = (event: Event) => [from: string[], to: string[]];

const seat = (event: Event) => [String(event.seat)];
const other = (event: Event) => [String(event.other)];
const card = (event: Event) => ["bank", `aside.${event.seat}`, "supply"]; // coins come from what is played
const pot = ["pot"];
const house = ["house"];
const bards = ["bards"];

const PATHS: Record<string, Ends> = {
  coins: (event) => (event.n > 0 ? [card(event), seat(event)] : [seat(event), card(event)]),
  buy: (event) => [seat(event), ["bank", "supply"]],
  steal_coins: (event) => [other(event), seat(event)],
  pay_pot: (event) => [seat(event), pot],
  take_pot: (event) => [pot, seat(event)],
  house_pays: () => [house, pot],
  house_takes: () => [pot, house],
  silvs: (event) => [seat(event), other(event)],
  steal: (event) => [other(event), seat(event)],
  tip: (event) => [seat(event), bards],
  bard_pays: (event) => [bards, seat(event)],
};

/** The way that coins take in an event; null if none do. */
export function coinPath(event: Event): CoinPath | null {
  const ends = PATHS[event.what];
  const n = Math.abs(event.n);
  if (!ends || n === 0) return null;
  const [from, to] = ends(event);
  return { from, to, n };
}
