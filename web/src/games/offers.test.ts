import { expect, test } from "vitest";
import { choice } from "../state/testing";
import { Offers } from "./offers";

const play = choice(1, { zone: "hand.0", card: "Parrot" });
const both = choice(2, { zone: "hand.0", card: "Parrot" });
const buy = choice(3, { zone: "supply", place: 2, card: "Parrot" });
const position = choice(4, { zone: "house", place: 4 });
const rob = choice(5, { seat: 1 });
const end = choice(6);
const offers = new Offers([play, both, buy, position, rob, end]);

test("a card has the choices of its zone that name it, at any place", () => {
  expect(offers.at("hand.0", 0, "Parrot")).toEqual([play, both]);
  expect(offers.at("hand.0", 3, "Parrot")).toEqual([play, both]);
  expect(offers.at("hand.0", 0, "Lookout")).toEqual([]);
  expect(offers.at("hand.1", 0, "Parrot")).toEqual([]);
});

test("a choice with a place belongs only to that place", () => {
  expect(offers.at("supply", 2, "Parrot")).toEqual([buy]);
  expect(offers.at("supply", 1, "Parrot")).toEqual([]);
});

test("a choice without a card belongs to its place, whichever card is there, even an unknown one", () => {
  expect(offers.at("house", 4, null)).toEqual([position]);
  expect(offers.at("house", 4, "Fool")).toEqual([position]);
});

test("choices with a target seat belong to that seat; the remaining choices belong to nothing", () => {
  expect(offers.seat(1)).toEqual([rob]);
  expect(offers.seat(0)).toEqual([]);
  expect(offers.rest).toEqual([end]);
});
