import { expect, test } from "vitest";
import { heap, layers } from "./heap";

test("an empty pot has no coins", () => expect(heap(0)).toEqual([]));

test("draws a coin for each silv, up to a limit", () => {
  for (const silvs of [1, 2, 7, 10, 27, 45]) expect(heap(silvs)).toHaveLength(silvs);
  expect(heap(300)).toHaveLength(45);
});

test("each layer is smaller than the one below it", () => {
  for (let silvs = 1; silvs < 60; silvs++) {
    const found = layers(silvs);
    expect(found.every((count, i) => i === 0 || count < (found[i - 1] ?? 0))).toBe(true);
  }
});
