/** One table as this client knows it: the state on screen, the offered actions, the chat and the log. */
import type {
  CardInfo,
  OfferedAction,
  Event,
  FromServer,
  Goodbye,
  HelloMessage,
  Hint,
  News,
  Presence,
  SaidLine,
  State,
  View,
  Welcome,
} from "../messages.gen";
import { api } from "../net/api";
import { Connection, type Answer, type Command, type Status } from "../net/connection";
import { language } from "../words/words.svelte";
import { Pace } from "./pace";
import { setNotices } from "./notices.svelte";
import { prefs, type Speed } from "./prefs.svelte";
import { logEntry, type LogEntry } from "./log";

const PROTOCOL = 1;
const BEATS: Record<Speed, number> = { slow: 1800, normal: 1000, fast: 400, instant: 0 }; // milliseconds an action
const GLIMPSE = 0.35; // the share of a beat for changes that tell almost nothing
const TOLD_AT_ONCE = 20; // changes that a server sends to a returning client
const OUT_OF_TIME = 1500; // a seat that goes to a bot with at most this many milliseconds left was out of time

/** The change to the state on screen: the state before it, and the news since. */
export interface Change {
  before: View | null;
  news: News[];
}

/** A refusal; nothing has changed. */
export interface Refused {
  code: string;
  message: string;
}

