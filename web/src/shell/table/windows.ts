/** The windows that can stand over a table, one at a time. */
export type Window = { what: "card"; card: string } | { what: "settings" | "rules" | "keys" | "along" | "result" };
