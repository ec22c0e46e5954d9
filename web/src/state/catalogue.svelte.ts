/** The games on this server, in the reader's language; loaded once per language. */
import type { Catalogue, GameInfo } from "../messages.gen";
import { api } from "../net/api";
import { language } from "../words/words.svelte";

const asked = new Map<string, Promise<Catalogue>>();

/** The games, their editions and options, and the bots. */
export function catalogue(): Promise<Catalogue> {
  const spoken = language();
  const known = asked.get(spoken) ?? api.catalogue(spoken);
  asked.set(spoken, known);
  known.catch(() => asked.delete(spoken)); // the next request tries again
  return known;
}

/** The game of this name. */
export const gameOf = (all: Catalogue, name: string): GameInfo | undefined =>
  all.games.find((game) => game.name === name);
