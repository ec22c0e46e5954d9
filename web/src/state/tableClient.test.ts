import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, fakeSockets } from "../net/testing";
import { TableClient } from "./tableClient.svelte";
import { choice, event, news, seat, state, table } from "./testing";

let client: TableClient;

beforeEach(() => {
  vi.useFakeTimers();
  fakeSockets();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  client = new TableClient("t", "secret");
});
afterEach(() => client.close());

const say = (message: Parameters<FakeSocket["say"]>[0]) => FakeSocket.last.say(message);
const lines = () => client.log.flatMap((entry) => entry.lines);
const theirs = (ply: number) => news(ply, [`Mary does ${ply}.`], [event("play", { seat: 1 })]);
const mine = (ply: number) => news(ply, [`You do ${ply}.`], [event("play", { seat: 0 })]);

function playing(): void {
  FakeSocket.last.welcome(0);
  say(state(4, { since: 0, news: [theirs(3), mine(4)], actions: [choice(1), choice(2)] }));
}

test("draws the first state at once, and tells its story", () => {
  playing();
  expect(FakeSocket.last.sent[0]).toMatchObject({
    type: "hello",
    token: "secret",
    since: 0,
    language: "en",
    at_once: false,
  });
  expect(client.me).toBe(0);
  expect(client.state?.ply).toBe(4);
  expect(lines()).toEqual(["Mary does 3.", "You do 4."]);
  expect(client.fresh).toEqual([]);
  expect(client.actions).toHaveLength(2);
});

test("shows the actions of others one by one; offers nothing before the newest state is on screen", () => {
  playing();
  say(state(5, { news: [theirs(5)] }));
  say(state(6, { news: [theirs(6)], actions: [choice(7)] }));
  expect(client.state?.ply).toBe(5);
  expect(client.fresh.map((one) => one.ply)).toEqual([5]);
  expect(client.waiting).toBe(true);
  expect(client.actions).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(client.state?.ply).toBe(6);
  expect(client.waiting).toBe(false);
  expect(client.actions).toHaveLength(1);
  expect(lines().slice(2)).toEqual(["Mary does 5.", "Mary does 6."]);
});

test("skipping shows the newest state, and tells everything that was skipped", () => {
  playing();
  for (const ply of [5, 6, 7]) say(state(ply, { since: 4, news: [5, 6, 7].slice(0, ply - 4).map(theirs) }));
  client.skip();
  expect(client.state?.ply).toBe(7);
  expect(lines().slice(2)).toEqual(["Mary does 5.", "Mary does 6.", "Mary does 7."]);
});

test("draws the reader's own actions without waiting", () => {
  playing();
  say(state(5, { news: [theirs(5)], actions: [choice(1)] }));
  say(state(6, { news: [mine(6)] }));
  expect(client.state?.ply).toBe(6);
});

test("the result of a hand stays longer, even after the reader's own action, which is drawn at once", () => {
  playing();
  say(state(5, { news: [theirs(5)], actions: [choice(1)] }));
  client.beatsOf = (one) => (one.what === "outcome" ? 4.5 : 1);
  say(state(6, { news: [news(6, ["You turn up a card."], [event("flip", { seat: 0 }), event("outcome")])] }));
  say(state(7, { news: [theirs(7)] }));
  expect(client.state?.ply).toBe(6);
  expect(client.change.news.map((one) => one.ply)).toEqual([6]);
  vi.advanceTimersByTime(4000);
  expect(client.state?.ply).toBe(6);
  vi.advanceTimersByTime(1000);
  expect(client.state?.ply).toBe(7);
});

test("a hint that was closed does not appear later", async () => {
  playing();
  const asked = client.askHint();
  expect(client.thinking).toBe(true);
  client.dropHint();
  expect(client.thinking).toBe(false);
  say({ type: "hint", id: FakeSocket.last.sent.at(-1)?.["id"] as string, ply: 4, choices: [] });
  await asked;
  expect(client.hint).toBeNull();
});

