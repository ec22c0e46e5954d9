import { expect, test } from "vitest";
import { Offers } from "../offers";
import { counted, hasOffers, hooksInSight, knownIn, lyingIn, othersAfter } from "./viewValues";
import { choice, faces, position } from "./testing";

test("lists the other seats clockwise after a seat", () => {
  expect(othersAfter(0, 2)).toEqual([1]);
  expect(othersAfter(2, 4)).toEqual([3, 0, 1]);
});

test("cards keep their places, even in the list of known cards", () => {
  expect(lyingIn(position(), "hand.1")).toEqual([
    { place: 0, card: null },
    { place: 1, card: "Plunder" },
  ]);
  expect(knownIn(position(), "hand.1")).toEqual([{ place: 1, card: "Plunder" }]);
  expect(lyingIn(position(), "aside.0")).toEqual([]);
});

test("visible hooks are those on a seat's cards that the reader knows", () => {
  expect(hooksInSight(position(), 0, faces)).toBe(1 + 3);
  expect(hooksInSight(position(), 1, faces)).toBe(1 + 1);
  expect(hooksInSight(position({ "deck.1": ["Buried Chest"] }), 1, faces)).toBe(1 + 1 + 3);
  expect(hooksInSight(position({ "stash.1": ["a card of nobody's file"] }), 1, faces)).toBe(1);
});

test("a pile lists each kind once with its number", () => {
  expect(counted(["Scurvy", "Plunder", "Scurvy"])).toEqual([
    { card: "Scurvy", n: 2 },
    { card: "Plunder", n: 1 },
  ]);
});

test("a zone has offers if a choice is on one of its cards", () => {
  const offers = new Offers([choice("buy", { zone: "supply", place: 1, card: "Buried Chest" })]);
  expect(hasOffers(offers, "supply")).toBe(true);
  expect(hasOffers(offers, "hand.0")).toBe(false);
});
