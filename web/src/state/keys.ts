/** The keys of one's seats: tokens, kept in this browser only. */

export interface Key {
  table: string;
  token: string;
}

const PLACE = "silverhook.keys";
const MOST = 100; // the server looks for as many at once

function stored(): Key[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found)
      ? found.filter((one): one is Key => typeof one?.table === "string" && typeof one?.token === "string")
      : [];
  } catch {
    return [];
  }
}

/** The keys that this browser has, the newest first. */
export const keys = (): Key[] => stored();

/** The tokens for a table: of a seat, or of its host. */
export const tokensFor = (table: string): string[] =>
  stored()
    .filter((key) => key.table === table)
    .map((key) => key.token);

/** Keeps a key; the oldest goes when there are too many. */
export function keep(table: string, token: string): void {
  const others = stored().filter((key) => key.token !== token || key.table !== table);
  localStorage.setItem(PLACE, JSON.stringify([{ table, token }, ...others].slice(0, MOST)));
}

/** Forgets what this browser has for a table. */
export function forget(table: string): void {
  localStorage.setItem(PLACE, JSON.stringify(stored().filter((key) => key.table !== table)));
}

/** One's share of the deal at a table; the same if sitting down is tried again, so that a lost answer loses no seat. */
export function shareAt(table: string): string {
  const place = `silverhook.share.${table}`;
  const share = sessionStorage.getItem(place) ?? nonce();
  sessionStorage.setItem(place, share);
  return share;
}

/** A share of the deal that no server could foresee: 32 random bytes in hexadecimal digits. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
