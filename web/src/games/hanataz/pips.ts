/** The positions of the marks of a number card, on a field of 100 by 100; those in the lower half are upside down. */

export interface Pip {
  x: number;
  y: number;
}

const [LEFT, MIDDLE, RIGHT] = [13, 50, 87];
const column = (x: number, ...ys: number[]): Pip[] => ys.map((y) => ({ x, y }));
const sides = (...ys: number[]): Pip[] => [...column(LEFT, ...ys), ...column(RIGHT, ...ys)];

const LAYOUTS: Readonly<Record<number, readonly Pip[]>> = {
  2: column(MIDDLE, 12, 88),
  3: column(MIDDLE, 12, 50, 88),
  4: sides(12, 88),
  5: [...sides(12, 88), ...column(MIDDLE, 50)],
  6: sides(12, 50, 88),
  7: [...sides(12, 50, 88), ...column(MIDDLE, 31)],
  8: [...sides(12, 50, 88), ...column(MIDDLE, 31, 69)],
  9: [...sides(8, 36, 64, 92), ...column(MIDDLE, 50)],
  10: [...sides(8, 36, 64, 92), ...column(MIDDLE, 22, 78)],
};

/** The positions of a number of marks; a number without a layout has one mark in the middle. */
export const pips = (value: number): readonly Pip[] => LAYOUTS[value] ?? column(MIDDLE, 50);
