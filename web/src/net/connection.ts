/** One WebSocket to a table: says hello, numbers commands, reconnects by itself, and repeats unanswered commands. */
import type { Done, FromClient, FromServer, Goodbye, HelloMessage, Hint, Refused, Story } from "../messages.gen";

export type Status = "connecting" | "open" | "broken" | "ended";
export type Answer = Done | Refused | Hint | Story;
export type Command =
  Exclude<FromClient, HelloMessage> extends infer C ? (C extends { id: string } ? Omit<C, "id"> : never) : never;

export interface Listener {
  message(message: FromServer): void;
  status(status: Status, why: Goodbye | null): void;
}

const PAUSES = [300, 700, 1500, 3000, 5000]; // milliseconds before each further attempt
const LAST_WORDS = new Set([1002, 1003, 1008, 1009]); // close codes after which another attempt would fail as well
const SILENCE = 20_000; // milliseconds to wait for a welcome before abandoning an attempt

const AGAIN = 1000; // milliseconds before a command is repeated whose outcome the server does not know
const IN_DOUBT = new Set(["unknown", "store_error"]); // refusals that say nothing of earlier attempts

interface Waiting {
  text: string;
  doubtful: boolean; // an earlier attempt may have been stored
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
    private readonly hello: () => HelloMessage,
    private readonly listener: Listener,
  ) {
    this.connect();
  }

  /** Sends a command; the promise is its answer, even if that takes several connections. */
  send(command: Command): Promise<Answer> {
    const id = `${run}-${++counter}`;
    const text = JSON.stringify({ ...command, id });
    return new Promise((answer) => {
      this.waiting.set(id, { text, answer, doubtful: false });
      if (this.greeted) this.socket?.send(text);
    });
  }

  /** Closes the connection for good. */
  close(): void {
    this.ended = true;
    this.drop();
  }

  /** Tries at once instead of waiting, for example when the machine is online again. */
  hurry(): void {
    if (!this.ended && !this.socket) this.connect();
  }

  /** Says hello again over a new connection: with another token, in another language, or after a close. */
  again(): void {
    this.ended = false;
    this.attempt = 0;
    this.drop();
    this.connect();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.goodbye = null;
    this.greeted = false;
    this.listener.status(this.attempt ? "broken" : "connecting", null);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = (event) => this.lost(event.code);
    this.timer = setTimeout(() => socket.close(), SILENCE);
  }

  /** Drops the socket and ignores its further messages. */
  private drop(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private receive(message: FromServer): void {
    if (message.type === "welcome") this.welcomed();
    if (message.type === "goodbye") this.goodbye = message;
    this.listener.message(message);
    if ("id" in message) this.answered(message);
  }

  private welcomed(): void {
    clearTimeout(this.timer);
    this.attempt = 0;
    this.greeted = true;
    this.listener.status("open", null);
    for (const waiting of this.waiting.values()) {
      waiting.doubtful = true; // an earlier connection may have carried it
      this.socket?.send(waiting.text);
    }
  }

  private answered(answer: Answer): void {
    const waiting = answer.id === null ? undefined : this.waiting.get(answer.id);
    if (!waiting || answer.id === null) return;
    if (answer.type === "refused" && IN_DOUBT.has(answer.code)) {
      waiting.doubtful ||= answer.code === "unknown";
      if (waiting.doubtful) return this.repeat(answer.id);
    }
    this.waiting.delete(answer.id);
    waiting.answer(answer);
  }

  /** Asks again, with the same id, what became of a command. A new connection does so by itself. */
  private repeat(id: string): void {
    const { socket } = this;
    setTimeout(() => {
      const waiting = this.waiting.get(id);
      if (waiting && this.socket === socket) socket?.send(waiting.text);
    }, AGAIN);
  }

  private lost(code: number): void {
    clearTimeout(this.timer);
    this.socket = null;
    this.greeted = false;
    if (LAST_WORDS.has(code)) {
      this.ended = true;
      this.listener.status("ended", this.goodbye);
      return;
    }
    const pause = PAUSES[Math.min(this.attempt, PAUSES.length - 1)] ?? 5000;
    const asked = (this.goodbye?.retry_after ?? 0) * 1000;
    this.attempt += 1;
    this.listener.status("broken", this.goodbye);
    this.timer = setTimeout(() => this.connect(), Math.max(pause, asked));
  }
}
