/** Keyboard control of the table: the meaning of each key, and the next card in a direction. */
import type { Box } from "./placement";

export type Wish =
  | { do: "take"; number: number } // the listed choice of this number, from 0
  | { do: "hint" | "undo" | "skip" | "log" | "chat" | "help" | "card" | "close" }
  | { do: "step"; x: number; y: number };

const LETTERS: Record<string, Wish> = {
  h: { do: "hint" },
  u: { do: "undo" },
  s: { do: "skip" },
  l: { do: "log" },
  c: { do: "chat" },
  i: { do: "card" },
  "?": { do: "help" },
  Escape: { do: "close" },
  ArrowLeft: { do: "step", x: -1, y: 0 },
  ArrowRight: { do: "step", x: 1, y: 0 },
  ArrowUp: { do: "step", x: 0, y: -1 },
  ArrowDown: { do: "step", x: 0, y: 1 },
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** The meaning of a key; none in combination with keys of the browser or the system. */
export function wishOf(event: Pressed): Wish | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (/^[1-9]$/.test(event.key)) return { do: "take", number: Number(event.key) - 1 };
  return LETTERS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

/** The next box from another one in a direction: the nearest, preferring straight ahead; -1 for none. */
export function nearest(from: Box, boxes: Box[], x: number, y: number): number {
  const [startX, startY] = middle(from);
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, i) => {
    const [otherX, otherY] = middle(box);
    const ahead = (otherX - startX) * x + (otherY - startY) * y;
    const aside = Math.abs((otherX - startX) * y) + Math.abs((otherY - startY) * x);
    const way = ahead + 2 * aside;
    if (ahead > 1 && way < least) [best, least] = [i, way];
  });
  return best;
}

const middle = (box: Box): [number, number] => [box.left + box.width / 2, box.top + box.height / 2];
