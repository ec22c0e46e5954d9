/** Which of this browser's keys opens a table: that of a seat before that of its host. */
import { api } from "../net/api";
import { tokensFor } from "./keys";

export async function keyOf(table: string): Promise<string | null> {
  const tokens = tokensFor(table);
  if (tokens.length < 2) return tokens[0] ?? null;
  const seats = await Promise.all(tokens.map((token) => holdsSeat(table, token)));
  return tokens[Math.max(0, seats.indexOf(true))] ?? null;
}

async function holdsSeat(table: string, token: string): Promise<boolean> {
  const mine = await api.mine([token]).catch(() => null);
  return mine?.tables.some((one) => one.table === table && one.seat !== null) ?? false;
}
