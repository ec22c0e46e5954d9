/** Drawings of ships, their flags and guns, and the sea. */
import { disc, spokes, swell, type Drawing } from "./drawing";

export const galleon: Drawing = {
  ground: "sea",
  layers: [
    ["line", "M30 46V6M50 46V1M68 46V10M68 14l20 20"],
    ["dyed", "M50 1l10 3-10 3zM30 5l8 2.5-8 2.500z"],
    ["paper", "M18 12h24c3 6 3 10 0 15H18c3-5 3-9 0-15z"],
    ["paper", "M18 29h25c3 5 3 9 0 13H18c3-4 3-8 0-13z"],
    ["paper", "M42 8h20c3 5 3 9 0 14H42c3-5 3-9 0-14z"],
    ["paper", "M41 24h24c3 6 3 12 0 17H41c3-5 3-11 0-17z"],
    ["paper", "M68 16l16 18-16 4z"],
    ["hatch", "M24 14v11M30 14v11M36 14v11M48 10v10M55 10v10M24 31v9M30 31v9M36 31v9M48 26v13M54 26v13M60 26v13"],
    ["dyed", "M8 36l10 2v6h56l8-4 8 1c-2 12-8 19-14 21H20C12 60 8 50 8 36z"],
    ["line", "M14 50h70"],
    ["ink", "M24 53h4v4h-4zM34 53h4v4h-4zM44 53h4v4h-4zM54 53h4v4h-4zM64 53h4v4h-4z"],
    ["paper", swell(60)],
  ],
};

export const cannon: Drawing = {
  ground: "sea",
  layers: [
    ["paper", "M72 20c-2-7 6-10 9-6 2-6 12-4 11 3 6 2 5 11-1 11 0 6-9 8-12 3-5 4-11-2-8-7-2-1-2-4 1-4z"],
    ["dyed", "M16 36h40l6 12H10z"],
    ["paper", "M10 26c0-5 4-8 9-7l48-5 2 20-46 5c-8 1-13-6-13-13z"],
    ["ink", "M64 12l6-.6 2.5 24-6 .6z"],
    ["line", "M8 29l-4 1M28 18l2 20M46 16l2 20"],
    ["hatch", "M14 32l52-6M16 35l50-5"],
    ["paper", disc(22, 52, 9)],
    ["paper", disc(50, 52, 9)],
    ["ink", `${disc(22, 52, 3)}${disc(50, 52, 3)}`],
    ["hatch", spokes(22, 52, 4, 9, 8) + spokes(50, 52, 4, 9, 8)],
  ],
};

export const flag: Drawing = {
  ground: "sky",
  layers: [
    ["paper", "M14 2h4v62h-4z"],
    ["ink", "M18 6c14-6 22 4 36 1 12-3 20-4 32 1-4 8-4 28 0 40-12-5-20-4-32-1-14 3-22-7-36-1z"],
    ["paper", "M40 20c0-7 5-10 11-10s11 3 11 10c0 4-1 6-4 8v5H44v-5c-3-2-4-4-4-8z"],
    ["ink", `${disc(46.5, 21, 3)}${disc(55.5, 21, 3)}M51 25l2 3h-4z`],
    ["line", "M48 29v4M51 29v4M54 29v4"],
    ["paper", "M34 31c1-3 4-2 4 0l26 9c2-2 5 0 3 2 2 2 0 4-3 2l-27-9c-3 2-5-1-3-4z"],
    ["paper", "M68 31c-1-3-4-2-4 0l-26 9c-2-2-5 0-3 2-2 2 0 4 3 2l27-9c3 2 5-1 3-4z"],
    ["cut", "M80 12c-2 8-2 22 0 30M24 10c1 10 1 24 0 32"],
    ["dyed", disc(16, 3, 3)],
  ],
};

export const island: Drawing = {
  ground: "sea",
  layers: [
    ["dyed", disc(76, 16, 9)],
    ["paper", "M14 56c6-14 52-18 68 0z"],
    ["hatch", "M30 52h10M50 50h14M44 54h20M24 54h8M70 54h6"],
    ["paper", "M46 48c-1-12-3-20-9-28l4-1c7 8 10 17 11 29z"],
    ["hatch", "M41 25l4-2M43 30l4-2M45 36l4-2M46 42l5-1"],
    [
      "ink",
      "M39 19c-6-9-16-9-23-3 8-2 14 0 18 4-9-1-16 4-18 12 6-6 13-9 21-9-3 3-5 8-4 13 2-6 5-10 8-13 3 4 8 8 8 14 3-6 0-12-4-15 7 1 12 4 17 9-1-8-8-13-16-12 4-4 9-5 15-4-6-6-17-5-22 4z",
    ],
    ["paper", swell(57)],
  ],
};

export const anchor: Drawing = {
  ground: "sea",
  layers: [
    ["line", disc(48, 9, 5)],
    ["dyed", "M32 18h32v6H32z"],
    ["paper", "M45 14h6v40h-6z"],
    [
      "paper",
      "M45 54C32 54 24 46 22 36l-6 6 2-16 13 9-6 2c2 7 9 11 20 11h6c11 0 18-4 20-11l-6-2 13-9 2 16-6-6c-2 10-10 18-23 18l-3 5z",
    ],
    ["hatch", "M49 26v24M28 44c4 4 9 6 15 7M68 44c-4 4-9 6-15 7"],
    ["line", "M53 9c12 2 20 10 16 20s-14 8-16 18"],
  ],
};

export const compass: Drawing = {
  ground: "rays",
  layers: [
    ["paper", disc(48, 33, 28)],
    ["line", disc(48, 33, 23)],
    ["hatch", spokes(48, 33, 23, 27, 32)],
    ["dyed", "M64 17L51 36 48 33z"],
    ["dyed", "M32 49l13-19 3 3z"],
    ["paper", "M48 8l5 20 20 5-20 5-5 20-5-20-20-5 20-5z"],
    ["ink", "M48 8v25l5-5zM73 33H48l5 5zM48 58V33l-5 5zM23 33h25l-5-5z"],
    ["dyed", disc(48, 33, 3)],
  ],
};
