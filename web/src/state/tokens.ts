/** The tokens that hold this browser's seats. They are kept in this browser only. */
import { api } from "../net/api";

/** A token and the table that it opens: as a player, or as the host. */
export interface SavedToken {
  table: string;
  token: string;
}

const STORAGE = "silverhook.tokens";
const MOST = 100; // the server looks up at most this many at once

/** All saved tokens, newest first. */
export function savedTokens(): SavedToken[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE) ?? "[]");
    return Array.isArray(found)
      ? found.filter((one): one is SavedToken => typeof one?.table === "string" && typeof one?.token === "string")
      : [];
  } catch {
    return [];
  }
}

/** The tokens for one table, newest first. */
export const tokensFor = (table: string): string[] =>
  savedTokens()
    .filter((saved) => saved.table === table)
    .map((saved) => saved.token);

/** Saves a token; drops the oldest when there are too many. */
export function keepToken(table: string, token: string): void {
  const others = savedTokens().filter((saved) => saved.token !== token || saved.table !== table);
  localStorage.setItem(STORAGE, JSON.stringify([{ table, token }, ...others].slice(0, MOST)));
}

/** Forgets every token for a table. */
export function forgetTokens(table: string): void {
  localStorage.setItem(STORAGE, JSON.stringify(savedTokens().filter((saved) => saved.table !== table)));
}

/** The token that opens a table, a player's before the host's. One in the address is saved, then removed from there. */
export async function tokenFor(table: string): Promise<string | null> {
  const brought = /^#([A-Za-z0-9_-]{16,128})$/.exec(location.hash)?.[1];
  if (brought) {
    keepToken(table, brought);
    history.replaceState(null, "", location.pathname);
  }
  const tokens = tokensFor(table);
  if (tokens.length < 2) return tokens[0] ?? null;
  const seats = await Promise.all(tokens.map((token) => holdsSeat(table, token)));
  return tokens[Math.max(0, seats.indexOf(true))] ?? null;
}

/** The seat that this browser holds at a table. */
export async function seatAt(table: string): Promise<number | null> {
  const mine = await api.mine(tokensFor(table)).catch(() => null);
  return mine?.tables.find((one) => one.table === table && one.seat !== null)?.seat ?? null;
}

/** The address that moves a seat to another browser. Anyone who has it holds the seat. */
export const seatLink = (table: string, token: string): string => `${location.origin}/table/${table}#${token}`;

async function holdsSeat(table: string, token: string): Promise<boolean> {
  const mine = await api.mine([token]).catch(() => null);
  return mine?.tables.some((one) => one.table === table && one.seat !== null) ?? false;
}
