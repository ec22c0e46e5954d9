/** Opens tables and takes seats, and saves the tokens. */
import type { NewTable } from "../messages.gen";
import { nonceFor } from "../fair/nonce";
import { api } from "../net/api";
import { keepToken, tokensFor } from "./tokens";

/** The settings of every table, with the server's defaults. */
export function plainTable(game: string, edition: string | null, seats: string[]): NewTable {
  return {
    game,
    edition,
    seats,
    options: {},
    cards: "",
    card_set: null, // the house's choice
    clock: { kind: "none", seconds: 0, increment: 0 },
    substitute: "heuristic",
    undo: true,
    hints: true,
    spectators: true,
    pause: 6,
  };
}

/** Opens a table and takes the first seat for a person; returns the table's name. */
export async function openAndSit(wanted: NewTable, name: string): Promise<string> {
  const { table, token } = await api.open(wanted);
  keepToken(table, token);
  if (wanted.seats.includes("person")) await sitDown(table, name);
  return table;
}

/** Takes a seat: the one reserved for this browser after a rematch, if there is one. */
export async function sitDown(table: string, name: string, seat: number | null = null): Promise<void> {
  const [kept = null] = tokensFor(table);
  const { token } = await api.sit(table, { name, nonce: nonceFor(table), seat }, kept);
  keepToken(table, token);
}

/** Starts a game against bots of one level at once. Nobody can watch, so that no question has to wait. */
export function playAlone(
  game: string,
  edition: string,
  players: number,
  level: string,
  name: string,
  cards = "",
): Promise<string> {
  const seats = ["person", ...Array<string>(players - 1).fill(level)];
  return openAndSit({ ...plainTable(game, edition, seats), spectators: false, cards }, name);
}
