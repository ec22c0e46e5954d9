"""Text records: the ruleset of a game, its seed, each action in words, the result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from silverhook.core.errors import RecordError
from silverhook.core.options import written

if TYPE_CHECKING:
    from silverhook.core.game import Game

__all__ = ["FORMAT", "TextRecord", "read", "write"]

FORMAT = "silverhook record 1"
_FIELDS = ("game", "version", "edition", "players", "seed")


@dataclass(frozen=True)
class TextRecord:
    """The parts of a record, before it is replayed."""

    fields: dict[str, str]  # game, version, edition, players, seed; result once the game is over
    options: dict[str, str]
    cards: str
    actions: list[tuple[int, int, str]]  # line in the text, seat, words
    proof: dict[
        str, str
    ]  # of a game played at a table: table, origin, commitment, secret, "nonce N", "seat N", log, sha256
    lines: dict[str, int]  # where each field, option ("option NAME") and the first line of cards ("cards") is


def write(game: Game, proof: Mapping[str, str] | None = None) -> str:
    """The record of a game that started with a deal. `proof` adds fields that prove where the seed comes from."""
    from silverhook.core.game import Game as Played

    ruleset, seed = game.ruleset, game.seed
    if seed is None:
        raise RecordError("this game did not start with a deal, so it has no record")
    lines = [
        FORMAT,
        f"game: {ruleset.game}",
        f"version: {ruleset.version}",
        f"edition: {ruleset.edition}",
        f"players: {ruleset.players}",
        f"seed: {seed.hex()}",
    ]
    lines += [f"option {name}: {written(value)}" for name, value in ruleset.options]
    lines += [f"| {line}".rstrip() for line in ruleset.cards.removesuffix("\n").split("\n") if ruleset.cards]
    lines += [f"{name}: {value}" for name, value in (proof or {}).items()]
    lines.append("")
    replay = Played(game.rules, seed)
    for action in game.actions:
        lines.append(f"{replay.to_act} {replay.describe(action)}")
        replay.apply(action)
    if game.over:
        lines += ["", f"result: {' '.join(map(str, game.scores))}", f"winners: {' '.join(map(str, game.winners))}"]
    return "\n".join(lines) + "\n"


def read(text: str) -> TextRecord:
    """The parts of a record. An error names the line that is wrong."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != FORMAT:
        raise RecordError.at(1, f'a record begins with "{FORMAT}", not {lines[0][:60]!r}')
    fields: dict[str, str] = {}
    options: dict[str, str] = {}
    cards: list[str] = []
    actions: list[tuple[int, int, str]] = []
    proof: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("|"):
            cards.append(line[2:])
            places.setdefault("cards", number)
        elif match := re.fullmatch(r"(\d) (\S.*)", line):
            actions.append((number, int(match[1]), match[2]))
        elif match := re.fullmatch(r"option (\w+): (\S+)", line):
            _once(options, match[1], match[2], number)
            places[f"option {match[1]}"] = number
        elif match := re.fullmatch(r"(game|version|edition|players|seed|result|winners): (\S.*)", line):
            _once(fields, match[1], match[2], number)
            places[match[1]] = number
        elif match := re.fullmatch(r"(table|origin|commitment|secret|log|sha256|(?:nonce|seat) \d): (\S.*)", line):
            _once(proof, match[1], match[2], number)
            places[match[1]] = number
        elif line.strip():
            raise RecordError.at(
                number,
                f'{line[:60]!r} is neither a field (as "players: 2"), an option (as "option reshuffle: '
                f'lazy"), a line of cards (after "| ") nor an action (as "0 end turn")',
            )
    for name in _FIELDS:
        if name not in fields:
            raise RecordError(
                f'the record has no line "{name}: ..."; a record states {", ".join(_FIELDS)} before the actions'
            )
    return TextRecord(fields, options, "\n".join(cards) + "\n" if cards else "", actions, proof, places)


def _once(into: dict[str, str], name: str, value: str, line: int) -> None:
    if name in into:
        raise RecordError.at(line, f"{name} is given twice")
    into[name] = value.strip()
