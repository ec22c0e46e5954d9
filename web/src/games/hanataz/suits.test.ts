import { expect, test } from "vitest";
import { EVERY, markOf } from "./suits";

const shape = (suit: string) => markOf(suit).fill + (markOf(suit).stroke ?? "");

test("our four suits differ in shape and in colour", () => {
  const suits = ["Flames", "Stones", "Waves", "Winds"];
  expect(new Set(suits.map(shape)).size).toBe(4);
  expect(new Set(suits.map((suit) => markOf(suit).colour)).size).toBe(4);
});

test("six unknown suits differ as well, and keep their marks", () => {
  const suits = ["Anchors", "Bells", "Coins", "Daggers", "Eels", "Feathers"];
  const first = suits.map(shape);
  expect(new Set([...first, shape("Flames")]).size).toBe(7);
  expect(suits.map(shape)).toEqual(first);
});

test("a face without a suit is of every suit", () => expect(markOf(null)).toBe(EVERY));

test("every mark's colour is readable on a card", () => {
  for (const suit of ["Flames", "Stones", "Waves", "Winds", "Anchors", "Bells", "Coins", "Daggers", "Eels", "Feathers"])
    expect(contrast(markOf(suit).colour, "#f3ead3")).toBeGreaterThan(4.5);
  expect(contrast(EVERY.colour, "#f3ead3")).toBeGreaterThan(4.5);
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const part = (at: number) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
