import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Look } from "../../games/board";
import type { State } from "../../messages.gen";
import { FakeSocket, fakeSockets } from "../../net/testing";
import { prefs } from "../../state/prefs.svelte";
import { TableClient } from "../../state/tableClient.svelte";
import { choice, event, face, news, seat, state, table } from "../../state/testing";
import ChatPanel from "./ChatPanel.svelte";
import { Choosing, inOrder } from "./choosing.svelte";
import GameOver from "./GameOver.svelte";
import HintPanel from "./HintPanel.svelte";
import LogPanel from "./LogPanel.svelte";
import Notices from "./Notices.svelte";
import Prompt from "./Prompt.svelte";
import Dialogs from "./Dialogs.svelte";

let client: TableClient;
const isCostly = (one: { does: string }) => one.does === "nub_out";

beforeEach(() => {
  fakeSockets();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  client = new TableClient("t", "secret");
});
afterEach(() => {
  client.close();
  prefs.set({ confirm: true });
});

const decision = { seat: 0, kind: "option", prompt: "Choose one", card: "Parrot" };
const view = (more: object = {}) => ({
  game: "deckhand",
  edition: "indicator",
  seat: 0,
  over: false,
  zones: {},
  decision,
  ...more,
});

function seated(more: Partial<State> = {}, me: number | null = 0): void {
  FakeSocket.last.welcome(me);
  FakeSocket.last.say(state(4, { since: 0, view: view(), ...more }));
  client.faces = new Map([["Parrot", face("Parrot", "Perroquet")]]);
  flushSync();
}

const sent = (type: string) => FakeSocket.last.sent.filter((message) => message["type"] === type);

function prompt(listed = client.actions) {
  const [take, show, undo] = [vi.fn(), vi.fn(), vi.fn()];
  render(Prompt, { client, now: 1_000_000, listed, take, show, undo });
  return { take, show, undo };
}

