import { beforeEach, expect, test } from "vitest";
import { forget, keep, keys, shareAt, tokensFor } from "./keys";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("keys are kept, the newest first, and forgotten by table", () => {
  keep("one", "a");
  keep("two", "b");
  keep("one", "c");
  expect(keys()).toEqual([
    { table: "one", token: "c" },
    { table: "two", token: "b" },
    { table: "one", token: "a" },
  ]);
  expect(tokensFor("one")).toEqual(["c", "a"]);
  forget("one");
  expect(keys()).toEqual([{ table: "two", token: "b" }]);
});

test("what else is stored under their name harms nobody", () => {
  localStorage.setItem("silverhook.keys", "{");
  expect(keys()).toEqual([]);
  localStorage.setItem("silverhook.keys", '[{"table": 5}, {"table": "one", "token": "a"}]');
  expect(keys()).toEqual([{ table: "one", token: "a" }]);
});

test("the share of a deal stays the same for a table, so that sitting down can be tried again", () => {
  expect(shareAt("one")).toMatch(/^[0-9a-f]{64}$/);
  expect(shareAt("one")).toBe(shareAt("one"));
  expect(shareAt("two")).not.toBe(shareAt("one"));
});
