/** The dialogs that can open over a table, one at a time. */
export type OpenDialog = { what: "card"; card: string } | { what: "settings" | "rules" | "keys" | "along" | "result" };
