/** States, news and cards for tests, with what does not matter filled in. */
import type { CardInfo, OfferedAction, Event, News, SeatState, State, TableState } from "../messages.gen";

export const event = (what: string, more: Partial<Event> = {}): Event => ({
  what,
  seat: null,
  other: null,
  card: null,
  hidden: false,
  n: 1,
  source: null,
  target: null,
  sentence: null,
  ...more,
});

export const news = (ply: number, story: string[], events: Event[] = [], undone = false): News => ({
  ply,
  undone,
  story,
  events,
});

export const choice = (action: number, more: Partial<OfferedAction> = {}): OfferedAction => ({
  action,
  words: `do ${action}`,
  label: `do ${action}`,
  does: "play",
  card: null,
  zone: null,
  place: null,
  seat: null,
  ...more,
});

export const face = (name: string, title = name): CardInfo => ({
  name,
  title,
  brief: "",
  copies: 1,
  numbers: {},
  texts: {},
  signs: {},
  marks: [],
});

export const seat = (name: string, more: Partial<SeatState> = {}): SeatState => ({
  kind: "person",
  name,
  bot: null,
  away: false,
  resigned: false,
  clock: null,
  ...more,
});

export const table = (more: Partial<TableState> = {}): TableState => ({
  id: "t",
  phase: "playing",
  game: "deckhand",
  edition: "indicator",
  options: {},
  own_cards: false,
  rules_version: 1,
  seats: [seat("Anne"), seat("Mary")],
  clock: { kind: "none", seconds: 0, increment: 0 },
  substitute: "heuristic",
  undo: true,
  hints: true,
  spectators: true,
  turn: 0,
  pause_until: null,
  offer: null,
  commitment: "",
  secret: null,
  before: null,
  rematch: null,
  result: null,
  origin: { kind: "deal", table: null, step: null, lesson: null },
  ...more,
});

export const state = (ply: number, more: Partial<State> = {}): State => ({
  type: "state",
  ply,
  since: Math.max(0, ply - 1),
  at: 1000,
  news: [],
  table: table(),
  view: { game: "deckhand", edition: "indicator", seat: 0, over: false, zones: {} },
  actions: [],
  answered: false,
  may_undo: false,
  ...more,
});
