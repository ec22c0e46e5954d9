"""The house settings: what this server's lobby offers, read from one TOML file. Errors name the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from silverhook import bots
from silverhook.core.errors import CardSetError, RulesetError, SilverhookError, nearest
from silverhook.core.options import Value, plain
from silverhook.core.ruleset import GameSpec
from silverhook.core.toml_file import TomlFile
from silverhook.games import game_spec, games, rules
from silverhook.server.settings import ServerSettingsError, read_limits
from silverhook.table.administration import duration
from silverhook.table.settings import TableSettings

__all__ = ["House", "HouseGame"]

_SUBSTITUTE = TableSettings.substitute
_OWN = ("games", "bots", "bots_only_tables", "keep_finished", "limits")
_OF_GAME = ("edition", "players", "level", "options", "card_sets", "card_set")


@dataclass(frozen=True)
class HouseGame:
    """What the house has chosen for a game."""

    edition: str  # preselected
    players: int | None = None  # preselected
    level: str | None = None  # of bots, preselected
    options: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)  # by edition: they replace its defaults
    card_sets: Mapping[str, str] = field(default_factory=dict)  # the text of each, by its title
    card_set: str | None = None  # the one for tables that name none; None: the edition's own

    def cards(self, wanted: str | None) -> str:
        """The text of the wanted card set: None is the house's choice, "" the edition's own set."""
        title = self.card_set if wanted is None else wanted
        if not title:
            return ""
        if title not in self.card_sets:
            raise RulesetError(f'no card set "{title}" on this server; {nearest(title, self.card_sets)}')
        return self.card_sets[title]


@dataclass(frozen=True)
class House:
    """What this server offers. Without a file, everything there is."""

    games: tuple[str, ...] = ()  # offered, in this order; none named: all
    bots: tuple[str, ...] = ()  # offered levels; none named: all
    bots_only_tables: int | None = None  # tables in progress without people, at most
    keep_finished: float | None = None  # seconds
    limits: tuple[str, ...] = ()  # as name=number
    choices: Mapping[str, HouseGame] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> House:
        """The settings in a file; ServerSettingsError names the file, the line and what to write instead."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            reason = getattr(problem, "strerror", None) or "it is not text in UTF-8"
            raise ServerSettingsError(f"the house settings {path} cannot be read: {reason}") from None
        return _Reader(TomlFile(text, str(path)), path.parent).house()

    def game(self, name: str) -> HouseGame:
        """The choices for a game that is offered."""
        if self.games and name not in self.games and name in games():
            raise RulesetError(f'this server does not offer "{name}"; {nearest(name, self.games)}')
        return self.choices.get(name) or HouseGame(game_spec(name).editions[0])

    def offered(self) -> list[GameSpec]:
        """The games of the lobby."""
        return [game_spec(name) for name in self.games or games()]

    def check_bot(self, level: str) -> None:
        """Refuse a level of bot that is not offered."""
        if self.bots and level not in self.bots:
            raise RulesetError(f'this server does not offer the bot "{level}"; {nearest(level, self.bots)}')


