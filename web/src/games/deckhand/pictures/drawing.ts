/** The layers of a woodcut, from back to front, in a frame of 96 by 64. */

/**
 * How a layer is printed: `paper` and `dyed` are shapes with an outline, left white or in the spot colour; `tint` is
 * the spot colour alone; `ink` is solid, `cut` a white line in it; `line` and `hatch` are thick and thin strokes.
 */
export type Press = "paper" | "dyed" | "tint" | "ink" | "cut" | "line" | "hatch";

/** The background behind the subject. */
export type Ground = "sea" | "sky" | "rays" | "planks" | "night";

export interface Drawing {
  ground: Ground;
  layers: readonly (readonly [Press, string])[];
}

/** A circle as a path. */
export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Strokes like the spokes of a wheel, from one radius to another. */
export function spokes(x: number, y: number, from: number, to: number, n: number, turn = 0): string {
  const at = (r: number, i: number) => {
    const angle = ((i + turn) * 2 * Math.PI) / n;
    return `${(x + r * Math.sin(angle)).toFixed(1)} ${(y - r * Math.cos(angle)).toFixed(1)}`;
  };
  return Array.from({ length: n }, (_, i) => `M${at(from, i)}L${at(to, i)}`).join("");
}

const rows = (from: number, to: number, step: number, row: (y: number) => string): string =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => row(from + i * step)).join("");

const wave = (y: number): string => `M-76 ${y}q6 -4 12 0${"t12 0".repeat(20)}`;

/** The sea in front of a subject, as wide as any frame. */
export const swell = (y: number): string => `${wave(y)}v12H-76z`;

/** The strokes of each ground, thin and in the spot colour. */
export const GROUNDS: Record<Ground, string> = {
  sea: rows(4, 40, 4, (y) => `M-76 ${y}H172`) + rows(45, 68, 5, wave),
  sky: rows(3, 64, 4, (y) => `M-76 ${y}H172`),
  rays: spokes(48, 34, 14, 130, 40),
  planks: rows(2, 64, 12, (y) => `M-76 ${y}H172M${8 + ((y * 29) % 80)} ${y}v12`),
  night: rows(2, 64, 2.6, (y) => `M-76 ${y}H172`),
};
