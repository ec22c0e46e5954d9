"""Checks of what another package's game declares about itself, before anybody chooses it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from silverhook.core.cdefs import EngineNumbers
from silverhook.core.errors import PluginError
from silverhook.core.options import Option
from silverhook.core.ruleset import GameSpec

__all__ = ["LOOK", "check_declaration"]

LOOK = "look.js"  # the module in the folder of a game's look that the page imports
_LANGUAGES = ("en", "fr", "pl")
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def check_declaration(name: str, spec: Any) -> None:
    """Raise a PluginError if an object is not the declaration of a game of this name."""
    if not isinstance(spec, GameSpec):
        raise PluginError(f'it is {_kind(spec)}; a game is declared by a GameSpec, as in {name} = "package:GAME"')
    if spec.name != name:
        raise PluginError(f'its GameSpec has the name "{spec.name}"; give the entry point and the GameSpec one name')
    if not _NAME.fullmatch(name):
        raise PluginError(
            f'a game\'s name has small letters, digits, "_" and "-", and begins with a letter, not "{name}"'
        )
    _check_texts(spec)
    _check_numbers(spec)
    _check_choices(spec)
    _check_look(spec.look)


def _check_texts(spec: GameSpec) -> None:
    for field in ("title", "summary"):
        value = getattr(spec, field)
        if not isinstance(value, str) or not value.strip():
            raise PluginError(f"its {field} must be a text, not {value!r}")
    if not isinstance(spec.assumptions, tuple) or not all(isinstance(text, str) for text in spec.assumptions):
        raise PluginError("its assumptions must be a tuple of texts")


def _check_numbers(spec: GameSpec) -> None:
    if not _is_number(spec.version):
        raise PluginError(f"its version must be a whole number, not {spec.version!r}")
    players = spec.players
    seats = EngineNumbers(Path(__file__).parent / "record.pxd").MAX_PLAYERS
    pair = isinstance(players, tuple) and len(players) == 2 and all(map(_is_number, players))
    if not pair or not 2 <= players[0] <= players[1] <= seats:
        raise PluginError(
            f"its players must be the fewest and the most, from 2 to {seats}, as in (2, 4), not {players!r}"
        )


def _check_choices(spec: GameSpec) -> None:
    """Check the editions, and ask for everything that lists of games show of them."""
    editions = spec.editions
    if not isinstance(editions, tuple) or not editions or not all(isinstance(one, str) and one for one in editions):
        raise PluginError(f"its editions must be a tuple with at least one name, not {editions!r}")
    for function in ("make", "options"):
        if not callable(getattr(spec, function)):
            raise PluginError(f"its {function} must be a function, not {_kind(getattr(spec, function))}")
    for edition in editions:
        options = spec.options(edition)
        if not isinstance(options, Mapping) or not all(isinstance(option, Option) for option in options.values()):
            raise PluginError(f"its options of the edition {edition} must be Options by name, not {_kind(options)}")
        for language in _LANGUAGES if spec.words else ():
            if not isinstance(spec.words(edition, language), Mapping):  # type: ignore[misc]
                raise PluginError(f"its words of the edition {edition} must be a table by name")


def _check_look(look: Any) -> None:
    if look is None:
        return
    if not isinstance(look, Path):
        raise PluginError(f"its look must be the Path of a folder, not {_kind(look)}")
    if not (look / LOOK).is_file():
        raise PluginError(f"its look has no {LOOK} in {look}")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _kind(value: object) -> str:
    """What an object is, in words."""
    return "None" if value is None else f"of type {type(value).__name__}"
