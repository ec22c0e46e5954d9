"""The command line, run in this process and in a process of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from silverhook.cli import app
from silverhook.testing.server import PATIENCE

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
            input=enter, capture_output=True, encoding="utf-8", cwd=tmp_path, env=environment, timeout=PATIENCE,
            check=False,
        )  # fmt: skip

    return process


class Screen:
    """The command in a terminal of its own, where a test types and reads."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.side, other = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(SOURCES), "COLUMNS": "80", "LINES": "24", "TERM": "xterm"}
        command = [sys.executable, "-m", "silverhook.cli", *args]
        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, cwd=folder, env=environment, start_new_session=True
        )
        os.close(other)
        self.shown = ""

    def until(self, *texts: str) -> str:
        """Read until one of these texts is on the screen; return what has appeared since the last call."""
        end = time.monotonic() + PATIENCE
        while not any(text in self.shown for text in texts):
            assert time.monotonic() < end, self.shown
            if select.select([self.side], [], [], 0.2)[0]:
                self.shown += os.read(self.side, 65536).decode("utf-8", "replace")
        read, self.shown = self.shown, ""
        return read

    def type(self, entry: str) -> None:
        os.write(self.side, f"{entry}\n".encode())

    def computes(self, seconds: float) -> None:
        """Wait until the command has used this much processor time."""
        enough = self._used() + seconds
        while self._used() < enough:
            time.sleep(0.01)

    def _used(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def interrupt(self) -> None:
        """Send the signal of Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.side)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Screen]]:
    """Run the command in a terminal."""
    opened: list[Screen] = []

    def open_screen(*args: str) -> Screen:
        opened.append(Screen(tmp_path, *args))
        return opened[-1]

    yield open_screen
    for screen in opened:
        screen.close()
