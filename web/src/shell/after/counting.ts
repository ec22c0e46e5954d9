/** The count at the end of a game: every source of every score in the order in which it is told. */
import type { ReviewInfo } from "../../messages.gen";

export interface Counted {
  seat: number;
  title: string;
  n: number; // what it adds
  atEnd: boolean;
}

/** First each seat's cards one by one, the seats in turns; then the effects at the end of the game. */
export function countOf(sources: ReviewInfo["sources"]): Counted[] {
  const cards = sources.map((own, seat) => own.filter((one) => !one.at_end).flatMap((one) => single(one, seat)));
  const effects = sources.flatMap((own, seat) =>
    own.filter((one) => one.at_end).map(({ title, n }) => ({ seat, title, n, atEnd: true })),
  );
  const rounds = Math.max(0, ...cards.map((own) => own.length));
  const turns = Array.from({ length: rounds }, (_, i) => cards.flatMap((own) => own[i] ?? [])).flat();
  return [...turns, ...effects];
}

/** A source that several cards share counts once for each. */
function single({ title, n, copies }: ReviewInfo["sources"][number][number], seat: number): Counted[] {
  const each = n / copies;
  return Number.isInteger(each)
    ? Array.from({ length: copies }, () => ({ seat, title, n: each, atEnd: false }))
    : [{ seat, title, n, atEnd: false }];
}

/** The scores after a number of counted things. */
export function totals(counted: Counted[], upTo: number, seats: number): number[] {
  const sums = Array.from({ length: seats }, () => 0);
  for (const { seat, n } of counted.slice(0, upTo)) sums[seat] = (sums[seat] ?? 0) + n;
  return sums;
}
