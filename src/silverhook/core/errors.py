"""The errors that Silverhook raises on purpose. Each message says what is wrong and how to fix it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

__all__ = [
    "ActionError",
    "AmbiguousAction",
    "ArenaError",
    "BotError",
    "BrokenInvariant",
    "CardSetError",
    "DamagedGame",
    "IllegalAction",
    "MalformedAction",
    "OutOfTurn",
    "PluginError",
    "Problem",
    "RecordError",
    "RulesetError",
    "SeedError",
    "SilverhookError",
    "nearest",
]


class SilverhookError(Exception):
    """The input was wrong; nothing has changed."""


class ActionError(SilverhookError):
    """An action was refused; the game is as it was."""


class MalformedAction(ActionError):
    """The input is not an action of this game."""


class AmbiguousAction(MalformedAction):
    """The words match several legal actions."""


class IllegalAction(ActionError):
    """The action is not allowed now."""


class OutOfTurn(ActionError):
    """Another seat is to act."""


class RulesetError(SilverhookError):
    """There is no such game, edition, option or number of players.

    `about` names the parts of the ruleset that are wrong: "players", "edition", "cards", "option NAME".
    """

    about: tuple[str, ...] = ()

    def __init__(self, message: str, *about: str) -> None:
        super().__init__(message)
        if about:
            self.about = about


class Problem(NamedTuple):
    """One mistake in a file; lines and columns count from 1."""

    line: int
    column: int
    message: str


class CardSetError(RulesetError):
    """A card file cannot be used; each line of the message begins with file, line and column.

    `problems` holds all that is wrong with the file, in the order of its lines.
    """

    about = ("cards",)

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class SeedError(SilverhookError):
    """A seed is not a number of at most 256 bits."""


class RecordError(SilverhookError):
    """A text record cannot be read or does not replay; `line` and `file` say where, if that is known."""

    line: int | None = None
    file: str | None = None

    @classmethod
    def at(cls, line: int, message: str) -> RecordError:
        """An error in a line of a record."""
        error = cls(f"line {line}: {message}")
        error.line = line
        return error

    @classmethod
    def of_file(cls, file: str, message: str) -> RecordError:
        """An error about a file as a whole."""
        error = cls(f"{file} {message}")
        error.file = file
        return error


class BotError(SilverhookError):
    """There is no such bot, or it has no such setting."""


class PluginError(SilverhookError):
    """What another package has registered is no game or bot, or cannot be used under its name."""


class ArenaError(SilverhookError):
    """The settings of an arena or its results file cannot be used."""


class DamagedGame(SilverhookError):
    """The bytes are not a game saved by this version."""


class BrokenInvariant(SilverhookError):
    """The engine contradicts its own rules. This is a bug in Silverhook: please report it."""

    def __init__(self, message: str, number: int = 0) -> None:
        super().__init__(message)
        self.number = number  # of the invariant, as the game's checks count them


def nearest(wrong: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the closest valid name, if there is one, and the list of all."""
    names = sorted(known)
    close = get_close_matches(wrong, names, n=1)
    if not names:
        return "there are none"
    choices = f"choose one of: {', '.join(names)}"
    return f'did you mean "{close[0]}"? If not, {choices}' if close else choices
