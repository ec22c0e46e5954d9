// Writes src/messages.gen.ts from the server's JSON Schema (schema.json, printed by `silverhook serve --schema`),
// so that a drift between page and server is a type error.
import { compile } from "json-schema-to-typescript";
import { readFileSync, writeFileSync } from "node:fs";

const schema = JSON.parse(readFileSync("schema.json", "utf8"));
delete schema.protocol;

/** Titles of single fields would become types of their own; only those of whole messages shall. */
function untitled(node, top) {
  if (Array.isArray(node)) return node.forEach((one) => untitled(one, false));
  if (node === null || typeof node !== "object") return;
  if (!top && typeof node.title === "string") delete node.title;
  for (const [key, value] of Object.entries(node)) {
    if (key === "$defs" || key === "properties") Object.values(value).forEach((one) => untitled(one, key === "$defs"));
    else untitled(value, false);
  }
}

untitled(schema, true);
const text = await compile(schema, "Silverhook", {
  additionalProperties: false,
  ignoreMinAndMaxItems: true, // as tuples they would be in the way
  unreachableDefinitions: true,
  bannerComment: "// Generated from the server's messages.py; do not edit.",
  style: { printWidth: 120 },
});
writeFileSync("src/messages.gen.ts", text);
