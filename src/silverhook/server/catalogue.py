"""What can be chosen for a table: games, editions, options, cards and bots, as the typed dicts of `messages.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from silverhook import bots
from silverhook.core.errors import CardSetError, Problem, RulesetError
from silverhook.core.narrator import CardFace
from silverhook.core.options import Option, Value, written
from silverhook.core.rules import Rules
from silverhook.core.ruleset import GameSpec, Ruleset
from silverhook.core.teaching import Guide, Lesson, LessonStep
from silverhook.core.words import ENGLISH
from silverhook.games import game_spec, rules
from silverhook.server import messages
from silverhook.server.errors import NoSuchGame
from silverhook.server.house import House, HouseGame

__all__ = [
    "bot_list",
    "card_help",
    "cards_of",
    "check_cards",
    "edition_cards",
    "edition_guide",
    "game_list",
    "guide_of",
    "lesson_of",
    "lesson_plan",
]


def game_list(house: House, language: str = ENGLISH) -> list[messages.GameInfo]:
    """Every game that the house offers, with its editions and options."""
    return [_game(spec, house.game(spec.name), language) for spec in house.offered()]


def bot_list(house: House, language: str = ENGLISH) -> list[messages.BotInfo]:
    """Every level of bot that the house offers, weak ones first."""
    offered = [level for level in bots.levels(language).values() if not house.bots or level.bot in house.bots]
    return [
        {"name": level.bot, "title": level.name, "about": level.about, "strength": level.strength} for level in offered
    ]


def cards_of(prepared: Rules, language: str = ENGLISH) -> list[messages.CardInfo]:
    """The faces of the cards of a game."""
    return _printed(prepared.narrator(language).faces())


def _printed(faces: Iterable[CardFace]) -> list[messages.CardInfo]:
    return [
        {
            "name": face.name,
            "title": face.title,
            "brief": face.brief,
            "copies": face.copies,
            "numbers": face.numbers,
            "texts": face.texts,
            "signs": face.signs,
            "marks": face.marks,
        }
        for face in faces
    ]


def edition_cards(game: str, edition: str | None, language: str = ENGLISH) -> list[messages.CardInfo]:
    """The faces of the cards of an edition's own set."""
    spec = game_spec(game)
    return cards_of(rules(spec.ruleset(spec.players[0], edition)), language)


def card_help(game: str) -> messages.CardHelp:
    """A card file to begin with, and sentences for its texts."""
    spec = _for_own_cards(game)
    return {
        "example": spec.card_example() if spec.card_example else "",
        "phrases": spec.card_phrases() if spec.card_phrases else [],
    }


def check_cards(game: str, edition: str | None, cards: str, language: str) -> messages.CardCheck:
    """What is wrong with a card file, what looks wrong with it, and its cards as they are printed."""
    spec = _for_own_cards(game)
    ruleset = spec.ruleset(spec.players[0], edition, {}, cards)
    found: messages.CardCheck = {"problems": [], "shortage": "", "warnings": [], "cards": []}
    if not ruleset.cards:
        return found
    try:
        if spec.read_cards:
            spec.read_cards(ruleset.cards, "")
    except CardSetError as error:
        return {**found, "problems": [_problem(problem) for problem in error.problems]}
    try:
        found["cards"] = cards_of(spec.make(ruleset), language)
    except RulesetError as error:
        found["shortage"] = str(error)
    if found["shortage"] and spec.card_faces:
        found["cards"] = _printed(spec.card_faces(ruleset, language))
    if spec.card_warnings:
        found["warnings"] = spec.card_warnings(ruleset, language, 0)
    return found


def _for_own_cards(game: str) -> GameSpec:
    spec = game_spec(game)
    if spec.read_cards is None:
        raise RulesetError(f"{spec.title} is not played with card files", "cards")
    return spec


def _problem(problem: Problem) -> messages.CardProblem:
    return {"line": problem.line, "column": problem.column, "message": problem.message}


