"""Games and bots of other packages: a broken one is left out with a warning that names it, everything else works."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import silverhook as sh
from silverhook import bots
from silverhook.server import catalogue
from silverhook.server.house import House

Installed = Callable[..., None]

GAME = """
from pathlib import Path
from silverhook.core.ruleset import GameSpec
from silverhook.core.options import Option

def declared(**changed):
    fields = dict(name="{name}", title="Mine", version=1, players=(2, 4), editions=("plain",), summary="a game",
                  make=print, options=lambda edition: {{}})
    return GameSpec(**{{**fields, **changed}})

def fail(*given):
    raise KeyError("no such table")

GAME = {game}
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Installs packages of one module each, with an entry point of their name."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def install(name: str, module: str, kind: str = "games", target: str = "GAME", package: str = "") -> None:
        package = package or f"their-{name}"
        (tmp_path / f"their_{name}.py").write_text(module)
        folder = tmp_path / f"{package.replace('-', '_')}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[silverhook.{kind}]\n{name} = their_{name}:{target}\n")
        monkeypatch.delitem(sys.modules, f"their_{name}", raising=False)
        monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])  # plugins are looked up once for each path

    return install


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        ("undefined", "NameError: name 'undefined' is not defined"),
        ("__import__('no_such_module')", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("fail()", "KeyError: 'no such table'"),
        ("exit(3)", "SystemExit: 3"),
        ("object()", "it is of type object; a game is declared by a GameSpec"),
        ("None", "it is None; a game is declared by a GameSpec"),
        ("declared(name='other')", 'its GameSpec has the name "other"'),
        ("declared(title='')", "its title must be a text"),
        ("declared(version='1')", "its version must be a whole number"),
        ("declared(players=(1, 9))", "the fewest and the most, from 2 to 6"),
        ("declared(players=3)", "the fewest and the most, from 2 to 6"),
        ("declared(editions=())", "its editions must be a tuple with at least one name"),
        ("declared(make=None)", "its make must be a function, not None"),
        ("declared(options=fail)", "KeyError: 'no such table'"),
        ("declared(options=lambda edition: {'a': 1})", "must be Options by name"),
        ("declared(words=fail)", "KeyError: 'no such table'"),
        ("declared(look='look')", "its look must be the Path of a folder"),
        ("declared(look=Path('nowhere'))", "its look has no look.js in nowhere"),
    ],
)
def test_a_broken_game_is_left_out_and_named(
    installed: Installed, caplog: pytest.LogCaptureFixture, game: str, fault: str
) -> None:
    installed("bad", GAME.format(name="bad", game=game))
    installed("good", GAME.format(name="good", game="declared()"))
    assert set(sh.games()) == {"deckhand", "hanataz", "good"}
    assert [info["name"] for info in catalogue.game_list(House(), "fr")] == ["deckhand", "hanataz", "good"]
    (warning,) = [record for record in caplog.records if record.levelname == "WARNING"]
    assert 'the game "bad" of the package their-bad is left out: ' in warning.getMessage()
    assert fault in warning.getMessage()
    with pytest.raises(sh.RulesetError, match="no game 'bad'"):
        sh.new("bad")
    assert len(caplog.records) == 1, "one warning, however often games are listed"


def test_an_error_in_a_package_names_its_line(installed: Installed, caplog: pytest.LogCaptureFixture) -> None:
    installed("bad", "import silverhook\n\n1 / 0\n")
    sh.games()
    assert "ZeroDivisionError: division by zero (" in caplog.text
    assert "their_bad.py:3)" in caplog.text


def test_of_two_games_of_one_name_one_is_left_out(installed: Installed, caplog: pytest.LogCaptureFixture) -> None:
    installed("chess", GAME.format(name="chess", game="declared(title='First')"), package="a-chess")
    installed("chess", GAME.format(name="chess", game="declared(title='First')"), package="b-chess")
    installed("deckhand", GAME.format(name="deckhand", game="declared(title='Pirates')"), package="c-pirates")
    assert sh.games()["chess"].title == "First"
    assert sh.games()["deckhand"].title == "Deck Hand"
    assert (
        'the game "chess" of the package b-chess is left out: the package a-chess has one of this name' in caplog.text
    )
    assert 'the game "deckhand" of the package c-pirates is left out: Silverhook has one of this name' in caplog.text


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("import no_such_module", "No module named 'no_such_module'"),
        ("BOT = 3", "it is of type int; register a class, or a function, that is called with a seed"),
        ("class BOT:\n    title = 3", "its title must be a text, not 3"),
    ],
)
def test_a_broken_bot_is_left_out_and_named(
    installed: Installed, caplog: pytest.LogCaptureFixture, bot: str, fault: str
) -> None:
    installed("bad", bot, "bots", "BOT")
    assert set(bots.levels()) == set(bots.LEVELS)
    assert 'the bot "bad" of the package their-bad is left out: ' in caplog.text
    assert fault in caplog.text
    with pytest.raises(sh.BotError, match='no bot "bad"'):
        bots.make("bad")


def test_a_bot_that_cannot_be_made_is_an_error_in_words(installed: Installed) -> None:
    installed("bad", "class BOT:\n    pass\n", "bots", "BOT")
    installed("worse", "class BOT:\n    def __init__(self, seed):\n        self.name = 'worse'\n", "bots", "BOT")
    with pytest.raises(sh.BotError, match="their-bad cannot be made: TypeError"):
        bots.make("bad", 1)
    with pytest.raises(sh.BotError, match="their-worse needs a name and a method think"):
        bots.make("worse", 1)


def test_bots_of_packages_are_offered_after_ours(installed: Installed) -> None:
    bot = "class BOT:\n    name = 'silas'\n    def __init__(self, seed): ...\n    def think(self, seat): ...\n"
    installed("plain", bot, "bots", "BOT")
    installed("silas", f"{bot}    title = 'Silas'\n    about = 'saves its money'\n", "bots", "BOT")
    *ours, plain, silas = catalogue.bot_list(House())
    assert [bot["name"] for bot in ours] == list(bots.LEVELS)
    assert plain == {"name": "plain", "title": "Plain", "about": "is from the package their-plain", "strength": None}
    assert silas == {"name": "silas", "title": "Silas", "about": "saves its money", "strength": None}
    assert catalogue.bot_list(House(), "pl")[-2]["about"] == "pochodzi z pakietu their-plain"
    assert bots.name_for("silas", []) == "Silas"
    assert bots.name_for("silas", ["Silas"]) == "Silas (2)"


def test_the_command_line_warns_and_lists_the_other_games(tmp_path: Path) -> None:
    (tmp_path / "bad-1.0.dist-info").mkdir()
    (tmp_path / "bad-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (tmp_path / "bad-1.0.dist-info" / "entry_points.txt").write_text("[silverhook.games]\nbad = nowhere:GAME\n")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))}
    run = subprocess.run(
        [sys.executable, "-m", "silverhook", "rules"], env=env, capture_output=True, text=True, check=True
    )
    warning = 'silverhook: the game "bad" of the package bad is left out: '
    assert run.stderr == f"{warning}ModuleNotFoundError: No module named 'nowhere'\n"
    assert "silverhook play hanataz" in run.stdout
