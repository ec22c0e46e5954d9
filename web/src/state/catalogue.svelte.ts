/** What can be played here, in the reader's language; asked for once in each. */
import type { Catalogue, GameInfo } from "../messages.gen";
import { api } from "../net/api";
import { language } from "../words/words.svelte";

const asked = new Map<string, Promise<Catalogue>>();

/** The games, their editions and options, and the bots. */
export function catalogue(): Promise<Catalogue> {
  const spoken = language();
  const known = asked.get(spoken) ?? api.catalogue(spoken);
  asked.set(spoken, known);
  known.catch(() => asked.delete(spoken)); // the next one who asks tries again
  return known;
}

/** A game by its name. */
export const gameOf = (all: Catalogue, name: string): GameInfo | undefined =>
  all.games.find((game) => game.name === name);
