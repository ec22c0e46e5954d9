/** A small table for tests: three seats, a few cards, seen from the first seat. */
import type { CardInfo, OfferedAction, SeatState, View } from "../../messages.gen";

export function face(name: string, cost = 0, hooks = 0, texts: Record<string, string> = {}, marks: string[] = []) {
  return {
    name,
    title: name,
    brief: "",
    copies: 2,
    numbers: { cost, hooks },
    texts,
    signs: {},
    marks,
  } satisfies CardInfo;
}

export const faces = new Map(
  [
    face("Plunder", 4, 1, { play: "+4 coins." }),
    face("Scurvy", 1, 0, { end: "-2 hooks.", play: "+1 Card.", start: "Pay 2." }, ["start", "end", "enemies"]),
    face("Buried Chest", 5, 3, { play: "Choose one: +1 coin; or +2 Cards." }),
  ].map((one) => [one.name, one]),
);

const seat = (name: string, kind: SeatState["kind"]): SeatState => ({
  kind,
  name,
  bot: kind === "bot" ? "heuristic" : null,
  away: false,
  resigned: false,
  clock: null,
});

export const seats = [seat("Sophie", "person"), seat("Mary", "bot"), seat("Bart", "bot")];

/** A position with defaults; a test gives the parts that matter. */
export function position(zones: View["zones"] = {}, numbers: Record<string, unknown> = {}): View {
  return {
    game: "deckhand",
    edition: "indicator",
    seat: 0,
    over: false,
    zones: {
      "hand.0": ["Plunder", "Scurvy"],
      "deck.0": [null, null],
      "stash.0": ["Buried Chest"],
      "hand.1": [null, "Plunder"],
      "deck.1": [null],
      "stash.1": ["Scurvy", "Plunder"],
      supply: ["Plunder", "Buried Chest", "", "Scurvy", "Plunder", "Plunder"],
      supply_deck: [null, null],
      reload_deck: ["Scurvy", null],
      out: ["Scurvy", "Scurvy", "Plunder"],
      ...zones,
    },
    seats: [{ coins: 3 }, { coins: 1 }, { coins: 0 }],
    turn: { seat: 0, round: 4, actions: 1, used: 1, buys: 0, reloads: 0 },
    ender: null,
    bank: null,
    ...numbers,
  };
}

/** An offered action. */
export function choice(label: string, about: Partial<OfferedAction> = {}): OfferedAction {
  return { action: 1, words: label, label, does: "play", card: null, zone: null, place: null, seat: null, ...about };
}
