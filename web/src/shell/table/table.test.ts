import { beforeEach, expect, test, vi } from "vitest";
import { readable } from "../../games/clocks";
import { Offers } from "../../games/offers";
import { choice, event, news, seat, state, table } from "../../state/testing";
import { announcement } from "./announcing";
import { beside } from "./placement";
import { choosable, choicesAt, mark, undrawn } from "./boardElements";
import { nearest, wishOf } from "./keyboard";
import { outdated, reloadOnce } from "./outdated";
import { clockOf, pauseOf, runs } from "./ticking.svelte";

const box = (left: number, top: number, width = 10, height = 10) => ({ left, top, width, height });
const plain = { ctrlKey: false, altKey: false, metaKey: false };

test("keys have their meanings, but none in combination with the browser's keys", () => {
  expect(wishOf({ key: "1", ...plain })).toEqual({ do: "take", number: 0 });
  expect(wishOf({ key: "9", ...plain })).toEqual({ do: "take", number: 8 });
  expect(wishOf({ key: "H", ...plain })).toEqual({ do: "hint" });
  expect(wishOf({ key: "?", ...plain })).toEqual({ do: "help" });
  expect(wishOf({ key: "ArrowLeft", ...plain })).toEqual({ do: "step", x: -1, y: 0 });
  expect(wishOf({ key: "Escape", ...plain })).toEqual({ do: "close" });
  expect(wishOf({ key: "0", ...plain })).toBeNull();
  expect(wishOf({ key: "c", ...plain, ctrlKey: true })).toBeNull();
});

test("an arrow leads to the nearest card in its direction, preferring straight ahead", () => {
  const cards = [box(20, 0), box(40, 0), box(22, 60), box(-30, 5)];
  expect(nearest(box(0, 0), cards, 1, 0)).toBe(0);
  expect(nearest(box(0, 0), cards, -1, 0)).toBe(3);
  expect(nearest(box(20, 0), cards, 0, 1)).toBe(2);
  expect(nearest(box(0, 0), cards, 0, -1)).toBe(-1);
});

test("places a box beside its anchor: on the wanted side or where there is room, within the window", () => {
  const room = { width: 400, height: 300 };
  expect(beside(box(100, 200, 50, 50), box(0, 0, 80, 60), "above", room)).toEqual({ x: 85, y: 132 });
  expect(beside(box(100, 10, 50, 50), box(0, 0, 80, 60), "above", room)).toEqual({ x: 85, y: 68 });
  expect(beside(box(0, 200, 50, 50), box(0, 0, 80, 60), "above", room).x).toBe(8);
  expect(beside(box(100, 100, 50, 50), box(0, 0, 120, 60), "right", room)).toEqual({ x: 158, y: 95 });
  expect(beside(box(300, 100, 50, 50), box(0, 0, 120, 60), "right", room)).toEqual({ x: 172, y: 95 });
});

test("a running clock counts down from the state's time, others do not; a low clock warns", () => {
  const clocked = state(1, {
    at: 1000,
    table: table({
      turn: 0,
      clock: { kind: "bank", seconds: 60, increment: 0 },
      seats: [seat("Anne", { clock: 20 }), seat("Mary", { clock: 40 }), seat("Bot")],
    }),
  });
  expect(clockOf(clocked, 0, 1_002_000)).toEqual({ left: 18_000, running: true, low: false });
  expect(clockOf(clocked, 0, 1_006_000)).toEqual({ left: 14_000, running: true, low: true });
  expect(clockOf(clocked, 0, 1_099_000)?.left).toBe(0);
  expect(clockOf(clocked, 0, 900_000)?.left).toBe(20_000);
  expect(clockOf(clocked, 1, 1_030_000)).toEqual({ left: 40_000, running: false, low: false });
  expect(clockOf(clocked, 2, 1_030_000)).toBeNull();
  expect(runs(clocked)).toBe(true);
  expect(runs(state(1))).toBe(false);
});

test("formats clock times", () => {
  expect(readable(3_909_999)).toBe("1:05:09");
  expect(readable(247_000)).toBe("4:07");
  expect(readable(9_440)).toBe("9.4");
});

test("shows the rest of a pause", () => {
  expect(pauseOf(null, 0, 0)).toBeNull();
  expect(pauseOf(1006, 1_000_000, 1_003_000)).toEqual({ left: 3000, share: 0.5 });
  expect(pauseOf(1006, 1_000_000, 1_009_000)).toEqual({ left: 0, share: 0 });
});

test("announces the last sentences, and the question if it is the reader's", () => {
  const decision = { seat: 0, kind: "main", prompt: "Play a card", card: null };
  const asked = state(9, {
    view: { game: "deckhand", edition: "", seat: 0, over: false, zones: {}, decision },
    actions: [choice(1)],
  });
  const story = [news(8, ["A.", "B."], [event("play")]), news(9, ["C.", "D."])];
  expect(announcement(story, asked, 0)).toBe("B. C. D. Your move: Play a card");
  expect(announcement(story, asked, 1)).toBe("B. C. D.");
  expect(announcement([], { ...asked, actions: [] }, 0)).toBe("");
});

test("a page with another protocol is outdated, but not one with a missing table", () => {
  const goodbye = { type: "goodbye" as const, reason: "protocol" as const, message: "", retry_after: null };
  expect(outdated(goodbye, null)).toBe(true);
  expect(outdated(goodbye, { code: "malformed" })).toBe(true);
  expect(outdated(goodbye, { code: "no_such_table" })).toBe(false);
  expect(outdated({ ...goodbye, reason: "limit" }, null)).toBe(false);
});

test("an outdated page reloads once, and not again and again", () => {
  sessionStorage.clear();
  const reload = vi.fn();
  expect(reloadOnce(1_000_000, reload)).toBe(true);
  expect(reloadOnce(1_030_000, reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(reloadOnce(1_100_000, reload)).toBe(true);
});

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <ul data-zone="hand.0"><li><button data-card="Parrot" data-place="0"></button></li><li><button data-card="Bosun" data-place="1"></button></li></ul>
      <div data-zone="house"><span data-card="" data-place="2"></span></div>
    </main>`;
});

const board = () => document.querySelector("main") as HTMLElement;
const play = choice(1, { zone: "hand.0", card: "Parrot" });
const flip = choice(2, { zone: "house", place: 2 });
const lost = choice(3, { zone: "reload_deck", card: "Parrot" });
const end = choice(4);

test("marks the cards that can be chosen, and no others", () => {
  mark(board(), new Offers([play, flip]));
  expect(choosable(board()).map((card) => card.dataset["place"])).toEqual(["0", "2"]);
  mark(board(), new Offers([end]));
  expect(choosable(board())).toEqual([]);
});

test("a card's element has the choices of its zone, place and name", () => {
  const card = board().querySelector<HTMLElement>("[data-card=Parrot]");
  expect(card && choicesAt(card, new Offers([play, flip]))).toEqual([play]);
});

test("finds choices on cards that the board has not drawn, to list them", () => {
  expect(undrawn(board(), new Offers([play, flip, lost, end]))).toEqual([lost]);
});
