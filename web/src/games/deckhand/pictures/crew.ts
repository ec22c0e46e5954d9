/** Drawings of who sails, and of what they hold in their hands. */
import { disc, spokes, type Drawing } from "./drawing";

export const fist: Drawing = {
  ground: "rays",
  layers: [
    ["dyed", "M37 50h28l3 14H34z"],
    [
      "paper",
      "M28 24c0-6 2-9 6-9 3 0 5 1 6 4 1-4 3-6 6-6s5 2 6 5c1-3 3-4 6-4s5 2 5.5 5c1-1.5 2.5-2 4.5-2 3.5 0 5 3 5 7v14c0 9-5 14-12 14H42c-9 0-14-6-14-14z",
    ],
    ["line", "M40 19v12M52 18v13M63.5 20v10"],
    ["paper", "M29 37c-2-6 1-10 7-10h15c4 0 6 2.5 6 5.500s-2.5 5.5-6 5.500h-6c-1 5-3 8-7 9"],
    ["hatch", "M64 36l5-3M63 40l7-4M61 44l8-5M58 48l9-6M34 19l2-1M46 17l2-1M58 18l2-1M69 22l1-1"],
  ],
};

export const mop: Drawing = {
  ground: "planks",
  layers: [
    ["line", "M44 30c2-15 26-15 28 0"],
    ["paper", "M41 30h34l-5 28H46z"],
    ["dyed", "M42.5 37h31l-1 5h-29zM45 50h26l-1 4H45.800z"],
    ["hatch", "M52 30l1.5 28M58 30v28M64 30l-1.5 28"],
    ["paper", "M17 5l3-1 12 38-3 1z"],
    ["paper", "M24 41l11-3c3 6 2 10 6 20-4 0-5 1-8 2-2-1-4-1-6-1-2-1-5-1-9 0 5-6 3-12 6-18z"],
    ["hatch", "M27 43c0 6-2 10-4 15M30 42c1 6 0 12-1 17M33 41c2 6 2 11 4 18"],
  ],
};

export const spyglass: Drawing = {
  ground: "sea",
  layers: [
    ["paper", "M12 47l16-7 5 11-16 7z"],
    ["dyed", "M27 38l20-9 7 15-20 9z"],
    ["paper", "M45 26l31-14 10 21-31 14z"],
    ["paper", "M75 10l6-3 11 25-6 3z"],
    ["line", "M51 24l9 20M56 21l9 20"],
    ["hatch", "M31 50l18-8M33 47l15-7M59 38l21-9M61 42l21-9M20 54l10-4"],
  ],
};

export const saw: Drawing = {
  ground: "planks",
  layers: [
    ["paper", "M8 23l54-3v18l-3 5-5-5-5 5-5-5-5 5-5-5-5 4-5-5-5 4-5-4-5 3-1-8z"],
    ["hatch", "M14 26l46-2.500M24 30l36-2"],
    ["dyed", "M60 17c10-4 24-3 28 4 4 8 2 22-5 27-5 3-10 0-11-4-2-5-6-6-12-5z"],
    ["paper", "M70 24c6-2 10-1 11 3 1 5 0 9-3 12-3 2-4-1-5-4-2-3-5-2-5-6 0-3 0-4 2-5z"],
    ["ink", "M64 22a1.5 1.5 0 1 0 .1 0zM64 31a1.5 1.5 0 1 0 .1 0z"],
    ["tint", "M30 48c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z"],
    ["line", "M30 48c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z"],
  ],
};

export const whistle: Drawing = {
  ground: "sky",
  layers: [
    ["line", "M74 44c10 4 16 12 6 16-8 3-16-4-30-1-14 3-24 4-34-1"],
    ["paper", "M8 20c16-4 34-3 46 4 5 3 8 4 12 4l2 9c-8 1-14-1-20-4-10-6-24-8-39-6z"],
    ["paper", disc(71, 30, 11)],
    ["dyed", "M28 26c12 2 20 7 26 11 4 3 9 5 16 5l-1 6c-10 1-20-2-27-7-5-4-10-7-14-9z"],
    ["ink", "M68 17l6 0 1 5c-3-1-5-1-8 0z"],
    ["line", disc(74, 45, 3)],
    ["hatch", "M72 22c5 1 8 5 8 9M70 25c4 0 7 3 7 7M14 22c12-2 24-1 34 3"],
  ],
};

export const shackles: Drawing = {
  ground: "planks",
  layers: [
    ["paper", disc(23, 33, 16)],
    ["tint", disc(23, 33, 10)],
    ["line", disc(23, 33, 10)],
    ["paper", disc(73, 33, 16)],
    ["tint", disc(73, 33, 10)],
    ["line", disc(73, 33, 10)],
    ["paper", "M37 28h7a5 5 0 0 1 0 10h-7zM59 28h-7a5 5 0 0 0 0 10h7z"],
    ["line", "M42 33h12"],
    ["dyed", "M19 13h8v7h-8zM69 13h8v7h-8z"],
    ["ink", "M23 15.200a1.3 1.3 0 1 0 .1 0zM73 15.200a1.3 1.3 0 1 0 .1 0z"],
    ["hatch", "M10 38c2 5 5 8 9 9M11 43c1 2 3 3 5 4M60 38c2 5 5 8 9 9M61 43c1 2 3 3 5 4"],
  ],
};

