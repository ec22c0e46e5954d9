"""How Hanataz is taught: its guide and its guided first game, by deck and options."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from silverhook.core.options import Value
from silverhook.core.ruleset import Ruleset
from silverhook.core.teaching import Guide, Lesson, LessonStep, in_language, read_guide, read_lesson, read_texts
from silverhook.hanataz import GAME
from silverhook.hanataz.composition import Composition, Kind, N, face_name
from silverhook.hanataz.plan import Plan, make_plan

__all__ = ["guide", "lesson"]

_GUIDE = Path(__file__).parent / "guide"
_LESSONS = Path(__file__).parent / "lessons"


@lru_cache(maxsize=64)
def guide(ruleset: Ruleset, language: str) -> Guide:
    """The rules that a table of this ruleset plays."""
    return read_guide(in_language(_GUIDE, language), _facts(make_plan(ruleset), language))


@lru_cache(maxsize=64)
def lesson(edition: str | None, language: str) -> Lesson:
    """The guided first game."""
    table = read_texts(_LESSONS / "first.toml")
    plan = make_plan(GAME.ruleset(len(table["seats"]), edition))
    read = read_lesson(table, in_language(_LESSONS / "first", language), plan.ruleset, _facts(plan, language))
    return replace(read, steps=tuple(_with_suits(step, plan.composition) for step in read.steps))


def _with_suits(step: LessonStep, deck: Composition) -> LessonStep:
    """A step that waits for a face waits for it in any suit."""
    cards = tuple(kind.name for kind in deck.kinds if face_name(kind) in step.when.cards)
    return replace(step, when=replace(step.when, cards=cards))


def _facts(plan: Plan, language: str) -> dict[str, Value]:
    """What decides on the words of a text, or stands in its gaps."""
    deck, texts = plan.composition, plan.notation.in_language(language).texts
    numbers = [kind.value for kind in deck.kinds if kind.face == N.NUMBER]
    faces = [face for face in texts.faces() if face != "Number"]
    suited = _faces(deck, suited=True)
    suitless = _faces(deck, suited=False)
    return {
        **plan.options,
        "fools": deck.fools,
        "own_deck": bool(plan.ruleset.cards),
        "cards": len(plan.cards),
        "decks": deck.copies[0],
        "low": min(numbers),
        "high": max(numbers),
        "suits": ", ".join(texts.suits()),
        "has_suited": bool(suited),
        "has_suitless": bool(suitless),
        "suited": ", ".join(map(texts.face, suited)),
        "suitless": ", ".join(texts.face(face) + (f" ({n})" if n > 1 else "") for face, n in suitless.items()),
        "knights": "Knight" in faces,
        "bards": sum(n for kind, n in zip(deck.kinds, deck.copies, strict=True) if kind.face == N.BARD),
        "faces": "\n".join(map(texts.told_face, faces)),
    }


def _faces(deck: Composition, suited: bool) -> dict[str, int]:
    """The faces with a suit or without one, and how many there are of each kind."""
    counted: dict[str, int] = {}
    for kind, copies in zip(deck.kinds, deck.copies, strict=True):
        if copies and kind.face != N.NUMBER and _has_suit(kind) == suited:
            counted[face_name(kind)] = copies
    return counted


def _has_suit(kind: Kind) -> bool:
    return bool(kind.suit != N.NO_SUIT)
