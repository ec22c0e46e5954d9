/** What the table sounds like while it is played, for who wants to hear it. */
import { play, soundsOf, type Sound } from "../../sound/sounds";
import { prefs } from "../../state/prefs.svelte";
import type { Sitting } from "../../state/sitting.svelte";

const sound = (what: Sound) => prefs.sound && play(what);

/** Sounds for each state that is drawn: what moved, that one is asked again, that it is over. */
export function sounding(sitting: Sitting): void {
  let asked = false;
  let over: boolean | null = null;

  $effect(() => {
    const events = sitting.fresh.flatMap((news) => news.events);
    soundsOf(events).forEach(sound);
  });
  $effect(() => {
    const decides = sitting.me !== null && sitting.state?.table.turn === sitting.me;
    if (decides && !asked && sitting.fresh.length) sound("turn");
    asked = decides;
  });
  $effect(() => {
    const result = sitting.state?.table.result;
    const now = result != null;
    if (over === false && now) sound(sitting.me === null || result.winners.includes(sitting.me) ? "win" : "lost");
    if (sitting.state) over = now;
  });
}
