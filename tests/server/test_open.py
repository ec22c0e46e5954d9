"""`silverhook serve --open`: the table in one's own browser, on a port that is free, and never twice."""

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
from silverhook.table.store import in_use
from silverhook.testing.server import PATIENCE


class Opened:
    """A `serve --open` with a home of its own and a browser that writes down what it is shown."""

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
        """The addresses that the browser was shown, once there is one."""
        end = time.monotonic() + PATIENCE
        while not self.shown.is_file() or not self.shown.read_text().endswith("\n"):
            assert time.monotonic() < end, "no browser was opened"
            time.sleep(0.02)
        return self.shown.read_text().split()

    def stop(self, by: int | None = signal.SIGINT) -> tuple[int, str]:
        """End it, or wait until it ends by itself; its status, and what it said on stderr."""
        if self.process.poll() is None and by is not None:
            self.process.send_signal(by)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program has."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        yield other.getsockname()[1]


def test_the_browser_is_shown_the_address(tmp_path: Path) -> None:
    opened = Opened(tmp_path, "--port", "0")
    try:
        address = opened.line().removeprefix("Silverhook is open at ")
        assert opened.line() == "Ctrl-C closes it."
        assert opened.visited() == [address]
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        assert (tmp_path / "silverhook" / "tables.db").is_file()
    finally:
        assert opened.stop() == (0, "")  # nothing is logged that is no trouble


def test_without_a_browser_it_serves_all_the_same(tmp_path: Path) -> None:
    opened = Opened(tmp_path, "--port", "0", has_browser=False)
    try:
        address = opened.line().removeprefix("Silverhook is open at ")
        assert opened.line() == "Open this address in a browser; Ctrl-C closes it."
        assert httpx.get(f"{address}/health").status_code == 200
    finally:
        assert opened.stop() == (0, "")
    assert not opened.shown.exists()


def test_a_port_that_is_taken_is_no_trouble_where_a_browser_is_shown_the_way(tmp_path: Path, taken: int) -> None:
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


def test_a_second_one_shows_the_first(tmp_path: Path, taken: int) -> None:
    first = Opened(tmp_path, "--port", str(taken))  # which is open on a port that nobody could guess
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
    third = Opened(tmp_path, "--port", "0")  # what is closed is not shown
    try:
        assert third.line().startswith("Silverhook is open at ")
    finally:
        third.stop(signal.SIGKILL)
    fourth = Opened(tmp_path, "--port", "0")  # nor is what was killed
    try:
        assert fourth.line().startswith("Silverhook is open at ")
    finally:
        fourth.stop()


def test_tables_that_something_else_serves_are_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of another version, or one that does not answer: then it is said what is the matter."""
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


def test_a_database_that_is_no_file_has_no_address() -> None:
    database = "postgresql+psycopg://nobody@127.0.0.1:1/nothing"
    browser.note_address(database, "http://127.0.0.1:1")
    browser.forget_address(database)
    assert browser.open_already(database) is None
