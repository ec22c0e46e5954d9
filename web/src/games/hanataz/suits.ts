/** The marks of the suits: each has its own shape and its own colour, so that either is enough to tell them apart. */

export interface Mark {
  colour: string; // on paper
  fill: string;
  line?: string; // drawn over it: the cut-outs of the shape
  stroke?: string; // drawn as a bold line
}

const KNOWN: Readonly<Record<string, Mark>> = {
  Flames: {
    colour: "#a3301a",
    fill: "M12.8 1.5c.8 4.6 6.7 7.2 6.7 13.2 0 4.5-3.3 7.8-7.5 7.8s-7.5-3.2-7.5-7.4c0-3.4 1.9-5.3 3-7.9.5 1.6 1.1 2.5 2.1 3.2.3-3.4 1.2-6.5 3.2-8.9z",
    line: "M12.3 19.8c-1.9-.2-3.2-1.5-3.2-3.3 0-2 1.7-2.9 2.6-5.2 1.4 1.9 3 3.3 3 5.3",
  },
  Waves: {
    colour: "#17597f",
    fill: "M1.5 20.5C2 12 6.5 4.5 14 4.5c5 0 8.5 3.2 8.5 7 0 2.9-2 4.7-4.3 4.7-1.9 0-3.3-1.2-3.3-2.9 0-1.3.8-2.2 1.9-2.4-1-.9-2.5-1.1-3.7-.5-1.8.9-2.4 3-1.7 4.9 1 2.7 4.3 4 8.6 3.6l2.5-.4v2z",
    line: "M5 17.5c.9-4 3-7.3 6-9.2",
  },
  Stones: {
    colour: "#48602c",
    fill: "M8 3.5l8.5-1L22 9.5l-2.5 9.5-8 2.5L3.5 18 2 9.5z",
    line: "M8.5 9.5L3.5 10M8.5 9.5L9 5M8.5 9.5l7.5 2M16 11.5l4.5-2M16 11.5l-3.5 8.5",
  },
  Winds: {
    colour: "#5c4386",
    fill: "",
    stroke:
      "M2 8.5h10.5c4.8 0 4.8-6.3.6-6.3-2 0-3.1 1.3-2.9 3M2 13h16.5c4.8 0 4.6 6.6.3 6.6-2 0-3-1.4-2.7-3M2 17.5h7.5c3.6 0 3.6 4.7.5 4.7-1.5 0-2.3-1-2.1-2.2",
  },
};

/** Marks for decks with other suits. */
const FURTHER: readonly Mark[] = [
  { colour: "#1f6a66", fill: "M12 1.5l2.9 7 7.6.6-5.8 4.9 1.8 7.4-6.5-4-6.5 4 1.8-7.4L1.5 9.1l7.6-.6z" },
  { colour: "#8a2f5f", fill: "M15.5 2.2A10 10 0 1 0 22 14.8 8 8 0 0 1 15.5 2.2z" },
  {
    colour: "#5f4a2a",
    fill: "M20.5 2.5C10 2.5 3.5 7.5 3.5 14c0 2.5 1 4.5 2.5 6 10 .5 15-6.5 14.5-17.5z",
    line: "M3 21.5C7.5 15 11.5 11 16.5 7.5",
  },
  { colour: "#2c3f7a", fill: "M12 1.5L20.5 12 12 22.5 3.5 12z", line: "M12 6.5L16 12l-4 5.5L8 12z" },
  { colour: "#4a5560", fill: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z", line: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z" },
  { colour: "#63570f", fill: "M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z" },
];

/** Faces without a suit are of every suit. */
export const EVERY: Mark = { colour: "#82520a", fill: "M12 2l2.3 7.7L22 12l-7.7 2.3L12 22l-2.3-7.7L2 12l7.7-2.3z" };

const allotted = new Map<string, Mark>(); // a suit keeps the mark it got first

/** The mark of a suit; a suit without a drawing gets the next free mark. */
export function markOf(suit: string | null): Mark {
  if (suit === null) return EVERY;
  const mark = KNOWN[suit] ?? allotted.get(suit) ?? FURTHER[allotted.size % FURTHER.length] ?? EVERY;
  if (!(suit in KNOWN)) allotted.set(suit, mark);
  return mark;
}
