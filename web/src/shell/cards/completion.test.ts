import { expect, test } from "vitest";
import { cardAt, fragmentAt, offsetOf, suggestions } from "./completion";

const PHRASES = ["+1 Card.", "+2 coins.", "Discard 1 card.", "Discard your hand.", "Trash 1 card from your hand."];

const at = (text: string) => fragmentAt(text, text.length);

test("the fragment is the unfinished sentence inside quotes", () => {
  expect(at('play = "+1 coin. Disc')).toEqual({ from: 17, to: 21, text: "Disc" });
  expect(at('play = "')?.text).toBe("");
  expect(at('play = "Choose one: +1 coin; or dr')?.text).toBe("or dr");
  expect(at("cost = 3")).toBeNull();
  expect(at('play = "+1 coin."')).toBeNull();
  expect(at('name = "Dis')).toBeNull();
});

test("suggestions have all words of the fragment, and those that begin with it come first", () => {
  expect(suggestions(PHRASES, at('play = "disc'))).toEqual(["Discard 1 card.", "Discard your hand."]);
  expect(suggestions(PHRASES, at('play = "hand'))).toEqual(["Discard your hand.", "Trash 1 card from your hand."]);
  expect(suggestions(PHRASES, at('play = "1 card'))[0]).toBe("Discard 1 card.");
  expect(suggestions(PHRASES, null)).toEqual([]);
});

test("a place belongs to the card whose entry it is in", () => {
  const file = 'name = "box"\n[[card]]\nname = "A"\ncost = 1\n[[card]]\ncost = 2\nname = "B"\n';
  expect(cardAt(file, 3)).toBeNull();
  expect(cardAt(file, file.indexOf("cost = 1"))).toBe("A");
  expect(cardAt(file, file.indexOf("cost = 2"))).toBe("B");
  expect(cardAt(file, file.length)).toBe("B");
  expect(cardAt("[[card]]\n", 9)).toBeNull();
});

test("a line and column are found in the text, and stay in it", () => {
  expect(offsetOf("ab\ncd\nef", 2, 2)).toBe(4);
  expect(offsetOf("ab\ncd", 1, 9)).toBe(2);
  expect(offsetOf("ab", 7, 1)).toBe(2);
});
