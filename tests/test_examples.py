"""The examples that the documents show really work: a game and a bot from outside, found by their entry points."""

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


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game installed as its author would, into a folder of its own."""
    folder = tmp_path_factory.mktemp("example")
    copy = folder / "highcard"
    shutil.copytree(ROOT / "examples" / "highcard", copy, ignore=shutil.ignore_patterns("build", "*.so", "*.egg-info"))
    if not sh.compiled:  # where the engine runs interpreted, so does the game
        (copy / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    return install(copy, folder / "site")


def install(package: Path, target: Path) -> Path:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(target), str(package)], check=True, capture_output=True, env=paths())
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


def test_a_bot_from_outside_plays_by_its_name(tmp_path: Path) -> None:
    copy = shutil.copytree(ROOT / "examples" / "bots", tmp_path / "bots", ignore=shutil.ignore_patterns("build"))
    site = install(copy, tmp_path / "site")
    command = [sys.executable, "-m", "silverhook", "play", "--seed", "1", "--bots", "miser"]
    run = subprocess.run(command, env=paths(site), input="1\n0\nwhy\n", capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "Against you: Jack, who is miser." in run.stdout and "could choose" in run.stdout
