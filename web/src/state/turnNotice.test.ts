import { afterEach, expect, test, vi } from "vitest";
import { prefs } from "./prefs.svelte";
import { noticeTurn } from "./turnNotice";

const shown: { body: string; tag: string; closed: boolean }[] = [];

class FakeNotification {
  static permission = "granted";
  onclick = null;
  private readonly one: (typeof shown)[number];
  constructor(_: string, { body, tag }: { body: string; tag: string }) {
    this.one = { body, tag, closed: false };
    shown.push(this.one);
  }
  close() {
    this.one.closed = true;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  prefs.set({ notify: false });
  shown.length = 0;
});

test("a page in the background tells of the turn, without a card, and takes the notice back", () => {
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  noticeTurn("t1");
  expect(shown).toHaveLength(0); // not asked for
  prefs.set({ notify: true });
  const close = noticeTurn("t1");
  expect(shown).toEqual([{ body: "It is your turn.", tag: "t1", closed: false }]);
  close();
  expect(shown[0]?.closed).toBe(true);
});

test("a page that is seen tells nothing", () => {
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  prefs.set({ notify: true });
  noticeTurn("t1");
  expect(shown).toHaveLength(0);
});
