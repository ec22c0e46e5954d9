"""Replays a game from its text record and checks everything that the record states."""

from __future__ import annotations

from silverhook.core.errors import ActionError, RecordError, RulesetError, SeedError, SilverhookError
from silverhook.core.game import Game
from silverhook.core.options import Value
from silverhook.core.record_text import TextRecord, read
from silverhook.core.ruleset import GameSpec
from silverhook.games import game_spec, new

__all__ = ["begin", "replay"]


def replay(text: str) -> Game:
    """The game of a text record, with its actions. A RecordError names the line that is wrong."""
    if not isinstance(text, str):
        raise RecordError(f"a record is a text, as Game.record() gives it, not {type(text).__name__}")
    record = read(text)
    game = begin(record)
    for line, seat, words in record.actions:
        _apply(game, line, seat, words)
    _verify(game, record)
    return game


def begin(record: TextRecord) -> Game:
    """The game of a record as it was dealt, before its first action."""
    spec = _spec(record)
    options = {name: _option(record, spec, name, word) for name, word in record.options.items()}
    try:
        return new(
            spec.name,
            _number(record, "players"),
            edition=record.fields["edition"],
            options=options,
            cards=record.cards,
            seed=record.fields["seed"],
        )
    except SeedError as problem:
        raise RecordError.at(record.lines["seed"], str(problem)) from None
    except RulesetError as problem:
        raise RecordError.at(_line_of(record, problem), str(problem)) from None


def _spec(record: TextRecord) -> GameSpec:
    """The game that the record names, if this version plays it by the same rules."""
    try:
        spec = game_spec(record.fields["game"])
    except SilverhookError as problem:
        raise RecordError.at(record.lines["game"], str(problem)) from None
    version = _number(record, "version")
    if version != spec.version:
        raise RecordError.at(
            record.lines["version"],
            f"this is {spec.title} by rules version {version}, and this Silverhook "
            f"plays version {spec.version}; replay it with the Silverhook that wrote it",
        )
    if record.fields["edition"] not in spec.editions:
        raise RecordError.at(
            record.lines["edition"],
            f"no edition {record.fields['edition']!r} of {spec.title}; choose one of: {', '.join(spec.editions)}",
        )
    return spec


def _option(record: TextRecord, spec: GameSpec, name: str, word: str) -> Value:
    """The value of an option, checked here so that its own line is named."""
    known = spec.options(record.fields["edition"])
    try:
        value: Value = known[name].read(word) if name in known else word
        spec.ruleset(spec.players[0], record.fields["edition"], {name: value})
    except RulesetError as problem:
        raise RecordError.at(record.lines[f"option {name}"], str(problem)) from None
    return value


def _number(record: TextRecord, field: str) -> int:
    text = record.fields[field]
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise RecordError.at(record.lines[field], f"{field} is a number, not {text!r}")
    return int(text)


def _line_of(record: TextRecord, problem: RulesetError) -> int:
    """The first line that states what a refused ruleset is about; what is not stated depends on the players."""
    lines = [record.lines[part] for part in problem.about if part in record.lines]
    return lines[0] if lines else record.lines["players"]


def _apply(game: Game, line: int, seat: int, words: str) -> None:
    if game.over:
        raise RecordError.at(line, "the game is over before this action; the record must end with the line above")
    if seat != game.to_act:
        raise RecordError.at(line, f"seat {seat} acts here, but it is seat {game.to_act} that decides")
    try:
        game.apply(game.parse(words))
    except ActionError as problem:
        raise RecordError.at(line, str(problem)) from None


def _verify(game: Game, record: TextRecord) -> None:
    """The stated result must be the one that the actions lead to. An unfinished game has none."""
    stated = {"result": game.scores, "winners": game.winners}
    for name, numbers in stated.items():
        reached = " ".join(map(str, numbers))
        if not game.over:
            if name in record.fields:
                raise RecordError.at(
                    record.lines[name],
                    f"{name} stated, but after {game.ply} actions the game is not over; "
                    "actions are missing, or this line must go",
                )
        elif name not in record.fields:
            raise RecordError(f'the game is over, but the record has no line "{name}: {reached}"; its end is missing')
        elif record.fields[name].split() != reached.split():
            raise RecordError.at(
                record.lines[name], f"{name} {record.fields[name]} stated, but the actions lead to {reached}"
            )
