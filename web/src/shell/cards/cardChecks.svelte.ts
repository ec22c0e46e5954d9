/** The server's judgement of a card file, asked for again when the text has rested for a moment. */
import type { CardCheck, CardInfo } from "../../messages.gen";
import { api, Refusal } from "../../net/api";
import { language } from "../../words/words.svelte";

const REST = 500; // milliseconds without a key before the text is checked
const LATER = 3000; // after a refusal

export class CardChecks {
  found = $state.raw<CardCheck | null>(null);
  cards = $state.raw<CardInfo[]>([]); // as they were when the file had no mistakes
  current = $state(false); // whether it is about the text as it is now
  problem = $state.raw<unknown>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;
  private wanted = { edition: null as string | null, cards: "" };

  constructor(private readonly game: string) {}

  /** The text or the edition has changed. */
  changed(edition: string | null, cards: string): void {
    this.wanted = { edition, cards };
    this.current = false;
    this.wait(REST);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wait(time: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), time);
  }

  private async ask(): Promise<void> {
    if (this.asking) return this.wait(REST); // one request at a time
    this.asking = true;
    const wanted = this.wanted;
    try {
      this.found = await api.checkCards(this.game, wanted, language());
      if (!this.found.problems.length) this.cards = this.found.cards;
      this.problem = null;
      this.current = wanted === this.wanted;
    } catch (found) {
      const passes = found instanceof Refusal && ["too_many", "offline"].includes(found.code);
      if (!passes || found.code === "offline") this.problem = found;
      if (passes) this.wait(LATER);
    } finally {
      this.asking = false;
    }
  }
}
