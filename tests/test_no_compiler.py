"""Where there is no C compiler, `make play` and `make test` still work: interpreted, with a one-line notice."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parent.parent
COMPILERS = re.compile(r"(.*-)?(cc|gcc|g\+\+|c\+\+|clang|clang\+\+|tcc|c89|c99)(-.*)?")
KEPT_OUT = ("build", ".git", "*.so", "__pycache__", ".venv", "*.egg-info", ".*_cache", ".hypothesis")
KEPT_OUT += ("node_modules", "static", "dist", "schema.json", "messages.gen.ts")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a fresh clone has it, with nothing compiled."""
    if not (Path(sys.prefix) / "installed").exists():
        pytest.fail("run the tests with `make test`: this one uses the environment that it sets up")
    copy = tmp_path_factory.mktemp("clone") / "silverhook"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*KEPT_OUT))
    (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")  # as fetched once already
    return copy


@pytest.fixture(scope="module")
def no_compiler(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which every program is found but a compiler."""
    programs = tmp_path_factory.mktemp("bin")
    for folder in os.environ["PATH"].split(os.pathsep):
        for program in Path(folder).iterdir() if Path(folder).is_dir() else ():
            link = programs / program.name
            if not COMPILERS.fullmatch(program.name) and not link.exists():
                link.symlink_to(program)
    environment = {key: value for key, value in os.environ.items() if key not in ("CC", "CXX", "PYTHONPATH")}
    return environment | {"PATH": str(programs), "SILVERHOOK_NO_COMPILER": "1"}


def make(target: str, project: Path, environment: dict[str, str], arguments: str, typed: str = "") -> str:
    command = ["make", "-C", str(project), target, f"VENV={sys.prefix}", f"ARGS={arguments}"]
    run = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


def test_make_terminal_works_and_says_so_in_one_line(project: Path, no_compiler: dict[str, str]) -> None:
    out = make("terminal", project, no_compiler, "deckhand --seed 1 --bots random", "1\nq\ny\n")
    assert len(re.findall("interpreted", out)) >= 1
    assert "Traceback" not in out
    assert not list(project.rglob("*.so"))


def test_make_play_builds_the_page_and_opens_it(project: Path, no_compiler: dict[str, str], tmp_path: Path) -> None:
    command = ["make", "-C", str(project), "play", f"VENV={sys.prefix}", "ARGS=--port 0"]
    environment = {key: value for key, value in no_compiler.items() if key not in ("BROWSER", "DISPLAY")}
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
            play.communicate(timeout=60)


def test_make_test_works_interpreted(project: Path, no_compiler: dict[str, str]) -> None:
    out = make("test", project, no_compiler | {"TEST_JOBS": "1"}, "tests/core tests/rules")
    assert re.search(r"\d+ passed", out) or "100%" in out
