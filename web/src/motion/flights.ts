/** Computes the flights of cards and coins from the events and from the positions before and after. */
import type { Event } from "../messages.gen";
import { coinPath, type GameMotion } from "./gameMotion";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A card at a position; null if the reader does not know it. */
export interface Spot {
  card: string | null;
  place: number;
  box: Box;
}

export interface Zone {
  box: Box;
  spots: Spot[];
}

/** The drawn zones and purses, by name. */
export interface Layout {
  zones: Map<string, Zone>;
  purses: Map<string, Box>;
}

/** One end of a flight: the box, and the card there if one is drawn. */
export interface End {
  zone: string;
  box: Box;
  spot: Spot | null;
}

export interface CardFlight {
  kind: "card";
  card: string | null;
  from: End;
  via: Box | null; // a stop on its way
  to: End;
}

export interface CoinFlight {
  kind: "coin";
  n: number;
  from: Box;
  to: Box;
}

export type Flight = CardFlight | CoinFlight;

const PILE = 3; // of many cards that move together, show this many

/** The flights for these events, in order. */
export function plan(events: Event[], before: Layout, after: Layout, motion: GameMotion): Flight[] {
  const left = new Set<Spot>();
  const reached = new Set<Spot>();
  const flights: Flight[] = [];
  for (const event of events) {
    for (const flight of cardFlights(event, before, after, motion, left, reached)) join(flights, flight);
    flights.push(...coinFlights(event, before, after, motion));
  }
  return flights;
}

/** Adds a card's flight. If the card continues from the end of an earlier flight, that flight becomes longer. */
function join(flights: Flight[], flight: CardFlight): void {
  const earlier = flights.find(
    (one): one is CardFlight =>
      one.kind === "card" &&
      one.card !== null &&
      one.card === flight.card &&
      !one.to.spot &&
      !one.via &&
      one.to.zone === flight.from.zone,
  );
  if (!earlier) flights.push(flight);
  else Object.assign(earlier, { via: earlier.to.box, to: flight.to });
}

/** The zones that these events name. */
export const zonesOf = (events: Event[]): Set<string> =>
  new Set(events.flatMap((event) => [event.source, event.target].filter((zone) => zone !== null)));

function cardFlights(
  event: Event,
  before: Layout,
  after: Layout,
  motion: GameMotion,
  left: Set<Spot>,
  reached: Set<Spot>,
): CardFlight[] {
  const { source, target } = event;
  if (!source || !target || source === target) return [];
  const from = before.zones.get(source);
  const to = after.zones.get(target);
  if (!from || !to || empty(from.box) || empty(to.box)) return [];
  const many = event.card === null && !event.hidden ? Math.min(PILE, event.n) : 1;
  return Array.from({ length: Math.max(1, many) }, () => ({
    kind: "card" as const,
    card: event.card,
    from: { zone: source, ...end(from, leaving(from, event, motion, left)) },
    via: null,
    to: { zone: target, ...end(to, arriving(to, event, before.zones.get(target), reached)) },
  }));
}

function end(zone: Zone, spot: Spot | undefined): { box: Box; spot: Spot | null } {
  return { box: spot?.box ?? zone.box, spot: spot ?? null };
}

/** The card that leaves: the named one, at its place if the event gives it, or else the topmost unknown one. */
function leaving(zone: Zone, event: Event, motion: GameMotion, left: Set<Spot>): Spot | undefined {
  const free = zone.spots.filter((spot) => !left.has(spot) && !empty(spot.box));
  const here = motion.atPlace.has(event.what) ? free.find((spot) => spot.place === event.n) : undefined;
  const named = event.card === null ? undefined : free.findLast((spot) => spot.card === event.card);
  return taken(here ?? named ?? free.findLast((spot) => spot.card === null), left);
}

/** The card that has arrived: one that was not at its place before. */
function arriving(zone: Zone, event: Event, before: Zone | undefined, reached: Set<Spot>): Spot | undefined {
  const free = zone.spots.filter((spot) => !reached.has(spot) && !empty(spot.box));
  const lay = (spot: Spot) => before?.spots.some((old) => old.place === spot.place && old.card === spot.card);
  const fitting = free.filter((spot) => spot.card === event.card || spot.card === null);
  const named = fitting.filter((spot) => spot.card === event.card);
  return taken(named.findLast((spot) => !lay(spot)) ?? named.at(-1) ?? fitting.at(-1), reached);
}

function taken(spot: Spot | undefined, marks: Set<Spot>): Spot | undefined {
  if (spot) marks.add(spot);
  return spot;
}

function coinFlights(event: Event, before: Layout, after: Layout, motion: GameMotion): Flight[] {
  const way = coinPath(event, motion);
  if (!way) return [];
  const from = purse(way.from, before);
  const to = purse(way.to, after);
  return from && to ? [{ kind: "coin", n: way.n, from, to }] : [];
}

/** The place of coins: the first of these purses or zones that is drawn. */
function purse(names: string[], layout: Layout): Box | null {
  const boxes = names.map((name) => layout.purses.get(name) ?? layout.zones.get(name)?.box);
  return boxes.find((box) => box && !empty(box)) ?? null;
}

const empty = (box: Box): boolean => box.width === 0 || box.height === 0;
