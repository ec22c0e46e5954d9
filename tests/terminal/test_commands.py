"""The other commands, and errors: one clear line on stderr, exit code 2."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook import records
from silverhook.bots import RandomBot, think

CARDS = (Path(sh.__file__).parent / "deckhand" / "sets" / "reference.toml").read_text(encoding="utf-8")

Run = Callable[..., Any]


def test_version(run: Run) -> None:
    assert run("version").output.startswith(f"silverhook {sh.__version__} (")


def test_rules_lists_every_edition_and_option(run: Run) -> None:
    shown = run("rules", "deckhand").output
    for word in ("indicator", "tokens", "treasure", "2 to 4 players", "bank_limit", "17 (tokens)", "eager or lazy"):
        assert word in shown


def test_rules_tell_how_an_edition_is_played(run: Run) -> None:
    shown = run("rules", "deckhand", "--edition", "treasure").output
    for words in ("Getting ready", "Everybody has 1 Treasure.", "+1 Reload: once in this turn", "reshuffle"):
        assert words in shown
    assert "*" not in shown


def test_cards_are_listed_in_the_words_of_the_edition(run: Run) -> None:
    shown = run("cards").output
    for word in ("Fist Fight", "Galleon", "START", "enemies", "+4 coins."):
        assert word in shown
    treasure = run("cards", "--edition", "treasure").output
    assert "+4 Treasures." in treasure and "coin" not in treasure


def test_cards_of_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(CARDS.replace("+4 coins.", "+5 coins."), encoding="utf-8")
    assert "+5 coins." in run("cards", "--cards", "my.toml").output
    assert "+5 coins." in run("play", "--cards", "my.toml", "--seed", "7", enter=["? plunder"]).output


def test_options_reach_the_game(run: Run) -> None:
    run("play", "--option", "start_money=9", "--option", "action_cap=null", "--seed", "7", "--record", "g.txt")
    assert dict(records.load("g.txt").ruleset.options) == {"start_money": 9, "action_cap": None}


def recorded(plies: int) -> sh.Game:
    game, mover = sh.new("deckhand", 3, seed=2), RandomBot(2)
    while not game.over and game.ply < plies:
        game.apply(think(mover, game).action)
    records.save(game, "g.txt")
    return game


def test_replay_tells_the_whole_game(run: Run) -> None:
    game = recorded(9999)
    done = run("replay", "g.txt")
    assert done.exit_code == 0 and "The game is over" in done.output and "hooks from" in done.output
    assert f" {game.ply}  " in done.output and "'s turn" in done.output


def test_replay_of_a_game_that_goes_on(run: Run) -> None:
    recorded(5)
    assert "The record ends here; " in run("replay", "g.txt").output


def test_replay_step_by_step(run: Run) -> None:
    recorded(9999)
    done = run("replay", "g.txt", "--step", enter=["", "", "q"])
    assert "   2  " in done.output and "   3  " not in done.output and done.exit_code == 0


ERRORS = [
    (["play", "--players", "9"], "2 to 4 players"),
    (["play", "--edition", "golden"], "no edition 'golden'"),
    (["play", "chess"], "no game 'chess'"),
    (["play", "--option", "resuffle=lazy"], 'did you mean "reshuffle"'),
    (["play", "--option", "reshuffle=never"], "allowed: eager or lazy"),
    (["play", "--option", "reshuffle"], "name=value"),
    (["play", "--option", "bank_limit=9"], 'no option "bank_limit"'),
    (["play", "--edition", "golden", "--option", "reshuffle=lazy"], "no edition 'golden'"),
    (["play", "--bots", "stockfish"], 'no bot "stockfish"'),
    (["play", "--seed", "abc"], "a seed is a number"),
    (["play", "--seed", "-1"], "a seed is a number"),
    (["play", "--seed", "9" * 90], "a seed is a number"),
    (["play", "--cards", "none.toml"], "none.toml cannot be read: No such file"),
    (["play", "--cards", "broken.toml"], "broken.toml:"),
    (["play", "--resume", "none.txt"], "none.txt cannot be read"),
    (["cards", "--edition", "golden"], "no edition 'golden'"),
    (["cards", "--cards", "."], "cannot be read: Is a directory"),
    (["replay", "none.txt"], "none.txt cannot be read"),
    (["replay", "broken.toml"], "broken.toml: line 1: a record begins with"),
    (["rules", "chess"], "no game 'chess'; choose one of: deckhand, hanataz"),
    (["rules", "--edition", "tokens"], "--edition needs a game: silverhook rules GAME --edition tokens"),
]


@pytest.mark.parametrize("args, message", ERRORS, ids=[" ".join(args)[:40] for args, _ in ERRORS])
def test_an_error_is_one_line_and_exit_code_2(run: Run, tmp_path: Path, args: list[str], message: str) -> None:
    (tmp_path / "broken.toml").write_text(CARDS.replace("+4 coins.", "+4 parrots."), encoding="utf-8")
    done = run(*args)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.startswith("silverhook: ") and done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_process_prints_no_traceback(process: Run) -> None:
    done = process("play", "--players", "1")
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "args, message",
    [
        (["plya"], "Did you mean"),
        (["play", "--player", "3"], "No such option: --player"),
        (["replay"], "Missing argument"),
        (["cards", "deckhand", "hanataz"], "unexpected extra argument"),
    ],
)
def test_nonsense_arguments_are_refused_with_a_pointer_to_help(process: Run, args: list[str], message: str) -> None:
    done = process(*args)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith("silverhook: ") and message in done.stderr and "--help" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("args", [["cards"], ["version"], ["play", "--bots", "random"]])
def test_a_full_disk_gives_a_one_line_error(args: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(sh.__file__).parents[1])}
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "silverhook", *args]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, env=environment)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"No space left" in done.stderr


def test_a_terminal_without_utf_8_gets_characters_it_can_show(process: Run) -> None:
    for args in (["play", "--bots", "random", "--seed", "7"], ["play", "hanataz", "--bots", "random"], ["rules"]):
        done = process(*args, enter="1\nhint\n?\nq\nq\n", PYTHONIOENCODING="ascii")
        assert done.returncode == 0 and done.stderr == ""


def test_the_notice_of_the_interpreted_engine_appears_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sh, "compiled", False)
    monkeypatch.delenv("SILVERHOOK_INTERPRETED", raising=False)
    assert run("version").stderr.count("not compiled") == 1
    monkeypatch.setenv("SILVERHOOK_INTERPRETED", "1")
    assert run("version").stderr == ""


def test_importing_silverhook_stays_light() -> None:
    code = "import sys, silverhook; print([m for m in ('rich', 'typer', 'numpy') if m in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(Path(sh.__file__).parents[1])}
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert shown.stdout.strip() == "[]"


def test_the_interpreted_engine_deals_the_same_game(process: Run) -> None:
    compiled, interpreted = (
        process("play", "--seed", "7", "--bots", "random", enter="1\n1\n", **variables)
        for variables in ({}, {"SILVERHOOK_INTERPRETED": "1"})
    )
    assert interpreted.returncode == 0 and interpreted.stdout == compiled.stdout
