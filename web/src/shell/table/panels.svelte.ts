/** Which panel beside the table is open, and whether there is room beside the table for it. */
import type { TableClient } from "../../state/tableClient.svelte";

export type Panel = "log" | "chat";

const WIDE = "(min-width: 75rem)"; // from this width on a panel is beside the table instead of over it

export class Panels {
  open = $state<Panel | null>(null);
  docked = $state(false);
  private read = $state(0); // how much of the chat has been read
  private heard = false; // messages from before the visit do not count as unread

  constructor(private readonly client: TableClient) {
    const wide = matchMedia(WIDE);
    this.docked = wide.matches;
    this.open = wide.matches ? "log" : null;
    this.read = client.said.length;
    $effect(() => {
      const change = () => this.fit(wide.matches);
      wide.addEventListener("change", change);
      return () => wide.removeEventListener("change", change);
    });
    $effect(() => {
      if (this.open === "chat" || !this.heard) this.catchUp();
    });
  }

  /** The number of lines from others since the chat was last open. */
  get unread(): number {
    return this.client.said.slice(this.read).filter((line) => line.seat !== this.client.me).length;
  }

  toggle = (panel: Panel): void => {
    this.open = this.open === panel ? null : panel;
  };

  close = (): void => {
    this.open = null;
  };

  private catchUp(): void {
    this.read = this.client.said.length;
    this.heard ||= this.client.status === "open" && this.client.presence !== null;
  }

  private fit(wide: boolean): void {
    this.docked = wide;
    if (wide) this.open ??= "log";
    else this.open = null;
  }
}
