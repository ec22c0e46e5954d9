/** Which cards and coins fly from where to where, worked out from what happened and where things lay before and after. */
import type { Event } from "../messages.gen";
import { coinPath, type GameMotion } from "./gameMotion";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A card that lies somewhere; null: nobody knows which. */
export interface Spot {
  card: string | null;
  place: number;
  box: Box;
}

export interface Zone {
  box: Box;
  spots: Spot[];
}

/** What is drawn, by name: zones, and where money lies. */
export interface Layout {
  zones: Map<string, Zone>;
  purses: Map<string, Box>;
}

/** One end of a flight: the box, and the card that lies there if one is drawn. */
export interface End {
  zone: string;
  box: Box;
  spot: Spot | null;
}

export interface CardFlight {
  kind: "card";
  card: string | null;
  from: End;
  via: Box | null; // where it was on its way
  to: End;
}

export interface CoinFlight {
  kind: "coin";
  n: number;
  from: Box;
  to: Box;
}

export type Flight = CardFlight | CoinFlight;

const PILE = 3; // of many cards that go together so many are seen

/** The flights of what happened, in its order. */
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

/** Adds a card's flight. A card that went on from where an earlier flight took it makes that flight longer. */
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

/** The zones that these events speak of, as far as they name them. */
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

/** The card that leaves: the one named, at its place if the event tells it, else the topmost that nobody knows. */
function leaving(zone: Zone, event: Event, motion: GameMotion, left: Set<Spot>): Spot | undefined {
  const free = zone.spots.filter((spot) => !left.has(spot) && !empty(spot.box));
  const here = motion.atPlace.has(event.what) ? free.find((spot) => spot.place === event.n) : undefined;
  const named = event.card === null ? undefined : free.findLast((spot) => spot.card === event.card);
  return taken(here ?? named ?? free.findLast((spot) => spot.card === null), left);
}

/** The card that has arrived: one that did not lie at its place before. */
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

/** Where coins lie: the first purse or zone of these names that is drawn. */
function purse(names: string[], layout: Layout): Box | null {
  const boxes = names.map((name) => layout.purses.get(name) ?? layout.zones.get(name)?.box);
  return boxes.find((box) => box && !empty(box)) ?? null;
}

const empty = (box: Box): boolean => box.width === 0 || box.height === 0;
