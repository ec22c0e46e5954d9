/** Which of this browser's keys opens a table: that of a seat before that of its host. */
import { api } from "../net/api";
import { keep, tokensFor } from "./keys";

/** The key for a table; one that came with the link is kept, and taken out of the address. */
export async function keyOf(table: string): Promise<string | null> {
  const brought = /^#([A-Za-z0-9_-]{16,128})$/.exec(location.hash)?.[1];
  if (brought) {
    keep(table, brought);
    history.replaceState(null, "", location.pathname);
  }
  const tokens = tokensFor(table);
  if (tokens.length < 2) return tokens[0] ?? null;
  const seats = await Promise.all(tokens.map((token) => holdsSeat(table, token)));
  return tokens[Math.max(0, seats.indexOf(true))] ?? null;
}

/** The address that takes a seat along to another browser; whoever has it holds the seat. */
export const linkWith = (table: string, token: string): string => `${location.origin}/table/${table}#${token}`;

async function holdsSeat(table: string, token: string): Promise<boolean> {
  const mine = await api.mine([token]).catch(() => null);
  return mine?.tables.some((one) => one.table === table && one.seat !== null) ?? false;
}
