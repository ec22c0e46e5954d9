import { expect, test } from "vitest";
import { nonceFor } from "./nonce";

test("a nonce stays the same for a table, and differs between tables", () => {
  expect(nonceFor("one")).toMatch(/^[0-9a-f]{64}$/);
  expect(nonceFor("one")).toBe(nonceFor("one"));
  expect(nonceFor("two")).not.toBe(nonceFor("one"));
});
