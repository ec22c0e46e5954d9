"""The file of an arena: resuming from it, and refusing files that cannot be resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from silverhook.core.errors import ArenaError
from silverhook.lab import Results, play_deal, run
from silverhook.testing.server import PATIENCE

Make = Any
SOURCES = Path(__file__).parents[2] / "src"
GAMES = 6000  # more than are played before a test stops them, however long that takes
BOTS = "random,search:40"
ENDLESS = ("--bots", BOTS, "--games", str(GAMES), "--out", "a.json", "--jobs", "2")


@pytest.fixture
def played(settings: Make, tmp_path: Path) -> Path:
    """The file of two of four deals."""
    results = Results(settings(games=8))
    for deal in (0, 2):
        results.add(play_deal(results.settings, 0, deal))
    results.save(tmp_path / "a.json")
    return tmp_path / "a.json"


def start(folder: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "silverhook", "arena", *args],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(SOURCES)}, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for_games(path: Path, more_than: int = 0) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if path.exists() and len(json.loads(path.read_text())["games"]) > more_than:
            return
        time.sleep(0.05)
    raise AssertionError("no game was kept")


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_gone(group: int) -> None:
    end = time.monotonic() + PATIENCE
    while alive(group) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(group), "a process was left behind"


@pytest.mark.parametrize("whole_group", [True, False], ids=["Ctrl-C", "SIGINT to the arena alone"])
def test_an_interrupted_arena_resumes_where_it_stopped(settings: Make, tmp_path: Path, whole_group: bool) -> None:
    first = start(tmp_path, *ENDLESS)
    wait_for_games(tmp_path / "a.json")
    (os.killpg if whole_group else os.kill)(first.pid, signal.SIGINT)
    shown, errors = first.communicate(timeout=PATIENCE)
    assert first.returncode == 130
    assert errors.startswith("silverhook: stopped after ") and errors.count("\n") == 1
    wait_until_gone(first.pid)
    kept = json.loads((tmp_path / "a.json").read_text())
    assert 0 < len(kept["games"]) < GAMES
    assert kept["report"]["games"] == len(kept["games"])
    assert f"{len(kept['games'])} of {GAMES} games" in shown

    second = start(tmp_path, *ENDLESS)
    wait_for_games(tmp_path / "a.json", more_than=len(kept["games"]))
    os.killpg(second.pid, signal.SIGINT)
    second.communicate(timeout=PATIENCE)
    grown = json.loads((tmp_path / "a.json").read_text())["games"]
    assert [game for game in grown if game in kept["games"]] == kept["games"]
    results = Results.load(tmp_path / "a.json", settings(BOTS, GAMES))
    (deal, match), outcomes = max(results.played.items())
    assert play_deal(results.settings, match, deal).outcomes == outcomes


def test_a_killed_arena_leaves_no_process_behind_and_a_sound_file(settings: Make, tmp_path: Path) -> None:
    first = start(tmp_path, *ENDLESS)
    wait_for_games(tmp_path / "a.json")
    os.kill(first.pid, signal.SIGKILL)
    first.communicate(timeout=PATIENCE)
    wait_until_gone(first.pid)
    assert Results.load(tmp_path / "a.json", settings(BOTS, GAMES)).games


def test_a_resumed_arena_gives_the_same_results_as_one_run(settings: Make, played: Path) -> None:
    results = Results.load(played, settings(games=8))
    assert results.games == 4 and list(results.missing()) == [(0, 1), (0, 3)]
    run(results, 2, played)
    whole = Results(settings(games=8))
    run(whole, 2)
    assert results.played == whole.played == Results.load(played, settings(games=8)).played
    decisions = {name: clock.decisions for name, clock in whole.clocks.items()}
    assert {name: clock.decisions for name, clock in results.clocks.items()} == decisions


def test_an_arena_can_be_extended_by_more_games(settings: Make, played: Path) -> None:
    assert len(list(Results.load(played, settings(games=12)).missing())) == 4


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"games": 6}, "games 8, not 6"),
        ({"bots": "random,search:6"}, "bots random,search:5, not random,search:6"),
        ({"seed": 1}, "seed 0, not 1"),
        ({"edition": "tokens"}, "edition indicator, not tokens"),
        ({"players": 3}, "players 2, not 3"),
        ({"options": {"reshuffle": "lazy"}}, "options "),
    ],
)
def test_other_settings_are_refused(settings: Make, played: Path, other: dict[str, Any], words: str) -> None:
    with pytest.raises(ArenaError, match=words) as refused:
        Results.load(played, settings(**{"games": 8, **other}))
    assert str(refused.value).endswith("give another --out or delete the file")


def broken(played: Path, name: str, value: Any) -> None:
    data = json.loads(played.read_text())
    data["games"][1][name] = value
    played.write_text(json.dumps(data))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("winners", []), ("winners", [2]), ("winners", [0, 0]), ("winners", None), ("scores", [1]),
        ("scores", ["a", 1]),
        ("bots", ["random", "search:5"]), ("deal", 9), ("deal", -1), ("deal", "0"), ("deal", 1), ("match", 7),
        ("first", 2), ("length", 1.5), ("match", True),
    ],
)  # fmt: skip
def test_a_damaged_game_is_refused(settings: Make, played: Path, name: str, value: Any) -> None:
    broken(played, name, value)
    with pytest.raises(ArenaError, match=r"is damaged or no results of an arena \(.*\); give another --out"):
        Results.load(played, settings(games=8))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "silverhook arena 1"}', "[" * 100_000, "\0"])
def test_a_file_without_results_is_refused(settings: Make, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(ArenaError, match="damaged or no results"):
        Results.load(tmp_path / "a.json", settings())


def test_every_cut_of_the_file_is_refused(settings: Make, played: Path) -> None:
    text = played.read_text().rstrip()
    for length in range(0, len(text), 97):
        played.write_text(text[:length])
        with pytest.raises(ArenaError):
            Results.load(played, settings(games=8))


def test_bytes_and_folders_are_refused(settings: Make, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "a.json", tmp_path):
        with pytest.raises(ArenaError, match="cannot be read"):
            Results.load(path, settings())


def test_an_unwritable_file_is_refused_before_a_game_is_played(settings: Make, tmp_path: Path) -> None:
    results = Results(settings())
    with pytest.raises(ArenaError, match="cannot be written: No such file or directory"):
        run(results, 1, tmp_path / "nowhere" / "a.json")
    assert not results.games
