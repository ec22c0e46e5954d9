/** What to announce about a change: the last sentences of its story, and the question if it is the reader's. */
import type { News, State } from "../../messages.gen";
import { t } from "../../words/words.svelte";

const SENTENCES = 3; // the rest of a story is in the log

export function announcement(fresh: News[], state: State, me: number | null): string {
  const story = fresh.flatMap((news) => news.story).slice(-SENTENCES);
  const decision = state.view?.decision;
  const mine = me !== null && decision?.seat === me && state.actions.length > 0;
  return [...story, ...(mine ? [t("table.ask_you", { prompt: decision.prompt })] : [])].join(" ");
}
