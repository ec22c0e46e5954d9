"""The systemd units of deploy/: systemd finds no fault with them, and servers report their state as the units say."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from silverhook.server.systemd import READY, STOPPING
from silverhook.testing.server import PATIENCE, running

UNITS = {"silverhook": "silverhook", "silverhook@": "silverhook@8765"}
DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A unit with the command of this environment."""
    text = (DEPLOY / f"{request.param}.service").read_text()
    installed = Path(sys.executable).with_name("silverhook")
    assert text.count("/opt/silverhook/bin/silverhook") == 1 and installed.exists()
    path = tmp_path / f"{UNITS[request.param]}.service"
    path.write_text(text.replace("/opt/silverhook/bin/silverhook", str(installed)))
    return path


def analyzed(program: Callable[[str], str], *words: str | Path) -> tuple[int, str]:
    command = [program("systemd-analyze"), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout + done.stderr


def test_systemd_finds_nothing_wrong_with_the_units(unit: Path, program: Callable[[str], str]) -> None:
    assert analyzed(program, "verify", unit) == (0, "")


def test_systemd_calls_the_units_hardened(unit: Path, program: Callable[[str], str]) -> None:
    """The scale goes from 0 (nothing is exposed) to 100; an ordinary service has 96."""
    code, out = analyzed(program, "security", "--offline=true", "--no-pager", "--threshold=20", unit)
    assert code == 0, out


def test_every_command_in_a_unit_exists(unit: Path) -> None:
    start = re.search(r"^ExecStart=\S+ (.*)$", unit.read_text(), re.MULTILINE)
    assert start
    words = start[1].replace("%i", "8765").split()
    done = subprocess.run([sys.executable, "-m", "silverhook", *words, "--limits"], capture_output=True, text=True)
    assert done.returncode == 0 and "message_bytes" in done.stdout


@pytest.mark.parametrize("abstract", [False, True])
def test_a_server_says_when_it_is_ready_and_when_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        name = f"silverhook-{tmp_path}" if abstract else str(tmp_path / "notify")
        systemd.bind(f"\0{name}" if abstract else name)
        systemd.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}" if abstract else name)
        with running(tmp_path) as server:
            assert systemd.recv(100).decode() == READY
            assert httpx.get(f"{server.url}/ready").status_code == 200
        assert systemd.recv(100).decode() == STOPPING


def test_a_server_runs_although_systemd_cannot_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    with running(tmp_path) as server:
        assert httpx.get(f"{server.url}/ready").status_code == 200
    assert "systemd_not_told" in {line["event"] for line in server.logged()}
