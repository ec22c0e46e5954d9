/** The dialogs that can open over a table, one at a time. */
export type OpenDialog =
  | { what: "card"; card: string }
  | { what: "settings" | "rules" | "keys" | "along" }
  | { what: "result"; counting: boolean }; // whether the scores are counted up first
