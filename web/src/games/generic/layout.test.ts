import { expect, test } from "vitest";
import type { View } from "../../messages.gen";
import { layoutOf, othersAfter, titled, winnersOf } from "./layout";

const view = (more: object = {}, zones: View["zones"] = {}): View => ({
  game: "any",
  edition: "plain",
  seat: 0,
  over: false,
  zones,
  ...more,
});

test("zones named after a seat belong to it, all others to the table; seats that do not play have none", () => {
  const found = layoutOf(view({}, { "hand.0": ["Ace"], "hand.1": [null], "hand.2": [], draw_pile: [null, null] }), 2);
  expect(found.shared).toEqual([{ name: "draw_pile", title: "Draw pile", cards: [null, null] }]);
  expect(found.seats.map((seat) => seat.zones.map((zone) => zone.name))).toEqual([["hand.0"], ["hand.1"]]);
  expect(found.seats[0]?.zones[0]?.title).toBe("Hand");
});

test("a list with an entry per seat is a value of each seat, whether plain or an object", () => {
  const found = layoutOf(view({ tricks: [2, 0], seats: [{ coins: 3 }, { coins: 1, hidden: null }] }), 2);
  expect(found.seats[0]?.values).toEqual([
    { title: "Tricks", value: "2" },
    { title: "Coins", value: "3" },
  ]);
  expect(found.seats[1]?.values).toEqual([
    { title: "Tricks", value: "0" },
    { title: "Coins", value: "1" },
  ]);
  expect(found.values).toEqual([]);
});

test("every other number or word is a value of the table, except the fields that every view has", () => {
  const found = layoutOf(view({ pot: 5, turn: { seat: 1, round: 2 }, decision: null, winners: [0, 1], odd: [1] }), 2);
  expect(found.values).toEqual([
    { title: "Pot", value: "5" },
    { title: "Round", value: "2" },
  ]);
});

test("names become titles, other seats are listed clockwise, and the game names the winners", () => {
  expect(titled("reload_deck")).toBe("Reload deck");
  expect(othersAfter(1, 3)).toEqual([2, 0]);
  expect(winnersOf(view({ winners: [1] }))).toEqual([1]);
  expect(winnersOf(view())).toEqual([]);
});
