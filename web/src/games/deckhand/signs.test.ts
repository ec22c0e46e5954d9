import { expect, test } from "vitest";
import { inPieces, lengthOf } from "./signs";

test("a sentence is split into words, with signs and prices", () => {
  expect(inPieces("+2<coin>; or ≤<price:3>")).toEqual([
    [{ text: "+2" }, { sign: "coin" }, { text: ";" }],
    [{ text: "or" }],
    [{ text: "≤" }, { price: "3" }],
  ]);
});

test("what is no sign stays as it is written", () => {
  expect(inPieces("<anchor> a<b")).toEqual([[{ text: "<anchor>" }], [{ text: "a<b" }]]);
});

test("a long text is longer than a short one, with signs or without", () => {
  const card = (text: string, signs: string[]) => lengthOf({ texts: { play: text }, signs: { play: signs } });
  expect(card("", ["+1<coin>"])).toBeLessThan(card("", ["+1<coin>", "<trash>1 <hand>/<stash>"]));
  expect(lengthOf({ texts: { play: "+1 coin." }, signs: {} })).toBeGreaterThan(0);
});
