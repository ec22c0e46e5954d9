"""A record replays to the same game, and every mistake in it is reported with its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook import records
from silverhook.bots import RandomBot, think

CARDS = (Path(sh.__file__).parent / "deckhand" / "sets" / "reference.toml").read_text(encoding="utf-8")


def played(plies: int = 10_000, **ruleset: Any) -> sh.Game:
    game = sh.new("deckhand", seed=4, **ruleset)
    mover = RandomBot(1)
    while not game.over and game.ply < plies:
        game.apply(think(mover, game).action)
    return game


@pytest.fixture(scope="module")
def text() -> str:
    return played(options={"reshuffle": "lazy", "money_cap": 9}).record()


def line_of(text: str, beginning: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


def changed(text: str, beginning: str, new: str | None) -> str:
    """The text with the first line of this beginning replaced, or without it."""
    lines = text.split("\n")
    at = line_of(text, beginning) - 1
    lines[at : at + 1] = [] if new is None else [new]
    return "\n".join(lines)


@pytest.mark.parametrize("edition", ["indicator", "tokens", "treasure"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_comes_back_from_its_record(edition: str, players: int) -> None:
    game = played(edition=edition, players=players)
    again = sh.replay(game.record())
    assert again == game
    assert again.actions == game.actions
    assert again.record() == game.record()


@pytest.mark.parametrize("plies", [0, 1, 25])
def test_an_unfinished_game_comes_back_too(plies: int) -> None:
    game = played(plies)
    assert sh.replay(game.record()) == game


@pytest.mark.parametrize("end", ["", "\n", "  \n\n", "# last word"])
def test_options_and_cards_are_in_the_record(end: str) -> None:
    cards = CARDS.replace("+4 coins.", "+5 coins.").replace("\n\n[[card]]", "  \n\n[[card]]") + end
    game = played(cards=cards, options={"action_cap": None, "offturn_reload": False})
    again = sh.replay(game.record())
    assert again == game
    assert again.ruleset == game.ruleset
    assert dict(again.ruleset.options) == {"action_cap": None, "offturn_reload": False}
    assert "+5 coins." in again.ruleset.cards


def test_line_ends_of_another_system_are_read(text: str) -> None:
    assert sh.replay(text.replace("\n", "\r\n")).record() == text


def test_a_saved_record_can_be_loaded(tmp_path: Path, text: str) -> None:
    game = sh.replay(text)
    records.save(game, tmp_path / "game.txt")
    assert records.load(tmp_path / "game.txt") == game
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    with pytest.raises(sh.RecordError, match=r"nothing\.txt cannot be read: No such file"):
        records.load(tmp_path / "nothing.txt")
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(sh.RecordError, match="not text in UTF-8"):
        records.load(tmp_path / "noise")
    (tmp_path / "letter").write_text("Dear Anne,")
    with pytest.raises(sh.RecordError, match='letter: line 1: a record begins with "silverhook record 1"'):
        records.load(tmp_path / "letter")
    with pytest.raises(sh.RecordError, match="cannot be written"):
        records.save(sh.new("deckhand", seed=1), tmp_path / "no" / "such" / "folder")


DAMAGE = [
    ("silverhook record", "silverhook record 2", "begins with"),
    ("silverhook record", None, "begins with"),
    ("game:", "game: deckhond", "did you mean"),
    ("game:", None, 'no line "game: ...'),
    ("version:", "version: 99", "replay it with the Silverhook that wrote it"),
    ("version:", "version: one", "is a number"),
    ("edition:", "edition: golden", "choose one of: indicator"),
    ("players:", "players: 9", "2 to 4 players"),
    ("players:", "players: two", "is a number"),
    ("players:", "players: 3", "seat|none of"),
    ("seed:", "seed: 12", "64 hexadecimal digits"),
    ("seed:", None, 'no line "seed: ...'),
    ("option money_cap", "option money_cup: 9", "did you mean"),
    ("option money_cap", "option money_cap: lots", "allowed: null or a number"),
    ("option money_cap", "option money_cap: 9 9", "neither a field"),
    ("result:", "result: 99 -99", "the actions lead to"),
    ("result:", None, 'no line "result: '),
    ("winners:", "winners: 0 1", "the actions lead to"),
    ("winners:", None, 'no line "winners: '),
    ("winners:", "result: 1 1", "given twice"),
]


@pytest.mark.parametrize("beginning, new, message", DAMAGE)
def test_an_altered_line_of_each_kind_is_noticed(text: str, beginning: str, new: str | None, message: str) -> None:
    with pytest.raises(sh.RecordError, match=message) as refused:
        sh.replay(changed(text, beginning, new))
    named = re.match(r"line (\d+):", str(refused.value))
    if new is not None and "seat" not in message and "given twice" not in message:
        assert named and int(named[1]) == line_of(text, beginning)


def test_a_wrong_seat_is_named(text: str) -> None:
    at = line_of(text, "seed") + 4
    line = text.split("\n")[at - 1]
    wrong = changed(text, line, f"{1 - int(line[0])}{line[1:]}")
    with pytest.raises(sh.RecordError, match=rf"line {at}: seat . acts here, but it is seat . that decides"):
        sh.replay(wrong)


def test_an_unknown_action_is_reported_with_the_legal_ones(text: str) -> None:
    at = line_of(text, "seed") + 4
    line = text.split("\n")[at - 1]
    with pytest.raises(sh.RecordError, match=rf"line {at}: .dance. is none of: .*end turn"):
        sh.replay(changed(text, line, f"{line[0]} dance"))


def test_a_truncated_record_is_a_shorter_game_or_an_error(text: str) -> None:
    for size in range(0, len(text) - 1, 37):
        part = text[:size]
        try:
            game = sh.replay(part)
        except sh.RecordError:
            continue
        assert not game.over
        assert game.record().startswith(part)


def test_nothing_follows_the_end_of_a_game(text: str) -> None:
    at = line_of(text, "result:")
    lines = text.split("\n")
    with pytest.raises(sh.RecordError, match=rf"line {at}: the game is over before this action"):
        sh.replay("\n".join([*lines[: at - 1], "0 end turn", *lines[at - 1 :]]))


def test_damaged_cards_are_named_by_the_line_where_they_begin() -> None:
    record = played(cards=CARDS).record()
    with pytest.raises(sh.RecordError, match=rf"line {line_of(record, '|')}: cards:\d+:\d+: .*unknown phrase"):
        sh.replay(record.replace("+4 coins.", "+4 parrots."))
