"""The examples of the documents work: an external game and an external bot, found by their entry points."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import silverhook as sh

InstalledExample = Callable[[str], dict[str, str]]

PLAY = """
import silverhook as sh
from silverhook.bots import make, think
from silverhook.testing import battery

assert "highcard" in sh.games()
for players in (2, 3, 6):
    rules = sh.new("highcard", players, options={"hand_size": 5}, seed=1).rules
    for seed in range(5):
        game = battery.play_checked(rules, seed)
        assert sum(game.scores) == 5
        assert sh.replay(game.record()) == game
game = sh.new("highcard", 4, seed=1)
game.apply(think(make("search:20", 1), game).action)
print(sh.compiled, rules.random_games(200, 1, True)[0])
"""


def test_a_third_game_needs_nothing_but_a_folder(installed_example: InstalledExample) -> None:
    env = installed_example("highcard")
    run = subprocess.run([sys.executable, "-c", PLAY], env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()[0] == str(sh.compiled)


def test_it_can_be_played_in_the_terminal(installed_example: InstalledExample, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "silverhook", "play", "highcard", "--seed", "1", "--bots", "random"]
    answers, env = "hint\n1\nwhy\n" * 8, installed_example("highcard")
    run = subprocess.run(command, env=env, input=answers, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert "plays" in run.stdout and "would enter" in run.stdout and "could choose" in run.stdout


def test_an_external_bot_plays_under_its_name(installed_example: InstalledExample, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "silverhook", "play", "--seed", "1", "--bots", "miser"]
    env = installed_example("bots")
    run = subprocess.run(command, env=env, input="1\n0\nwhy\n", capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "Against you: Silas, who saves its money." in run.stdout and "could choose" in run.stdout
