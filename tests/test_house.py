"""The architecture: which part may import which, and which names are public."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import silverhook as sh
from silverhook.testing.architecture import LEVELS, check_path, imports

SOURCE = Path(sh.__file__).parent
OPEN = ("__init__", "cli", "__main__")  # the package exports its parts, and commands import the package


def level(module: str) -> int:
    return LEVELS.index(module.split(".")[1])


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_only_upward(path: Path) -> None:
    own = path.relative_to(SOURCE).with_suffix("").parts[0]
    if own in OPEN:
        return
    for module in imports(path):
        assert module != "silverhook", f"{path.name} imports the whole package"
        assert level(module) <= LEVELS.index(own), f"{own} may not use {module}"


def test_the_path_of_a_move_is_that_of_the_documentation() -> None:
    check_path()


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_games_do_not_know_each_other(game: str) -> None:
    for path in (SOURCE / game).rglob("*.py"):
        assert all(module.split(".")[1] in ("core", game) for module in imports(path))


def test_public_names() -> None:
    assert sorted(sh.__all__) == [
        "ActionError",
        "BotError",
        "CardSetError",
        "DamagedGame",
        "Game",
        "IllegalAction",
        "MalformedAction",
        "OutOfTurn",
        "RecordError",
        "Ruleset",
        "RulesetError",
        "SeedError",
        "SilverhookError",
        "__version__",
        "compiled",
        "from_bytes",
        "games",
        "new",
        "replay",
        "rules",
    ]
    for name in sh.__all__:
        assert hasattr(sh, name)


def test_public_names_of_the_table() -> None:
    from silverhook import table

    assert table.__all__ == [
        "CLOCKS",
        "PERSON",
        "Chair",
        "Command",
        "Draft",
        "Entry",
        "Listener",
        "LiveTable",
        "Offer",
        "Opened",
        "Origin",
        "Place",
        "Said",
        "Sitting",
        "Store",
        "Table",
        "TableError",
        "TableRegistry",
        "TableSettings",
        "TimeControl",
        "commands",
        "default_database",
        "errors",
        "hashed",
        "new_nonce",
        "new_token",
    ]
    for name in table.__all__:
        assert hasattr(table, name)


def test_every_data_file_is_packaged() -> None:
    """A wheel without a words file or an edition would fail far from here."""
    project = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    packages = [path.parent for path in SOURCE.rglob("__init__.py")]
    packaged = {file for package in packages for pattern in patterns for file in package.glob(pattern)}
    assert set(SOURCE.rglob("*.toml")) | set(SOURCE.rglob("*.pxd")) <= packaged


def test_a_wheel_holds_the_page_and_the_documentation(tmp_path: Path) -> None:
    """What setuptools would pack, without compiling it again; git does not keep the page, so it must be built."""
    built = [file for folder in ("static", "documentation") for file in (SOURCE / "server" / folder).rglob("*")]
    page = {file.relative_to(SOURCE) for file in built if file.is_file()}
    assert Path("server/static/index.html") in page, "the page is not built: run make"
    command = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", tmp_path]
    subprocess.run(command, cwd=SOURCE.parents[1], check=True, capture_output=True)
    packed = {file.relative_to(tmp_path / "silverhook") for file in (tmp_path / "silverhook").rglob("*")}
    assert page <= packed


def test_importing_is_light() -> None:
    """A program that needs only the engine does not load the terminal, NumPy or a parser."""
    code = "import sys, silverhook; silverhook.new('deckhand', seed=1); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "rich", "typer", "hypothesis", "sqlalchemy", "fastapi"} & set(loaded)


def test_the_engine_runs_compiled_here_unless_asked_otherwise() -> None:
    if os.environ.get("SILVERHOOK_INTERPRETED") or os.environ.get("SILVERHOOK_NO_COMPILER"):
        pytest.skip("asked to run interpreted")
    assert sh.compiled, "the tests ran the interpreted engine: is there a C compiler?"


def braces(pattern: str) -> list[str]:
    """Every path that a pattern such as `src/{a,b}.py` names."""
    head, found, tail = pattern.partition("{")
    if not found:
        return [pattern]
    choices, _, rest = tail.partition("}")
    return [f"{head}{choice}{rest}" for choice in choices.split(",")]


def test_ruff_knows_exactly_the_compiled_modules() -> None:
    root = SOURCE.parent.parent
    ignored = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]["per-file-ignores"]
    listed = {path for pattern, rules in ignored.items() if "F821" in rules for path in braces(pattern)}
    compiled = {path.with_suffix(".py") for path in SOURCE.rglob("*.pxd") if path.with_suffix(".py").exists()}
    assert {path for path in listed if path.startswith("src/")} == {str(path.relative_to(root)) for path in compiled}