class _Reader:
    """Reads one file."""

    def __init__(self, file: TomlFile, folder: Path) -> None:
        self._file = file
        self._folder = folder

    def house(self) -> House:
        try:
            data = self._file.toml()
        except CardSetError as problem:  # what TOML says, with its line
            raise ServerSettingsError(str(problem)) from None
        known = (*_OWN, *games())
        for key in data:
            if key not in known:
                raise self._error((key,), f'nothing here is called "{key}"; {nearest(key, known)}')
        limits = tuple(f"{name}={number}" for name, number in self._table(data, "limits").items())
        for word in limits:
            self._at(("limits", word.partition("=")[0]), lambda word=word: read_limits([word]))  # type: ignore[misc]
        offered, bots_offered = self._words(data, "games", tuple(games())), self._bots(data)
        return House(
            games=offered,
            bots=bots_offered,
            bots_only_tables=self._number(data, ("bots_only_tables",), 0, 100_000),
            keep_finished=self._at(("keep_finished",), lambda: duration(str(data["keep_finished"])))
            if "keep_finished" in data
            else None,
            limits=limits,
            choices={
                name: self._game(game_spec(name), self._table(data, name), bots_offered)
                for name in games()
                if name in data
            },
        )

    def _bots(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        offered = self._words(data, "bots", tuple(bots.levels()))
        if offered and _SUBSTITUTE not in offered:
            raise self._error(("bots",), f'add "{_SUBSTITUTE}", which plays for people who leave')
        return offered

    def _game(self, spec: GameSpec, data: Mapping[str, Any], offered: Collection[str]) -> HouseGame:
        for key in data:
            if key not in _OF_GAME:
                raise self._error((spec.name, key), f'a game has no setting "{key}"; {nearest(key, _OF_GAME)}')
        edition = data.get("edition", spec.editions[0])
        if edition not in spec.editions:
            raise self._error((spec.name, "edition"), f"no such edition; {nearest(str(edition), spec.editions)}")
        level = data.get("level")
        if level is not None:
            self._at((spec.name, "level"), lambda: bots.make(level))
            if offered and level not in offered:
                raise self._error((spec.name, "level"), f"this is not among the bots above; {nearest(level, offered)}")
        sets = {title: self._cards(spec, title, name) for title, name in self._table(data, "card_sets").items()}
        card_set = data.get("card_set")
        if card_set is not None and card_set not in sets:
            raise self._error((spec.name, "card_set"), f"no such set in card_sets; {nearest(str(card_set), sets)}")
        players = self._number(data, (spec.name, "players"), *spec.players)
        return HouseGame(edition, players, level, self._options(spec, data), sets, card_set)

    def _options(self, spec: GameSpec, data: Mapping[str, Any]) -> dict[str, dict[str, Value]]:
        chosen: dict[str, dict[str, Value]] = {}
        for edition, options in self._table(data, "options").items():
            place = (spec.name, "options", edition)
            if edition not in spec.editions or not isinstance(options, dict):
                raise self._error(place, f"name an edition, as in [{spec.name}.options.{spec.editions[0]}]")
            chosen[edition] = {name: plain(value) for name, value in options.items()}
            for name, value in chosen[edition].items():
                self._at((*place, name), lambda e=edition, n=name, v=value: spec.ruleset(spec.players[0], e, {n: v}))  # type: ignore[misc]
        return chosen

    def _cards(self, spec: GameSpec, title: str, name: object) -> str:
        place = (spec.name, "card_sets", title)
        if spec.read_cards is None:
            raise self._error(place, f"{spec.title} has no card files")
        path = self._folder / str(name)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise self._error(
                place, f"the card file {path} cannot be read; give its path from this file's folder"
            ) from None
        self._at(
            place,
            lambda: (
                spec.read_cards and spec.read_cards(text, str(path)),
                rules(spec.ruleset(spec.players[0], cards=text)),
            ),
        )
        return text

    # --- values and places ---------------------------------------------------------------------------

    def _words(self, data: Mapping[str, Any], key: str, known: tuple[str, ...]) -> tuple[str, ...]:
        found = data.get(key, [])
        if not isinstance(found, list) or (key in data and not found):
            raise self._error((key,), f'write a list, such as {key} = ["{known[0]}"]')
        for word in found:
            if word not in known:
                raise self._error((key,), f'there is no "{word}"; {nearest(str(word), known)}')
        return tuple(found)

    def _number(self, data: Mapping[str, Any], place: tuple[str, ...], least: int, most: int) -> int | None:
        value = data.get(place[-1])
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self._error(place, f"write a number from {least} to {most}")
        return value

    def _table(self, data: Mapping[str, Any], key: str) -> dict[str, Any]:
        found = data.get(key, {})
        if not isinstance(found, dict):
            raise self._error((key,), f"write a section: [{key}]")
        return found

    def _at(self, place: tuple[str, ...], check: Callable[[], Any]) -> Any:
        """Check a value; an error gets the place where it is written."""
        try:
            return check()
        except SilverhookError as problem:
            raise self._error(place, str(problem)) from None

    def _error(self, place: tuple[str, ...], message: str) -> ServerSettingsError:
        return ServerSettingsError(f"{self._file.name}:{self._line(place)}: {'.'.join(place)}: {message}")

    def _line(self, place: tuple[str, ...]) -> int:
        """The line where a key is written, or else its section's, or else the first."""
        section: tuple[str, ...] = ()
        best, line = 0, 1
        for number, text in enumerate(self._file.lines, 1):
            if header := re.match(r"\s*\[+([^\]]*)\]", text):
                section = tuple(_parts(header[1]))
            at = section if header else (*section, *_parts(text.partition("=")[0]))
            shared = len(at) if at == place[: len(at)] else 0
            if shared > best:
                best, line = shared, number
        return line


def _parts(key: str) -> Iterator[str]:
    """The parts of a dotted key, without their quotes."""
    for quoted, bare in re.findall(r"[\"']([^\"']*)[\"']|([\w-]+)", key.partition("#")[0]):
        yield quoted or bare
