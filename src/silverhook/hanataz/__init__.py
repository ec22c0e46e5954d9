"""Hanataz: deck and options as data, the rules. Assumptions are labelled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from silverhook.core.options import Option
from silverhook.core.ruleset import GameSpec, Ruleset
from silverhook.core.words import ENGLISH, phrases
from silverhook.hanataz.composition import WORDS

if TYPE_CHECKING:
    from silverhook.core.seat import Candidate, Seat
    from silverhook.core.teaching import Guide, Lesson

__all__ = ["GAME"]

RULES_VERSION = 2


def make(ruleset: Ruleset) -> Any:
    """The rules of a checked ruleset."""
    from silverhook.hanataz.prepared import prepare
    from silverhook.hanataz.rules import Hanataz

    return Hanataz(prepare(ruleset))


def options(composition: str) -> Mapping[str, Option]:
    """The options by name."""
    from silverhook.hanataz.prepared import hanataz_options

    return hanataz_options(composition)


def read_cards(text: str, file: str) -> None:
    """Check a composition; raises CardSetError if it is invalid."""
    from silverhook.hanataz.composition import read_composition

    read_composition(text, file)


def card_example() -> str:
    """The text of the usual composition, to begin one with."""
    return (Path(__file__).parent / "compositions" / "hz-default.toml").read_text(encoding="utf-8")


def advise(seat: Seat) -> list[Candidate]:
    """The heuristic player's judgement of every action, the best first."""
    from silverhook.hanataz.judgement.heuristic import advise as judge

    return judge(seat)


def guide(ruleset: Ruleset, language: str = "en") -> Guide:
    """The guide to the rules of a ruleset, for its players."""
    from silverhook.hanataz import teaching

    return teaching.guide(ruleset, language)


def lesson(edition: str | None = None, language: str = "en", name: str = "first") -> Lesson:
    """A guided game: the first, or the second about strategy."""
    from silverhook.hanataz import teaching

    return teaching.lesson(edition, language, name)


def words(edition: str, language: str) -> Mapping[str, Mapping[str, Any]]:
    """The words of a language for the game, its decks and its options."""
    return phrases(WORDS, language)


GAME = GameSpec(
    name="hanataz",
    title=words("", ENGLISH)["game"]["title"],
    version=RULES_VERSION,
    players=(2, 6),
    editions=("hz-default",),
    summary=words("", ENGLISH)["game"]["summary"],
    make=make,
    options=options,
    read_cards=read_cards,
    card_example=card_example,
    assumptions=tuple(words("", ENGLISH)["game"]["assumptions"]),
    advise=advise,
    guide=guide,
    lesson=lesson,
    lessons=("first", "second"),
    words=words,
)
