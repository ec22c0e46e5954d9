"""How Deck Hand is taught: its guide and its guided first game, in the words of the edition."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from silverhook.core.options import Value
from silverhook.core.ruleset import Ruleset
from silverhook.core.teaching import Guide, Lesson, in_language, read_guide, read_lesson, read_texts
from silverhook.deckhand import GAME
from silverhook.deckhand.language import Leaf
from silverhook.deckhand.plan import Plan, make_plan

__all__ = ["guide", "lesson"]

_GUIDE = Path(__file__).parent / "guide"
_LESSONS = Path(__file__).parent / "lessons"
_ICONS = ("coin", "card", "action", "buy", "reload", "discard", "pay")


@lru_cache(maxsize=64)
def guide(ruleset: Ruleset, language: str) -> Guide:
    """The rules that a table of this ruleset plays."""
    return read_guide(in_language(_GUIDE, language), _facts(make_plan(ruleset), language))


@lru_cache(maxsize=64)
def lesson(edition: str | None, language: str) -> Lesson:
    """The guided first game of an edition."""
    plan = read_texts(_LESSONS / "first.toml")
    ruleset = GAME.ruleset(len(plan["seats"]), edition)
    return read_lesson(plan, in_language(_LESSONS / "first", language), ruleset, _facts(make_plan(ruleset), language))


def _facts(plan: Plan, language: str) -> dict[str, Value]:
    """What decides on the words of a text, or stands in its gaps."""
    edition, (first, second) = plan.edition, plan.card_set.cards[: plan.card_set.starters]
    words = plan.notation.in_language(language).language
    return {
        **plan.options,
        "edition": edition.name,
        "draw_optional": edition.draw_optional,
        "reload_banked": edition.reload_banked,
        "select_inapplicable": edition.select_inapplicable,
        "has_bank": "bank_limit" in plan.options,
        "starter_1": words.title(first.name),
        "starter_2": words.title(second.name),
        **{f"supply_{players}": players * each for players, each in enumerate(edition.supply_per_player, 1)},
        **{f"icon_{icon}": words.print((Leaf(icon),)).removesuffix(".") for icon in _ICONS},
    }
