import { beforeEach, expect, test, vi } from "vitest";
import type { FromServer, Goodbye } from "../messages.gen";
import { Connection, type Status } from "./connection";
import { FakeSocket, fakeSockets } from "./testing";

beforeEach(() => {
  vi.useFakeTimers();
  fakeSockets();
});

function connected() {
  const heard: FromServer[] = [];
  const states: [Status, Goodbye | null][] = [];
  const hello = vi.fn(() => ({ type: "hello" as const, protocol: 1, since: FakeSocket.all.length }));
  const connection = new Connection("ws://here/api/tables/t/play", hello, {
    message: (message) => heard.push(message),
    status: (status, why) => states.push([status, why]),
  });
  const status = () => states.at(-1)?.[0];
  return { connection, heard, states, status };
}

const goodbye = (reason: Goodbye["reason"], retry_after: number | null = null) => ({
  type: "goodbye" as const,
  reason,
  message: "",
  retry_after,
});

test("sends hello first, and nothing else before the welcome", () => {
  const { connection, status } = connected();
  void connection.send({ type: "look" });
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([{ type: "hello", protocol: 1, since: 1 }]);
  expect(status()).toBe("connecting");
  FakeSocket.last.say({ type: "welcome" });
  expect(FakeSocket.last.sent[1]).toMatchObject({ type: "look" });
  expect(status()).toBe("open");
});

test("each command has its own id, and its promise resolves to the answer with that id", async () => {
  const { connection } = connected();
  FakeSocket.last.welcome();
  const first = connection.send({ type: "look" });
  const second = connection.send({ type: "chat", text: "ahoy" });
  const [, one, two] = FakeSocket.last.sent;
  expect(one?.["id"]).not.toBe(two?.["id"]);
  FakeSocket.last.say({ type: "refused", id: two?.["id"] as string, code: "bad_text", message: "", ply: null });
  FakeSocket.last.say({ type: "done", id: one?.["id"] as string, ply: 3 });
  expect(await first).toMatchObject({ type: "done", ply: 3 });
  expect(await second).toMatchObject({ type: "refused", code: "bad_text" });
});

test("sends unanswered commands again over the next connection, with the same id, but not answered ones", async () => {
  const { connection, status } = connected();
  FakeSocket.last.welcome();
  const answered = connection.send({ type: "look" });
  const open = connection.send({ type: "act", ply: 7, action: 4 });
  const [, look, act] = FakeSocket.last.sent;
  FakeSocket.last.say({ type: "done", id: look?.["id"] as string, ply: 7 });
  await answered;
  FakeSocket.last.break();
  expect(status()).toBe("broken");
  vi.advanceTimersByTime(300);
  FakeSocket.last.welcome();
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.sent).toEqual([{ type: "hello", protocol: 1, since: 2 }, act]);
  FakeSocket.last.say({ type: "done", id: act?.["id"] as string, ply: 8 });
  expect(await open).toMatchObject({ type: "done", ply: 8 });
});

test("asks again with the same id while the server does not know what became of a command", async () => {
  const { connection } = connected();
  FakeSocket.last.welcome();
  const open = connection.send({ type: "act", ply: 7, action: 4 });
  const [, act] = FakeSocket.last.sent;
  const refuse = (code: string) =>
    FakeSocket.last.say({ type: "refused", id: act?.["id"] as string, code, message: "", ply: null });
  for (const code of ["unknown", "store_error"]) {
    refuse(code);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.last.sent.at(-1)).toEqual(act);
  }
  expect(FakeSocket.last.sent).toHaveLength(4);
  FakeSocket.last.say({ type: "done", id: act?.["id"] as string, ply: 8 });
  expect(await open).toMatchObject({ type: "done", ply: 8 });
});

test("a command that could certainly not be stored is refused", async () => {
  const { connection } = connected();
  FakeSocket.last.welcome();
  const open = connection.send({ type: "act", ply: 7, action: 4 });
  const id = FakeSocket.last.sent[1]?.["id"] as string;
  FakeSocket.last.say({ type: "refused", id, code: "store_error", message: "", ply: null });
  expect(await open).toMatchObject({ type: "refused", code: "store_error" });
});

test("each attempt waits longer than the one before, up to five seconds; a welcome resets the wait", () => {
  connected();
  const pauses = [300, 700, 1500, 3000, 5000, 5000];
  for (const [i, pause] of pauses.entries()) {
    FakeSocket.last.break();
    vi.advanceTimersByTime(pause - 1);
    expect(FakeSocket.all).toHaveLength(i + 1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(i + 2);
  }
  FakeSocket.last.welcome();
  FakeSocket.last.break();
  vi.advanceTimersByTime(300);
  expect(FakeSocket.all).toHaveLength(pauses.length + 2);
});

test("reconnects when a stopping server said to", () => {
  const { states } = connected();
  FakeSocket.last.welcome();
  FakeSocket.last.say(goodbye("restart", 2));
  FakeSocket.last.break(1012);
  expect(states.at(-1)).toEqual(["broken", goodbye("restart", 2)]);
  vi.advanceTimersByTime(1999);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(2);
});

test("after a final close code, reconnects only on request", () => {
  const { connection, states, status } = connected();
  FakeSocket.last.open();
  FakeSocket.last.say(goodbye("protocol"));
  FakeSocket.last.break(1008);
  expect(states.at(-1)).toEqual(["ended", goodbye("protocol")]);
  vi.advanceTimersByTime(60_000);
  connection.hurry();
  expect(FakeSocket.all).toHaveLength(1);
  connection.again();
  FakeSocket.last.welcome();
  expect(status()).toBe("open");
});

test("asks a server that is too busy again", () => {
  const { status } = connected();
  FakeSocket.last.open();
  FakeSocket.last.say(goodbye("protocol"));
  FakeSocket.last.break(1013);
  expect(status()).toBe("broken");
  vi.advanceTimersByTime(300);
  expect(FakeSocket.all).toHaveLength(2);
});

test("reconnects at once when the machine is online again", () => {
  const { connection } = connected();
  FakeSocket.last.break();
  connection.hurry();
  expect(FakeSocket.all).toHaveLength(2);
  connection.hurry();
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(5000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("abandons an attempt without a welcome and tries again", () => {
  const { status } = connected();
  FakeSocket.last.open();
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.all[0]?.closed).toBe(true);
  expect(status()).toBe("broken");
  vi.advanceTimersByTime(300);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a closed connection stays closed, and its messages are ignored", () => {
  const { connection, heard, states } = connected();
  FakeSocket.last.welcome();
  const before = [heard.length, states.length];
  connection.close();
  FakeSocket.last.say({ type: "presence", connected: [], watching: 0 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect([heard.length, states.length]).toEqual(before);
});
