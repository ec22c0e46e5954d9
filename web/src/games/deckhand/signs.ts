/** The signs in the small print of cards and in counters, drawn on 24 by 24 like the page's icons. */
import type { CardInfo } from "../../messages.gen";

export interface DrawnSign {
  line?: string; // drawn with a pen
  fill?: string; // printed solid
  cut?: string; // left out of what is solid
}

const BUST = "M4 21.5c.5-3.6 3.4-5.2 8-5.2s7.5 1.6 8 5.2z";
const CARD = "M6.2 3h11.6v18H6.2z";

export const SIGNS = {
  coin: {
    fill: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
    cut: "M12 5.7a6.3 6.3 0 1 0 0 12.6 6.3 6.3 0 0 0 0-12.6z",
  },
  card: {
    fill: "M7 2.5h10a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 20V4A1.5 1.5 0 0 1 7 2.5z",
    cut: "M8 5h8v14H8zM8 12l4-5 4 5-4 5z",
  },
  action: { fill: "M14 1.5L4.5 13.5h6L8.5 22.5l11-13h-6.5z" },
  buy: { line: "M4 9h16l-2 11H6zM8.5 9c0-7 7-7 7 0M9.5 14.5h5M12 12v5" },
  reload: { line: "M19.5 12a7.5 7.5 0 1 1-2.3-5.4M17.8 2.5v4.6h-4.6" },
  hook: { line: "M14.5 7v8a5.2 5.2 0 0 1-10.4 0v-3.4l3.4 3.2", fill: "M9.8 2h9.4l-1.8 5.6h-5.8z" },
  discard: { line: "M4.5 6.5h9.5v14H4.5zM9 6.3V3.5h10.5v14h-5", fill: "M8.3 9.5v4.7H5.9l3.4 4.3 3.4-4.3h-2.4V9.5z" },
  trash: {
    line: "M12 3.5c-5 0-7.5 3-7.5 7 0 2.6 1.3 4 3 5v3h9v-3c1.7-1 3-2.4 3-5 0-4-2.5-7-7.5-7zM10.5 18.5v2.5M13.5 18.5v2.5",
    fill: "M9 9.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zM15 9.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8z",
  },
  steal: {
    fill: "M1.5 8.5c3.5-2 7.5-1.5 10.5.3 3-1.8 7-2.3 10.5-.3.3 5.5-2.7 8.5-6.3 8.5-2 0-3.2-1.3-4.2-2.6-1 1.3-2.2 2.6-4.2 2.6-3.6 0-6.6-3-6.3-8.5z",
    cut: "M5.5 11.5c1.3-1 2.7-1 4 .3M14.5 11.8c1.3-1.3 2.7-1.3 4-.3",
  },
  give: {
    line: "M4.5 11.5h15v9.5h-15zM3 7.5h18v4H3zM12 7.5V21M12 7.5c-3 0-5.3-.9-5-3 .3-1.8 3.5-1.6 5 3 1.5-4.6 4.7-4.8 5-3 .3 2.1-2 3-5 3",
  },
  target: {
    line: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 1.8v5.4M12 16.8v5.4M1.8 12h5.4M16.8 12h5.4",
  },
  enemy: {
    fill: `M2 8.6c4.3-1.2 5.4-5 10-6 4.6 1 5.7 4.8 10 6-2.2 1.5-5.4 2.1-10 2.1S4.2 10.1 2 8.6zM7.8 11.5a4.2 4.2 0 0 0 8.4 0c-1.3.2-2.7.3-4.2.3s-2.9-.1-4.2-.3z${BUST}`,
  },
  enemies: {
    fill: `M5.5 8.2c2.8-.8 3.6-3.3 6.5-4 2.9.7 3.7 3.2 6.5 4-1.5 1-3.5 1.4-6.5 1.4s-5-.4-6.5-1.4zM9.2 10.5a2.8 2.8 0 0 0 5.6 0zM6.5 17.5c.3-2.4 2.3-3.4 5.5-3.4s5.2 1 5.5 3.4zM.5 12c1.3-.4 1.9-1.6 3.3-2.2 1 .6 1.4 1.7 2.8 2.2-1 1.5-5 1.7-6.1 0zM.3 19c.3-2.6 1.7-4 4-4-1 1.2-1.3 2.4-1.4 4zM23.5 12c-1.3-.4-1.9-1.6-3.3-2.2-1 .6-1.4 1.7-2.8 2.2 1 1.5 5 1.7 6.1 0zM23.7 19c-.3-2.6-1.7-4-4-4 1 1.2 1.3 2.4 1.4 4z`,
  },
  you: { fill: `M12 4.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z${BUST}` },
  hand: { line: "M9 6h6.5v13H9zM9 7.8L4.3 9.5l3.8 10.8 1.9-.7M15.5 7.8l4.5 1.7-3.8 10.8-1.7-.6" },
  stash: { line: "M2.5 9L12 4l9.5 5-9.5 5zM2.5 13.2l9.5 5 9.5-5M2.5 17.2l9.5 5 9.5-5" },
  deck: { fill: "M5 2.5h11v15.5H5z", line: "M8 20.8h11V6", cut: "M7.5 5h6v10.5h-6z" },
  reveal: {
    line: "M2 12c2.5-4.4 5.8-6.5 10-6.5s7.5 2.1 10 6.5c-2.5 4.4-5.8 6.5-10 6.5S4.5 16.4 2 12z",
    fill: "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z",
  },
  look: { line: "M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM14.8 14.8l6 6" },
  to: { line: "M3 12h16M13 5.5l6.5 6.5-6.5 6.5" },
  this: { line: CARD, fill: "M12 7.2l1.5 3.2 3.5.4-2.6 2.4.7 3.5-3.1-1.7-3.1 1.7.7-3.5L7 10.8l3.5-.4z" },
  owned: { fill: "M3 2.5h7.5v8.5H3zM13.5 2.5H21v8.5h-7.5zM3 13.5h7.5V22H3zM13.5 13.5H21V22h-7.5z" },
  swap: { line: "M4 8.5h15M15 4l4.5 4.5L15 13M20 16H5M9 11.5L4.5 16 9 20.5" },
  random: {
    line: "M4 4h16v16H4z",
    fill: "M8.5 7a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM15.5 14a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  },
  play: { fill: "M6.5 3.5v17l14-8.5z" },
  activate: { line: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z", fill: "M9 7v10l8.5-5z" },
  gain: { line: `${CARD}M12 8v8M8 12h8` },
  else: { line: "M5.5 5.5l13 13M18.5 5.5l-13 13" },
  out: {
    line: "M12 3.5c-5 0-7.5 3-7.5 7 0 2.6 1.3 4 3 5v3h9v-3c1.7-1 3-2.4 3-5 0-4-2.5-7-7.5-7zM9 10.6v1.4M15 10.6v1.4M10.5 18.5v2.5M13.5 18.5v2.5",
  },
  bank: {
    line: "M4 17.5c0 3 16 3 16 0v-3M4 13.5c0 3 16 3 16 0M4 17.5v-8M20 14.5v-5M4 9.5c0-3.5 16-3.5 16 0s-16 3.5-16 0z",
  },
  glass: { line: "M7 3h10M7 21h10M8 3c0 5 3 6.5 4 9-1 2.5-4 4-4 9M16 3c0 5-3 6.5-4 9 1 2.5 4 4 4 9M10 18.5h4" },
  read: { line: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 10.8v6M12 7v.2" },
  unfold: { line: "M6 9.5l6 6 6-6" },
} satisfies Record<string, DrawnSign>;

export type SignName = keyof typeof SIGNS;

/** A piece of small print: plain text, a sign, or a price. */
export type Piece = { text: string } | { sign: SignName } | { price: string };

const SIGN_LENGTH = 1.25; // of a sign, in widths of a capital M
const LETTER_LENGTH = 0.5;

/** About how long the small print of a card is, in widths of a capital M. */
export function lengthOf(face: Pick<CardInfo, "texts" | "signs">): number {
  const moments = Object.keys(face.texts).map((moment) => face.signs[moment] ?? [face.texts[moment] ?? ""]);
  const pieces = moments.flat().flatMap((sentence) => inPieces(sentence).flat());
  const letters = (text: string) => (text.length + 1) * LETTER_LENGTH;
  return pieces.reduce(
    (sum, one) => sum + ("text" in one ? letters(one.text) : SIGN_LENGTH),
    moments.length * SIGN_LENGTH,
  );
}

/** The words of a sentence, each with its signs, so that lines break only between them. */
export function inPieces(sentence: string): Piece[][] {
  return sentence.split(" ").map((word) =>
    word
      .split(/(<[^<>]+>)/)
      .filter(Boolean)
      .map(piece),
  );
}

function piece(text: string): Piece {
  const [, name = "", price] = /^<(\w+)(?::(\d+))?>$/.exec(text) ?? [];
  if (price !== undefined) return { price };
  return name in SIGNS ? { sign: name as SignName } : { text };
}
