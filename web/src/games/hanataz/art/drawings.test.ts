import { expect, test } from "vitest";
import { DRAWINGS } from "./drawings";
import { cut, rays, row } from "./woodcut";

const FACES = ["Assassin", "Bard", "Crown", "Dragon", "Fool", "Jester", "Knight", "Priest", "Rogue", "Troll", "Wizard"];

test("each of the eleven faces has a drawing", () => expect(Object.keys(DRAWINGS).sort()).toEqual(FACES));

test("each drawing has ink, a spot of colour, and only valid paths", () => {
  for (const drawing of Object.values(DRAWINGS)) {
    const layers = drawing.map(([layer]) => layer);
    expect(layers).toContain("ink");
    expect(layers).toContain("spot");
    for (const [, path] of drawing) expect(path).toMatch(/^M[\d\s.,MLHVCSQTAZmlhvcsqtaz-]+$/);
  }
});

test("no two layers of a drawing are the same", () => {
  for (const drawing of Object.values(DRAWINGS))
    expect(new Set(drawing.map(([, path]) => path)).size).toBe(drawing.length);
});

test("a cut goes from point to point and back on the other side", () =>
  expect(cut("0 0 10 0", 2)).toBe("M0 0Q5 2 10 0Q5 -2 0 0Z"));

test("a row has the requested number of cuts; a single cut is in the middle", () => {
  expect(row("0 0 10 0", "0 5 10 5", 3, 1).match(/M/g)).toHaveLength(3);
  expect(row("0 0 10 0", "0 5 10 5", 1, 1)).toMatch(/^M5 0/);
});

test("rays of a whole circle do not meet", () => {
  const starts = rays("50 50", 10, 20, 4, 1).match(/M[^Q]+/g);
  expect(new Set(starts).size).toBe(4);
});
