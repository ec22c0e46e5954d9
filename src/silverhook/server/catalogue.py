"""What can be chosen for a table: games, editions, options, cards and bots, as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from silverhook import bots
from silverhook.core.notation import Notation
from silverhook.core.options import Option
from silverhook.core.ruleset import GameSpec, Ruleset
from silverhook.core.teaching import Guide, Lesson
from silverhook.games import game_spec, games, rules
from silverhook.server.errors import NoSuchGame

__all__ = ["bot_list", "cards_of", "edition_cards", "edition_guide", "game_list", "guide_of", "lesson_of"]


def game_list() -> list[dict[str, Any]]:
    """Every game with its editions and options."""
    return [_game(spec) for spec in games().values()]


def bot_list() -> list[dict[str, str]]:
    """Every level of bot, weak ones first."""
    return [{"name": name, "title": title} for name, title in bots.LEVELS.items()]


def cards_of(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The faces of the cards that a ruleset is played with."""
    made: Any = rules(ruleset)
    notation: Notation = made.notation
    return [face._asdict() for face in notation.faces()]


def edition_cards(game: str, edition: str | None) -> list[dict[str, Any]]:
    """The faces of the cards that an edition comes with."""
    spec = game_spec(game)
    return cards_of(spec.ruleset(spec.players[0], edition))


def guide_of(ruleset: Ruleset, language: str) -> dict[str, Any]:
    """The rules that a table of a ruleset plays, for its players."""
    spec = game_spec(ruleset.game)
    return asdict(spec.guide(ruleset, language) if spec.guide else Guide())


def edition_guide(game: str, edition: str | None, language: str) -> dict[str, Any]:
    """The rules of an edition with its own options."""
    spec = game_spec(game)
    return guide_of(spec.ruleset(spec.players[0], edition), language)


def lesson_of(game: str, edition: str | None, language: str) -> dict[str, Any]:
    """The guided first game of an edition; the seed stays here."""
    spec = game_spec(game)
    if spec.lesson is None:
        raise NoSuchGame(f"{spec.title} has no guided first game")
    lesson: Lesson = spec.lesson(edition, language)
    return {
        "title": lesson.title,
        "edition": lesson.ruleset.edition,
        "players": lesson.ruleset.players,
        "steps": [asdict(step) for step in lesson.steps],
    }


def _game(spec: GameSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "rules_version": spec.version,
        "fewest": spec.players[0],
        "most": spec.players[1],
        "editions": [
            {"name": edition, "options": [_option(option) for option in spec.options(edition).values()]}
            for edition in spec.editions
        ],
        "own_cards": spec.read_cards is not None,
        "assumptions": list(spec.assumptions),
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "help": option.help,
        "values": list(option.values),
        "least": option.least,
        "most": option.most if option.least is not None else None,
    }