test("keeps the change on screen while the game does not change", () => {
  playing();
  say(state(5, { news: [theirs(5)] }));
  say(state(5, { since: 5 }));
  expect(client.fresh).toEqual([]);
  expect(client.change.news.map((one) => one.ply)).toEqual([5]);
  client.read();
  expect(client.change.news).toEqual([]);
});

test("sends an action once, for the ply on screen, and takes no other until its state arrives", async () => {
  playing();
  const acted = client.act(choice(2));
  void client.act(choice(1));
  const acts = FakeSocket.last.sent.filter((sent) => sent["type"] === "act");
  expect(acts).toMatchObject([{ ply: 4, action: 2 }]);
  say({ type: "done", id: acts[0]?.["id"] as string, ply: 5 });
  await acted;
  void client.act(choice(1));
  expect(client.sent).toBe(2);
  expect(FakeSocket.last.sent.filter((sent) => sent["type"] === "act")).toHaveLength(1);
  say(state(5, { news: [mine(5)], actions: [choice(3)] }));
  expect(client.sent).toBeNull();
  expect(client.actions).toHaveLength(1);
});

test("reports a refused action and offers everything again", async () => {
  playing();
  const acted = client.act(choice(2));
  const id = FakeSocket.last.sent.at(-1)?.["id"] as string;
  say({ type: "refused", id, code: "late", message: "too late", ply: 5 });
  await acted;
  expect(client.refusal).toEqual({ code: "late", message: "too late" });
  expect(client.actions).toHaveLength(2);
});

test("a secret answer is done when the server has it, although nothing moves", async () => {
  FakeSocket.last.welcome(0);
  const asked = { table: table({ turn: null, pause_until: 1006 }), actions: [choice(1), choice(2)] };
  say(state(4, { since: 0, ...asked }));
  const acted = client.act(choice(1));
  say(state(4, { since: 4, ...asked, answered: true }));
  say({ type: "done", id: FakeSocket.last.sent.at(-1)?.["id"] as string, ply: 4 });
  await acted;
  expect(client.sent).toBeNull();
  expect(client.state?.answered).toBe(true);
});

test("after a lost connection it sends what it has seen, and tells only what it missed", () => {
  playing();
  FakeSocket.last.break();
  expect(client.status).toBe("broken");
  vi.advanceTimersByTime(300);
  FakeSocket.last.welcome(0);
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: 4 });
  say(state(6, { since: 4, news: [theirs(5), theirs(6)] }));
  expect(lines()).toEqual(["Mary does 3.", "You do 4.", "Mary does 5.", "Mary does 6."]);
});

test("a client that joins a long game requests the last part of its story once", () => {
  FakeSocket.last.welcome(0);
  say(state(200, { since: null }));
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.welcome(0);
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: 180 });
  say(state(200, { since: 180, news: [theirs(199), mine(200)] }));
  expect(lines()).toEqual(["Mary does 199.", "You do 200."]);
  FakeSocket.last.break();
  vi.advanceTimersByTime(300);
  FakeSocket.last.welcome(0);
  say(state(400, { since: null }));
  expect(FakeSocket.all).toHaveLength(3);
  expect(lines()).toEqual([]);
});

test("requests earlier changes, one request at a time", async () => {
  FakeSocket.last.welcome(0);
  say(state(200, { since: null }));
  FakeSocket.last.welcome(0);
  say(state(200, { since: 180, news: [theirs(181), mine(200)] }));
  const asked = client.loadEarlierLog();
  void client.loadEarlierLog();
  const stories = FakeSocket.last.sent.filter((sent) => sent["type"] === "story");
  expect(stories).toMatchObject([{ before: 181 }]);
  say({ type: "story", id: stories[0]?.["id"] as string, news: [theirs(179), theirs(180)] });
  await asked;
  expect(lines()).toEqual(["Mary does 179.", "Mary does 180.", "Mary does 181.", "You do 200."]);
  expect(client.oldest).toBe(179);
});

test("requests nothing before the beginning", async () => {
  FakeSocket.last.welcome(0);
  say(state(2, { since: 0, news: [theirs(1), mine(2)] }));
  await client.loadEarlierLog();
  expect(FakeSocket.last.sent.filter((sent) => sent["type"] === "story")).toEqual([]);
});

