/** The passing of time at a table: the clocks of seats, and the pause of a secret question. */
import type { Clock } from "../../games/clocks";
import type { State } from "../../messages.gen";

const LOW = 15_000; // milliseconds below which a running clock warns
const TICK = 200; // milliseconds

/** The time since the page was opened, updated while a component uses it. Unlike the date it never jumps. */
export class Ticker {
  now = $state(performance.now());

  constructor(needed: () => boolean) {
    $effect(() => {
      if (!needed()) return;
      this.now = performance.now();
      const timer = setInterval(() => (this.now = performance.now()), TICK);
      return () => clearInterval(timer);
    });
  }
}

/** Whether a clock or a pause is running at a table. */
export const runs = (state: State | null): boolean =>
  state?.table.phase === "playing" && (state.table.clock.kind !== "none" || state.table.pause_until !== null);

/** The clock of a seat at a time of the table, in milliseconds; null if it has none. */
export function clockOf(state: State | null, seat: number, now: number): Clock | null {
  const kept = state?.table.seats[seat]?.clock;
  if (!state || kept == null) return null;
  const running = state.table.phase === "playing" && state.table.turn === seat;
  const left = Math.max(0, kept * 1000 - (running ? Math.max(0, now - state.at * 1000) : 0));
  return { left, running, low: running && left < LOW };
}

/** The rest of a secret question's pause, in milliseconds and as a share of what was left when first seen. */
export function pauseOf(until: number | null, began: number, now: number): { left: number; share: number } | null {
  if (until === null) return null;
  const left = Math.max(0, until * 1000 - now);
  return { left, share: Math.min(1, left / Math.max(1, until * 1000 - began)) };
}
