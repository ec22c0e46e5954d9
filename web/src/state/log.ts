/** What happened, as lines of a log: which of them begins a turn, who acted, and where a card is named. */
import type { CardInfo, FrameNews, News } from "../messages.gen";

/** What one change of the game brought about. */
export interface LogEntry {
  ply: number;
  lines: string[];
  cards: string[]; // that its events name
  seat: number | null; // who acted
  openings: Opening[]; // turns or hands that began with it
  undone: boolean;
}

/** The beginning of a turn or of a hand of cards, told from a line on. */
export interface Opening {
  line: number;
  what: "turn" | "hand";
  seat: number | null;
  n: number;
}

/** What belongs to one turn or hand; the first group may have begun before the log did. */
export interface Group {
  ply: number;
  opening: Opening | null;
  lines: Line[];
}

export interface Line {
  key: string;
  text: string;
  cards: string[];
  seat: number | null;
  undone: boolean;
}

/** A piece of a sentence; one that names a card says which. */
export interface Piece {
  text: string;
  card: string | null;
}

export function logEntry(news: News): LogEntry {
  return {
    ply: news.ply,
    lines: news.story,
    cards: [...new Set(news.events.flatMap((event) => (event.card ? [event.card] : [])))],
    seat: news.events[0]?.seat ?? null,
    openings: openings(news),
    undone: news.undone,
  };
}

/** The turns and hands that began with a change. */
function openings(news: FrameNews): Opening[] {
  return news.events.flatMap(({ what, seat, n, sentence }) =>
    (what === "turn" || what === "hand") && sentence !== null ? [{ line: sentence, what, seat, n }] : [],
  );
}

/** A change as it ended what was before it: without the sentences of a turn or hand that began with it. */
export const ending = ({ story, events }: FrameNews): FrameNews => ({
  story: story.slice(0, openings({ story, events }).at(-1)?.line),
  events,
});

/** The log by turns. */
export function groups(all: LogEntry[]): Group[] {
  const found: Group[] = [];
  for (const one of all) {
    one.lines.forEach((text, i) => {
      const opening = one.openings.findLast(({ line }) => line <= i);
      const opens = opening?.line === i;
      if (opens || !found.length) found.push({ ply: one.ply, opening: opens ? opening : null, lines: [] });
      const seat = opening ? opening.seat : one.seat;
      found.at(-1)?.lines.push({ key: `${one.ply}.${i}`, text, cards: one.cards, seat, undone: false });
    });
    if (one.undone) {
      if (!found.length) found.push({ ply: one.ply, opening: null, lines: [] });
      found.at(-1)?.lines.push({ key: `${one.ply}.undone`, text: "", cards: [], seat: null, undone: true });
    }
  }
  return found;
}

/** What a card is called in the reader's language. */
export const titleOf = (card: string, faces: Map<string, CardInfo>): string => faces.get(card)?.title ?? card;

/** A sentence in pieces. A card that has a face is linked; of several titles that fit, the longest wins. */
export function linked(sentence: string, cards: string[], faces: Map<string, CardInfo>): Piece[] {
  const titles = new Map(cards.filter((card) => faces.has(card)).map((card) => [titleOf(card, faces), card]));
  const longest = [...titles.keys()].sort((a, b) => b.length - a.length).map((title) => escaped(title));
  if (!longest.length) return [{ text: sentence, card: null }];
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(${longest.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return sentence
    .split(named)
    .map((text, i) => ({ text, card: i % 2 ? (titles.get(text) ?? null) : null }))
    .filter((piece) => piece.text);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
