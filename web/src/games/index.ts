/** The looks there are, each loaded when its game is played. */
import type { Look } from "./board";

const LOOKS: Record<string, () => Promise<{ look: Look }>> = {
  deckhand: () => import("./deckhand"),
  hanataz: () => import("./hanataz"),
};

/** The look of a game. */
export async function lookOf(game: string): Promise<Look> {
  const load = LOOKS[game];
  if (!load) throw new Error(`this page has no look for ${game}`);
  return (await load()).look;
}
