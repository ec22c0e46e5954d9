import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bytesOf, sha256 } from "./sha256";

const theirs = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_000])("agrees with Node's digest of %i bytes", (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
  expect(sha256(bytes)).toBe(theirs(bytes));
});

test("digests a text in UTF-8", () => {
  expect(sha256("Zażółć gęślą jaźń, capitaine ⟨crochet⟩")).toBe(theirs("Zażółć gęślą jaźń, capitaine ⟨crochet⟩"));
});

test("hexadecimal digits become bytes", () => {
  expect([...bytesOf("00ff7f")]).toEqual([0, 255, 127]);
});
