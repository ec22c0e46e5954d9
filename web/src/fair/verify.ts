/** Checks a record in the page: that it is unchanged, and that nobody chose its deal. */
import { bytesOf, sha256 } from "./sha256";

export type Check = "unchanged" | "commitment" | "seed" | "noted";

export interface Finding {
  check: Check;
  holds: boolean;
  says: string; // the number that the record states
  found: string; // the number that the page computed
}

export interface Proof {
  findings: Finding[];
  fields: Map<string, string>;
  fixed: boolean; // its cards were not dealt at this table (a lesson, or a continued game), so no seed can be proved
}

const FORMAT = "silverhook record 1";
const FIELD = /^((?:option |nonce |seat )?\w+): (\S.*)$/;
const ACTION = /^\d \S/;

function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.split("\n")) {
    const match = line.startsWith("|") || ACTION.test(line) ? null : FIELD.exec(line);
    if (match?.[1] && match[2] && !fields.has(match[1])) fields.set(match[1], match[2]);
  }
  return fields;
}

/** JSON as Python writes it: keys sorted, no spaces, ASCII only. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, one]) => `${canonical(key)}:${canonical(one)}`).join(",")}}`;
  }
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function plain(word: string): unknown {
  if (word === "null" || word === "true" || word === "false") return JSON.parse(word) as unknown;
  return /^-?\d+$/.test(word) ? Number(word) : word;
}

function ruleset(text: string, fields: Map<string, string>): object {
  const options = [...fields].filter(([name]) => name.startsWith("option "));
  const cards = text.split("\n").filter((line) => line.startsWith("|"));
  return {
    game: fields.get("game") ?? "",
    version: Number(fields.get("version")),
    players: Number(fields.get("players")),
    edition: fields.get("edition") ?? "",
    options: Object.fromEntries(options.map(([name, word]) => [name.slice("option ".length), plain(word)])),
    cards: cards.length ? `${cards.map((line) => line.slice(2)).join("\n")}\n` : "",
  };
}

function seedOf(text: string, fields: Map<string, string>): string {
  const nonces = [...fields].filter(([name]) => name.startsWith("nonce ")).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [
    "silverhook seed 1",
    `secret ${fields.get("secret")}`,
    `table ${fields.get("table")}`,
    `ruleset ${canonical(ruleset(text, fields))}`,
    ...nonces.map(([name, value]) => `${name} ${value}`),
  ];
  return sha256(lines.map((line) => `${line}\n`).join(""));
}

/** Recomputes the numbers in a record; `noted` is a commitment or digest that a player wrote down at the table. */
export function verify(text: string, noted = ""): Proof {
  if (!text.startsWith(`${FORMAT}\n`)) throw new Error("no-record");
  const fields = fieldsOf(text);
  const says = (name: string) => fields.get(name) ?? "";
  const above = text.slice(0, text.lastIndexOf("sha256: "));
  const findings: Finding[] = [finding("unchanged", says("sha256"), sha256(above))];
  const fixed = fields.has("origin");
  if (!fixed) {
    findings.push(finding("commitment", says("commitment"), sha256(bytesOf(says("secret")))));
    findings.push(finding("seed", says("seed"), seedOf(text, fields)));
  }
  const number = noted.trim().toLowerCase();
  if (number) {
    const known = [says("commitment"), says("sha256")];
    findings.push({ check: "noted", holds: known.includes(number), says: number, found: known.join(" ") });
  }
  return { findings, fields, fixed };
}

function finding(check: Check, says: string, found: string): Finding {
  return { check, holds: says !== "" && says === found, says, found };
}
