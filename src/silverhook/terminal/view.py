"""The view of a game in a terminal. This plain one draws any game; a game can have a view of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from silverhook.core.game import Game
from silverhook.core.narrator import Narrator
from silverhook.core.notation import normal

__all__ = ["Choice", "Room", "TerminalView", "view_of"]

PLENTY = 10_000
_SHOWN = ("game", "edition", "seat", "over", "zones", "hidden", "decision", "winners")  # in another way, or not at all
_VIEWS = {"deckhand": "silverhook.terminal.deckhand", "hanataz": "silverhook.terminal.hanataz"}


@dataclass(frozen=True)
class Choice:
    """One of the offered actions: what to enter for it, and how it is listed."""

    number: int
    action: int
    label: str


@dataclass(frozen=True)
class Room:
    """How much a screen may show: columns, lines of news, extra lines of card texts, gaps."""

    width: int
    news: int = PLENTY
    extra: int = PLENTY
    airy: bool = True  # an empty line between the parts of the screen
    tight: bool = False  # still too much: show only the cards of the decision in full


class TerminalView:
    """Draws one game for one reader. This class uses only the contract of a game."""

    def __init__(self, game: Game, names: Sequence[str], you: int | None) -> None:
        self.narrator: Narrator = game.rules.narrator()
        self.names = list(names)
        self.you = you

    def called(self, seat: int) -> str:
        """The name of a seat in a table."""
        name = self.names[seat]
        return f"{name} (you)" if seat == self.you and name != "You" else name

    def preface(self) -> list[str]:
        """Notes about this game for the player before it begins."""
        return []

    def choices(self, game: Game) -> list[Choice]:
        """The offered actions with their numbers, in listing order."""
        labels = {action: self.narrator.label(game, action, self.names) for action in game.legal_actions()}
        return [Choice(number, action, label) for number, (action, label) in enumerate(labels.items(), 1)]

    def table(self, game: Game, choices: list[Choice], news: Sequence[str], room: Room) -> RenderableType:
        """The whole screen for a decision: the table, the news, the question and the choices."""
        view = game.view(self.you)
        lines = [
            f"{zone}: {', '.join(card or '?' for card in cards)}" for zone, cards in view["zones"].items() if cards
        ]
        lines += [self.counted(name, value) for name, value in view.items() if name not in _SHOWN]
        question = Text(view["decision"]["prompt"], style="bold")
        return parts(room, told(news, room), Group(*lines), Group(question, listed(choices, room)))

    def counted(self, name: str, value: Any) -> str:
        """A counter of the view; one that lists the seats with the name of each player."""
        if isinstance(value, list) and len(value) == len(self.names):
            value = ", ".join(f"{self.called(seat)} {one}" for seat, one in enumerate(value))
        return f"{name.replace('_', ' ')}: {value}"

    def help(self, room: Room) -> RenderableType:
        """Help about this game, in addition to the commands."""
        return Text("")

    def cards(self) -> list[str]:
        """The names of all cards with a description."""
        return []

    def find(self, name: str) -> list[str]:
        """The cards that match a name, a part of a name or a similar word."""
        cards = {normal(card): card for card in self.cards()}
        wanted = normal(name)
        fits = [wanted] if wanted in cards else [card for card in cards if card.startswith(wanted)]
        fits = fits or [card for card in cards if wanted in card] or get_close_matches(wanted, cards, n=3, cutoff=0.5)
        return [cards[fit] for fit in fits]

    def card(self, name: str, room: Room) -> RenderableType:
        """One card in full."""
        return Text(name)

    def card_list(self, room: Room) -> RenderableType:
        """All cards of the game."""
        return Group(*(self.card(name, room) for name in self.cards()))

    def result(self, game: Game, room: Room) -> RenderableType:
        """How the game ended."""
        table = Table(box=None)
        table.add_column("")
        table.add_column("score", justify="right")
        for seat, score in enumerate(game.scores):
            table.add_row(self.names[seat], str(score))
        return table


def view_of(game: Game, names: Sequence[str], you: int | None) -> TerminalView:
    """The view of a game: its own, or the plain one."""
    module = _VIEWS.get(game.ruleset.game)
    make: Any = import_module(module).VIEW if module else TerminalView
    view: TerminalView = make(game, names, you)
    return view


def parts(room: Room, *drawn: RenderableType) -> RenderableType:
    """The parts of a screen, one below the other."""
    gap = [Text("")] if room.airy else []
    return Group(*drawn[:1], *(part for below in drawn[1:] for part in (*gap, below)))


def told(news: Sequence[str], room: Room) -> RenderableType:
    """The news, without the oldest lines if there is no room."""
    kept = list(news)[-room.news :]
    lines = [Text(line) for line in kept]
    if len(kept) < len(news):
        lines.insert(0, Text(f"({_lines(len(news) - len(kept))} before these; l shows the whole log)", style="dim"))
    return Padding(Group(*lines), (0, 0, 0, 2))


def _lines(n: int) -> str:
    return f"{n} line" if n == 1 else f"{n} lines"


def listed(choices: list[Choice], room: Room) -> RenderableType:
    """The choices, one below the other; in two columns if there are many."""
    entries = [Text.assemble((f"{choice.number:>2}", "bold cyan"), f" {choice.label}") for choice in choices]
    half = (len(entries) + 1) // 2
    widths = [max((len(entry) for entry in part), default=0) for part in (entries[:half], entries[half:])]
    if len(entries) < 6 or sum(widths) + 3 > room.width:
        return Group(*entries)
    table = Table.grid(padding=(0, 3, 0, 0))
    for left, right in zip(entries[:half], [*entries[half:], Text("")], strict=False):
        table.add_row(left, right)
    return table
