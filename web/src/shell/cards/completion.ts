/** Completion of the text at the caret: the server's sentences that have the words which were just written. */

const MOST = 8; // suggestions at a time

/** A part of a text that a suggestion would replace. */
export interface Fragment {
  from: number;
  to: number;
  text: string;
}

/** The unfinished sentence before the caret, if it is inside quotes; it begins after a quote, a full stop or a sign. */
export function fragmentAt(text: string, caret: number): Fragment | null {
  const line = text.slice(text.lastIndexOf("\n", caret - 1) + 1, caret);
  const quotes = line.replaceAll('\\"', "  ").split('"').length - 1;
  if (quotes % 2 === 0 || /^\s*(name|starters)\b/.test(line)) return null;
  const start = Math.max(...['"', ".", ";", ":"].map((sign) => line.lastIndexOf(sign))) + 1;
  const written = line.slice(start);
  const from = caret - written.trimStart().length;
  return { from, to: caret, text: text.slice(from, caret) };
}

const wordsOf = (text: string) => text.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);

/** The phrases with all words of a fragment, those that begin with it first. */
export function suggestions(phrases: string[], fragment: Fragment | null): string[] {
  if (!fragment) return [];
  const written = fragment.text.toLocaleLowerCase("en");
  const words = wordsOf(fragment.text);
  const fitting = phrases.filter((phrase) => {
    const found = wordsOf(phrase);
    return words.every((word) => found.some((one) => one.startsWith(word)));
  });
  const begins = (phrase: string) => Number(!phrase.toLocaleLowerCase("en").startsWith(written));
  return fitting.sort((a, b) => begins(a) - begins(b)).slice(0, MOST);
}

/** The name of the card that a place of a card file belongs to; null before the first card. */
export function cardAt(text: string, caret: number): string | null {
  const begin = text.slice(0, caret).lastIndexOf("[[card]]");
  if (begin < 0) return null;
  const [entry = ""] = text.slice(begin + 8).split("[[card]]");
  return /^\s*name\s*=\s*["'](.*?)["']\s*$/m.exec(entry)?.[1] ?? null;
}

/** Where a line and column are in a text; both count from 1. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(before + Math.min(column - 1, lines[line - 1]?.length ?? 0), text.length);
}
