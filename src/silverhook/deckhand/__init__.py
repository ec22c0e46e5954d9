"""Deck Hand: editions and cards as data, the card language, the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from silverhook.core.ruleset import GameSpec, Ruleset
from silverhook.core.words import phrases
from silverhook.deckhand.edition import EDITIONS, WORDS, edition_options, load_edition

if TYPE_CHECKING:
    from silverhook.core.narrator import CardFace
    from silverhook.core.seat import Candidate, Seat
    from silverhook.core.teaching import Guide, Lesson

__all__ = ["GAME"]

RULES_VERSION = 4


def make(ruleset: Ruleset):  # type: ignore[no-untyped-def]
    """The rules of a checked ruleset."""
    from silverhook.deckhand.prepared import prepare
    from silverhook.deckhand.rules import DeckHand

    return DeckHand(prepare(ruleset))


def read_cards(text: str, file: str) -> None:
    """Check a card file; raises CardSetError if it is invalid."""
    from silverhook.deckhand.cards import read_set

    read_set(text, file)


def card_warnings(ruleset: Ruleset, language: str, games: int) -> list[str]:
    """What looks like a mistake in a ruleset's cards; some of it shows only in trial games."""
    from silverhook.deckhand.card_checks import card_warnings

    return card_warnings(ruleset, language, games)


def card_faces(ruleset: Ruleset, language: str) -> list[CardFace]:
    """The cards of a card file as they are printed, even if they are too few to play."""
    from silverhook.deckhand.prepared import prepare

    return prepare(ruleset, laid_out=[]).narrator(language).faces()


def card_example() -> str:
    """The text of the reference set, to begin a card file with."""
    from silverhook.deckhand.cards import reference_text

    return reference_text()


def card_phrases() -> list[str]:
    """Sentences that card texts can use."""
    from silverhook.deckhand.completion import card_phrases

    return card_phrases()


def advise(seat: Seat) -> list[Candidate]:
    """The heuristic player's judgement of a position."""
    from silverhook.deckhand.judgement.heuristic import advise

    return advise(seat)


def guide(ruleset: Ruleset, language: str = "en") -> Guide:
    """The guide to the rules of a ruleset, for its players."""
    from silverhook.deckhand import teaching

    return teaching.guide(ruleset, language)


def lesson(edition: str | None = None, language: str = "en", name: str = "first") -> Lesson:
    """A guided game: the first, or the second about strategy."""
    from silverhook.deckhand import teaching

    return teaching.lesson(edition, language, name)


def words(edition: str, language: str) -> Mapping[str, Mapping[str, Any]]:
    """The words of a language for the game, its editions and its options."""
    return load_edition(edition).language(language).table


GAME = GameSpec(
    name="deckhand",
    title=phrases(WORDS)["game"]["title"],
    version=RULES_VERSION,
    players=(2, 4),
    editions=EDITIONS,
    summary=phrases(WORDS)["game"]["summary"],
    make=make,
    options=edition_options,
    read_cards=read_cards,
    card_warnings=card_warnings,
    card_faces=card_faces,
    card_phrases=card_phrases,
    card_example=card_example,
    advise=advise,
    guide=guide,
    lesson=lesson,
    lessons=("first", "second"),
    words=words,
)
