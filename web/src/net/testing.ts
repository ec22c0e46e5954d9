/** A WebSocket for tests: records what the client sends, and lets a test play the server. */
import { vi } from "vitest";
import type { FromServer } from "../messages.gen";

export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("nobody has connected");
    return last;
  }

  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  /** The client closes. */
  close(): void {
    this.break(1005);
  }

  /** The connection opens. */
  open(): void {
    this.onopen?.();
  }

  /** The server says something. */
  say(message: Partial<FromServer> & { type: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection opens, and the server welcomes the client. */
  welcome(seat: number | null = 0): void {
    this.open();
    this.say({ type: "welcome", protocol: 1, table: "t", seat, host: false });
  }

  /** The connection ends. */
  break(code = 1006): void {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.({ code });
  }
}

/** Replaces every connection of a test by a fake one. */
export function fakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
}
