import { expect, test } from "vitest";
import { pips } from "./pips";

test("a number card has as many marks as its number, without overlaps", () => {
  for (let value = 2; value <= 10; value++) {
    const places = pips(value).map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(value);
  }
});

test("the marks are symmetric", () => {
  for (let value = 2; value <= 10; value++)
    expect(pips(value).reduce((sum, { x }) => sum + x, 0) / value).toBeCloseTo(50);
});
