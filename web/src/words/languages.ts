/** The supported languages: each has a file here, and one in each game's words on the server. */
export const LANGUAGES = ["en", "fr", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
export const NAMES: Record<Language, string> = { en: "English", fr: "Français", pl: "Polski" };
