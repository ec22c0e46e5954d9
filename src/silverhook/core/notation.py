"""The names that records and programs use for zones, cards, events and actions; the same in every language.

What a person reads comes from a `Narrator`, what a seat may see from a `Visibility`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from silverhook.core.game import Game

__all__ = ["About", "Happening", "Notation", "normal", "seat_name"]


class Happening(NamedTuple):
    """One event as one seat may know it; a hidden card is None."""

    code: int
    seat: int
    other: int
    card: str | None
    n: int
    source: str
    target: str
    hidden: bool  # there was a card, but this seat did not see which


class About(NamedTuple):
    """What an action concerns, so that a page can offer it on its card; None where nothing applies."""

    does: str  # the kind of action: play, buy, trash, pass ...
    card: str | None = None
    zone: str | None = None  # where that card lies
    place: int | None = None  # its place in the zone, if that is fixed
    seat: int | None = None  # the player that it is aimed at


class Notation:
    """The names of one ruleset; each game has its own. `Game.parse` reads what `describe` writes."""

    def zone_name(self, zone: int) -> str:
        """The name of a zone, unique in this game."""
        raise NotImplementedError

    def card_name(self, card: int) -> str:
        """The name of the kind of a card."""
        raise NotImplementedError

    def event_name(self, code: int) -> str:
        """The name of a kind of event."""
        return str(code)

    def describe(self, game: Game, action: int) -> str:
        """A legal action in the words of records, unique among the legal ones."""
        raise NotImplementedError

    def short_forms(self, game: Game, action: int) -> list[str]:
        """Further words that a person may type for an action."""
        return []

    def about(self, game: Game, action: int) -> About:
        """What a legal action concerns."""
        return About(self.describe(game, action))


def seat_name(seat: int) -> str:
    """The letter of a seat: A for the first one."""
    return "the table" if seat < 0 else chr(ord("A") + seat)


def normal(text: str) -> str:
    """Text in the form for comparing: lower case, with single spaces."""
    return " ".join(text.casefold().split())
