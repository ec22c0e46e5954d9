import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRAWINGS, pictureOf } from ".";

const SET = "../src/silverhook/deckhand/sets/reference.toml";
const names = [...readFileSync(SET, "utf8").matchAll(/^name = "(.*)"\ncopies/gm)].map((match) => match[1] ?? "");

test("every card of the reference set has a picture of its own", () => {
  const pictures = names.map((name) => pictureOf({ name, marks: [] }));
  expect(names.length).toBe(30);
  expect(new Set(pictures).size).toBe(names.length);
});

test("a word of its name chooses the drawing of a custom card", () => {
  expect(pictureOf({ name: "Bag of Gold", marks: ["enemies"] })).toBe("coins");
  expect(pictureOf({ name: "The Captain's Cat", marks: [] })).not.toBe("anchor");
});

test("its marks choose the drawing of a card with an unknown name", () => {
  expect(pictureOf({ name: "Zzz", marks: ["start", "enemies"] })).toBe("cutlasses");
  expect(pictureOf({ name: "Zzz", marks: ["discarded"] })).toBe("barrel");
  expect(pictureOf({ name: "Zzz", marks: [] })).toBe("anchor");
});

test("every drawing has several layers of strokes", () => {
  for (const [name, { layers }] of Object.entries(DRAWINGS)) {
    expect(layers.length, name).toBeGreaterThan(2);
    for (const [, path] of layers) expect(path, name).toMatch(/^M[-\d]/);
  }
});
