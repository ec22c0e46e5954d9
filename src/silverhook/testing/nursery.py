"""Server processes that begin at once: forks of one process that has imported all that a server needs."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

__all__ = ["Fork"]

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "aiosqlite",
        "alembic.command",
        "psycopg",
        "sqlalchemy.dialects.postgresql.psycopg",
        "sqlalchemy.dialects.sqlite.aiosqlite",
        "uvloop",
        "silverhook.cli",
        "silverhook.server.browser",
        "silverhook.server.run",
        "silverhook.table.postgres_claims",
        __name__,
    ]
)


class Fork:
    """A process that runs `python -m ...` with its log in a file; it can be used like a `subprocess.Popen`."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        output, theirs = _FORKS.Pipe(duplex=False)
        self._process = _FORKS.Process(target=_run, args=(list(words), str(log), dict(os.environ), theirs))
        self._process.start()
        theirs.close()
        self.stdout = os.fdopen(os.dup(output.fileno()), encoding="utf-8")
        output.close()

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        if self._process.pid is not None and self.poll() is None:
            os.kill(self._process.pid, number)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; returns the exit code."""
        self._process.join(timeout)
        if (code := self.poll()) is None:
            raise subprocess.TimeoutExpired("silverhook", timeout or 0)
        return code


def _run(words: list[str], log: str, environment: dict[str, str], output: Connection) -> None:
    """Become the program: its words, its environment, its files."""
    os.dup2(output.fileno(), 1)
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), 2)
    output.close()
    # The old streams would seek, which a pipe cannot.
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = words
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
