/** The knife work of a woodcut: tapered cuts, rows of them, rays and discs, as the data of SVG paths. */

type Point = readonly [x: number, y: number];

const short = (n: number) => String(Math.round(n * 100) / 100);
const at = ([x, y]: Point) => `${short(x)} ${short(y)}`;

/** The points of a line, written as in a path: "x y x y". */
function points(line: string): [Point, Point] {
  const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = line.split(" ").map(Number);
  return [
    [x1, y1],
    [x2, y2],
  ];
}

/** A cut between two points: broad in the middle, pointed at the ends, and optionally bent to one side. */
function between([x1, y1]: Point, [x2, y2]: Point, width: number, bend: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(y1 - y2) / length, (x2 - x1) / length];
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const side = (far: number) => at([mx + nx * far, my + ny * far]);
  return `M${at([x1, y1])}Q${side(bend + width)} ${at([x2, y2])}Q${side(bend - width)} ${at([x1, y1])}Z`;
}

/** One cut along a line. */
export const cut = (line: string, width: number, bend = 0): string => between(...points(line), width, bend);

/** A row of cuts, each from a point on one edge to the point on the other. */
export function row(from: string, to: string, count: number, width: number, bend = 0): string {
  const [first, second] = [points(from), points(to)];
  const along = ([a, b]: [Point, Point], share: number): Point => [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
  ];
  const shares = Array.from({ length: count }, (_, i) => (count > 1 ? i / (count - 1) : 0.5));
  return shares.map((share) => between(along(first, share), along(second, share), width, bend)).join("");
}

/** Rays around a centre, alternately long and short; angles in degrees, 0 is right, 90 is down. */
export function rays(
  centre: string,
  near: number,
  far: number,
  count: number,
  width: number,
  from = 0,
  to = 360,
): string {
  const [[x, y]] = points(centre);
  const step = (to - from) / (to - from >= 360 ? count : count - 1);
  const ray = (_: unknown, i: number) => {
    const angle = ((from + i * step) * Math.PI) / 180;
    const reach = i % 2 ? near + (far - near) * 0.68 : far;
    const point = (r: number): Point => [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
    return between(point(near), point(reach), width, 0);
  };
  return Array.from({ length: count }, ray).join("");
}

/** A disc. */
export const disc = (x: number, y: number, r: number): string =>
  `M${at([x - r, y])}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`;
