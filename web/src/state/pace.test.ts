import { beforeEach, expect, test, vi } from "vitest";
import { Pace } from "./pace";

beforeEach(() => void vi.useFakeTimers());

/** Each item is its own duration in milliseconds. */
function paced() {
  const shown: number[] = [];
  const pace = new Pace<number>(
    (thing) => shown.push(thing),
    (thing) => thing,
  );
  return { pace, shown };
}

test("shows the first item at once, each further one after the beat of the one before", () => {
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

test("shows an item without a beat at once, even while another one is visible", () => {
  const { pace, shown } = paced();
  pace.push(1000);
  pace.push(0);
  expect(shown).toEqual([1000, 0]);
});

test("an item without a beat keeps its place behind waiting items", () => {
  const { pace, shown } = paced();
  [1000, 600, 0, 0, 400].forEach((thing) => pace.push(thing));
  expect(shown).toEqual([1000]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1000, 600]);
  vi.advanceTimersByTime(600);
  expect(shown).toEqual([1000, 600, 0, 0, 400]);
});

test("shows the next item at once after a quiet time", () => {
  const { pace, shown } = paced();
  pace.push(1000);
  vi.advanceTimersByTime(5000);
  pace.push(800);
  expect(shown).toEqual([1000, 800]);
});

test("skipping shows only the last item, and nothing after it", () => {
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

test("jumping drops the waiting items", () => {
  const { pace, shown } = paced();
  [1000, 1001].forEach((thing) => pace.push(thing));
  pace.jump(7);
  vi.advanceTimersByTime(9000);
  expect(shown).toEqual([1000, 7]);
});

test("shows nothing after it is stopped", () => {
  const { pace, shown } = paced();
  [1000, 1001].forEach((thing) => pace.push(thing));
  pace.stop();
  vi.advanceTimersByTime(9000);
  expect(shown).toEqual([1000]);
});
