/** The sounds of a table in play, if they are turned on. */
import { play, soundsOf, type Sound } from "../../sound/sounds";
import type { GameMotion } from "../../motion/gameMotion";
import { prefs } from "../../state/prefs.svelte";
import type { TableClient } from "../../state/tableClient.svelte";

const sound = (what: Sound) => prefs.sound && play(what);

/** Sounds for each new state: moves, the reader's turn, the end of the game. */
export function sounding(client: TableClient, motion: GameMotion): void {
  let asked = false;
  let over: boolean | null = null;

  $effect(() => {
    const events = client.fresh.flatMap((news) => news.events);
    soundsOf(events, motion).forEach(sound);
  });
  $effect(() => {
    const decides = client.me !== null && client.state?.table.turn === client.me;
    if (decides && !asked && client.fresh.length) sound("turn");
    asked = decides;
  });
  $effect(() => {
    const result = client.state?.table.result;
    const now = result != null;
    if (over === false && now) sound(client.me === null || result.winners.includes(client.me) ? "win" : "lost");
    if (client.state) over = now;
  });
}
