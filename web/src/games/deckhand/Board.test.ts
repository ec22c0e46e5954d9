import { render, screen, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { OfferedAction, View } from "../../messages.gen";
import { Offers } from "../offers";
import Board from "./Board.svelte";
import { choice, faces, position, seats } from "./testing";

function board(view: View = position(), offered: OfferedAction[] = [], me: number | null = 0) {
  const [choose, show] = [vi.fn(), vi.fn()];
  const past = { before: null, news: [] };
  render(Board, { view, ...past, faces, seats, connected: [true], me, offers: new Offers(offered), choose, show });
  return { choose, show };
}
const list = (name: string | RegExp) => screen.getByRole("list", { name });
const zone = (name: string) => document.querySelector<HTMLElement>(`[data-zone="${name}"]`)!;
const purse = (name: string) => document.querySelector<HTMLElement>(`[data-purse="${name}"]`)!;
const places = (name: string) => [...zone(name).querySelectorAll<HTMLElement>("[data-place]")];

test("every card is in its zone at its place, face down if the reader may not know it", () => {
  board();
  expect(places("hand.0").map((card) => card.dataset["card"])).toEqual(["Plunder", "Scurvy"]);
  expect(places("hand.1").map((card) => card.dataset["card"])).toEqual(["", "Plunder"]);
  expect(places("stash.1").map((card) => card.dataset["place"])).toEqual(["0", "1"]);
  expect(places("supply").map((card) => card.dataset["card"])).toEqual([
    "Plunder",
    "Buried Chest",
    "",
    "Scurvy",
    "Plunder",
    "Plunder",
  ]);
});

test("the name of each list of cards says how many there are", () => {
  board();
  for (const name of ["Hand: 2 cards", "Stash: 1 card", "Mary’s stash: 2 cards", "Mary’s hand: 2 cards", "Supply"])
    expect(list(name)).toBeTruthy();
  expect(screen.getByRole("group", { name: "Supply deck: 2 cards" })).toBeTruthy();
});

test("a card's label contains everything printed on it", () => {
  board();
  const name = within(list(/^Hand:/)).getByRole("button", { name: /^Scurvy/ }).textContent;
  for (const said of ["+1 Card", "Start of turn: ", "Pay 2.", "End of the game: ", "cost 1"])
    expect(name).toContain(said);
});

test("an offered card says what will happen, and a click chooses it", () => {
  const play = choice("play Plunder", { card: "Plunder", zone: "hand.0" });
  const { choose, show } = board(position(), [play]);
  const button = screen.getByRole("button", { name: /^play Plunder\./ });
  button.click();
  expect(choose).toHaveBeenCalledExactlyOnceWith([play], button);
  screen.getByRole("button", { name: "Read Plunder" }).click();
  expect(show).toHaveBeenCalledExactlyOnceWith("Plunder");
});

test("a click shows a card that is not offered", () => {
  const { choose, show } = board(position(), [choice("buy", { card: "Plunder", zone: "supply", place: 4 })]);
  places("supply")[0]!.click();
  expect(show).toHaveBeenCalledExactlyOnceWith("Plunder");
  expect(choose).not.toHaveBeenCalled();
});

test("all choices on one card are passed on together", () => {
  const both = [
    choice("buy Plunder", { card: "Plunder", zone: "supply", place: 0 }),
    choice("reload Plunder", { card: "Plunder", zone: "supply", place: 0 }),
  ];
  const { choose } = board(position(), both);
  const button = screen.getByRole("button", { name: /^buy Plunder, reload Plunder\./ });
  button.click();
  expect(choose).toHaveBeenCalledExactlyOnceWith(both, button);
});

test("an enemy you can choose is a button", () => {
  const target = choice("target Mary", { seat: 1, does: "enemy" });
  const { choose } = board(position(), [target]);
  const button = screen.getByRole("button", { name: /target Mary/ });
  button.click();
  expect(choose).toHaveBeenCalledExactlyOnceWith([target], button);
});

test("cards revealed from a deck can be chosen beside it", () => {
  const put = choice("put Plunder", { card: "Plunder", zone: "deck.0" });
  const { choose } = board(position({ "deck.0": [null, "Scurvy", "Plunder"] }), [put]);
  const shown = list("Revealed from the deck");
  expect(within(shown).getAllByRole("listitem")).toHaveLength(2);
  within(shown)
    .getByRole("button", { name: /^put Plunder\./ })
    .click();
  expect(choose).toHaveBeenCalledOnce();
});

test("a stash unfolds when one of its cards can be chosen", () => {
  board(position(), [choice("steal Plunder", { card: "Plunder", zone: "stash.1" })]);
  expect(screen.getByRole("button", { name: "Mary’s stash: 2 cards" }).getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("button", { name: "Bart’s stash: 0 cards" }).getAttribute("aria-expanded")).toBe("false");
});

test("lists the cards out of the game, each kind once", async () => {
  const { show } = board();
  zone("out").click();
  const dialog = await screen.findByRole("dialog", { name: "Removed from the game" });
  expect(within(dialog).getAllByRole("listitem")).toHaveLength(2);
  within(dialog)
    .getByRole("button", { name: /^Scurvy/ })
    .click();
  expect(show).toHaveBeenCalledExactlyOnceWith("Scurvy");
});

test("a pile with known cards opens, and says how many are unknown", async () => {
  board();
  within(zone("reload_deck")).getByRole("button").click();
  expect((await screen.findByRole("dialog", { name: "Reload deck" })).textContent).toContain("and 1 unknown card");
  expect(within(zone("supply_deck")).queryByRole("button")).toBeNull();
});

test("the treasure edition has words of its own, and a bank", () => {
  board({ ...position({}, { bank: 14 }), edition: "treasure" });
  expect(list("Discard: 1 card")).toBeTruthy();
  expect(screen.getByRole("group", { name: "Refresh deck: 2 cards" })).toBeTruthy();
  expect(purse("0").textContent).toContain("3 Treasures");
  expect(purse("bank").textContent).toContain("14");
});

test("says in whose turn the supply deck ran out", () => {
  board(position({}, { ender: 2 }));
  expect(screen.getByText(/Last turns! The supply deck ran out on Bart’s turn/)).toBeTruthy();
});

test("at the end the scores replace the visible hooks", () => {
  board({ ...position({}, { scores: [7, 9, 2], winners: [1], ender: 0 }), over: true });
  const mary = screen.getByRole("region", { name: "Mary" });
  expect(within(mary).getByText("9 hooks in total")).toBeTruthy();
  expect(within(mary).getByRole("img", { name: "Winner" })).toBeTruthy();
  expect(screen.queryByText(/Last turns/)).toBeNull();
});

test("spectators see the table from the first seat, with its hand face down", () => {
  board(position({ "hand.0": [null, null] }), [], null);
  expect(screen.getByRole("region", { name: "Sophie" })).toBeTruthy();
  expect(places("hand.0").map((card) => card.dataset["card"])).toEqual(["", ""]);
});
