"""Deck Hand in a terminal: the table, the cards and the result in the words of the edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from silverhook.core.game import Game
from silverhook.core.review import Source, plays
from silverhook.deckhand.narrator import DeckHandNarrator
from silverhook.deckhand.operations import N
from silverhook.terminal.drawing import counted, lines_of, many, named, plain_table, two_sides, wrapped
from silverhook.terminal.view import PLENTY, Choice, Room, TerminalView, listed, parts, told

__all__ = ["VIEW", "DeckHandView"]

_ICONS = {
    "start": "START",
    "discarded": "DISCARDED",
    "bought": "BOUGHT",
    "gained": "GAINED",
    "trashed": "TRASHED",
    "end": "END",
}
_NAME_WIDTH = 16
_BESIDE = _NAME_WIDTH + 19  # columns before a card's text
_INDENT = 6
_CardRow = tuple[Choice | None, str, str, str]  # the choice, the slot, the name as shown, the name
_WORTH_SHOWN = ("trash", "steal", "give", "put", "activate", "swap", "for")
_ORDER = ("buy", "gain", "reload", "play")  # supply above hand, as they are drawn


class DeckHandView(TerminalView):
    """Draws Deck Hand."""

    narrator: DeckHandNarrator

    # --- a decision ----------------------------------------------------------------------------

    def choices(self, game: Game) -> list[Choice]:
        """The choices, numbered from top to bottom of the screen; 0 always declines: end turn, no, draw no more."""
        actions = game.legal_actions()
        keys = {action: game.rules.notation.about(game, action).does for action in actions}
        ordered = sorted(
            (a for a in actions if a != N.NO), key=lambda a: _ORDER.index(keys[a]) if keys[a] in _ORDER else 9
        )
        numbered = list(enumerate(ordered, 1)) + ([(0, N.NO)] if N.NO in actions else [])
        return [Choice(number, action, self._label(game, action)) for number, action in numbered]

    def _label(self, game: Game, action: int) -> str:
        """The words for an action, with cost and hooks of a card that may not be on the screen."""
        label = self.narrator.label(game, action, self.names)
        about = game.rules.notation.about(game, action)
        if about.card is None or about.does not in _WORTH_SHOWN:
            return label
        card = self.narrator.card(about.card)
        return f"{label} ({card.cost}/{card.hooks})"

    def table(self, game: Game, choices: list[Choice], news: Sequence[str], room: Room) -> RenderableType:
        view = game.view(self.you)
        at = self._places(game, choices)
        others = [choice for choice in choices if choice not in at.values()]
        lines = self._lines(view, room)
        return parts(
            room,
            Group(self._header(view, room), told(news, room)),
            self._players(view, room),
            self._supply(view, at, lines, room),
            self._hand(view, at, lines, room),
            Group(*self._question(view, room, others), listed(others, room)),
        )

    def _places(self, game: Game, choices: list[Choice]) -> dict[str, Choice]:
        """The choices drawn on their card: by s1 to s6 in the supply, by name in the hand."""
        at: dict[str, Choice] = {}
        for choice in choices:
            about = game.rules.notation.about(game, choice.action)
            if about.place is not None:
                at.setdefault(f"s{about.place + 1}", choice)  # buying it, even if it could be reloaded
            elif about.card is not None and about.does in ("play", "discard", "give"):
                at[about.card] = choice
        return at

    def _header(self, view: dict[str, Any], room: Room) -> RenderableType:
        turn, zones, words = view["turn"], view["zones"], self.narrator.words
        mine = turn["seat"] == self.you
        whose = "The end" if turn["seat"] < 0 else "Your turn" if mine else f"{self.names[turn['seat']]}'s turn"
        parts = [whose, f"round {turn['round']}"]
        if mine:
            parts += [many(turn[key], word) for key, word in _LEFT if turn[key] or key == "actions"]
        if view["ender"] is not None:
            parts.append("last turns")
        reload = words["reload_deck"].removesuffix(" deck")
        piles = [f"decks: supply {len(zones['supply_deck'])}", f"{reload} {len(zones['reload_deck'])}"]
        if self.narrator.prepared.options.get("bank_limit") is not None:  # otherwise it never runs out (R-D05)
            piles.append(f"bank {view['bank']}")
        return two_sides(Text(" · ".join(parts), style="bold"), Text(" · ".join(piles), style="dim"), room.width)

    def _players(self, view: dict[str, Any], room: Room) -> RenderableType:
        words = self.narrator.words
        table = plain_table()
        table.add_column("")
        for head in (words["coins"], "hand", "deck"):
            table.add_column(head, justify="right")
        table.add_column(f"{words['stash']} (newest in brackets)", overflow="fold")
        for seat, values in enumerate(view["seats"]):
            zones = view["zones"]
            table.add_row(
                Text(("▸" if seat == view["turn"]["seat"] else " ") + self.called(seat), style="bold"),
                str(values["coins"]),
                str(len(zones[f"hand.{seat}"])),
                str(len(zones[f"deck.{seat}"])),
                _row(zones[f"stash.{seat}"], zones[f"aside.{seat}"]),
            )
        return table

    def _supply(self, view: dict[str, Any], at: dict[str, Choice], lines: dict[str, int], room: Room) -> RenderableType:
        slots = [(f"s{slot}", name) for slot, name in enumerate(view["zones"]["supply"], 1) if name]
        if not slots:
            return Text("The supply is empty.", style="dim")
        if room.tight and not any(slot in at for slot, _ in slots):
            return named("Supply", [f"{name} {self.narrator.card(name).cost}" for _, name in slots])
        rows = [(at.get(slot), slot, name, name) for slot, name in slots]
        return self._cards("Supply", rows, lines, room, dim=bool(at))

    def _hand(self, view: dict[str, Any], at: dict[str, Choice], lines: dict[str, int], room: Room) -> RenderableType:
        counts = Counter(view["zones"][f"hand.{self.you}"])
        if not counts:
            return Text("Your hand is empty.", style="dim")
        if room.tight and not any(name in at for name in counts):
            return named("Your hand", [counted(name, n) for name, n in counts.items()])
        rows = [(at.get(name), "", counted(name, n), name) for name, n in counts.items()]
        return self._cards("Your hand", rows, lines, room, dim=bool(at))

    def _cards(self, head: str, rows: list[_CardRow], lines: dict[str, int], room: Room, dim: bool) -> RenderableType:
        """Cards with price, hooks and text; those that can be chosen have a number."""
        if _is_narrow(room):
            return self._narrow_cards(head, rows, lines, room, dim)
        table = plain_table()
        table.add_column("", width=2, justify="right")
        table.add_column("", width=2)
        table.add_column(head, width=_NAME_WIDTH, header_style="bold", overflow="ellipsis", no_wrap=True)
        table.add_column("cost", justify="right", no_wrap=True)
        table.add_column("hooks", justify="right", no_wrap=True)
        table.add_column("")
        for choice, slot, shown, name in rows:
            card = self.narrator.card(name)
            style = "" if choice or not dim else "dim"
            number = Text(str(choice.number) if choice else "", style="bold cyan")
            text = _text(self._face_text(name), _text_width(room), lines[name])
            table.add_row(number, slot, shown, str(card.cost), str(card.hooks), text, style=style)
        return table

    def _narrow_cards(
        self, head: str, rows: list[_CardRow], lines: dict[str, int], room: Room, dim: bool
    ) -> RenderableType:
        """The same on a narrow screen, with the text below the name."""
        drawn: list[RenderableType] = [Text.assemble(f"      {head}", (" (cost/hooks)", "dim"), style="bold")]
        for choice, slot, shown, name in rows:
            card = self.narrator.card(name)
            style = "" if choice or not dim else "dim"
            number = (f"{choice.number if choice else '':>2} ", "bold cyan")
            drawn.append(Text.assemble(number, f"{slot:<3}{shown} ({card.cost}/{card.hooks})", style=style))
            text = _text(self._face_text(name), _text_width(room), lines[name], style)
            drawn.append(Padding(text, (0, 0, 0, _INDENT)))
        return Group(*drawn)

    def _lines(self, view: dict[str, Any], room: Room) -> dict[str, int]:
        """How many lines each card's text gets on the screen, so that as many texts as possible are complete."""
        zones = view["zones"]
        names = {name for name in [*zones["supply"], *zones[f"hand.{self.you}"]] if name}
        needs = {name: len(wrapped(self._face_text(name), _text_width(room))) for name in names}
        extra = room.extra
        lines = {}
        for name in sorted(names, key=lambda name: (name not in zones[f"hand.{self.you}"], needs[name], name)):
            times = zones["supply"].count(name) + (name in zones[f"hand.{self.you}"])
            lines[name] = 1 + min(needs[name] - 1, extra // times)
            extra -= (lines[name] - 1) * times
        return lines

    def _face_text(self, name: str) -> str:
        texts = self.narrator.card_text(name)
        return " ".join(text if key == "play" else f"{_ICONS[key]}: {text}" for key, text in texts.items())

    def _question(self, view: dict[str, Any], room: Room, others: list[Choice]) -> list[RenderableType]:
        """The question, and the text of the card that asks it."""
        decision, card = view["decision"], view["decision"]["card"]
        asked = Text(decision["prompt"], style="bold")
        asked.highlight_words([f"{card}:"] if card else [], style="yellow")
        if any(choice.label.endswith(")") and "/" in choice.label for choice in others):
            asked.append("  (cost/hooks)", style="dim")
        return [asked, *([_text(f"({self._face_text(card)})", room.width - 1, style="dim")] if card else [])]

    # --- help, cards, result -------------------------------------------------------------------

    def help(self, room: Room) -> RenderableType:
        words = self.narrator.words
        table = plain_table(header=False)
        table.add_column(style="bold", width=10)
        table.add_column()
        for name, text in _HELP:
            table.add_row(name.format(**words), text.format(**words, **self._edition_words()))
        return Group(Text(f"The game (edition: {self.narrator.prepared.edition.title})", style="bold"), table)

    def _edition_words(self) -> dict[str, str]:
        edition, options = self.narrator.prepared.edition, self.narrator.prepared.options
        cap, at_end = options["action_cap"], options["hand_discard"] == "end_of_turn"
        return {
            "may_draw": "you may draw a card" if edition.draw_optional else "draw a card",
            "when": "at any time this turn" if edition.reload_banked else "at once",
            "cap": f" Never more than {cap} Actions in a turn." if cap else "",
            "hand": "Draw three cards" if at_end else "Discard your hand, then draw three cards",
            "rest": " 4. Discard the cards that you did not play." if at_end else "",
            "empty": _EMPTY[options["reshuffle"]].format(**self.narrator.words),
        }

    def cards(self) -> list[str]:
        return [card.name for card in self.narrator.prepared.card_set.cards]

    def card(self, name: str, room: Room) -> RenderableType:
        card = self.narrator.card(name)
        head = f"{name}: cost {card.cost}, {many(card.hooks, 'hook')}, {many(card.copies, 'copy', 'copies')} in the set"
        icons = [_ICONS[icon] for icon in card.icons] + (["targets enemies"] if card.targets_enemies else [])
        body = _text(self._face_text(name) or "No effect.", room.width - 1)
        return Group(Text(head + (f" · {', '.join(icons)}" if icons else ""), style="bold"), body)

    def card_list(self, room: Room) -> RenderableType:
        table = plain_table()
        for head, justify in (("card", "left"), ("copies", "right"), ("cost", "right"), ("hooks", "right")):
            table.add_column(head, justify=justify, no_wrap=head == "card")  # type: ignore[arg-type]
        table.add_column("icons")
        table.add_column("text")
        for name in self.cards():
            card = self.narrator.card(name)
            icons = " ".join([_ICONS[icon] for icon in card.icons] + (["enemies"] if card.targets_enemies else []))
            texts = self.narrator.card_text(name)
            lines = [text if key == "play" else f"{_ICONS[key]}: {text}" for key, text in texts.items()]
            table.add_row(
                Text(name, style="bold"), str(card.copies), str(card.cost), str(card.hooks), icons, "\n".join(lines)
            )
        return table

    def result(self, game: Game, room: Room) -> RenderableType:
        """Hooks, coins, and where the hooks came from; all cards are face up now."""
        view, sources = game.view(None), self.narrator.review(plays(game)).sources
        table = plain_table()
        table.add_column("")
        table.add_column("hooks", justify="right")
        table.add_column(self.narrator.words["coins"], justify="right")
        table.add_column("cards", justify="right")
        table.add_column("hooks from")
        for seat in sorted(range(game.players), key=lambda p: (p not in view["winners"], -view["scores"][p])):
            cards = [card for zone in ("deck", "hand", "stash", "aside") for card in view["zones"][f"{zone}.{seat}"]]
            won = Text(self.called(seat) + (" ★" if seat in view["winners"] else ""), style="bold")
            hooks, coins = view["scores"][seat], view["seats"][seat]["coins"]
            table.add_row(won, str(hooks), str(coins), str(len(cards)), _listed_sources(sources[seat]))
        return table


def _listed_sources(sources: Sequence[Source]) -> str:
    """The cards that a seat's hooks come from, as the review of the game has them."""
    return ", ".join(f"{source.title} ({source.n:+})" for source in sources) or "nothing"


VIEW = DeckHandView

_EMPTY = {
    "eager": "Your {stash} is shuffled at once into a new deck.",
    "lazy": "Your {stash} is shuffled into a new deck when you next have to draw.",
}
_LEFT = (("actions", "Action"), ("buys", "Buy"), ("reloads", "Reload"))
_HELP = (
    ("your turn", "1. START effects of the cards in your {stash}. 2. {hand}."),
    ("", "3. Two Actions: each plays a card from your hand or buys one from the supply.{cap}{rest}"),
    ("deck empty", "{empty}"),
    ("the end", "When the supply deck is empty, every other player has one last turn with one Action; most hooks win."),
    ("cost", "What a card costs to buy. It goes to your {stash}."),
    ("hooks", "What a card is worth at the end, in whichever of your zones it is."),
    ("+1 {coin}", "One more {coin} for you."),
    ("+1 Card", "Now {may_draw}."),
    ("+1 Action", "One more Action this turn."),
    ("+1 Buy", "You may buy one card this turn without an Action."),
    (
        "+1 Reload",
        "You may replace a supply card with the {reload_deck}'s top card, {when}. The old card goes under that deck.",
    ),
    ("Discard 1 card", "Put a card from your hand into your {stash}."),
    ("START", "Happens when your turn begins, if the card is in your {stash}."),
    ("DISCARDED", "Happens when the card is discarded from your hand, even by an enemy."),
    ("END", "Happens when hooks are counted."),
)


def _row(stash: list[str], aside: list[str]) -> Text:
    """A stash from its oldest card to its newest, and the cards being played."""
    names = [f"{name}" for name in stash]
    runs: list[tuple[str, int]] = []
    for name in names[:-1]:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    text = Text(", ".join(counted(name, n) for name, n in runs))
    if names:
        text.append(", " if runs else "").append(f"[{names[-1]}]", style="bold")
    if aside:
        text.append("  " if names else "").append(f"playing {', '.join(aside)}", style="yellow")
    return text if stash or aside else Text("–", style="dim")


def _text(text: str, width: int, lines: int = PLENTY, style: str = "") -> Text:
    """A text in at most this many lines; an ellipsis marks what is left out."""
    result = lines_of(text, width, lines, style)
    result.highlight_words([f"{icon}:" for icon in _ICONS.values()], "bold")
    return result


def _text_width(room: Room) -> int:
    """The width of a card's text, beside its name or below it."""
    return max(10, room.width - (_INDENT if _is_narrow(room) else _BESIDE))


def _is_narrow(room: Room) -> bool:
    return room.width < _BESIDE + 20