export class TableClient {
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null); // the state on screen
  newest = $state.raw<State | null>(null); // the newest state from the server
  fresh = $state.raw<News[]>([]); // the news between the state on screen and the one before
  change = $state.raw<Change>({ before: null, news: [] }); // ... kept while the game does not change
  log = $state.raw<LogEntry[]>([]);
  said = $state.raw<SaidLine[]>([]);
  presence = $state.raw<Presence | null>(null);
  status = $state<Status>("connecting");
  goodbye = $state.raw<Goodbye | null>(null);
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false); // waiting for a hint
  remembering = $state(false); // waiting for earlier news
  refusal = $state.raw<Refused | null>(null);
  sent = $state<number | null>(null); // the action that was sent and is not on screen yet
  faces = $state.raw(new Map<string, CardInfo>());
  behind = $state(0); // the milliseconds that the table's time is ahead of performance.now(), which never jumps
  did = $state.raw<string[]>([]); // what the person's own actions did, in order
  late = $state.raw<number | null>(null); // the seat whose time was up last

  beatsOf: (event: Event) => number = () => 1; // how long the game wants an event to stay on screen
  private connection: Connection;
  private pace: Pace<State>;
  private asked = 0; // how often a hint was requested or closed
  private retelling = false; // the next state contains the whole story, not only the news

  constructor(
    readonly table: string,
    public token: string | null, // the seat's or the host's
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

  /** The offered actions; none while older news is on screen. While `sent` waits for its answer, none can be taken. */
  get actions(): OfferedAction[] {
    return this.state === this.newest && !this.state?.answered ? (this.state?.actions ?? []) : [];
  }

  /** Whether there is news that is not on screen yet. */
  get waiting(): boolean {
    return this.state !== this.newest;
  }

  /** Takes an offered action. */
  async act(choice: OfferedAction): Promise<void> {
    const ply = this.state?.ply;
    if (ply === undefined || this.sent !== null) return;
    this.sent = choice.action;
    this.hint = null;
    const answer = await this.send({ type: "act", ply, action: choice.action });
    if (answer.type !== "refused") this.did = [...this.did, choice.does];
    const shown = this.newest !== null && this.newest.ply > ply;
    if (shown || answer.type === "refused" || this.newest?.table.pause_until != null) this.sent = null;
  }

  /** Sends a command; keeps a refusal for the person to read. */
  async send(command: Command): Promise<Answer> {
    this.refusal = null;
    const answer = await this.connection.send(command);
    if (answer.type === "refused") this.refusal = { code: answer.code, message: answer.message };
    return answer;
  }

  /** Asks what a strong bot would do. */
  async askHint(): Promise<void> {
    if (this.thinking) return;
    const asked = ++this.asked;
    this.thinking = true;
    const answer = await this.send({ type: "hint" });
    if (this.asked !== asked) return;
    this.thinking = false;
    if (answer.type === "hint" && answer.ply === this.newest?.ply) this.hint = answer;
  }

  /** Closes the hint, even one that has not arrived yet. */
  dropHint(): void {
    this.asked += 1;
    this.thinking = false;
    this.hint = null;
  }

  /** The ply of the oldest change in the log; earlier ones can be requested. */
  get oldest(): number {
    return this.log[0]?.ply ?? (this.state?.ply ?? 0) + 1;
  }

  /** Requests the changes before the oldest one in the log. */
  async loadEarlierLog(): Promise<void> {
    const { oldest } = this;
    if (this.remembering || oldest <= 1) return;
    this.remembering = true;
    const answer = await this.send({ type: "story", before: oldest });
    this.remembering = false;
    if (answer.type === "story" && this.oldest === oldest) this.log = [...answer.news.map(logEntry), ...this.log];
  }

  /** Whether the player's last action can be taken back, according to the server. */
  get mayUndo(): boolean {
    return this.me !== null && !this.waiting && (this.newest?.may_undo ?? false);
  }

  /** Asks the others to take back the player's last action. */
  offerUndo(): void {
    if (this.mayUndo && this.sent === null) void this.send({ type: "offer_undo" });
  }

  /** Answers an offer to undo. */
  answerUndo(accept: boolean): void {
    const offer = this.newest?.table.offer;
    if (offer) void this.send({ type: "answer_undo", offer: offer.number, accept });
  }

  /** Reconnects with another token. */
  become(token: string | null): void {
    this.token = token;
    this.retell();
  }

  /** Requests the whole story again, for example in a new language. */
  retell(): void {
    this.retelling = true;
    this.refusal = null;
    this.connection.again();
    void this.learn();
  }

  /** Tells the server of another speed. */
  changePace(): void {
    this.connection.again();
  }

  /** Shows the newest state at once. */
  skip(): void {
    this.pace.skip();
  }

  /** Marks the news on screen as read. */
  read(): void {
    if (this.change.news.length) this.change = { ...this.change, news: [] };
  }

  /** Closes the connection. */
  close(): void {
    this.pace.stop();
    this.connection.close();
  }

  /** Tries to reconnect at once. */
  hurry(): void {
    this.connection.hurry();
  }

  /** Loads the faces of the cards again, for example in a new language. */
  async learn(): Promise<void> {
    const faces = await api.tableCards(this.table, language()).catch(() => null);
    if (faces) this.faces = new Map(faces.map((face) => [face.name, face]));
  }

  private hello(): HelloMessage {
    const seen = this.newest?.ply ?? 0;
    const since = this.retelling ? Math.max(0, seen - TOLD_AT_ONCE) : seen;
    return {
      type: "hello",
      protocol: PROTOCOL,
      token: this.token,
      since,
      language: language(),
      at_once: prefs.speed === "instant",
    };
  }

  private changed(status: Status, why: Goodbye | null): void {
    this.status = status;
    this.goodbye = why;
  }

  private receive(message: FromServer): void {
    if (message.type === "welcome") this.welcome = message;
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "chat") this.said = message.whole ? message.said : [...this.said, ...message.said];
    else if (message.type === "state") this.arrive(message);
    else if (message.type === "notice") setNotices(message);
    else if (message.type === "refused" && message.id === null) this.refusal = message;
  }

  private arrive(state: State): void {
    const first = this.newest === null;
    const before = this.newest;
    this.newest = state;
    this.behind = state.at * 1000 - performance.now();
    if (before) this.noticeTime(before, state);
    if (before && (state.ply > before.ply || state.answered)) this.sent = null;
    if (first || this.retelling || state.since === null) this.begin(state, first);
    else this.pace.push(state, this.mine(this.unseen(state)));
  }

  /** Draws a state without its news. A client that joins a long game requests the last part of its story once. */
  private begin(state: State, first: boolean): void {
    this.log = state.news.map(logEntry);
    this.retelling = false;
    this.sent = null;
    this.pace.jump(state);
    if (first && state.since === null && state.ply > 0) this.retell();
  }

  private draw(state: State): void {
    const before = this.state;
    this.fresh = before && state.since !== null ? state.news.filter((news) => news.ply > before.ply) : [];
    const last = this.log.at(-1)?.ply ?? -1;
    this.log = [...this.log, ...this.fresh.filter((news) => news.ply > last).map(logEntry)];
    if (before?.ply !== state.ply) {
      this.hint = null;
      this.change = { before: before?.view ?? null, news: this.fresh };
    }
    this.state = state;
  }

  /** Notes which seat went to a bot because its time was up. */
  private noticeTime(before: State, state: State): void {
    const gone = state.table.seats.findIndex((seat, i) => seat.away && before.table.seats[i]?.away === false);
    if (gone < 0) {
      if (this.late !== null && !state.table.seats[this.late]?.away) this.late = null;
      return;
    }
    const left = before.table.seats[gone]?.clock;
    const passed = before.table.turn === gone ? (state.at - before.at) * 1000 : 0;
    if (left != null && left * 1000 - passed < OUT_OF_TIME) this.late = gone;
  }

  /** The milliseconds that the change on screen takes to read. */
  reading(): number {
    return BEATS[prefs.speed] * Math.max(1, ...this.change.news.flatMap((one) => one.events.map(this.beatsOf)));
  }

  /** How long a state stays on screen: long enough to read, but no time for the reader's own actions. */
  private beat(state: State): number {
    const news = this.unseen(state);
    const beats = Math.max(1, ...news.flatMap((one) => one.events.map((event) => this.beatsOf(event))));
    if (beats > 1) return BEATS[prefs.speed] * beats; // even for the reader's own actions: there is a result to read
    if (this.mine(news)) return 0;
    const telling = news.some((one) => one.story.length > 0);
    return BEATS[prefs.speed] * (telling ? 1 : GLIMPSE);
  }

  private unseen = (state: State): News[] => state.news.filter((one) => one.ply > (this.state?.ply ?? -1));

  /** Whether all of it was the reader's own doing. */
  private mine = (news: News[]): boolean =>
    !news.length || (this.me !== null && news.every((one) => one.events[0]?.seat === this.me));
}
