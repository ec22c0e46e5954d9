/** A player's share of the randomness of a deal, which no server can predict. */

/** 32 random bytes as hexadecimal digits. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This browser's nonce for a table. A retry sends the same one, so that a lost answer does not cost the seat. */
export function nonceFor(table: string): string {
  const place = `silverhook.nonce.${table}`;
  const value = sessionStorage.getItem(place) ?? nonce();
  sessionStorage.setItem(place, value);
  return value;
}
