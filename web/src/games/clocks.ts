/** The remaining time of each seat, for the components that draw seats; without it they draw no clock. */
import { getContext, setContext } from "svelte";

export interface Clock {
  left: number; // milliseconds, never below 0
  running: boolean;
  low: boolean; // it is running and nearly up
}

/** The clock of a seat now, null if it has none; reading it in a template keeps it ticking. */
export type Clocks = (seat: number) => Clock | null;

const KEY = Symbol("clocks");
const NONE: Clocks = () => null;

export const setClocks = (clocks: Clocks): void => void setContext(KEY, clocks);
export const getClocks = (): Clocks => getContext<Clocks | undefined>(KEY) ?? NONE;

/** Milliseconds as a person reads a clock: 1:05:09, 4:07, or 9.4 in the last ten seconds. */
export function readable(left: number): string {
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
