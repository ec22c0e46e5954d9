/** What is worth saying aloud of a change: the last of what happened, and the question if it is one's own. */
import type { News, State } from "../../messages.gen";
import { t } from "../../words/words.svelte";

const SENTENCES = 3; // more of a story is for the log

export function announcement(fresh: News[], state: State, me: number | null): string {
  const story = fresh.flatMap((news) => news.story).slice(-SENTENCES);
  const decision = state.view?.decision;
  const mine = me !== null && decision?.seat === me && state.actions.length > 0;
  return [...story, ...(mine ? [t("table.ask_you", { prompt: decision.prompt })] : [])].join(" ");
}
