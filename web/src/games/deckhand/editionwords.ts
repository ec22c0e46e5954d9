/** Names that differ between editions: the treasure edition has its own words. */
import { t, type Key } from "../../words/words.svelte";

const WORDS = {
  stashOf: ["deckhand.stash_of", "deckhand.treasure.stash_of"],
  stash: ["deckhand.stash", "deckhand.treasure.stash"],
  reloadDeck: ["deckhand.reload_deck", "deckhand.treasure.reload_deck"],
  coins: ["deckhand.coins", "deckhand.treasure.coins"],
} as const satisfies Record<string, readonly [Key, Key]>;

/** The word of an edition for a thing. */
export function wordOf(edition: string, thing: keyof typeof WORDS, gaps: Record<string, string | number> = {}): string {
  const [usual, treasure] = WORDS[thing];
  return t(edition === "treasure" ? treasure : usual, gaps);
}
