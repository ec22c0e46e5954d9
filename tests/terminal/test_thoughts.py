"""Hints, and why a bot did what it did."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook.bots import LEVELS, STRONGEST, Bot, Level, SearchBot, Seat, explain, make, think
from silverhook.terminal import play as playing
from silverhook.terminal.thoughts import bar

Run = Callable[..., Any]
QUICK = ("--bots", "random", "--seed", "7")


def after(entry: str, shown: str) -> str:
    """The output after the last entry."""
    return shown[shown.rindex(f"> {entry}\n") :]


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest level is one that searches."""
    monkeypatch.setattr(playing, "STRONGEST", "search:1000")


# --- hint --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
@pytest.mark.parametrize("entry", ["hint", "h", "HINT"])
def test_a_hint_comes_from_the_strongest_level(run: Run, game: str, entry: str) -> None:
    shown = after(entry, run("play", game, *QUICK, enter=[entry]).output)
    dealt = sh.new(game, seed=7)
    assert dealt.to_act is not None
    thought = explain(Seat(dealt, dealt.to_act), think(make(STRONGEST, 0), dealt))
    assert shown.splitlines()[1].startswith(f"{LEVELS[STRONGEST].introduction}, would enter ")
    best = shown.splitlines()[3]
    assert f"{100 * thought.candidates[0].value:.0f} %" in best
    assert thought.candidates[0].words.split()[0] in best
    assert re.search(r"would enter (\d+)\.", shown)[1] == best.split()[0]


def test_a_hint_is_followed_by_its_number(run: Run) -> None:
    number = re.search(r"would enter (\d+)\.", run("play", *QUICK, enter=["hint"]).output)[1]
    shown = run("play", *QUICK, enter=["hint", number]).output
    assert "You play " in shown  # asked again, and the answer counts


def test_a_hint_changes_nothing(run: Run) -> None:
    plain, hinted = (run("play", *QUICK, "--record", f"{n}.txt", enter=[*e, "1", "0", *e, "1"])
                     for n, e in enumerate(([], ["h", "why", "h"])))  # fmt: skip
    assert plain.exit_code == hinted.exit_code == 0
    assert Path("0.txt").read_text(encoding="utf-8") == Path("1.txt").read_text(encoding="utf-8")


@pytest.mark.usefixtures("searching")
@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
@pytest.mark.parametrize("columns", ["80", "120"])
def test_the_columns_of_a_search_fit_and_align(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = after("h", run("play", game, *QUICK, "--players", "4", enter=["0", "h"]).output).splitlines()[1:-3]
    assert max(map(len, lines)) <= int(columns)
    head = next(line for line in lines if "chance to win" in line)
    ends = [head.index("search") + len("search")] * 2
    rows = [line for line in lines if line.count(" %") >= 2]
    assert 2 <= len(rows) <= 5
    for row in rows:
        assert [match.end() for match in re.finditer("%", row)][1] == ends[0]
        assert row[: head.index("chance")].strip()


@pytest.mark.usefixtures("searching")
def test_a_hint_depends_only_on_what_the_seat_may_see(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    true = run("play", "hanataz", *QUICK, enter=["h"]).output
    deal = sh.new

    def other(*args: Any, **kwargs: Any) -> sh.Game:
        return deal(*args, **kwargs).resample(0, 5)

    monkeypatch.setattr(sh, "new", other)
    assert after("h", run("play", "hanataz", *QUICK, enter=["h"]).output) == after("h", true)


def test_ctrl_c_ends_a_long_hint_with_the_best_so_far(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setitem(LEVELS, "search:600000ms", Level("search:600000ms", "Anne", "thinks for long"))
    monkeypatch.setattr(playing, "STRONGEST", "search:600000ms")

    def interrupt(bot: SearchBot) -> None:
        while bot.stopped:  # until its search has begun
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    def made(name: str, seed: int) -> Bot:
        bot = make(name, seed)
        assert isinstance(bot, SearchBot)
        bot.stopped = True
        threading.Thread(target=interrupt, args=(bot,)).start()
        return bot

    monkeypatch.setattr(playing, "make", made)
    done = run("play", *QUICK, enter=["hint", "fist fight"])
    assert "would enter" in done.output and "You play Fist Fight" in done.output and done.exit_code == 0


# --- why ---------------------------------------------------------------------------------------


def test_why_gives_the_reasons_for_the_last_move_of_a_bot(run: Run) -> None:
    shown = run("play", "--seed", "7", "--bots", "heuristic", enter=["fist fight", "0", "why", "why 2", "w"]).output
    last, before = after("why", shown).splitlines(), after("why 2", shown).splitlines()
    assert last[1].startswith("Mary ") and before[1].startswith("Mary ") and last[1] != before[1]
    assert "Mary could choose" in last[2] and "from what you know" in last[2] and " % " in last[3]
    assert after("w", shown).splitlines()[1] == last[1]


def test_why_needs_a_move(run: Run) -> None:
    assert "No bot has moved yet" in run("play", *QUICK, enter=["why"]).output
    shown = run("play", *QUICK, enter=["0", "why 99", "why anne", "why 0"]).output
    assert shown.count("Enter why or why N, with N from 1 to ") == 3


@pytest.mark.long
@pytest.mark.parametrize(("game", "limit"), [("deckhand", "max_rounds"), ("hanataz", "hand_limit")])
def test_whole_games_with_hints_and_reasons(run: Run, game: str, limit: str, amount: Callable[[int, int], int]) -> None:
    done = run("play", game, "--players", "3", "--seed", "5", "--bots", "random,heuristic",
               "--option", f"{limit}={amount(3, 60)}", enter=["h", "why", "why 2", "1"] * 900)  # fmt: skip
    assert "The game is over: " in done.output
    assert "could choose" in done.output


def test_bars_grow_with_their_values() -> None:
    assert [bar(value) for value in (0.0, 0.5, 1.0)] == [" " * 8, "████    ", "█" * 8]
    assert bar(0.51) == "████▏   "
