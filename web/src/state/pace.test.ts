import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "./pace";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Things are the milliseconds that they take. */
function paced() {
  const shown: number[] = [];
  const pace = new Pace<number>(
    (thing) => shown.push(thing),
    (thing) => thing,
  );
  return { pace, shown };
}

test("the first is shown at once, each further one after the beat of the one before", () => {
  const { pace, shown } = paced();
  [1000, 500, 700].forEach((thing) => pace.push(thing));
  expect(shown).toEqual([1000]);
  vi.advanceTimersByTime(999);
  expect(shown).toEqual([1000]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1000, 500]);
  vi.advanceTimersByTime(500);
  expect(shown).toEqual([1000, 500, 700]);
  expect(pace.behind).toBe(false);
});

test("what takes no time is shown at once, also while another is looked at", () => {
  const { pace, shown } = paced();
  pace.push(1000);
  pace.push(0);
  expect(shown).toEqual([1000, 0]);
});

test("what takes no time keeps its place behind what is still to be shown", () => {
  const { pace, shown } = paced();
  [1000, 600, 0, 0, 400].forEach((thing) => pace.push(thing));
  expect(shown).toEqual([1000]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1000, 600]);
  vi.advanceTimersByTime(600);
  expect(shown).toEqual([1000, 600, 0, 0, 400]);
});

test("after a quiet time the next is shown at once", () => {
  const { pace, shown } = paced();
  pace.push(1000);
  vi.advanceTimersByTime(5000);
  pace.push(800);
  expect(shown).toEqual([1000, 800]);
});

test("skipping shows only the last, and nothing after it", () => {
  const { pace, shown } = paced();
  [1000, 1001, 1002].forEach((thing) => pace.push(thing));
  expect(pace.behind).toBe(true);
  pace.skip();
  expect(shown).toEqual([1000, 1002]);
  vi.advanceTimersByTime(9000);
  expect(shown).toEqual([1000, 1002]);
  pace.skip();
  expect(shown).toEqual([1000, 1002]);
});

test("jumping forgets what was to be shown", () => {
  const { pace, shown } = paced();
  [1000, 1001].forEach((thing) => pace.push(thing));
  pace.jump(7);
  vi.advanceTimersByTime(9000);
  expect(shown).toEqual([1000, 7]);
});

test("what is stopped shows nothing more", () => {
  const { pace, shown } = paced();
  [1000, 1001].forEach((thing) => pace.push(thing));
  pace.stop();
  vi.advanceTimersByTime(9000);
  expect(shown).toEqual([1000]);
});
