"""The command `silverhook arena`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from silverhook.cli import app

Run = Callable[..., Any]


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return lambda *args: CliRunner().invoke(app, ["arena", *args], catch_exceptions=False)


def test_it_prints_shares_ratings_and_speed(arena: Run) -> None:
    told = arena("deckhand", "--bots", "random,search:5", "--games", "4", "--jobs", "2")
    assert told.exit_code == 0
    for words in (
        "wins (fair: 50.0 %)", "ratings (random = 0)", "Student's t over deals: the 2 seatings of a deal are one",
        "bootstrap over deals", "milliseconds a decision", "4 games, ", "a second", "the first player wins",
    ):  # fmt: skip
        assert words in told.output


def test_more_than_two_players(arena: Run) -> None:
    told = arena("hanataz", "--bots", "search:4,search:5", "--games", "3", "--players", "3").output
    assert "2 × search:5" in told and "2 × search:4" in told
    assert "fair: 33.3 %" in told and "ratings (mean = 1500)" in told


def test_rules_reach_the_games_and_a_finished_file_is_only_reported(arena: Run) -> None:
    args = ("--bots", "random,search:2", "--games", "2", "--edition", "tokens", "--option", "reshuffle=lazy",
            "--seed", "7", "--out", "a.json")  # fmt: skip
    assert arena(*args).exit_code == 0
    first = json.loads(Path("a.json").read_text())
    assert first["settings"]["ruleset"]["edition"] == "tokens"
    assert first["settings"]["ruleset"]["options"] == {"reshuffle": "lazy"}
    assert first["settings"]["seed"] == 7
    assert arena(*args).exit_code == 0
    assert json.loads(Path("a.json").read_text()) == first


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chess"], "no game 'chess'"),
        (["--bots", "random,serch:5"], 'no bot "serch:5"; did you mean "search:'),
        (["--bots", "random,search:0"], "a budget is a number from 1"),
        (["--bots", "random,"], 'no bot ""'),
        (["--bots", "random"], "at least two bots"),
        (["--games", "0"], "the number of games is from 1"),
        (["--jobs", "0"], "the number of jobs is from 1"),
        (["--players", "9"], "is for 2 to 4 players"),
        (["--seed", "x"], "a seed is a number"),
        (["--option", "reshuffle"], "name=value"),
        (["--edition", "gold"], "no edition 'gold'"),
        (["--cards", "none.toml"], "cannot be read"),
        (["--out", "none/a.json"], "none/a.json cannot be written"),
        (["--out", "."], "cannot be read"),
    ],
)
def test_errors_are_one_line(arena: Run, args: list[str], words: str) -> None:
    bots = [] if "--bots" in args else ["--bots", "random,search:2"]
    told = arena(*args, *bots)
    assert told.exit_code == 2
    assert told.output.startswith("silverhook: ") and told.output.count("\n") == 1
    assert words in told.output


def test_a_damaged_file_is_refused_and_left_unchanged(arena: Run) -> None:
    Path("a.json").write_text("{]")
    told = arena("--bots", "random,search:2", "--out", "a.json")
    assert told.exit_code == 2 and "a.json is damaged" in told.output and "another --out" in told.output
    assert Path("a.json").read_text() == "{]"
