"""The examples that the documents show really work: a game added from outside, found by its entry point."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import silverhook as sh

ROOT = Path(__file__).parent.parent

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


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The example installed as its author would, into a folder of its own."""
    copy = tmp_path / "highcard"
    shutil.copytree(ROOT / "examples" / "highcard", copy, ignore=shutil.ignore_patterns("build", "*.so", "*.egg-info"))
    if not sh.compiled:  # where the engine runs interpreted, so does the game
        (copy / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    target = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(target), str(copy)], check=True, capture_output=True, env=paths())
    return target


def paths(*more: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, more), str(ROOT / "src")])}


def test_a_third_game_needs_nothing_but_a_folder(installed: Path) -> None:
    run = subprocess.run([sys.executable, "-c", PLAY], env=paths(installed), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()[0] == str(sh.compiled)


def test_it_can_be_played_in_the_terminal(installed: Path) -> None:
    command = [sys.executable, "-m", "silverhook", "play", "highcard", "--seed", "1", "--bots", "random"]
    run = subprocess.run(
        command, env=paths(installed), input="hint\n1\nwhy\n" * 8, capture_output=True, text=True, cwd=installed
    )
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert "plays" in run.stdout and "would enter" in run.stdout and "could choose" in run.stdout
