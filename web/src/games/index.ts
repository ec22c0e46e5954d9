/** The looks of the games, each loaded when its game is played. */
import { catalogue, gameOf } from "../state/catalogue.svelte";
import type { Look } from "./board";

const LOOKS: Record<string, () => Promise<{ look: Look }>> = {
  deckhand: () => import("./deckhand"),
  hanataz: () => import("./hanataz"),
};

/** The look of a game: ours, its package's own, or the generic one, which draws any game from its view. */
export async function lookOf(game: string): Promise<Look> {
  const ours = LOOKS[game];
  if (ours) return (await ours()).look;
  if (gameOf(await catalogue(), game)?.has_look) return (await import("./packaged")).packagedLook(game);
  return (await import("./generic")).look;
}
