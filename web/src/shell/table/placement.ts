/** Places a small box beside another: near it, not over it, and within the window. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Side = "above" | "below" | "right" | "left";

const GAP = 8; // pixels between the two, and to the edge of the window
const ORDER: Record<"above" | "right", Side[]> = {
  above: ["above", "below", "right", "left"],
  right: ["right", "left", "above", "below"],
};

/** The place for a box beside another: on the first side with room, moved along it as far as needed. */
export function beside(anchor: Box, box: Box, wanted: keyof typeof ORDER, room = viewport()): { x: number; y: number } {
  const side = ORDER[wanted].find((one) => hasRoom(one, anchor, box, room)) ?? wanted;
  const { x, y } = place(side, anchor, box);
  return { x: within(x, box.width, room.width), y: within(y, box.height, room.height) };
}

interface Room {
  width: number;
  height: number;
}

const viewport = (): Room => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

const within = (start: number, length: number, room: number) => Math.max(GAP, Math.min(start, room - length - GAP));

function hasRoom(side: Side, anchor: Box, box: Box, room: Room): boolean {
  const { x, y } = place(side, anchor, box);
  if (side === "above") return y >= GAP;
  if (side === "below") return y + box.height <= room.height - GAP;
  return side === "left" ? x >= GAP : x + box.width <= room.width - GAP;
}

function place(side: Side, anchor: Box, box: Box): { x: number; y: number } {
  const middleX = anchor.left + (anchor.width - box.width) / 2;
  const middleY = anchor.top + (anchor.height - box.height) / 2;
  if (side === "above") return { x: middleX, y: anchor.top - box.height - GAP };
  if (side === "below") return { x: middleX, y: anchor.top + anchor.height + GAP };
  if (side === "right") return { x: anchor.left + anchor.width + GAP, y: middleY };
  return { x: anchor.left - box.width - GAP, y: middleY };
}
