/** One table as this client knows it: what is on show, what may be done, what was said and told. */
import type { CardFace, Choice, Goodbye, Hint, News, Presence, SaidLine, State, Welcome } from "../messages.gen";
import { api } from "../net/api";
import { Connection, type Answer, type Command, type Status } from "../net/connection";
import { language } from "../words/words.svelte";
import { Pace } from "./pace";
import { prefs, type Speed } from "./prefs.svelte";

const BEATS: Record<Speed, number> = { slow: 1800, normal: 1000, fast: 400, instant: 0 }; // milliseconds an action
const GLIMPSE = 0.35; // the share of a beat for what tells next to nothing

/** A line of the log: what one change of the game brought about. */
export interface Told {
  ply: number;
  lines: string[];
  cards: string[]; // that its events name
  undone: boolean;
}

export class Sitting {
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null); // what is on show
  newest = $state.raw<State | null>(null); // what the server said last
  fresh = $state.raw<News[]>([]); // what happened between the state on show and the one before
  told = $state.raw<Told[]>([]);
  said = $state.raw<SaidLine[]>([]);
  presence = $state.raw<Presence | null>(null);
  status = $state<Status>("connecting");
  goodbye = $state.raw<Goodbye | null>(null);
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false); // a hint is being thought of
  refusal = $state.raw<{ code: string; message: string } | null>(null);
  sent = $state<number | null>(null); // the action that was sent and is not answered yet
  faces = $state.raw(new Map<string, CardFace>());
  behind = $state(0); // by how many milliseconds the server's clock is ahead of ours

  private connection: Connection;
  private pace: Pace<State>;

  constructor(
    readonly table: string,
    readonly token: string | null,
  ) {
    this.pace = new Pace(
      (state) => this.draw(state),
      (state) => this.beat(state),
    );
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/play`;
    this.connection = new Connection(address, () => this.hello(), {
      message: (message) => this.receive(message),
      status: (status, why) => this.changed(status, why),
    });
    void this.learn();
  }

  /** The seat that this client holds. */
  get me(): number | null {
    return this.welcome?.seat ?? null;
  }

  /** What may be done now: nothing while older news are on show, or an answer is awaited. */
  get actions(): Choice[] {
    return this.state === this.newest && this.sent === null ? (this.state?.actions ?? []) : [];
  }

  /** Whether something has happened that is not on show yet. */
  get waiting(): boolean {
    return this.state !== this.newest;
  }

  /** Takes an action that is offered. */
  async act(choice: Choice): Promise<void> {
    const ply = this.state?.ply;
    if (ply === undefined || this.sent !== null) return;
    this.sent = choice.action;
    this.hint = null;
    await this.send({ type: "act", ply, action: choice.action });
    this.sent = null;
  }

  /** Sends a command; a refusal is kept for the person to read. */
  async send(command: Command): Promise<Answer> {
    this.refusal = null;
    const answer = await this.connection.send(command);
    if (answer.type === "refused") this.refusal = { code: answer.code, message: answer.message };
    return answer;
  }

  /** Asks what a strong bot would do. */
  async askHint(): Promise<void> {
    this.thinking = true;
    const answer = await this.send({ type: "hint" });
    this.thinking = false;
    if (answer.type === "hint" && answer.ply === this.state?.ply) this.hint = answer;
  }

  /** Shows the newest at once. */
  skip(): void {
    this.pace.skip();
  }

  /** Leaves the connection. */
  close(): void {
    this.connection.close();
  }

  /** Tries to come back at once. */
  hurry(): void {
    this.connection.hurry();
  }

  /** Reads the faces of the cards anew, as when the language has changed. */
  async learn(): Promise<void> {
    const faces = await api.tableCards(this.table, language()).catch(() => []);
    this.faces = new Map(faces.map((face) => [face.name, face]));
  }

  private hello() {
    const since = this.newest?.ply ?? 0; // at first: the whole story so far, if it is not too long
    return { type: "hello" as const, protocol: 1, token: this.token, since, language: language() };
  }

  private changed(status: Status, why: Goodbye | null): void {
    this.status = status;
    this.goodbye = why;
  }

  private receive(message: import("../messages.gen").FromServer): void {
    if (message.type === "welcome") this.welcome = message;
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "chat") this.said = message.whole ? message.said : [...this.said, ...message.said];
    else if (message.type === "state") this.arrive(message);
  }

  private arrive(state: State): void {
    const first = this.newest === null;
    this.newest = state;
    this.behind = state.at * 1000 - Date.now();
    if (first || state.since === null) {
      this.told = [];
      this.tell(state.news);
      this.pace.jump(state);
    } else this.pace.push(state);
  }

  private draw(state: State): void {
    const before = this.state;
    this.fresh = before && state.since !== null ? state.news.filter((news) => news.ply > before.ply) : [];
    this.tell(this.fresh);
    if (before?.ply !== state.ply) this.hint = null;
    this.state = state;
  }

  private tell(news: News[]): void {
    const lines = news.map((one) => ({
      ply: one.ply,
      lines: one.story,
      cards: one.events.flatMap((event) => (event.card ? [event.card] : [])),
      undone: one.undone,
    }));
    if (lines.length) this.told = [...this.told, ...lines];
  }

  /** How long a state stays on show: as long as a person needs, and no time for one's own doing. */
  private beat(state: State): number {
    const news = state.news.filter((one) => one.ply > (this.state?.ply ?? -1));
    const mine = news.every((one) => one.events[0]?.seat === this.me);
    if (!news.length || mine) return 0;
    const telling = news.some((one) => one.story.length > 0);
    return BEATS[prefs.speed] * (telling ? 1 : GLIMPSE);
  }
}
