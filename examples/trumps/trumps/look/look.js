/** The look of trumps: the trick on green cloth, the other players around it, your hand in front. */

export const style = new URL("look.css", import.meta.url).href;

const SIGNS = { Clubs: "♣", Diamonds: "♦", Hearts: "♥", Spades: "♠" };

/** An element with its class and contents. */
function made(tag, name, ...contents) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...contents);
  return element;
}

/** "Queen of Hearts" as "Q♥". */
function short(card) {
  const [rank, suit] = card.split(" of ");
  return `${rank === "10" ? rank : rank[0]}${SIGNS[suit]}`;
}

const isRed = (card) => /Hearts|Diamonds/.test(card);

/** A card in its place; a button if it can be played. data-zone, data-place and data-card let the page find it. */
function placed(table, zone, place, card) {
  const choices = table.at(zone, place, card);
  const element = made(choices.length ? "button" : "span", "trumps-card", card ? short(card) : "");
  if (choices.length) element.setAttribute("aria-label", `${short(card)}: ${choices[0].label}`);
  else if (card) element.title = card;
  element.classList.toggle("red", Boolean(card) && isRed(card));
  element.classList.toggle("back", !card);
  element.dataset.place = String(place);
  element.dataset.card = card ?? "";
  element.onclick = () => choices.length && table.choose(choices, element);
  return element;
}

function zone(table, name, label) {
  const cards = table.view.zones[name].map((card, place) => placed(table, name, place, card));
  const element = made("div", "trumps-zone", ...cards);
  element.dataset.zone = name;
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", `${label}: ${cards.length}`);
  return element;
}

function seat(table, number) {
  const { view, seats } = table;
  const lacks = view.has_no[number] === "-" ? "" : `, no ${view.has_no[number]}`;
  const head = made("p", "trumps-name", `${seats[number].name}: ${view.tricks[number]}${lacks}`);
  head.classList.toggle("turn", view.decision?.seat === number);
  return made("div", "trumps-seat", head, zone(table, `hand.${number}`, `Hand of ${seats[number].name}`));
}

export function board(root, table) {
  const players = table.seats.length;
  const front = table.me ?? 0;
  const others = Array.from({ length: players - 1 }, (_, i) => seat(table, (front + 1 + i) % players));
  root.replaceChildren(
    made(
      "div",
      "trumps-table",
      made("div", "trumps-others", ...others),
      zone(table, "trick", "Trick"),
      made("div", "trumps-own", seat(table, front)),
    ),
  );
}

export function emblem(root) {
  root.replaceChildren(made("span", "trumps-emblem", "♠"));
}
