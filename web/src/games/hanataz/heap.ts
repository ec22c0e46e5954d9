/** The positions of coins in a heap, which grows with the amount. */

export interface Coin {
  x: number;
  y: number;
}

export const ACROSS = 12; // from a coin to the one beside it
export const UP = 6.5; // from a layer to the one above it
const MOST = 45; // coins to draw at most; a number shows the amount

/** The layers of a heap, the lowest first: each has one coin fewer than the one below it. */
export function layers(silvs: number): number[] {
  let left = Math.min(Math.max(silvs, 0), MOST);
  let width = Math.ceil((Math.sqrt(8 * left + 1) - 1) / 2);
  const found: number[] = [];
  for (; left > 0; width--) {
    found.push(Math.min(width, left));
    left -= Math.min(width, left);
  }
  return found;
}

/** The centres of the coins, around 0 across and from 0 upwards, the rear coins first. */
export function heap(silvs: number): Coin[] {
  return layers(silvs).flatMap((count, layer) =>
    Array.from({ length: count }, (_, i) => ({
      x: (i - (count - 1) / 2) * ACROSS + askew(layer * 7 + i),
      y: -layer * UP + askew(i * 5 + layer) / 2,
    })),
  );
}

/** A small shift to one side, always the same for the same coin. */
const askew = (n: number): number => ((n * 37) % 5) - 2;
