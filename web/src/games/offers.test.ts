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

test("a card has the choices of its zone that name it, wherever in it it lies", () => {
  expect(offers.at("hand.0", 0, "Parrot")).toEqual([play, both]);
  expect(offers.at("hand.0", 3, "Parrot")).toEqual([play, both]);
  expect(offers.at("hand.0", 0, "Lookout")).toEqual([]);
  expect(offers.at("hand.1", 0, "Parrot")).toEqual([]);
});

test("a choice with a place is only at that place", () => {
  expect(offers.at("supply", 2, "Parrot")).toEqual([buy]);
  expect(offers.at("supply", 1, "Parrot")).toEqual([]);
});

test("a choice without a card is at its place whatever lies there, also what nobody knows", () => {
  expect(offers.at("house", 4, null)).toEqual([position]);
  expect(offers.at("house", 4, "Fool")).toEqual([position]);
});

test("choices that are aimed at a seat belong to it, and what belongs to nothing is the rest", () => {
  expect(offers.seat(1)).toEqual([rob]);
  expect(offers.seat(0)).toEqual([]);
  expect(offers.rest).toEqual([end]);
});
