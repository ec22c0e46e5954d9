/** The page's own words in the reader's language; those of the games come from the server. */
import en from "./en.json";
import type { Language } from "./languages";

export type Key = keyof typeof en;
type Phrase = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Table = Record<string, Phrase>;

const TABLES: Record<Language, () => Promise<{ default: Table }>> = {
  en: async () => ({ default: en }),
  fr: () => import("./fr.json"),
  pl: () => import("./pl.json"),
};

let table = $state.raw<Table>(en);
let plural = new Intl.PluralRules("en");
let spoken = $state<Language>("en");

/** Loads the phrases of a language and uses it from now on. */
export async function speak(language: Language): Promise<void> {
  table = (await TABLES[language]()).default;
  plural = new Intl.PluralRules(language);
  spoken = language;
  document.documentElement.lang = language;
}

/** The current language. */
export const language = (): Language => spoken;

/** A phrase with its gaps filled; `n` also chooses the form if a phrase has several. */
export function t(key: Key, gaps: Record<string, string | number> = {}): string {
  const phrase: Phrase = table[key] ?? en[key];
  const form =
    typeof phrase === "string" ? phrase : (phrase[plural.select(Number(gaps["n"] ?? 0))] ?? phrase.other ?? "");
  return form.replace(/\{(\w+)\}/g, (gap, name: string) => (name in gaps ? String(gaps[name]) : gap));
}

/** The phrase for a code from the server, if the page has one; otherwise the server's message. */
export function tCode(prefix: string, code: string, otherwise: string): string {
  const key = `${prefix}.${code}`;
  return key in en ? t(key as Key) : otherwise;
}
