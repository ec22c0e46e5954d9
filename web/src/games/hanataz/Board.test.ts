import { render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { Event, FrameNews } from "../../messages.gen";
import { Offers } from "../offers";
import Board from "./Board.svelte";
import type { Position } from "./viewValues";
import { choice, deck, position, seats } from "./testing";

function board(
  view: Position = position(),
  offered: ReturnType<typeof choice>[] = [],
  me: number | null = 0,
  past: { before: Position | null; news: FrameNews[] } = { before: null, news: [] },
) {
  const [choose, show] = [vi.fn(), vi.fn()];
  const connected = [true, false, false];
  render(Board, { view, ...past, faces: deck(), seats, connected, me, offers: new Offers(offered), choose, show });
  return { choose, show };
}
const texts = (items: HTMLElement[]) => items.map((item) => item.querySelector("button .unseen")?.textContent);
const item = (list: HTMLElement, n: number) => within(list).getAllByRole("listitem")[n] as HTMLElement;

test("sorts the reader's own hand by suit, and each card keeps its true place", () => {
  board();
  const hand = screen.getByRole("list", { name: "Your hand: 4 cards" });
  expect(texts(within(hand).getAllByRole("listitem"))).toEqual(["3 of Flames", "9 of Flames", "3 of Winds", "Jester"]);
  expect(within(hand).getByRole("button", { name: "Jester" }).dataset["place"]).toBe("0");
  expect(hand.dataset["zone"]).toBe("hand.0");
});

test("an offered card says what it does, and a click chooses it", async () => {
  const play = choice("play 9 of Flames", { card: "9 of Flames", zone: "hand.0" });
  const { choose, show } = board(position(), [play]);
  const button = screen.getByRole("button", { name: "play 9 of Flames" });
  button.click();
  expect(choose).toHaveBeenCalledExactlyOnceWith([play], button);
  expect(show).not.toHaveBeenCalled();
});

test("a click shows a card that is not offered", () => {
  const { choose, show } = board();
  screen.getByRole("button", { name: "3 of Winds" }).click();
  expect(show).toHaveBeenCalledExactlyOnceWith("3 of Winds");
  expect(choose).not.toHaveBeenCalled();
});

test("the house shows which positions the reader has seen, which are hidden and which are empty", () => {
  board();
  const house = screen.getByRole("region", { name: /The Hanataz/ });
  const list = within(house).getByRole("list");
  expect(within(item(list, 0)).getByRole("img", { name: "House card 1" })).toBeTruthy();
  expect(
    within(item(list, 1)).getByRole("button", { name: /House card 2, Knight of Waves, .*you have seen it/ }),
  ).toBeTruthy();
  expect(item(list, 3).textContent).toContain("House card 4: empty space");
});

test("in an open view no house card counts as seen in secret", () => {
  board(position(), [], null);
  expect(screen.getByRole("button", { name: "House card 2, Knight of Waves" })).toBeTruthy();
});

test("in a showdown every position can be chosen, even unknown ones", () => {
  const flips = [0, 1, 2, 4].map((place) => choice(`house card ${place + 1}`, { zone: "house", place }));
  const { choose } = board(position(), flips);
  screen.getByRole("button", { name: "house card 3" }).click();
  expect(choose.mock.calls[0]?.[0]).toEqual([flips[2]]);
  expect(screen.getByRole("button", { name: /^House card 2, Knight of Waves.*: house card 2$/ })).toBeTruthy();
});

test("a player who can be a target is a button that says what will happen", () => {
  const aim = choice("Mary", { seat: 1 });
  const { choose } = board(position(), [aim]);
  screen.getByRole("button", { name: "Mary" }).click();
  expect(choose.mock.calls[0]?.[0]).toEqual([aim]);
});

test("shows every player's silvs, cards, Nub and tokens", () => {
  board();
  const [mary, bart] = [...screen.getByRole("list", { name: "Players" }).children] as HTMLElement[];
  expect(mary?.textContent).toMatch(/12 silvs/);
  expect(within(mary as HTMLElement).getByRole("img", { name: "Hanataz token: controls the pot" })).toBeTruthy();
  expect(within(mary as HTMLElement).getByRole("img", { name: "Fool token" })).toBeTruthy();
  expect(within(mary as HTMLElement).getByRole("img", { name: "opens this hand" })).toBeTruthy();
  expect(bart?.textContent).toMatch(/nubbed out/);
  expect(within(bart as HTMLElement).getByRole("list", { name: "Bart’s hand: 2 cards" })).toBeTruthy();
});

test("the last card of the row is the one to beat, and the player in control is named", () => {
  board();
  const row = screen.getByRole("region", { name: "Numbers played" });
  expect(texts(within(row).getAllByRole("listitem"))).toEqual(["4 of Flames", "6 of Flames, the card to beat"]);
  expect(row.textContent).toContain("Mary controls the pot");
});

test("the token is beside the pot if nobody controls it", () => {
  board(position({ control: null }, { row: [] }));
  const pot = screen.getByRole("region", { name: "Pot: 7 silvs" });
  expect(within(pot).getByRole("img", { name: /^Hanataz token/ })).toBeTruthy();
});

test("a Bard shows its owner and the silvs on it", () => {
  board(position({ bards: [{ seat: 2, silvs: 3 }] }, { bards: ["Bard"] }));
  const bards = screen.getByRole("list", { name: "Bards" });
  expect(bards.textContent).toMatch(/Bart.*3 silvs/);
});

test("draws six players, including those out of the game", () => {
  const out = { silvs: 0, state: "out of the game" as const, fool_tokens: 0 };
  const view = position({ seats: [...position().seats, out, out, out] }, { "hand.3": [], "hand.4": [], "hand.5": [] });
  board(view);
  expect(screen.getByRole("list", { name: "Players" }).children).toHaveLength(5);
  expect(screen.getAllByText("Out")).toHaveLength(3);
});

test("at the end the winner is marked, and it is nobody's turn", () => {
  board(position({ over: true, decision: null, control: null, winners: [1] }));
  expect(screen.getByRole("img", { name: "winner" })).toBeTruthy();
  expect(screen.queryByRole("img", { name: "Their turn" })).toBeNull();
});

test("draws every zone that cards move to, even if it is empty", () => {
  board(position({ control: null }, { row: [], discard: [], deck: [], "hand.0": [] }));
  for (const zone of ["hand.0", "hand.1", "hand.2", "house", "row", "bards", "played", "discard", "deck", "pot"])
    expect(document.querySelector(`[data-zone="${zone}"]`), zone).not.toBeNull();
  for (const purse of ["0", "1", "2", "house", "pot"])
    expect(document.querySelector(`[data-purse="${purse}"]`), purse).not.toBeNull();
});

const event = (what: string, about: Partial<Event> = {}): Event => ({
  what,
  seat: null,
  other: null,
  card: null,
  hidden: false,
  n: 0,
  source: null,
  target: null,
  sentence: null,
  ...about,
});

/** Mary has turned up the fourth house card against her 6 of Flames. */
function showdown() {
  const flip = event("flip", { seat: 1, card: "8 of Flames", n: 3, source: "house", target: "played" });
  const story = ["Mary turns up house card 4, 8 of Flames: splits the pot and takes 4 silvs."];
  const news = [{ story, events: [flip, event("outcome", { seat: 1, n: 2 }), event("hand", { seat: 1, n: 4 })] }];
  board(position({ control: null }, { row: [] }), [], 0, { before: position(), news });
  return screen.getByRole("region", { name: "Showdown" });
}

test("shows how a hand ended: the winning number, the house card turned up, and who got what", () => {
  const shown = showdown();
  expect(within(shown).getByRole("button", { name: "6 of Flames" })).toBeTruthy();
  const turned = within(shown).getByRole("button", { name: "8 of Flames" });
  expect(turned.closest<HTMLElement>("[data-zone]")?.dataset["zone"]).toBe("played");
  expect(shown.textContent).toContain("House card 4");
  expect(shown.textContent).toContain("splits the pot and takes 4 silvs");
});

test("a click closes the result of a hand", async () => {
  within(showdown()).getByRole("button", { name: "Close" }).click();
  await tick();
  expect(screen.queryByRole("region", { name: "Showdown" })).toBeNull();
});

test("says without a card that a hand without a winner is over", () => {
  const news = [{ story: ["Nobody is left in, so nobody wins the hand."], events: [event("outcome", { n: 5 })] }];
  board(position(), [], 0, { before: position(), news });
  const shown = screen.getByRole("region", { name: "The hand is over" });
  expect(shown.textContent).toContain("Nobody is left in");
  expect(shown.querySelector("[data-card]")).toBeNull();
});
