/** The analysis of a finished game, asked for until it is done. */
import type { AnalysisInfo } from "../messages.gen";
import { api } from "../net/api";

const AGAIN = 1000; // milliseconds between two questions

export class GameAnalysis {
  progress = $state(0); // from 0 to 1
  found = $state.raw<AnalysisInfo | null>(null);
  problem = $state.raw<unknown>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    readonly table: string,
    readonly eyes: string,
    readonly language: string,
  ) {
    void this.ask();
  }

  /** Asks no more. */
  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      const { progress, analysis } = await api.analysis(this.table, this.eyes, this.language);
      this.progress = progress;
      this.found = analysis;
    } catch (problem) {
      this.problem = problem;
      return;
    }
    if (!this.found && !this.ended) this.timer = setTimeout(() => void this.ask(), AGAIN);
  }
}
