"""Without a C compiler and without Node, `make play` and `make test` still work.

The engine runs interpreted, with a one-line notice, and Node comes as a Python package.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import httpx
import pytest

from silverhook.testing.server import PATIENCE

ROOT = Path(__file__).parent.parent
MISSING = re.compile(r"(.*-)?(cc|gcc|g\+\+|c\+\+|clang|clang\+\+|tcc|c89|c99)(-.*)?|node|nodejs|npm|npx|corepack")
KEPT_OUT = ("build", ".git", "*.so", "__pycache__", ".venv", "*.egg-info", ".*_cache", ".hypothesis")
KEPT_OUT += ("node_modules", "static", "dist", "schema.json", "messages.gen.ts")
INSTALLED = ("created", "installed", "installed-test", "docs")  # the steps of make that install Python packages


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a fresh clone has it, with nothing compiled."""
    if not all((Path(sys.prefix) / step).exists() for step in INSTALLED):
        pytest.fail("run the tests with `make test`: this one uses the environment that it sets up")
    copy = tmp_path_factory.mktemp("clone") / "silverhook"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*KEPT_OUT))
    (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")  # as fetched once already
    (copy / "build").mkdir()
    (copy / "build" / "docs").touch()  # as built once already: the documentation needs no compiler
    return copy


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment that has every program except a compiler and Node."""
    programs = tmp_path_factory.mktemp("bin")
    for folder in os.environ["PATH"].split(os.pathsep):
        for program in Path(folder).iterdir() if Path(folder).is_dir() else ():
            link = programs / program.name
            if not MISSING.fullmatch(program.name) and not link.exists():
                link.symlink_to(program)
    environment = {key: value for key, value in os.environ.items() if key not in ("CC", "CXX", "PYTHONPATH")}
    return environment | {"PATH": str(programs), "SILVERHOOK_NO_COMPILER": "1"}


@pytest.fixture(scope="module")
def venv(tmp_path_factory: pytest.TempPathFactory, project: Path, bare: dict[str, str]) -> Path:
    """A virtual environment with the packages of this one, and the Node that make puts into it."""
    venv = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    (site,) = venv.glob("lib/python*/site-packages")
    (site / "packages.pth").write_text(sysconfig.get_path("purelib"))
    for step in INSTALLED:
        _as_old_as(step, venv)
    make(str(venv / "node"), project, bare, venv)
    _as_old_as("node", venv)
    return venv


def _as_old_as(step: str, venv: Path) -> None:
    """Give a step of make the time that it has in this environment, so that make does not repeat later steps."""
    (venv / step).touch()
    made = (Path(sys.prefix) / step).stat().st_mtime_ns
    os.utime(venv / step, ns=(made, made))


def make(
    target: str, project: Path, environment: dict[str, str], venv: Path, arguments: str = "", typed: str = ""
) -> str:
    command = ["make", "-C", str(project), target, f"VENV={venv}", f"ARGS={arguments}"]
    run = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, timeout=6 * PATIENCE)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


def test_make_terminal_works_and_says_so_in_one_line(project: Path, bare: dict[str, str], venv: Path) -> None:
    out = make("terminal", project, bare, venv, "deckhand --seed 1 --bots random", "1\nq\ny\n")
    assert len(re.findall("interpreted", out)) >= 1
    assert "Traceback" not in out
    assert not list(project.rglob("*.so"))


def test_make_play_builds_the_page_and_opens_it(
    project: Path, bare: dict[str, str], venv: Path, tmp_path: Path
) -> None:
    assert shutil.which("node", path=bare["PATH"]) is None and (venv / "bin" / "node").exists()
    command = ["make", "-C", str(project), "play", f"VENV={venv}", "ARGS=--port 0"]
    environment = {key: value for key, value in bare.items() if key not in ("BROWSER", "DISPLAY")}
    with (tmp_path / "said").open("w+") as said:
        play = subprocess.Popen(
            command,
            env=environment | {"XDG_DATA_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            start_new_session=True,
        )
        try:
            assert play.stdout
            told = next((line for line in play.stdout if "Silverhook is open at" in line), "")
            said.seek(0)
            assert told, said.read()
            page = httpx.get(told.split()[-1])
            assert page.status_code == 200 and "<title>Silverhook</title>" in page.text
        finally:
            os.killpg(play.pid, signal.SIGINT)
            play.communicate(timeout=PATIENCE)


@pytest.mark.long
def test_make_test_works_interpreted(
    project: Path, bare: dict[str, str], venv: Path, pytestconfig: pytest.Config
) -> None:
    tests = "tests/rules" if pytestconfig.getoption("--long") else "tests/rules/test_turn.py"
    out = make("test", project, bare | {"TEST_JOBS": "2"}, venv, tests)
    assert re.search(r"\d+ passed", out) or "100%" in out
