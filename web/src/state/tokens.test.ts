import { expect, test } from "vitest";
import { forgetTokens, keepToken, savedTokens, tokensFor } from "./tokens";

test("tokens are saved, the newest first, and forgotten by table", () => {
  keepToken("one", "a");
  keepToken("two", "b");
  keepToken("one", "c");
  expect(savedTokens()).toEqual([
    { table: "one", token: "c" },
    { table: "two", token: "b" },
    { table: "one", token: "a" },
  ]);
  expect(tokensFor("one")).toEqual(["c", "a"]);
  forgetTokens("one");
  expect(savedTokens()).toEqual([{ table: "two", token: "b" }]);
});

test("ignores anything else stored under their name", () => {
  localStorage.setItem("silverhook.tokens", "{");
  expect(savedTokens()).toEqual([]);
  localStorage.setItem("silverhook.tokens", '[{"table": 5}, {"table": "one", "token": "a"}]');
  expect(savedTokens()).toEqual([{ table: "one", token: "a" }]);
});