export const wheel: Drawing = {
  ground: "sea",
  layers: [
    ["line", spokes(48, 32, 4, 29, 8)],
    [
      "paper",
      spokes(48, 32, 24, 29, 8).replace(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g, (_, _x, _y, x, y) =>
        disc(Number(x), Number(y), 2.2),
      ),
    ],
    ["paper", `${disc(48, 32, 22)}${disc(48, 32, 16)}`],
    ["hatch", spokes(48, 32, 17, 21, 24, 0.5)],
    ["dyed", disc(48, 32, 7)],
    ["ink", disc(48, 32, 2.2)],
  ],
};

export const shovel: Drawing = {
  ground: "night",
  layers: [
    ["paper", "M16 50V24c0-14 24-14 24 0v26z"],
    ["line", "M28 19v16M22 25h12"],
    ["hatch", "M36 22v26M33.5 40v9M20 44h10M20 40h6"],
    ["paper", "M70 4l4 1-9 34-4-1zM66 2l12 3-1 4-12-3z"],
    ["dyed", "M58 36l12 3c0 8-3 16-10 21-5-7-5-16-2-24z"],
    ["ink", "M0 64c4-12 22-17 40-15 8 1 10 5 16 5 12 0 30-5 40 10z"],
    ["cut", "M12 58c8-4 16-5 24-4M70 59c6-1 10 0 14 2M40 60l8 1"],
  ],
};

export const crew: Drawing = {
  ground: "sea",
  layers: [
    ["paper", "M6 64c0-12 6-16 14-16s14 4 14 16zM62 64c0-12 6-16 14-16s14 4 14 16z"],
    ["paper", disc(20, 36, 9)],
    ["dyed", "M10 35c0-12 20-13 20 0zM30 34l6 4-6 1z"],
    ["paper", disc(76, 36, 9)],
    ["ink", "M65 33c2-3 20-3 22 0 2-3 1-5-1-6-3-5-16-5-20 0-2 1-3 3-1 6z"],
    ["dyed", "M29 64c0-15 8-20 19-20s19 5 19 20z"],
    ["paper", disc(48, 29, 11)],
    ["ink", "M29 26c4-14 11-16 19-16s15 2 19 16c-10-5-28-5-38 0z"],
    ["cut", "M38 20c6-2.5 14-2.5 20 0"],
    ["ink", "M43 28a1.4 1.4 0 1 0 .1 0zM53 28a2.6 2.6 0 1 0 .1 0z"],
    ["line", "M44 36c3 2 6 2 8 0M17 36h.1M23 36h.1M73 37h.1M79 37h.1M17 41h5M74 41h5"],
    ["hatch", "M42 64V50M54 64V50M48 64V48M14 64v-8M26 64v-8M70 64v-8M82 64v-8"],
  ],
};

export const concertina: Drawing = {
  ground: "sky",
  layers: [
    ["paper", "M30 16l6 4 6-4 6 4 6-4 6 4 6-4v36l-6-4-6 4-6-4-6 4-6-4-6 4z"],
    ["hatch", "M36 20v28M42 16v36M48 20v28M54 16v36M60 20v28"],
    ["dyed", "M18 12h12v44H18l-5-8V20zM66 12h12l5 8v28l-5 8H66z"],
    ["paper", "M19 28h6v14h-6zM71 28h6v14h-6z"],
    [
      "ink",
      `${disc(21, 20, 1.6)}${disc(26, 20, 1.6)}${disc(21, 50, 1.6)}${disc(26, 50, 1.6)}${disc(70, 20, 1.6)}${disc(75, 20, 1.6)}${disc(70, 50, 1.6)}${disc(75, 50, 1.6)}`,
    ],
    ["line", "M13 26c-8 2-8 16 0 18M83 26c8 2 8 16 0 18"],
  ],
};

export const cutlasses: Drawing = {
  ground: "rays",
  layers: [
    ["paper", "M26 50C44 40 62 26 76 4c4 18-14 40-46 52z"],
    ["hatch", "M34 49c16-7 28-18 37-31M38 51c12-5 23-13 31-23"],
    ["paper", "M70 50C52 40 34 26 20 4c-4 18 14 40 46 52z"],
    ["hatch", "M62 49C46 42 34 31 25 18M58 51c-12-5-23-13-31-23"],
    ["dyed", "M22 42l14 14-4 2-3-3-8 7-5-5 8-7-4-4z"],
    ["dyed", "M74 42L60 56l4 2 3-3 8 7 5-5-8-7 4-4z"],
  ],
};

export const grapnel: Drawing = {
  ground: "sea",
  layers: [
    ["dyed", "M52 0h7c-1 5-3 8-5 12h-7c3-4 4-7 5-12z"],
    ["line", disc(48, 16, 4.5)],
    ["paper", "M45 21h6v30h-6z"],
    ["paper", "M46 60C28 60 18 46 19 24c-4 4-6 7-7 11 1-12 5-19 11-25 6 7 9 15 8 26-2-4-3-7-5-10 0 14 8 24 20 25z"],
    ["paper", "M50 60c18 0 28-14 27-36 4 4 6 7 7 11-1-12-5-19-11-25-6 7-9 15-8 26 2-4 3-7 5-10 0 14-8 24-20 25z"],
    ["paper", "M44 63c-6-3-9-8-9-16-2 2-3 4-4 7 0-9 2-14 6-18 4 5 6 11 5 18-1-2-2-4-3-6 0 6 3 9 8 11z"],
    ["dyed", "M42 44h12v9H42z"],
    ["hatch", "M49 24v18M27 50c4 4 9 6 14 7M69 50c-4 4-9 6-14 7M46 45v7M50 45v7M54 2l4 2M51 8l4 2"],
  ],
};
