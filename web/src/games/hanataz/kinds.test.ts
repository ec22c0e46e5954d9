import { expect, test } from "vitest";
import { cornerOf, letters, placed, sorted } from "./kinds";
import { deck, face } from "./testing";

const faces = deck();
const of = (name: string) => faces.get(name) ?? face(name, []);

test("sorts a hand by suit and rank, faces last, and each card keeps its true place", () => {
  const hand = sorted(["Jester", "3 of Winds", "Crown of Waves", "9 of Flames", "3 of Flames"], faces);
  expect(hand.map(({ card, place }) => [card, place])).toEqual([
    ["3 of Flames", 4],
    ["9 of Flames", 3],
    ["3 of Winds", 1],
    ["Crown of Waves", 2],
    ["Jester", 0],
  ]);
});

test("unknown cards come last, as do cards that the deck does not have", () => {
  const hand = sorted([null, "a stranger", "2 of Flames"], faces);
  expect(hand.map(({ card }) => card)).toEqual(["2 of Flames", "a stranger", null]);
});

test("equal cards have different keys, which stay the same when another card leaves", () => {
  const before = placed(["Jester", "Troll", "Jester"]).map(({ key }) => key);
  const after = placed(["Jester", "Jester"]).map(({ key }) => key);
  expect(new Set(before).size).toBe(3);
  expect(after).toEqual([before[0], before[2]]);
});

test("a number card has its number in the corner, a face the fewest letters that identify it", () => {
  expect(cornerOf(of("10 of Winds"), faces)).toBe("10");
  expect(cornerOf(of("Knight of Waves"), faces)).toBe("K");
});

test("faces that begin alike get more letters, whatever their suits", () => {
  const french = [face("Chevalier de Flammes", ["Knight", "Flames"]), face("Couronne de Flammes", ["Crown", "Flames"])];
  const other = face("Chevalier de Vagues", ["Knight", "Waves"]);
  expect(letters(other, [...french, other])).toBe("Ch");
});
