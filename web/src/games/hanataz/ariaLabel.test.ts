import { expect, test } from "vitest";
import { spoken } from "./ariaLabel";
import { choice } from "./testing";

test("a thing without choices gets only its name", () => expect(spoken("Crown of Waves", [])).toBe("Crown of Waves"));

test("a choice that names the card stands alone", () =>
  expect(spoken("Crown of Waves", [choice("play Crown of Waves", {})])).toBe("play Crown of Waves"));

test("any other choice follows the card's name", () =>
  expect(spoken("House card 2, Knight of Waves", [choice("house card 2", {})])).toBe(
    "House card 2, Knight of Waves: house card 2",
  ));
