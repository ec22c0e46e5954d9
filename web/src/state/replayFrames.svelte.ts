/** A finished game, frame by frame, fetched on demand. */
import type { Frame, View } from "../messages.gen";
import { api } from "../net/api";
import { language } from "../words/words.svelte";

const FRAMES_AT_ONCE = 40; // frames fetched at once

export class ReplayFrames {
  steps = $state(0); // the number of the last frame
  at = $state(0);
  frame = $state.raw<Frame | null>(null);
  problem = $state.raw<unknown>(null);
  private frames = new Map<number, Frame>();

  constructor(
    readonly table: string,
    readonly eyes: string,
    first = 0,
  ) {
    void this.show(first);
  }

  /** The fetched frames up to the current one, for the log. */
  before(count: number): Frame[] {
    const from = Math.max(0, this.at - count + 1);
    return Array.from({ length: this.at - from + 1 }, (_, i) => this.frames.get(from + i)).filter(
      (one) => one !== undefined,
    );
  }

  /** The view one frame earlier, if it was fetched. */
  get previous(): View | null {
    return (this.frame && this.frames.get(this.frame.step - 1)?.view) ?? null;
  }

  /** Shows a frame; a number beyond the ends shows the first or last one. */
  async show(step: number): Promise<void> {
    const wanted = Math.max(0, this.steps ? Math.min(step, this.steps) : step);
    this.at = wanted;
    const frame = this.frames.get(wanted) ?? (await this.fetch(wanted));
    if (this.at === wanted && frame) this.frame = frame;
    if (frame && !this.frames.has(wanted + FRAMES_AT_ONCE / 2) && wanted + FRAMES_AT_ONCE / 2 <= this.steps)
      void this.fetch(wanted + FRAMES_AT_ONCE / 2);
  }

  private async fetch(step: number): Promise<Frame | undefined> {
    const from = Math.floor(step / FRAMES_AT_ONCE) * FRAMES_AT_ONCE;
    try {
      const found = await api.replay(this.table, this.eyes, language(), from, FRAMES_AT_ONCE);
      this.steps = found.steps;
      for (const frame of found.frames) this.frames.set(frame.step, frame);
    } catch (problem) {
      this.problem = problem;
    }
    return this.frames.get(step);
  }
}
