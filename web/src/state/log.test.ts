import { expect, test } from "vitest";
import { event, face, news } from "./testing";
import { ending, groups, linked, logEntry } from "./log";

const faces = new Map(
  [face("Chest", "Coffre"), face("Buried Chest", "Coffre enfoui"), face("6 of Flames"), face("16 of Flames")].map(
    (one) => [one.name, one],
  ),
);

test("a card is linked where its title stands, in the reader's language", () => {
  expect(linked("Anne achète Coffre pour 2.", ["Chest"], faces)).toEqual([
    { text: "Anne achète ", card: null },
    { text: "Coffre", card: "Chest" },
    { text: " pour 2.", card: null },
  ]);
});

test("where several titles fit the longest is linked", () => {
  expect(linked("Coffre enfoui, Coffre", ["Chest", "Buried Chest"], faces)).toEqual([
    { text: "Coffre enfoui", card: "Buried Chest" },
    { text: ", ", card: null },
    { text: "Coffre", card: "Chest" },
  ]);
});

test("a title within another word is not linked", () => {
  expect(linked("Coffres et 16 of Flames", ["Chest", "6 of Flames"], faces)).toEqual([
    { text: "Coffres et 16 of Flames", card: null },
  ]);
});

test("a card without a known face is not linked, and any letters in a title stand for themselves", () => {
  expect(linked("You play Odd (x)+.", ["Odd (x)+"], new Map())).toEqual([{ text: "You play Odd (x)+.", card: null }]);
  const odd = new Map([["Odd (x)+", face("Odd (x)+")]]);
  expect(linked("You play Odd (x)+.", ["Odd (x)+"], odd)).toContainEqual({ text: "Odd (x)+", card: "Odd (x)+" });
});

test("the cards of a change are those that its events name, each once", () => {
  const change = news(3, [], [event("draw", { card: "Chest" }), event("draw", { card: "Chest" }), event("draw")]);
  expect(logEntry(change).cards).toEqual(["Chest"]);
});

test("lines are grouped by turn; what ended the turn before stays with it", () => {
  const log = [
    news(1, ["Anne plays Chest."], [event("play", { seat: 0, card: "Chest" })]),
    news(
      2,
      ["Anne buys Chest.", "Mary's turn: Mary draws 3 cards."],
      [
        event("buy", { seat: 0, sentence: 0 }),
        event("end", { seat: 0 }),
        event("turn", { seat: 1, sentence: 1 }),
        event("draw", { seat: 1 }),
      ],
    ),
    news(3, ["Mary plays Chest."], [event("play", { seat: 1, card: "Chest" })]),
  ].map(logEntry);
  const [first, second] = groups(log);
  expect(first?.lines.map((line) => [line.text, line.seat])).toEqual([
    ["Anne plays Chest.", 0],
    ["Anne buys Chest.", 0],
  ]);
  expect(second?.opening).toMatchObject({ what: "turn", seat: 1 });
  expect(second?.lines.map((line) => [line.text, line.seat])).toEqual([
    ["Mary's turn: Mary draws 3 cards.", 1],
    ["Mary plays Chest.", 1],
  ]);
});

test("a turn that is the first thing of a change begins with its first line, also if a card is set off then", () => {
  const start = news(
    4,
    ["Mary's turn: Mary draws a card.", "Chest: Mary gets 1 coin."],
    [
      event("end", { seat: 0 }),
      event("turn", { seat: 1, sentence: 0 }),
      event("draw", { seat: 1 }),
      event("trigger", { seat: 1, sentence: 1 }),
    ],
  );
  expect(groups([logEntry(start)])[0]).toMatchObject({ opening: { line: 0 }, lines: [{}, {}] });
});

test("a turn begins before the cards that it sets off, and before what others do because of them", () => {
  const change = news(
    5,
    ["Anne buys Chest.", "Mary's turn.", "Chest: Mary gets 1 coin.", "Anne pays 1 coin.", "Mary draws 3 cards."],
    [
      event("buy", { seat: 0, sentence: 0 }),
      event("turn", { seat: 1, sentence: 1 }),
      event("trigger", { seat: 1, sentence: 2 }),
      event("coins", { seat: 1 }),
      event("coins", { seat: 0, n: -1, sentence: 3 }),
      event("draw", { seat: 1, sentence: 4 }),
    ],
  );
  expect(groups([logEntry(change)]).map((group) => group.lines.length)).toEqual([1, 4]);
});

test("each of several turns that begin with one change has a group", () => {
  const change = news(
    6,
    ["Mary's turn.", "Anne's turn."],
    [event("turn", { seat: 1, sentence: 0 }), event("end", { seat: 1 }), event("turn", { seat: 0, sentence: 1 })],
  );
  expect(groups([logEntry(change)]).map((group) => group.opening?.seat)).toEqual([1, 0]);
});

test("a hand of cards begins a group as well", () => {
  const [, hand] = groups([
    logEntry(news(1, ["A."])),
    logEntry(news(2, ["Hand 2."], [event("hand", { n: 2, sentence: 0 })])),
  ]);
  expect(hand?.opening).toMatchObject({ what: "hand", n: 2 });
});

test("what was taken back is a line of its own", () => {
  const [group] = groups([logEntry(news(1, ["A."])), logEntry(news(2, [], [], true))]);
  expect(group?.lines.map((line) => line.undone)).toEqual([false, true]);
});

test("how a turn ended is told without the one that began", () => {
  const change = news(
    3,
    ["Mary turns up a card.", "Hand 2: Mary opens."],
    [event("flip", { sentence: 0 }), event("outcome"), event("hand", { sentence: 1 })],
  );
  expect(ending(change).story).toEqual(["Mary turns up a card."]);
  expect(ending(news(4, ["Mary passes."], [event("pass")])).story).toEqual(["Mary passes."]);
});
