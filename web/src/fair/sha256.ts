/** SHA-256, for pages where browsers do not offer their own (plain HTTP on a home network). */

const K = new Uint32Array(64);
const START = new Uint32Array(8);

/** The constants are the first bits of the roots of the first primes. */
function prepare(): void {
  const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(n));
    K[found++] = fraction(Math.cbrt(n));
  }
}
prepare();

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(length));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length << 3) >>> 0);
  return view;
}

function schedule(view: DataView, at: number): Uint32Array {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  return w;
}

function mixed(state: Uint32Array, w: Uint32Array): Uint32Array {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  return state.map((x, i) => x + [a, b, c, d, e, f, g, h][i]!);
}

/** The digest of bytes, or of a text in UTF-8, in hexadecimal digits. */
export function sha256(data: Uint8Array | string): string {
  const view = padded(typeof data === "string" ? new TextEncoder().encode(data) : data);
  let state: Uint32Array = START;
  for (let at = 0; at < view.byteLength; at += 64) state = mixed(state, schedule(view, at));
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** The bytes given by hexadecimal digits. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
