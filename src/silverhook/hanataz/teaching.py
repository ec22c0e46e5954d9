"""How Hanataz is taught: its guide and its guided games, by deck and options."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from silverhook.core.options import Value
from silverhook.core.ruleset import Ruleset
from silverhook.core.teaching import Guide, Lesson, LessonStep, lesson_plan, read_guide, read_lesson
from silverhook.core.words import phrases
from silverhook.hanataz import GAME
from silverhook.hanataz.composition import Composition, N, face_name
from silverhook.hanataz.narrator import HanatazNarrator
from silverhook.hanataz.prepared import PreparedRuleset, prepare

__all__ = ["guide", "lesson"]

_GUIDE = Path(__file__).parent / "guide"
_LESSONS = Path(__file__).parent / "lessons"


@lru_cache(maxsize=64)
def guide(ruleset: Ruleset, language: str) -> Guide:
    """The guide to the rules of this ruleset."""
    narrator = prepare(ruleset).narrator(language)
    return read_guide(phrases(_GUIDE, language), _facts(narrator), narrator.phrases)


@lru_cache(maxsize=64)
def lesson(edition: str | None, language: str, name: str) -> Lesson:
    """A guided game."""
    plan = lesson_plan(_LESSONS, name)
    ruleset = GAME.ruleset(len(plan["seats"]), edition, plan["options"])
    narrator = prepare(ruleset).narrator(language)
    read = read_lesson(plan, phrases(_LESSONS / name, language), ruleset, _facts(narrator), narrator.phrases)
    return replace(read, steps=tuple(_with_suits(step, narrator.prepared.composition) for step in read.steps))


def _with_suits(step: LessonStep, deck: Composition) -> LessonStep:
    """A lesson step about a face fits that face in any suit."""
    cards = tuple(kind.name for kind in deck.kinds if face_name(kind) in step.when.cards)
    return replace(step, when=replace(step.when, cards=cards))


def _facts(narrator: HanatazNarrator) -> dict[str, Value]:
    """The facts that choose the words of a text or fill its gaps."""
    plan, deck, texts = narrator.prepared, narrator.prepared.composition, narrator.texts
    numbers = [kind.value for kind in deck.kinds if kind.face == N.NUMBER]
    faces = [face for face in texts.faces() if face != "Number"]
    suited, suitless = _faces(plan, suited=True), _faces(plan, suited=False)
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
        "bards": suitless.get("Bard", 0) or suited.get("Bard", 0),
        "faces": "\n".join(map(texts.told_face, faces)),
    }


def _faces(plan: PreparedRuleset, suited: bool) -> dict[str, int]:
    """The faces with a suit or without one, and how many cards there are of each."""
    counted: Counter[str] = Counter()
    for kind, copies in zip(plan.kinds, plan.composition.copies, strict=True):
        if kind.face != N.NUMBER and (kind.suit != N.NO_SUIT) == suited:
            counted[face_name(kind)] += copies
    return +counted
