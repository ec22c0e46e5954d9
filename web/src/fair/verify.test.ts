import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sha256 } from "./sha256";
import { verify } from "./verify";

const record = readFileSync("src/fair/record.txt", "utf8"); // of a real table, with options and a name beyond ASCII
const failing = (text: string, noted = "") =>
  verify(text, noted)
    .findings.filter((finding) => !finding.holds)
    .map((finding) => finding.check);
const resealed = (text: string) => {
  const above = text.slice(0, text.lastIndexOf("sha256: "));
  return `${above}sha256: ${sha256(above)}\n`;
};
const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(record)?.[1] ?? "";

test("a record of a table passes every check", () => {
  expect(verify(record).findings.map((finding) => finding.check)).toEqual(["unchanged", "commitment", "seed"]);
  expect(failing(record)).toEqual([]);
});

test("the digest finds any changed letter", () => {
  for (let at = 20; at < record.length - 70; at += 97) {
    const letter = record[at] === "x" ? "y" : "x";
    expect(failing(record.slice(0, at) + letter + record.slice(at + 1))).toContain("unchanged");
  }
});

test.each([
  ["secret", ["commitment", "seed"]],
  ["commitment", ["commitment"]],
  ["seed", ["seed"]],
  ["nonce 0", ["seed"]],
  ["table", ["seed"]],
  ["option money_cap", ["seed"]],
])("whoever alters the %s and seals anew is found out", (name, broken) => {
  const value = field(name);
  const other = (value.startsWith("7") ? "8" : "7") + value.slice(1);
  const forged = record.replace(`${name}: ${value}`, `${name}: ${other}`);
  expect(forged).not.toBe(record);
  expect(failing(resealed(forged))).toEqual(broken);
});

test("compares the record with the number noted at the table", () => {
  expect(failing(record, ` ${field("commitment").toUpperCase()} `)).toEqual([]);
  expect(failing(record, field("sha256"))).toEqual([]);
  expect(failing(record, "0".repeat(64))).toEqual(["noted"]);
});

test("a table whose deal was given proves no deal, and the result says so", () => {
  const given = record.replace(/^commitment: .*\n/m, "").replace(/^secret: .*$/m, "origin: lesson");
  const proof = verify(resealed(given));
  expect(proof.fixed).toBe(true);
  expect(proof.findings.map((finding) => finding.check)).toEqual(["unchanged"]);
});

test("a record without a secret fails", () => {
  expect(failing(resealed(record.replace(/^secret: .*\n/m, "")))).toContain("commitment");
});

test("any other text is not a record", () => {
  expect(() => verify("Dear diary")).toThrow();
});
