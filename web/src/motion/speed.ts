/** How long a flight takes, by the speed in the settings. */
import { prefs, type Speed } from "../state/prefs.svelte";

const GLIDE: Record<Speed, number> = { slow: 620, normal: 440, fast: 240, instant: 0 }; // milliseconds

/** Whether nothing shall move, by the person's or the system's settings. */
export const calm = (): boolean => prefs.speed === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Milliseconds for one flight; 0 turns motion off. */
export const glideTime = (): number => (calm() ? 0 : GLIDE[prefs.speed]);
