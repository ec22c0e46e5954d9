"""Teaching a game: the guide to its rules, and guided games.

Texts are TOML, one file for each language. An entry is text, or a choice by a fact of the ruleset:

    empty_deck.reshuffle.eager = "…"      told where the option reshuffle is eager
    empty_deck.reshuffle.lazy = "…"
    cap.action_cap.null = "…"             the words null, true and false mean the values
    cap.action_cap.n = "… {action_cap} …" any number that has no words of its own
    coin.edition.else = "…"               any value that has no words of its own

An entry without words for the ruleset is left out. {gaps} are filled from the table [gap] of the same file, whose
entries are written in the same way, or else with the fact of that name. Each line of an entry is a paragraph.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.errors import SilverhookError, nearest
from silverhook.core.options import Value, written
from silverhook.core.ruleset import Ruleset
from silverhook.core.words import Words

__all__ = [
    "Guide",
    "Lesson",
    "LessonStep",
    "NoSuchLesson",
    "Section",
    "When",
    "Wording",
    "lesson_plan",
    "read_guide",
    "read_lesson",
    "read_plan",
]

Facts = Mapping[str, Value]  # of a ruleset: its options, and whatever else the words depend on
Texts = Mapping[str, Any]  # a file in one language
Plan = Mapping[str, Any]  # of a lesson, the same in every language


@dataclass(frozen=True)
class Section:
    """A chapter of a guide; *asterisks* mark emphasis."""

    id: str
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Guide:
    """The rules of one ruleset for its players; empty for a game that has none."""

    title: str = ""
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class When:
    """The moment for a step of a lesson: all given conditions must hold."""

    kind: str | None = None  # the kind of the decision that is asked
    does: str | None = None  # an action that does this is offered
    event: str | None = None  # something of this name has just happened
    mine: bool | None = None  # with an event: the learner's seat did it; else: the learner is asked
    cards: tuple[str, ...] = ()  # with an event: it is about one of these; else: the learner holds one of them
    over: bool | None = None  # the game is over
    after: tuple[str, ...] = ()  # steps that were shown before


@dataclass(frozen=True)
class LessonStep:
    """What a learner is told once, at the first matching moment.

    A step with a goal asks for an action and waits for it. Then it says what that achieved, or answers to whatever
    the learner did in its place.
    """

    id: str
    title: str
    text: str
    when: When
    point: str | None  # the zone, or the part of the table, that it is about
    goal: tuple[str, ...] = ()  # what the action does that is asked for: one of these
    ask: str = ""
    done: str = ""
    other: str = ""


@dataclass(frozen=True)
class Lesson:
    """A guided game: how it is dealt, and what is explained in it."""

    title: str
    ruleset: Ruleset
    seed: int  # chosen so that nearly everything comes up early
    seats: tuple[str, ...]  # "person" for the learner, else the level of a bot
    steps: tuple[LessonStep, ...]

    @property
    def learner(self) -> int:
        """The seat of the learner."""
        return self.seats.index("person")


class Wording:
    """The texts of a file for the facts of one ruleset, in the spelling of their language."""

    def __init__(self, texts: Texts, facts: Facts, words: Words) -> None:
        self._gaps: Mapping[str, Any] = texts.get("gap", {})
        self._facts = facts
        self._words = words

    def lines(self, entry: Any) -> list[str]:
        """The paragraphs of an entry."""
        return [line for line in self.text(entry).split("\n") if line]

    def text(self, entry: Any) -> str:
        """The words of an entry for these facts, with the gaps filled; empty if there are none."""
        return self._words.spelt(self._filled(entry))

    def _filled(self, entry: Any) -> str:
        while not isinstance(entry, str):
            ((fact, answers),) = entry.items()
            entry = self._answer(answers, self._facts[fact])
        return entry.format_map(self)

    def __getitem__(self, gap: str) -> str:
        return self._filled(self._gaps[gap]) if gap in self._gaps else written(self._facts[gap])

    @staticmethod
    def _answer(answers: Mapping[str, Any], value: Value) -> Any:
        number = isinstance(value, int) and not isinstance(value, bool)
        for key in (written(value), *(["n"] if number else []), "else"):
            if key in answers:
                return answers[key]
        return ""


def read_guide(texts: Texts, facts: Facts, words: Words) -> Guide:
    """The guide in a file of texts: each table is a section, with its entries in order."""
    wording = Wording(texts, facts, words)
    sections = [
        Section(id, wording.text(entries["title"]), tuple(_paragraphs(wording, entries)))
        for id, entries in texts.items()
        if id not in ("title", "gap")
    ]
    return Guide(wording.text(texts["title"]), tuple(section for section in sections if section.paragraphs))


def read_lesson(plan: Plan, texts: Texts, ruleset: Ruleset, facts: Facts, words: Words) -> Lesson:
    """The lesson that a plan describes, in the words of a file of texts; a step without words here is left out."""
    wording = Wording(texts, facts, words)
    steps = [_step(step, texts[step["id"]], wording) for step in plan["step"]]
    return Lesson(
        title=wording.text(texts["title"]),
        ruleset=ruleset,
        seed=plan["seed"][ruleset.edition],
        seats=tuple(plan["seats"]),
        steps=tuple(step for step in steps if step.text),
    )


class NoSuchLesson(SilverhookError):
    """A game has no lesson of this name."""


@cache
def read_plan(file: Path) -> Plan:
    """How a lesson is dealt, and when its steps are shown."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _paragraphs(wording: Wording, entries: Mapping[str, Any]) -> Sequence[str]:
    return [line for name, entry in entries.items() if name != "title" for line in wording.lines(entry)]


def lesson_plan(folder: Path, name: str) -> Plan:
    """The plan of a lesson by its name."""
    known = sorted(path.stem for path in folder.glob("*.toml"))
    if name not in known:
        raise NoSuchLesson(f"no lesson {name!r}; {nearest(name, known)}")
    return read_plan(folder / f"{name}.toml")


def _step(step: Mapping[str, Any], words: Mapping[str, Any], wording: Wording) -> LessonStep:
    when: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in step["when"].items()
    }
    return LessonStep(
        id=step["id"],
        title=wording.text(words["title"]),
        text=wording.text(words["text"]),
        when=When(**when),
        point=step.get("point"),
        goal=tuple(step.get("goal", ())),
        **{key: wording.text(words[key]) for key in ("ask", "done", "other") if key in words},
    )
