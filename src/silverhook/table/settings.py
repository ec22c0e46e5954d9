"""The settings of a table: the game, the seats, the clock, and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from silverhook import bots
from silverhook.core.errors import BotError, nearest
from silverhook.core.ruleset import Ruleset
from silverhook.games import game_spec, rules
from silverhook.table.errors import SettingsError

__all__ = ["CLOCKS", "PERSON", "TableSettings", "TimeControl"]

PERSON = "person"
ClockKind = Literal["none", "move", "bank"]
CLOCKS: dict[ClockKind, str] = {
    "none": "no time limit",
    "move": "a number of seconds for each decision",
    "bank": "a number of seconds for the whole game, plus an increment for each decision",
}
_THOUGHT = 100_000  # simulations of a bot, because other tables share its threads
_DAY = 86_400
_LONGEST = 30 * _DAY


def _seconds(what: str, number: float, least: float, most: float) -> None:
    right = isinstance(number, int | float) and not isinstance(number, bool) and least <= number <= most
    if not right:
        raise SettingsError(f"{what} must be a number from {least} to {most}, not {number!r}")


@dataclass(frozen=True)
class TimeControl:
    """How long a person may think. A bot takes over for players who run out of time, until they return."""

    kind: ClockKind = "none"
    seconds: float = 0
    increment: float = 0

    def __post_init__(self) -> None:
        if self.kind not in CLOCKS:
            raise SettingsError(f"no clock {self.kind!r}; {nearest(str(self.kind), CLOCKS)}")
        _seconds("the seconds of a clock", self.seconds, 1 if self.kind != "none" else 0, _LONGEST)
        _seconds("the increment of a clock", self.increment, 0, _DAY)
        if self.kind != "bank" and self.increment:
            raise SettingsError(f"the clock {self.kind!r} has no increment; only 'bank' has one")
        if self.kind == "none" and self.seconds:
            raise SettingsError("seconds need a clock; choose move or bank")


@dataclass(frozen=True)
class TableSettings:
    """What the host chooses. A seat is "person" or the level of a bot.

    `substitute` is the bot for seats that nobody takes and for players who leave. `pause` is how many seconds a
    secret question stays open, whether or not anybody has a choice; None at the table of one person without
    spectators, where it waits for that person's answer.
    """

    ruleset: Ruleset
    seats: tuple[str, ...]
    clock: TimeControl = TimeControl()
    substitute: str = "heuristic"
    undo: bool = True
    hints: bool = False
    spectators: bool = True
    pause: float | None = 6

    @classmethod
    def of(
        cls,
        game: str,
        seats: Sequence[str],
        *,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        cards: str = "",
        clock: TimeControl | None = None,
        **rest: Any,
    ) -> TableSettings:
        """Checked settings for a game by name; the number of seats is the number of players."""
        ruleset = game_spec(game).ruleset(len(seats), edition, options, cards)
        return cls(ruleset, tuple(seats), clock or TimeControl(), **rest).checked()

    def checked(self) -> TableSettings:
        """These settings if they are valid; SettingsError says what is not."""
        rules(self.ruleset)
        if len(self.seats) != self.ruleset.players:
            raise SettingsError(f"{self.ruleset.players} players need as many seats, not {len(self.seats)}")
        for level in (self.substitute, *(seat for seat in self.seats if seat != PERSON)):
            _bot(level)
        for name in ("undo", "hints", "spectators"):
            if not isinstance(getattr(self, name), bool):
                raise SettingsError(f"{name} must be true or false, not {getattr(self, name)!r}")
        if self.pause is not None:
            _seconds("the pause of a secret question", self.pause, 0, _DAY)
        elif self.spectators or self.seats.count(PERSON) != 1:
            raise SettingsError("the pause may be left open only at the table of one person without spectators")
        return self

    def to_json(self) -> dict[str, Any]:
        """The settings as plain data."""
        data = {name: getattr(self, name) for name in ("substitute", "undo", "hints", "spectators", "pause")}
        return {"ruleset": self.ruleset.to_json(), "seats": list(self.seats), "clock": asdict(self.clock), **data}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableSettings:
        """The inverse of to_json."""
        rest = {name: value for name, value in data.items() if name not in ("ruleset", "seats", "clock")}
        return cls(Ruleset.from_json(data["ruleset"]), tuple(data["seats"]), TimeControl(**data["clock"]), **rest)

    def renewed(self) -> TableSettings:
        """The same settings for another game, with the present version of the rules."""
        return replace(self, ruleset=replace(self.ruleset, version=game_spec(self.ruleset.game).version))


def _bot(level: str) -> None:
    if not isinstance(level, str):
        raise SettingsError(f'a seat must be "person" or the level of a bot, not {level!r}')
    try:
        bots.make(level)
    except BotError as problem:
        raise SettingsError(str(problem)) from None
    if any(int(number) > _THOUGHT for number in re.findall(r"\d+", level)):
        raise SettingsError(f'"{level}" thinks too long for a table; use at most {_THOUGHT} simulations')
