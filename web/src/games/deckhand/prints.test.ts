import { expect, test } from "vitest";
import { inkOf, pieces, textsOf, triggersOf } from "./prints";
import { face, faces } from "./testing";

test("texts come in the order of their moments, unknown moments last", () => {
  expect(textsOf(faces.get("Scurvy")!).map(({ moment }) => moment)).toEqual(["play", "start", "end"]);
  const strange = face("Strange", 1, 0, { bought: "+1 coin.", play: "+1 Card." });
  expect(textsOf(strange).map(({ moment }) => moment)).toEqual(["play", "bought"]);
});

test("gains and costs in a text are bold, in every language", () => {
  const strong = (text: string) => pieces(text).flatMap((piece) => (piece.strong ? [piece.text] : []));
  expect(strong("+1 Card. +1 Action. You may pay 1: gain a card.")).toEqual(["+1 Card", "+1 Action"]);
  expect(strong("+2 pièces. Choisissez un ennemi.")).toEqual(["+2 pièces"]);
  expect(strong("-2 hooks.")).toEqual(["-2 hooks"]);
  expect(strong("+1 Odrzucenie.")).toEqual(["+1 Odrzucenie"]);
});

test("the pieces of a text add up to the whole text", () => {
  for (const { texts } of faces.values())
    for (const text of Object.values(texts))
      expect(
        pieces(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
});

test("a fanned card shows only the marks that say when it acts", () => {
  expect(triggersOf(["enemies", "end", "start"])).toEqual(["start", "end"]);
  expect(triggersOf([])).toEqual([]);
});

test("the spot colour shows what a card is about, attacks first", () => {
  expect(inkOf(face("A", 1, 0, {}, ["end", "enemies"]))).toBe("attack");
  expect(inkOf(face("B", 1, 0, {}, ["start", "end"]))).toBe("end");
  expect(inkOf(face("C", 1, 0, {}, ["discarded"]))).toBe("sea");
  expect(inkOf(face("D"))).toBe("gold");
});
