"""`silverhook serve --open`: opens the page in your browser, on a free port, and never starts a second server."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from silverhook.server import browser
from silverhook.table.database import in_use
from silverhook.testing.server import PATIENCE


class Opened:
    """A `serve --open` with its own home folder and a browser that writes down the addresses it opens."""

    def __init__(self, home: Path, *options: str, has_browser: bool = True) -> None:
        self.shown = home / "shown"
        script = home / "browser"
        script.write_text(f'#!/bin/sh\necho "$1" >> {self.shown}\n')
        script.chmod(script.stat().st_mode | stat.S_IEXEC)
        clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        chosen = {"BROWSER": f"{script} %s"} if has_browser else {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "silverhook", "serve", "--open", *options],
            env={**clean, "XDG_DATA_HOME": str(home), **chosen},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def visited(self) -> list[str]:
        """The addresses that the browser opened, once there is one."""
        end = time.monotonic() + PATIENCE
        while not self.shown.is_file() or not self.shown.read_text().endswith("\n"):
            assert time.monotonic() < end, "no browser opened"
            time.sleep(0.02)
        return self.shown.read_text().split()

    def stop(self, by: int | None = signal.SIGINT) -> tuple[int, str]:
        """End the server, or wait until it ends by itself; return its status and its stderr."""
        if self.process.poll() is None and by is not None:
            self.process.send_signal(by)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program uses."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        yield other.getsockname()[1]


def test_the_browser_opens_the_address(tmp_path: Path) -> None:
    opened = Opened(tmp_path, "--port", "0")
    try:
        address = opened.line().removeprefix("Silverhook is open at ")
        assert opened.line() == "Ctrl-C closes it."
        assert opened.visited() == [address]
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        assert (tmp_path / "silverhook" / "tables.db").is_file()
    finally:
        assert opened.stop() == (0, "")  # only problems are logged


def test_the_server_works_without_a_browser(tmp_path: Path) -> None:
    opened = Opened(tmp_path, "--port", "0", has_browser=False)
    try:
        address = opened.line().removeprefix("Silverhook is open at ")
        assert opened.line() == "Open this address in a browser; Ctrl-C closes it."
        assert httpx.get(f"{address}/health").status_code == 200
    finally:
        assert opened.stop() == (0, "")
    assert not opened.shown.exists()


def test_with_open_the_server_moves_to_a_free_port(tmp_path: Path, taken: int) -> None:
    opened = Opened(tmp_path, "--port", str(taken))
    try:
        address = opened.line().removeprefix("Silverhook is open at ")
        assert not address.endswith(f":{taken}")
        assert opened.visited() == [address]
    finally:
        assert opened.stop()[0] == 0
    plain = subprocess.run(
        [sys.executable, "-m", "silverhook", "serve", "--port", str(taken), "--database", f"sqlite:///{tmp_path}/t.db"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert plain.returncode == 2 and "--port 0 chooses a free one" in plain.stderr


def test_a_second_command_opens_the_first_server(tmp_path: Path, taken: int) -> None:
    first = Opened(tmp_path, "--port", str(taken))  # which uses a port that nobody could guess
    try:
        address = first.line().removeprefix("Silverhook is open at ")
        first.visited()
        first.shown.unlink()
        second = Opened(tmp_path)
        assert second.line() == f"Silverhook is already open at {address}"
        assert second.stop(None) == (0, "")
        assert second.visited() == [address]
        assert httpx.get(f"{address}/health").status_code == 200
    finally:
        first.stop()
    third = Opened(tmp_path, "--port", "0")  # a stopped server is not opened
    try:
        assert third.line().startswith("Silverhook is open at ")
    finally:
        third.stop(signal.SIGKILL)
    fourth = Opened(tmp_path, "--port", "0")  # nor is a killed one
    try:
        assert fourth.line().startswith("Silverhook is open at ")
    finally:
        fourth.stop()


def test_tables_that_another_server_uses_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of another version, or one that does not answer: the error says which."""
    first = Opened(tmp_path, "--port", "0")
    try:
        address = first.line().removeprefix("Silverhook is open at ")
        database = f"sqlite:///{tmp_path / 'silverhook' / 'tables.db'}"
        assert in_use(database)
        assert browser.open_already(database) == address
        monkeypatch.setattr(browser, "version", lambda name: "99")
        assert browser.open_already(database) is None
        monkeypatch.undo()
        note = tmp_path / "silverhook" / "tables.db.address"
        for wrong in ("http://127.0.0.1:1", "", "file:///etc/passwd", "nonsense"):
            note.write_text(wrong)
            assert browser.open_already(database) is None
        second = Opened(tmp_path, "--port", "0")
        assert second.line() == ""
        status, said = second.stop(None)
        assert status == 2 and "is in use by another Silverhook" in said
    finally:
        first.stop()
    assert not in_use(database)


def test_only_a_database_file_has_a_remembered_address() -> None:
    database = "postgresql+psycopg://nobody@127.0.0.1:1/nothing"
    browser.note_address(database, "http://127.0.0.1:1")
    browser.forget_address(database)
    assert browser.open_already(database) is None
