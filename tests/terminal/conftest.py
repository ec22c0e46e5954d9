"""The command line, run in this process and as one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from silverhook.cli import app

SOURCES = Path(__file__).parents[2] / "src"
Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in an empty folder with lines of input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*args: str, enter: list[str] | None = None) -> Any:
        lines = "".join(f"{line}\n" for line in enter or [])
        return CliRunner().invoke(app, list(args), input=lines, catch_exceptions=False)

    return run


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Run the command as a process of its own."""

    def process(*args: str, enter: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONIOENCODING": "utf-8", **variables}
        return subprocess.run(
            [sys.executable, "-m", "silverhook.cli", *args],
            input=enter, capture_output=True, encoding="utf-8", cwd=tmp_path, env=environment, timeout=120, check=False,
        )  # fmt: skip

    return process
