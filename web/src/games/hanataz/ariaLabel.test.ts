import { expect, test } from "vitest";
import { spoken } from "./ariaLabel";
import { choice } from "./testing";

test("what cannot be chosen is only named", () => expect(spoken("Crown of Waves", [])).toBe("Crown of Waves"));

test("a choice that names the card is enough", () =>
  expect(spoken("Crown of Waves", [choice("play Crown of Waves", {})])).toBe("play Crown of Waves"));

test("a choice that does not name it stands behind its name", () =>
  expect(spoken("House card 2, Knight of Waves", [choice("house card 2", {})])).toBe(
    "House card 2, Knight of Waves: house card 2",
  ));
