/** The parts of a Hanataz view beyond those of every game. */
import type { Decision, View } from "../../messages.gen";

export type Standing = "in" | "nubbed out" | "out of the game";

export interface Player {
  silvs: number;
  state: Standing;
  fool_tokens: number;
}

export interface Position extends View {
  seats: Player[];
  turn: { seat: number; hand: number; turns: number };
  first: number; // the seat that opens the hand
  control: number | null;
  pot: number;
  purse: number; // of the house; it may be below zero
  fool_tokens: number; // in the centre
  bards: { seat: number; silvs: number }[]; // for each card in the zone "bards"
  beaten_by?: string; // which numbers would take control, in words
  decision?: (Decision & { by: number; target: number | null }) | null;
  winners?: number[];
}

/** The cards of a zone; a missing zone is empty. */
export const zone = (position: Position, name: string): (string | null)[] => position.zones[name] ?? [];

/** The seat that the table waits for: the deciding seat or, if that is secret, the one whose turn it is. */
export function awaited(position: Position): number | null {
  if (position.over) return null;
  return position.decision?.seat ?? position.turn.seat;
}

/** The other seats, clockwise from the reader's left; all seats for spectators. */
export function others(players: number, me: number | null): number[] {
  const all = Array.from({ length: players }, (_, seat) => seat);
  return me === null ? all : all.slice(1).map((step) => (me + step) % players);
}
