"""Errors of records have fields, so that no program parses their messages."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import silverhook as sh
from silverhook.core.errors import RecordError, RulesetError
from silverhook.records import load


def changed(old: str, new: str, **rules: object) -> str:
    """The record of a new game with a line replaced."""
    text = sh.new("deckhand", 2, seed=1, **rules).record()  # type: ignore[arg-type]
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [("players: 2", "players: 9"), ("option reshuffle: lazy", "option reshuffle: never"), ("edition: ", "edition: x")],
)
def test_a_record_error_has_the_line(old: str, new: str) -> None:
    text = changed(old, new, options={"reshuffle": "lazy"})
    with pytest.raises(RecordError) as caught:
        sh.replay(text)
    line = next(number for number, words in enumerate(text.split("\n"), 1) if words.startswith(old.split(":")[0]))
    assert caught.value.line == line and str(caught.value).startswith(f"line {line}: ")
    assert pickle.loads(pickle.dumps(caught.value)).line == line


def test_a_record_error_has_the_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        load(tmp_path / "missing.txt")
    assert caught.value.file == str(tmp_path / "missing.txt")


def test_a_ruleset_error_says_what_it_is_about() -> None:
    with pytest.raises(RulesetError) as caught:
        sh.new("deckhand", options={"money_cap": 1, "start_money": 5})
    assert caught.value.about == ("option money_cap", "option start_money")
    with pytest.raises(RulesetError) as caught:
        sh.new("hanataz", players=7)
    assert caught.value.about == ("players",)
