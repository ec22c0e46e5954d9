/** The contents of any view, sorted for drawing: the zones of each seat and of the table, and their values. */
import type { View } from "../../messages.gen";

/** A zone by its name in the view. */
export interface Zone {
  name: string;
  title: string;
  cards: (string | null)[]; // null is face down, "" an empty place
}

/** A number or word in the view. */
export interface Value {
  title: string;
  value: string;
}

export interface Layout {
  shared: Zone[];
  values: Value[];
  seats: { zones: Zone[]; values: Value[] }[];
}

const KNOWN = new Set(["game", "edition", "seat", "over", "zones", "unseen", "decision", "winners"]);

/** A name in the game as a title: "reload_deck" becomes "Reload deck". */
export const titled = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** The zones and values of a view. Those named or listed by seat belong to a seat, all others to the table. */
export function layoutOf(view: View, players: number): Layout {
  const seats = Array.from({ length: players }, (_, seat) => ({
    zones: zonesOf(view, seat),
    values: valuesOf(view, seat, players),
  }));
  return { shared: zonesOf(view, null), values: valuesOf(view, null, players), seats };
}

/** The zones of a seat ("hand.0"), or of the table. Zones of seats that do not play are left out. */
function zonesOf(view: View, seat: number | null): Zone[] {
  return Object.entries(view.zones).flatMap(([name, cards]) => {
    const [, base = name, owner] = /^(.+)\.(\d+)$/.exec(name) ?? [];
    const here = owner === undefined ? seat === null : Number(owner) === seat;
    return here ? [{ name, title: titled(base), cards }] : [];
  });
}

/** The values of a seat, or of the table. */
function valuesOf(view: View, seat: number | null, players: number): Value[] {
  return Object.entries(view)
    .filter(([name]) => !KNOWN.has(name))
    .flatMap(([name, value]) => {
      if (!Array.isArray(value)) return seat === null ? told(name, value) : [];
      return seat !== null && value.length === players ? told(name, value[seat]) : [];
    });
}

/** A value, or the values within an object, without the seat, which the board shows in other ways. */
function told(name: string, value: unknown): Value[] {
  if (typeof value === "number" || typeof value === "string") return [{ title: titled(name), value: String(value) }];
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([part, inner]) => (part === "seat" ? [] : told(part, inner)));
}

/** The seats around the table after one, clockwise. */
export const othersAfter = (seat: number, players: number): number[] =>
  Array.from({ length: players - 1 }, (_, i) => (seat + 1 + i) % players);

/** The seats that have won, once the game says so. */
export function winnersOf(view: View): number[] {
  const { winners } = view as { winners?: unknown };
  return Array.isArray(winners) ? winners.filter((seat): seat is number => typeof seat === "number") : [];
}
