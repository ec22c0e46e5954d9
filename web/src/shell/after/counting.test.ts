import { expect, test } from "vitest";
import { countOf, totals } from "./counting";

const source = (title: string, n: number, copies = 1, at_end = false) => ({ title, card: title, n, copies, at_end });

test("cards are counted one by one, the seats in turns, and the effects at the end come last", () => {
  const counted = countOf([[source("Parrots", 4, 2), source("Curse", -3, 1, true)], [source("Rum", 1)]]);
  expect(counted.map(({ seat, title, n }) => [seat, title, n])).toEqual([
    [0, "Parrots", 2],
    [1, "Rum", 1],
    [0, "Parrots", 2],
    [0, "Curse", -3],
  ]);
  expect(totals(counted, 3, 2)).toEqual([4, 1]);
  expect(totals(counted, 4, 2)).toEqual([1, 1]);
});

test("a shared source that does not divide counts at once", () => {
  expect(countOf([[source("Stake", 15, 2)]])).toEqual([{ seat: 0, title: "Stake", n: 15, atEnd: false }]);
});
