import { expect, test } from "vitest";
import type { Event, LessonInfo, LessonWhen, News, State } from "../messages.gen";
import { nextStep } from "./lesson";

const ANY: LessonWhen = { kind: null, does: null, event: null, mine: null, cards: [], over: null, after: [] };
const lesson = (...whens: Partial<LessonWhen>[]): LessonInfo => ({
  title: "",
  next: null,
  edition: "",
  players: 2,
  steps: whens.map((when, n) => ({
    id: String(n),
    title: "",
    text: "",
    when: { ...ANY, ...when },
    point: null,
    goal: [],
    ask: "",
    done: "",
    other: "",
  })),
});
const event = (what: string, seat: number, card: string | null = null): Event => ({
  what,
  seat,
  card,
  other: null,
  hidden: false,
  n: 0,
  source: null,
  target: null,
  sentence: null,
});
const news = (...events: Event[]): News[] => [{ ply: 1, undone: false, story: [], events }];
const state = (over = false, does: string[] = []) =>
  ({
    view: { over, decision: { kind: "main", seat: 0 }, zones: { "hand.0": ["Fist Fight", null] } },
    actions: does.map((one) => ({ does: one })),
  }) as unknown as State;
const step = (found: LessonInfo, shown: string[], moment: State, happened: News[] = []) =>
  nextStep(found, new Set(shown), { state: moment, news: happened, me: 0 })?.id;

test("steps come in order, each once", () => {
  const found = lesson({}, {}, { over: true });
  expect(step(found, [], state())).toBe("0");
  expect(step(found, ["0"], state())).toBe("1");
  expect(step(found, ["0", "1"], state())).toBeUndefined();
  expect(step(found, ["0", "1"], state(true))).toBe("2");
});

test("a step waits for the steps that it follows", () => {
  const found = lesson({ after: ["1"] }, { kind: "main" });
  expect(step(found, [], state())).toBe("1");
  expect(step(found, ["1"], state())).toBe("0");
});

test("an event matches by its player and its card", () => {
  const found = lesson({ event: "buy", mine: false, cards: ["Parrot"] });
  expect(step(found, [], state(), news(event("buy", 0, "Parrot")))).toBeUndefined();
  expect(step(found, [], state(), news(event("buy", 1, "Bosun")))).toBeUndefined();
  expect(step(found, [], state(), news(event("play", 1, "Parrot"), event("buy", 1, "Parrot")))).toBe("0");
});

test("without an event, cards match the learner's hand, and `mine` the deciding seat", () => {
  expect(step(lesson({ cards: ["Fist Fight"], mine: true }), [], state())).toBe("0");
  expect(step(lesson({ cards: ["Galleon"] }), [], state())).toBeUndefined();
  expect(step(lesson({ mine: false }), [], state())).toBeUndefined();
});

test("an offered action can be the moment", () => {
  expect(step(lesson({ does: "buy" }), [], state(false, ["play"]))).toBeUndefined();
  expect(step(lesson({ does: "buy" }), [], state(false, ["play", "buy"]))).toBe("0");
});