test("the prompt shows the question and its card, which a click opens", async () => {
  seated({ actions: [choice(1, { label: "draw a card" }), choice(2, { label: "draw none" })] });
  const { take, show } = prompt();
  expect(screen.getByText("Your move")).toBeTruthy();
  expect(screen.getByText(/choose one/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Perroquet" }));
  expect(show).toHaveBeenCalledExactlyOnceWith("Parrot");
  await fireEvent.click(screen.getByRole("button", { name: "Draw none" }));
  expect(take).toHaveBeenCalledExactlyOnceWith(client.actions[1]);
});

test("while another player decides, the prompt names them and offers nothing", () => {
  seated({ view: view({ decision: { ...decision, seat: 1 } }) });
  prompt();
  expect(screen.getByText("Waiting for Mary")).toBeTruthy();
  expect(screen.queryAllByRole("button").map((button) => button.textContent)).toEqual(["Perroquet"]);
});

test("the prompt tells spectators that they are watching", () => {
  seated({ view: view({ seat: null }) }, null);
  prompt();
  expect(screen.getByText("You are watching.")).toBeTruthy();
});

test("shows hint and undo only when they are available", async () => {
  seated({ actions: [choice(1), choice(2)], may_undo: true });
  const { undo } = prompt();
  expect(screen.getByRole("button", { name: "Hint" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Take back" }));
  expect(undo).toHaveBeenCalledOnce();
  cleanup();
  FakeSocket.last.say(
    state(4, { since: 4, view: view(), actions: [choice(1), choice(2)], table: table({ hints: false }) }),
  );
  prompt();
  expect(screen.queryByRole("button", { name: "Hint" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
});

test("a reader who is behind can skip to the current state", async () => {
  seated();
  for (const ply of [5, 6])
    FakeSocket.last.say(state(ply, { view: view(), news: [news(ply, ["Mary plays."], [event("play", { seat: 1 })])] }));
  prompt();
  await fireEvent.click(screen.getByRole("button", { name: "Skip to the latest move" }));
  expect(client.state?.ply).toBe(6);
  expect(screen.queryByRole("button", { name: "Skip to the latest move" })).toBeNull();
});

test("the pause of a secret question looks the same for all, and confirms the reader's own answer", () => {
  const asked = { seat: null, kind: "knight", prompt: "A Knight may answer", card: null };
  seated({ view: view({ decision: asked }), table: table({ turn: null, pause_until: 1004 }), answered: true });
  prompt();
  expect(screen.getByText("A secret question to all players")).toBeTruthy();
  expect(screen.getByText("4 seconds")).toBeTruthy();
  expect(screen.getByText(/Your answer is saved/)).toBeTruthy();
});

test("takes a single choice, and asks if there are several", () => {
  seated({ actions: [choice(1), choice(2)] });
  const choosing = new Choosing(client, isCostly);
  const from = document.createElement("button");
  choosing.choose([choice(1), choice(2)], from);
  expect(choosing.menu).toMatchObject({ choices: [{ action: 1 }, { action: 2 }], from });
  choosing.take(choice(2));
  expect(choosing.menu).toBeNull();
  expect(sent("act")).toMatchObject([{ action: 2 }]);
});

test("asks before a final choice, and takes it only after a yes", async () => {
  seated({ actions: [choice(1, { does: "nub_out", label: "nub out" }), choice(2)] });
  const choosing = new Choosing(client, isCostly);
  const look = {} as Look;
  choosing.choose([choice(1, { does: "nub_out", label: "nub out" })], document.body);
  render(Dialogs, { client, look, choosing, opened: null, close: () => {} });
  expect(sent("act")).toEqual([]);
  await fireEvent.click(screen.getByText("Nub out", { selector: "button" }));
  expect(sent("act")).toMatchObject([{ action: 1 }]);
  expect(choosing.question).toBeNull();
});

test("does not ask if the settings say so, and lists final choices last", () => {
  seated({ actions: [choice(1), choice(2)] });
  prefs.set({ confirm: false });
  const nub = choice(1, { does: "nub_out" });
  new Choosing(client, isCostly).take(nub);
  expect(sent("act")).toMatchObject([{ action: 1 }]);
  expect(inOrder([nub, choice(2)], isCostly).map((one) => one.action)).toEqual([2, 1]);
});

test("the log links card names, and marks the reader's own actions", async () => {
  const mine = news(3, ["You play Perroquet."], [event("play", { seat: 0, card: "Parrot" })]);
  const theirs = news(4, ["Mary plays a card."], [event("play", { seat: 1 })]);
  seated({ news: [mine, theirs] });
  const show = vi.fn();
  render(LogPanel, { client, show });
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.classList.contains("mine")).toBe(true);
  expect(second?.classList.contains("mine")).toBe(false);
  await fireEvent.click(screen.getByRole("button", { name: "Perroquet" }));
  expect(show).toHaveBeenCalledExactlyOnceWith("Parrot");
});

test("a log that lacks the beginning offers to load earlier lines", async () => {
  seated({ news: [news(3, ["Mary goes."], [event("play", { seat: 1 })])] });
  render(LogPanel, { client, show: vi.fn() });
  await fireEvent.click(screen.getByRole("button", { name: "Show earlier moves" }));
  const [asked] = sent("story");
  const begun = [news(1, ["You begin."], [event("turn", { seat: 0 })]), news(2, [])];
  FakeSocket.last.say({ type: "story", id: asked?.["id"] as string, news: begun });
  expect(await screen.findByText("You begin.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show earlier moves" })).toBeNull();
});

test("sends chat and draws it as text; a refused line can be sent again", async () => {
  seated();
  FakeSocket.last.say({ type: "chat", whole: true, said: [{ seat: 1, text: "<b>ahoy</b>", at: 0 }] });
  render(ChatPanel, { client });
  expect(screen.getByText("<b>ahoy</b>")).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>("textbox");
  await fireEvent.input(field, { target: { value: "  hello " } });
  await fireEvent.submit(field.form as HTMLFormElement);
  const [line] = sent("chat");
  expect(line).toMatchObject({ text: "hello" });
  expect(field.value).toBe("");
  FakeSocket.last.say({ type: "refused", id: line?.["id"] as string, code: "bad_text", message: "", ply: null });
  await waitFor(() => expect(field.value).toBe("hello"));
});

test("spectators cannot chat", () => {
  seated({}, null);
  render(ChatPanel, { client });
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("another player's offer to undo can be accepted or declined, once", async () => {
  const offer = { number: 7, seat: 1, actions: 2, agreed: [1] };
  seated({ table: table({ offer }) });
  render(Notices, { client });
  expect(screen.getByText("Mary wants to take back 2 moves.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Decline" }));
  expect(sent("answer_undo")).toMatchObject([{ offer: 7, accept: false }]);
  FakeSocket.last.say(state(4, { since: 4, view: view(), table: table({ offer: { ...offer, agreed: [0, 1] } }) }));
  flushSync();
  expect(screen.queryByRole("button", { name: "Agree" })).toBeNull();
});

test("notices show a lost connection and a seat left to a bot, with the way back", async () => {
  seated({ table: table({ seats: [seat("Anne", { away: true }), seat("Mary")] }) });
  render(Notices, { client });
  await fireEvent.click(screen.getByRole("button", { name: "Return to your seat" }));
  expect(sent("return")).toHaveLength(1);
  FakeSocket.last.break();
  flushSync();
  expect(screen.getByText("Connection lost. Reconnecting…")).toBeTruthy();
});

test("a hint lists a bot's view of each choice, and each choice can be taken", async () => {
  seated({ actions: [choice(1, { label: "play Parrot" }), choice(2, { label: "end turn" })] });
  const asked = client.askHint();
  const take = vi.fn();
  render(HintPanel, { client, take });
  expect(screen.getByText("Thinking…")).toBeTruthy();
  const choices = [
    { action: 2, value: 0.61, share: 0.9, words: "nothing more is worth an Action" },
    { action: 1, value: 0.4, share: 0.1, words: "+1 coin" },
  ];
  FakeSocket.last.say({ type: "hint", id: sent("hint")[0]?.["id"] as string, ply: 4, choices });
  await asked;
  flushSync();
  const [best] = screen.getAllByRole("listitem");
  expect(best?.textContent).toMatch(/End turn.*61%.*nothing more is worth an Action/s);
  await fireEvent.click(screen.getByRole("button", { name: /Play Parrot/ }));
  expect(take).toHaveBeenCalledExactlyOnceWith(client.actions[0]);
});

test.each([
  [[0], "You win!"],
  [[0, 1], "You share the win!"],
  [[1], "Mary wins"],
])("the end says who won: %j", (winners, words) => {
  seated({ table: table({ phase: "finished", turn: null, result: { scores: [3, 3], winners } }) });
  render(GameOver, { client, result: () => {} });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Replay" }).getAttribute("href")).toBe("/replay/t");
});
