/** The looks of the games, each loaded when its game is played. */
import type { Look } from "./board";

const LOOKS: Record<string, () => Promise<{ look: Look }>> = {
  deckhand: () => import("./deckhand"),
  hanataz: () => import("./hanataz"),
};

/** The look of a game: its own, or the generic one, which draws any game from its view. */
export async function lookOf(game: string): Promise<Look> {
  const load = LOOKS[game] ?? (() => import("./generic"));
  return (await load()).look;
}
