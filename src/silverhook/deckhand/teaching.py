"""How Deck Hand is taught: its guide and its guided games, in the words of the edition."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from silverhook.core.options import Value
from silverhook.core.ruleset import Ruleset
from silverhook.core.teaching import Guide, Lesson, lesson_plan, read_guide, read_lesson
from silverhook.core.words import phrases
from silverhook.deckhand import GAME
from silverhook.deckhand.narrator import DeckHandNarrator
from silverhook.deckhand.prepared import prepare
from silverhook.deckhand.program import Leaf

__all__ = ["guide", "lesson"]

_GUIDE = Path(__file__).parent / "guide"
_LESSONS = Path(__file__).parent / "lessons"
_ICONS = ("coin", "card", "action", "buy", "reload", "discard", "pay")


@lru_cache(maxsize=64)
def guide(ruleset: Ruleset, language: str) -> Guide:
    """The guide to the rules of this ruleset."""
    narrator = prepare(ruleset).narrator(language)
    return read_guide(phrases(_GUIDE, language), _facts(narrator), narrator.phrases)


@lru_cache(maxsize=64)
def lesson(edition: str | None, language: str, name: str) -> Lesson:
    """A guided game of an edition."""
    plan = lesson_plan(_LESSONS, name)
    ruleset = GAME.ruleset(len(plan["seats"]), edition, plan["options"])
    narrator = prepare(ruleset).narrator(language)
    return read_lesson(plan, phrases(_LESSONS / name, language), ruleset, _facts(narrator), narrator.phrases)


def _facts(narrator: DeckHandNarrator) -> dict[str, Value]:
    """The facts that choose the words of a text or fill its gaps."""
    prepared, edition, words = narrator.prepared, narrator.prepared.edition, narrator.phrases
    first, second = (words.title(card.name) for card in prepared.card_set.cards[: prepared.card_set.starters])
    return {
        **prepared.options,
        **narrator.words,
        "edition": edition.name,
        "draw_optional": edition.draw_optional,
        "reload_banked": edition.reload_banked,
        "select_inapplicable": edition.select_inapplicable,
        "has_bank": "bank_limit" in prepared.options,
        "starter_1": first,
        "starter_2": second,
        **{f"supply_{players}": players * each for players, each in enumerate(edition.supply_per_player, 1)},
        **{f"icon_{icon}": words.print((Leaf(icon),)).removesuffix(".") for icon in _ICONS},
    }
