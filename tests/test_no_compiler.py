"""Where there is no C compiler, `make play` and `make test` still work: interpreted, with a one-line notice."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMPILERS = re.compile(r"(.*-)?(cc|gcc|g\+\+|c\+\+|clang|clang\+\+|tcc|c89|c99)(-.*)?")
KEPT_OUT = ("build", ".git", "*.so", "__pycache__", ".venv", "*.egg-info", ".*_cache", ".hypothesis")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a fresh clone has it, with nothing compiled."""
    if not (Path(sys.prefix) / "installed").exists():
        pytest.fail("run the tests with `make test`: this one uses the environment that it sets up")
    copy = tmp_path_factory.mktemp("clone") / "silverhook"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*KEPT_OUT))
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


def test_make_play_works_and_says_so_in_one_line(project: Path, no_compiler: dict[str, str]) -> None:
    out = make("play", project, no_compiler, "deckhand --seed 1 --bots random", "1\nq\ny\n")
    assert len(re.findall("interpreted", out)) >= 1
    assert "Traceback" not in out
    assert not list(project.rglob("*.so"))


def test_make_test_works_interpreted(project: Path, no_compiler: dict[str, str]) -> None:
    out = make("test", project, no_compiler | {"TEST_JOBS": "1"}, "tests/core tests/rules")
    assert re.search(r"\d+ passed", out) or "100%" in out
