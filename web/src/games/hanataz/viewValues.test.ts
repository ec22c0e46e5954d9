import { expect, test } from "vitest";
import { awaited, others, zone } from "./viewValues";
import { position } from "./testing";

test("lists the other seats clockwise from the reader's left", () => {
  expect(others(4, 2)).toEqual([3, 0, 1]);
  expect(others(2, 0)).toEqual([1]);
});

test("spectators see all seats", () => expect(others(3, null)).toEqual([0, 1, 2]));

test("the table waits for the deciding seat, even in another seat's turn", () => {
  const taxed = { seat: 2, kind: "tax_pot", prompt: "", card: "Crown of Waves", by: 0, target: null };
  expect(awaited(position({ decision: taxed }))).toBe(2);
});

test("if the deciding seat is secret, the table waits for the seat whose turn it is", () => {
  const knights = { seat: null, kind: "wait", prompt: "", card: "Dragon of Winds", by: 1, target: null };
  expect(awaited(position({ decision: knights, turn: { seat: 1, hand: 1, turns: 0 } }))).toBe(1);
});

test("the table waits for nobody when the game is over", () => expect(awaited(position({ over: true }))).toBeNull());

test("a zone missing from the view is empty", () => expect(zone(position(), "hand.5")).toEqual([]));
