"""A user of the library gets types: `mypy --strict` finds no Any where the type is known."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "silverhook"
STUBS = sorted(SOURCES.rglob("*.pyi"))

PROGRAM = """
import numpy as np

import silverhook as sh
from silverhook.bots import look_back, make, think
from silverhook.core.batch import Batch
from silverhook.core.game import Game
from silverhook.games import game_spec
from silverhook.table import Table

game = sh.new("deckhand", players=3, edition="indicator", options={"reshuffle": "lazy"}, seed=7)
reveal_type(game)  # silverhook.core.game.Game
reveal_type(game.legal_actions())  # list[int]
game.apply(game.legal_actions()[0])
game.apply("end turn", seat=1)
reveal_type(game.to_act)  # int | None
reveal_type(game.scores)  # list[int]
reveal_type(game.record())  # str
reveal_type(game.ruleset.players)  # int
reveal_type(game.clone())  # silverhook.core.game.Game
reveal_type(game.resample(0, 5))  # silverhook.core.game.Game

view = game.view(0, "fr")
reveal_type(view)  # silverhook.core.view.View
reveal_type(view["zones"])  # dict[str, list[str | None]]
reveal_type(view["hidden"][0]["cards"])  # list[str]
reveal_type(view["over"])  # bool
decision = game.decision(0)
reveal_type(decision)  # silverhook.core.visibility.Decision | None

game.listen()
reveal_type(game.news(0))  # list[tuple[int, int, int, str | None
reveal_type(game.rules)  # silverhook.core.rules.Rules
reveal_type(game.rules.notation)  # silverhook.core.notation.Notation
reveal_type(game.rules.visibility)  # silverhook.core.visibility.Visibility
reveal_type(game.rules.narrator("pl").label(game, 0, ["A", "B", "C"]))  # str

batch = Batch(sh.rules(game.ruleset), 64, seed=1)
reveal_type(batch.masks)  # numpy.ndarray[
reveal_type(batch.masks.dtype)  # numpy.dtype[numpy.unsignedinteger[
batch.step(np.argmax(batch.masks, axis=1))

bot = make("search:100")
reveal_type(bot)  # silverhook.bots.bot.Bot
thought = think(bot, game)
reveal_type(thought.action)  # int
reveal_type(thought.candidates[0].value)  # float
reveal_type(look_back(game, game.news(0), 0, ["A", "B"]))  # dict[str, silverhook.core.seat.Candidate]

spec = game_spec("hanataz")
reveal_type(spec.make(game.ruleset))  # silverhook.core.rules.Rules
reveal_type(spec.options(spec.editions[0])["fools"].default)  # int | str | bool | None
reveal_type(sh.replay(game.record()))  # silverhook.core.game.Game
reveal_type(sh.from_bytes(game.to_bytes()))  # silverhook.core.game.Game


def at(table: Table) -> None:
    reveal_type(table.phase)  # Literal[
    reveal_type(table.view(0))  # silverhook.core.view.View
    reveal_type(table.turn)  # int | None
    reveal_type(table.names)  # list[str]
    reveal_type(table.game)  # silverhook.core.game.Game
    reveal_type(table.remaining(0, 1.0))  # float | None


def wrong(game: Game) -> None:
    game.apply(None)  # error: arg-type
    game.view("north")  # error: arg-type
    game.legal_action()  # error: attr-defined
"""


def test_mypy_knows_the_types_of_the_library(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    cache = f"--cache-dir={tmp_path / 'cache'}"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", cache, "program.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=_environment())
    told = {int(line): text for line, text in re.findall(r"program\.py:(\d+): (.*)", done.stdout)}
    wanted = {n: line.split("  # ")[1] for n, line in enumerate(PROGRAM.split("\n"), 1) if "  # " in line}
    assert told.keys() == wanted.keys(), done.stdout + done.stderr
    wrong = [f"{line}: {told[line]}, not {want}" for line, want in wanted.items() if not _fits(told[line], want)]
    assert not wrong, "\n".join(wrong)


def _fits(told: str, want: str) -> bool:
    """Whether mypy reports the expected result: an error by its code, or a type without Any."""
    if want.startswith("error: "):
        return f"[{want.removeprefix('error: ')}]" in told
    text = re.sub(
        r"Union\[(.*), (\w+)\]", r"\1 | \2", told.replace("builtins.", "").replace("tuple[Any, ...]", "shape")
    )
    return f'Revealed type is "{want}' in text and not re.search(r"\bAny\b", text)


def _environment() -> dict[str, str]:
    return {**os.environ, "MYPYPATH": str(ROOT / "src")}


def _functions(file: Path) -> dict[str, list[str]]:
    """The argument names of each function and method, by its name; a property has none."""
    found = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for one in members:
            if isinstance(one, ast.FunctionDef):
                arguments = [*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs]
                found[prefix + one.name] = [argument.arg for argument in arguments]
    return found


def _c_only(file: Path) -> set[str]:
    """The names that a .pxd file declares as C functions, which Python cannot call."""
    return set(re.findall(r"^ *cdef [^(=\n]*?(\w+)\(", file.read_text(encoding="utf-8"), re.M))


@pytest.mark.parametrize("stub", STUBS, ids=lambda stub: stub.relative_to(SOURCES).as_posix())
def test_a_stub_matches_its_source(stub: Path) -> None:
    source, typed = _functions(stub.with_suffix(".py")), _functions(stub)
    hidden = _c_only(stub.with_suffix(".pxd"))
    for name, arguments in typed.items():
        if name in source:
            assert source[name] == arguments, name
    callable_names = {name for name in source if name.rpartition(".")[2] not in hidden and "._" not in f".{name}"}
    assert callable_names - set(typed) - INTERNAL <= set(), "Python can call these, but the stub lacks them"


INTERNAL = {"EventBuffer", "Tree.run", "DeckHand.fill_tables", "Hanataz.fill_tables"}


def test_stubs_describe_only_compiled_modules() -> None:
    assert STUBS and all(stub.with_suffix(".py").exists() and stub.with_suffix(".pxd").exists() for stub in STUBS)
