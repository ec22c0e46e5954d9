/** Small decks and positions for testing this look. */
import type { CardInfo, OfferedAction, SeatState } from "../../messages.gen";
import type { Position } from "./viewValues";

const SUITS = ["Flames", "Stones", "Waves", "Winds"];
const SUITED = ["Crown", "Dragon", "Knight", "Rogue", "Wizard"];
const FREE = ["Jester", "Assassin", "Bard", "Priest", "Troll", "Fool"];

export const face = (title: string, marks: string[], value?: number): CardInfo => ({
  name: title,
  title,
  brief: marks[0] === "Number" ? "" : `what a ${marks[0]} does`,
  copies: 1,
  numbers: value === undefined ? {} : { value },
  texts: { play: `The whole text of ${title}.` },
  signs: {},
  marks,
});

/** A deck in the server's order: numbers, faces with a suit, faces without one. */
export const deck = (): Map<string, CardInfo> => {
  const numbers = SUITS.flatMap((suit) =>
    [2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => face(`${n} of ${suit}`, ["Number", suit], n)),
  );
  const suited = SUITS.flatMap((suit) => SUITED.map((name) => face(`${name} of ${suit}`, [name, suit])));
  const free = FREE.map((name) => face(name, [name]));
  return new Map([...numbers, ...suited, ...free].map((one) => [one.name, one]));
};

/** Three players in the middle of a hand, as the first of them sees it; `change` says what is different. */
export const position = (change: Partial<Position> = {}, zones: Position["zones"] = {}): Position => ({
  game: "hanataz",
  edition: "hz-default",
  seat: 0,
  over: false,
  seats: [
    { silvs: 13, state: "in", fool_tokens: 0 },
    { silvs: 12, state: "in", fool_tokens: 1 },
    { silvs: 9, state: "nubbed out", fool_tokens: 0 },
  ],
  turn: { seat: 0, hand: 3, turns: 4 },
  first: 1,
  control: 1,
  pot: 7,
  purse: -5,
  fool_tokens: 0,
  bards: [],
  decision: { seat: 0, kind: "turn", prompt: "Play a card", card: null, by: 0, target: null },
  zones: {
    "hand.0": ["Jester", "9 of Flames", "3 of Winds", "3 of Flames"],
    "hand.1": [null, null, null],
    "hand.2": [null, "Crown of Waves"],
    deck: [null, null],
    discard: ["Dragon of Waves"],
    house: [null, "Knight of Waves", null, "", null],
    row: ["4 of Flames", "6 of Flames"],
    bards: [],
    played: [],
    ...zones,
  },
  ...change,
});

export const choice = (label: string, about: Partial<OfferedAction>): OfferedAction => ({
  action: label.length,
  words: label,
  label,
  does: "",
  card: null,
  zone: null,
  place: null,
  seat: null,
  ...about,
});

export const seats: SeatState[] = ["Sophie", "Mary", "Bart"].map((name, seat) => ({
  kind: seat ? "bot" : "person",
  name,
  bot: seat ? "heuristic" : null,
  away: false,
  resigned: false,
  clock: null,
}));
