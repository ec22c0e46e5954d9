"""A game in words: what each game tells of its zones, cards, values, decisions, actions and events.

Names of zones, cards and actions are the same in every language: records and programs use them. What a person reads
(titles, prompts, labels, stories) is in the notation's own language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from silverhook.core.review import Review, scores_only
from silverhook.core.words import ENGLISH

if TYPE_CHECKING:
    from silverhook.core.game import Game

__all__ = ["About", "CardFace", "Happening", "Notation", "normal"]


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
    """What an action concerns, for whoever draws it where it belongs; None where there is no such thing."""

    does: str  # play, buy, trash, pass ...: the name of what is done
    card: str | None = None
    zone: str | None = None  # where that card lies
    place: int | None = None  # and which it is there, where that is fixed
    seat: int | None = None  # the player that it is aimed at


class CardFace(NamedTuple):
    """A kind of card as it is printed."""

    name: str  # the same in every language: zones, events and actions use it
    title: str  # what it is called
    brief: str  # what it does in a line, "" if there is no such line
    copies: int
    numbers: dict[str, int]  # cost, hooks, value ...
    texts: dict[str, str]  # what it says, by when that happens
    marks: list[str]  # suit, icons


class Notation:
    """The words of one ruleset in one language; each game derives its own."""

    speaks: str = ENGLISH  # its language

    def in_language(self, language: str) -> Notation:
        """The words of the same ruleset in another language, made once; those in English if there are none in it."""
        return self

    def zone_name(self, zone: int) -> str:
        """The name of a zone, unique in this game."""
        raise NotImplementedError

    def card_name(self, card: int) -> str:
        """The name of the kind of a card."""
        raise NotImplementedError

    def values(self, game: Game, seat: int | None) -> dict[str, Any]:
        """The counters that a seat may see, by name."""
        raise NotImplementedError

    def decision(self, game: Game, seat: int | None) -> dict[str, Any]:
        """What is being decided, by whom and why, as far as a seat may know it."""
        raise NotImplementedError

    def silence(self, game: Game) -> int:
        """The action that no answer stands for, where a seat is asked without the others knowing; the first."""
        return game.legal_actions()[0]

    def describe(self, game: Game, action: int) -> str:
        """An action in the words of records, unique among the legal ones; English, whatever the language."""
        raise NotImplementedError

    def short_forms(self, game: Game, action: int) -> list[str]:
        """Further words that a person may type for an action."""
        return []

    def label(self, game: Game, action: int, names: Sequence[str]) -> str:
        """An action as it is listed for a person among the legal ones, with the players' names."""
        return self.describe(game, action)

    def deed(self, game: Game, action: int, names: Sequence[str]) -> str:
        """An action in words of its own, with the players' names: for whoever did not see what there was to choose."""
        return self.describe(game, action)

    def about(self, game: Game, action: int) -> About:
        """What a legal action concerns, so that it can be offered where its card lies."""
        return About(self.describe(game, action))

    def faces(self) -> list[CardFace]:
        """Every kind of card of the ruleset."""
        return []

    def event_name(self, code: int) -> str:
        """What the events of a code are called."""
        return str(code)

    def tell(self, happening: Happening, names: Sequence[str] | None = None, you: int | None = None) -> str:
        """What happened, as a sentence; empty for what needs no telling."""
        return " ".join(self.tell_all([happening], names, you))

    def tell_all(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[str]:
        """What happened, as sentences, to a reader who is called "you" if it is that seat."""
        raise NotImplementedError

    def review(self, plays: Iterable[Game]) -> Review:
        """How a finished game went and where its scores come from; `core.review.plays` goes through it again."""
        return scores_only("Score", plays)

    def seat_name(self, seat: int) -> str:
        """What a seat is called where nobody has given it a name."""
        return "the table" if seat < 0 else chr(ord("A") + seat)


def normal(text: str) -> str:
    """Text as it is compared: without case, with single blanks."""
    return " ".join(text.casefold().split())
