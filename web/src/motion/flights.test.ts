import { expect, test } from "vitest";
import type { Event } from "../messages.gen";
import { event } from "../state/testing";
import { motion as deckhand } from "../games/deckhand/motion";
import { motion as hanataz } from "../games/hanataz/motion";
import { plan, type Box, type CardFlight, type Layout } from "./flights";

const MOTION = {
  coins: { ...deckhand.coins, ...hanataz.coins },
  atPlace: new Set([...deckhand.atPlace, ...hanataz.atPlace]),
};

const box = (left: number): Box => ({ left, top: 0, width: 10, height: 14 });
const NOWHERE: Box = { left: 0, top: 0, width: 0, height: 0 };

/** Zones by name with their cards; the position of a card is 100 × its zone's number + its place. */
function layout(zones: Record<string, (string | null)[]>, purses: Record<string, Box> = {}): Layout {
  const laid = Object.entries(zones).map(([name, cards], i) => {
    const spots = cards.map((card, place) => ({ card, place, box: box(100 * i + place) }));
    return [name, { box: box(100 * i + 50), spots }] as const;
  });
  return { zones: new Map(laid), purses: new Map(Object.entries(purses)) };
}

const cards = (events: Event[], before: Layout, after: Layout) =>
  plan(events, before, after, MOTION).filter((flight): flight is CardFlight => flight.kind === "card");
const ends = (flights: CardFlight[]) => flights.map(({ from, to }) => [from.box.left, to.box.left]);

test("a card flies from its old place to its new one", () => {
  const before = layout({ supply: ["Parrot", "Bosun"], "stash.0": ["Lookout"] });
  const after = layout({ supply: ["Parrot"], "stash.0": ["Lookout", "Bosun"] });
  const buy = event("buy", { seat: 0, card: "Bosun", source: "supply", target: "stash.0" });
  expect(ends(cards([buy], before, after))).toEqual([[1, 101]]);
});

test("each of two equal cards flies once, to its own place", () => {
  const before = layout({ "hand.0": ["Parrot", "Parrot"], "stash.0": [] });
  const after = layout({ "hand.0": [], "stash.0": ["Parrot", "Parrot"] });
  const discard = event("discard", { seat: 0, card: "Parrot", source: "hand.0", target: "stash.0" });
  const flown = ends(cards([discard, discard], before, after));
  expect(new Set(flown.map(([from]) => from))).toEqual(new Set([0, 1]));
  expect(new Set(flown.map(([, to]) => to))).toEqual(new Set([100, 101]));
});

test("a drawn card flies from a pile without visible cards to its place in the hand", () => {
  const before = layout({ "deck.0": [], "hand.0": ["Bosun"] });
  const after = layout({ "deck.0": [], "hand.0": ["Bosun", "Parrot"] });
  const draw = event("draw", { seat: 0, card: "Parrot", source: "deck.0", target: "hand.0" });
  expect(ends(cards([draw], before, after))).toEqual([[50, 101]]);
});

test("an unknown card lands as the last unknown card", () => {
  const before = layout({ deck: [null], "hand.1": [null] });
  const after = layout({ deck: [null], "hand.1": [null, null] });
  const draw = event("draw", { seat: 1, hidden: true, source: "deck", target: "hand.1" });
  expect(ends(cards([draw], before, after))).toEqual([[0, 101]]);
});

test("a replacement card is the one that was not there before, even beside an equal one", () => {
  const before = layout({ supply: ["Parrot", "Bosun"], supply_deck: [null] });
  const after = layout({ supply: ["Parrot", "Parrot"], supply_deck: [null] });
  const refill = event("refill", { card: "Parrot", n: 1, source: "supply_deck", target: "supply" });
  expect(ends(cards([refill], before, after))).toEqual([[100, 1]]);
});

test("a house card flies from its position when it is turned up", () => {
  const before = layout({ house: [null, null, null], played: [] });
  const after = layout({ house: [null, "", null], played: ["Fool"] });
  const flip = event("flip", { seat: 0, card: "Fool", n: 1, source: "house", target: "played" });
  expect(ends(cards([flip], before, after))).toEqual([[1, 100]]);
});

test("a card that is played and finished makes one flight through the place where it was played", () => {
  const before = layout({ "hand.0": ["Parrot"], "aside.0": [], "stash.0": ["Parrot"] });
  const after = layout({ "hand.0": [], "aside.0": [], "stash.0": ["Parrot", "Parrot"] });
  const play = event("play", { seat: 0, card: "Parrot", source: "hand.0", target: "aside.0" });
  const finish = event("finish", { seat: 0, card: "Parrot", source: "aside.0", target: "stash.0" });
  const flights = cards([play, finish], before, after);
  expect(flights).toHaveLength(1);
  expect(flights[0]?.via).toEqual(box(150));
  expect(flights[0]).toMatchObject({ from: { zone: "hand.0" }, to: { zone: "stash.0", box: box(201) } });
});

test("a shuffle shows a few cards of the pile", () => {
  const before = layout({ "stash.0": ["A", "B", "C", "D"], "deck.0": [] });
  const after = layout({ "stash.0": [], "deck.0": [] });
  const shuffle = event("shuffle", { seat: 0, n: 4, source: "stash.0", target: "deck.0" });
  expect(cards([shuffle], before, after)).toHaveLength(3);
});

test("things that are not drawn or do not move do not fly", () => {
  const seen = layout({ "hand.0": ["Parrot"], "stash.0": [] });
  const gone = layout({ "hand.0": [] });
  const hidden: Layout = { ...seen, zones: new Map([...seen.zones, ["stash.0", { box: NOWHERE, spots: [] }]]) };
  const discard = event("discard", { card: "Parrot", source: "hand.0", target: "stash.0" });
  expect(plan([discard], seen, gone, MOTION)).toEqual([]);
  expect(plan([discard], hidden, hidden, MOTION)).toEqual([]);
  expect(plan([event("house_shuffle", { source: "hand.0", target: "hand.0" })], seen, seen, MOTION)).toEqual([]);
  expect(plan([event("look", { card: "Parrot", source: "hand.0" })], seen, seen, MOTION)).toEqual([]);
});

test("money flies between visible purses", () => {
  const drawn = layout({ bards: [] }, { 0: box(1), 1: box(2), pot: box(3) });
  const flown = (one: Event) =>
    plan([one], drawn, drawn, MOTION).map(
      (flight) => flight.kind === "coin" && [flight.from.left, flight.to.left, flight.n],
    );
  expect(flown(event("pay_pot", { seat: 0, n: 2 }))).toEqual([[1, 3, 2]]);
  expect(flown(event("take_pot", { seat: 1, n: 5 }))).toEqual([[3, 2, 5]]);
  expect(flown(event("steal_coins", { seat: 0, other: 1 }))).toEqual([[2, 1, 1]]);
  expect(flown(event("tip", { seat: 0 }))).toEqual([[1, 50, 1]]);
  expect(flown(event("house_takes", { n: 1 }))).toEqual([]);
  expect(flown(event("take_pot", { seat: 1, n: 0 }))).toEqual([]);
});

test("lost coins go to the place that gained coins come from", () => {
  const drawn = layout({ "aside.0": [] }, { 0: box(1) });
  const [gain] = plan([event("coins", { seat: 0, n: 2 })], drawn, drawn, MOTION);
  const [loss] = plan([event("coins", { seat: 0, n: -2 })], drawn, drawn, MOTION);
  expect(gain).toMatchObject({ from: box(50), to: box(1), n: 2 });
  expect(loss).toMatchObject({ from: box(1), to: box(50), n: 2 });
});