def guide_of(ruleset: Ruleset, language: str) -> messages.GuideInfo:
    """The guide to the rules of a ruleset, for its players."""
    spec = game_spec(ruleset.game)
    guide = spec.guide(ruleset, language) if spec.guide else Guide()
    return {
        "title": guide.title,
        "sections": [
            {"id": section.id, "title": section.title, "paragraphs": list(section.paragraphs)}
            for section in guide.sections
        ],
    }


def edition_guide(game: str, edition: str | None, language: str) -> messages.GuideInfo:
    """The rules of an edition with its own options."""
    spec = game_spec(game)
    return guide_of(spec.ruleset(spec.players[0], edition), language)


def lesson_of(game: str, edition: str | None, language: str, name: str = "first") -> messages.LessonInfo:
    """A guided game of an edition; the seed stays here."""
    lesson, names = lesson_plan(game, edition, language, name), game_spec(game).lessons
    later = names[names.index(name) + 1 :] if name in names else ()
    return {
        "next": later[0] if later else None,
        "title": lesson.title,
        "edition": lesson.ruleset.edition,
        "players": lesson.ruleset.players,
        "steps": [_step(step) for step in lesson.steps],
    }


def _step(step: LessonStep) -> messages.LessonStepInfo:
    when = step.when
    return {
        "id": step.id,
        "title": step.title,
        "text": step.text,
        "when": {
            "kind": when.kind,
            "does": when.does,
            "event": when.event,
            "mine": when.mine,
            "cards": list(when.cards),
            "over": when.over,
            "after": list(when.after),
        },
        "point": step.point,
        "goal": list(step.goal),
        "ask": step.ask,
        "done": step.done,
        "other": step.other,
    }


def lesson_plan(game: str, edition: str | None, language: str = ENGLISH, name: str = "first") -> Lesson:
    """How a guided game of an edition is set up and dealt, and what is explained in it."""
    spec = game_spec(game)
    if spec.lesson is None:
        raise NoSuchGame(f"{spec.title} has no guided games")
    lesson: Lesson = spec.lesson(edition, language, name)
    return lesson


def _game(spec: GameSpec, chosen: HouseGame, language: str) -> messages.GameInfo:
    words = _words(spec, spec.editions[0], language).get("game", {})
    return {
        "name": spec.name,
        "title": words.get("title", spec.title),
        "summary": words.get("summary", spec.summary),
        "rules_version": spec.version,
        "fewest": spec.players[0],
        "most": spec.players[1],
        "editions": [_edition(spec, edition, chosen, language) for edition in spec.editions],
        "own_cards": spec.read_cards is not None,
        "assumptions": list(words.get("assumptions", spec.assumptions)),
        "has_guide": spec.guide is not None,
        "has_lesson": spec.lesson is not None,
        "house": {
            "edition": chosen.edition,
            "players": chosen.players,
            "level": chosen.level,
            "card_set": chosen.card_set,
            "card_sets": list(chosen.card_sets),
        },
        "has_look": spec.look is not None,
    }


def _words(spec: GameSpec, edition: str, language: str) -> Mapping[str, Mapping[str, Any]]:
    """A game's words about itself in a language; empty if it has no words files."""
    words: Mapping[str, Mapping[str, Any]] = spec.words(edition, language) if spec.words else {}
    return words


def _edition(spec: GameSpec, edition: str, chosen: HouseGame, language: str) -> messages.EditionInfo:
    words = _words(spec, edition, language)
    house = chosen.options.get(edition, {})
    own, options = words.get("edition", {}).get(edition, {}), words.get("option", {})
    return {
        "name": edition,
        "title": own.get("title", edition),
        "summary": own.get("summary", ""),
        "options": [_option(option, house, options.get(name, {})) for name, option in spec.options(edition).items()],
    }


def _option(option: Option, house: Mapping[str, Value], words: Mapping[str, Any]) -> messages.OptionInfo:
    labels = {written(value): written(value) for value in option.values} | words.get("values", {})
    return {
        "name": option.name,
        "title": words.get("title", option.name),
        "default": house.get(option.name, option.default),
        "help": words.get("help", option.help),
        "values": list(option.values),
        "labels": labels,
        "least": option.least,
        "most": option.most if option.least is not None else None,
    }
