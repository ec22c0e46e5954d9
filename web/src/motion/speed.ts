/** How long a flight takes, by the speed in the settings. */
import { prefs, type Speed } from "../state/prefs.svelte";

const GLIDE: Record<Speed, number> = { slow: 620, normal: 440, fast: 240, instant: 0 }; // milliseconds

/** Milliseconds for one flight; 0 turns motion off. */
export const glideTime = (): number =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : GLIDE[prefs.speed];