test("in another language the story replaces the old one", () => {
  playing();
  client.retell();
  FakeSocket.last.welcome(0);
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: 0 });
  say(state(4, { since: 0, news: [theirs(3), mine(4)] }));
  expect(lines()).toEqual(["Mary does 3.", "You do 4."]);
});

test("connects with another token when it gets one", () => {
  FakeSocket.last.welcome(null);
  client.become("another");
  FakeSocket.last.welcome(1);
  expect(FakeSocket.last.sent[0]).toMatchObject({ token: "another" });
  expect(client.me).toBe(1);
});

test("an undo is a line of the log; an answer names its offer", () => {
  playing();
  const offer = { number: 3, seat: 1, actions: 1, agreed: [1] };
  say(state(4, { since: 4, table: table({ offer }) }));
  client.answerUndo(true);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "answer_undo", offer: 3, accept: true });
  say(state(5, { news: [news(5, [], [], true)] }));
  expect(client.log.at(-1)?.undone).toBe(true);
});

test("offers undo only when the server allows it, and not while an action is under way", () => {
  playing();
  expect(client.mayUndo).toBe(false);
  say(state(5, { news: [mine(5)], may_undo: true, actions: [choice(1)] }));
  expect(client.mayUndo).toBe(true);
  void client.act(choice(1));
  client.offerUndo();
  expect(FakeSocket.last.sent.filter((sent) => sent["type"] === "offer_undo")).toEqual([]);
});

test("keeps a hint until the game changes", async () => {
  playing();
  const asked = client.askHint();
  expect(client.thinking).toBe(true);
  const id = FakeSocket.last.sent.at(-1)?.["id"] as string;
  say({ type: "hint", id, ply: 4, choices: [{ action: 1, value: 0.6, share: 1, words: "" }] });
  await asked;
  expect(client.thinking).toBe(false);
  expect(client.hint?.choices).toHaveLength(1);
  say(state(5, { news: [mine(5)] }));
  expect(client.hint).toBeNull();
});

test("chat after a lost connection replaces the old lines; a new line is added", () => {
  playing();
  const line = (text: string) => ({ seat: 1, text, at: 0 });
  say({ type: "chat", whole: true, said: [line("ahoy")] });
  say({ type: "chat", whole: false, said: [line("there")] });
  expect(client.said.map((said) => said.text)).toEqual(["ahoy", "there"]);
  say({ type: "chat", whole: true, said: [line("ahoy"), line("there")] });
  expect(client.said).toHaveLength(2);
});

test("remembers whose time was up until they return, but not who left", () => {
  FakeSocket.last.welcome(0);
  const clocked = (away: boolean, clock: number | null) =>
    table({
      turn: 1,
      clock: { kind: "move", seconds: 30, increment: 0 },
      seats: [seat("Anne"), seat("Mary", { away, clock })],
    });
  say(state(4, { since: 0, at: 1000, table: clocked(false, 30) }));
  say(state(4, { since: 4, at: 1030, table: clocked(true, null) }));
  expect(client.late).toBe(1);
  say(state(4, { since: 4, at: 1040, table: clocked(false, 30) }));
  expect(client.late).toBeNull();
  say(state(4, { since: 4, at: 1045, table: clocked(true, null) }));
  expect(client.late).toBeNull();
});

test("knows the table's time even if the date of this device is wrong, or jumps", () => {
  vi.setSystemTime(7_000_000);
  FakeSocket.last.welcome(0);
  say(state(4, { at: 1000 }));
  vi.advanceTimersByTime(3000);
  vi.setSystemTime(9_999_000_000);
  expect(performance.now() + client.behind).toBeCloseTo(1_003_000, 0);
});

test("keeps the reason why a table refused the client", () => {
  FakeSocket.last.open();
  say({ type: "refused", id: null, code: "no_such_table", message: "there is no table t", ply: null });
  say({ type: "goodbye", reason: "protocol", message: "there is no table t", retry_after: null });
  FakeSocket.last.break(1008);
  expect(client.status).toBe("ended");
  expect(client.refusal?.code).toBe("no_such_table");
});
