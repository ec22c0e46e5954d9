/** One WebSocket to a table: says hello, numbers what is sent, comes back by itself, and repeats what was not answered. */
import type { Done, FromClient, FromServer, Goodbye, Hello, Hint, Refused } from "../messages.gen";

export type Status = "connecting" | "open" | "broken" | "ended";
export type Answer = Done | Refused | Hint;
export type Command =
  Exclude<FromClient, Hello> extends infer C ? (C extends { id: string } ? Omit<C, "id"> : never) : never;

export interface Listener {
  message(message: FromServer): void;
  status(status: Status, why: Goodbye | null): void;
}

const PAUSES = [300, 700, 1500, 3000, 5000]; // milliseconds before each further attempt
const LAST_WORD = new Set<Goodbye["reason"]>(["protocol", "limit"]); // after these nobody comes back by itself

interface Waiting {
  text: string;
  answer(answer: Answer): void;
}

let counter = 0;
const run = Math.random().toString(36).slice(2, 10);

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private goodbye: Goodbye | null = null;
  private ended = false;
  private greeted = false;

  constructor(
    private readonly address: string,
    private readonly hello: () => Hello,
    private readonly listener: Listener,
  ) {
    this.connect();
  }

  /** Sends a command; the promise is its answer, over however many connections it takes. */
  send(command: Command): Promise<Answer> {
    const id = `${run}-${++counter}`;
    const text = JSON.stringify({ ...command, id });
    return new Promise((answer) => {
      this.waiting.set(id, { text, answer });
      if (this.greeted) this.socket?.send(text);
    });
  }

  /** Ends it for good. */
  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Tries at once instead of waiting, as when the machine is online again. */
  hurry(): void {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  private connect(): void {
    this.goodbye = null;
    this.greeted = false;
    this.listener.status(this.attempt ? "broken" : "connecting", null);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.lost();
  }

  private receive(message: FromServer): void {
    if (message.type === "welcome") this.welcomed();
    if (message.type === "goodbye") this.goodbye = message;
    if (message.type === "done" || message.type === "refused" || message.type === "hint") this.answered(message);
    this.listener.message(message);
  }

  private welcomed(): void {
    this.attempt = 0;
    this.greeted = true;
    this.listener.status("open", null);
    for (const { text } of this.waiting.values()) this.socket?.send(text);
  }

  private answered(answer: Answer): void {
    const waiting = answer.id === null ? undefined : this.waiting.get(answer.id);
    if (!waiting || answer.id === null) return;
    this.waiting.delete(answer.id);
    waiting.answer(answer);
  }

  private lost(): void {
    this.socket = null;
    this.greeted = false;
    if (this.ended) return;
    if (this.goodbye && LAST_WORD.has(this.goodbye.reason)) {
      this.ended = true;
      this.listener.status("ended", this.goodbye);
      return;
    }
    const pause = PAUSES[Math.min(this.attempt, PAUSES.length - 1)] ?? 5000;
    this.attempt += 1;
    this.listener.status("broken", this.goodbye);
    this.timer = setTimeout(() => this.connect(), pause);
  }
}
