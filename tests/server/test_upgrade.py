"""The rolling upgrade of docs/hosting.md: systemd restarts servers behind nginx while people play."""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Self

import httpx
import pytest

from silverhook.server import messages
from silverhook.server.client import Lobby, Lost, Refusal, RemoteSeat
from silverhook.server.systemd import READY
from silverhook.testing.nginx import running_nginx
from silverhook.testing.server import FAST, PATIENCE, Process, lasting_port, run, seated, take_turns

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
SYSTEMCTL = """#!{python}
import socket, sys
with socket.socket(socket.AF_UNIX) as systemd:
    systemd.connect("{address}")
    systemd.sendall(" ".join(sys.argv[1:]).encode())
    systemd.shutdown(socket.SHUT_WR)
    sys.exit(int(systemd.recv(10)))
"""


class Systemd:
    """As much of systemd as an upgrade needs: `systemctl restart silverhook@PORT`, for units with Type=notify."""

    def __init__(self, folder: Path, database: str, ports: list[int]) -> None:
        self.folder = folder
        self.database = database
        self.running = {f"silverhook@{port}": self.start(port) for port in ports}
        self.restarts = 0
        program = folder / "systemctl"
        program.write_text(SYSTEMCTL.format(python=sys.executable, address=folder / "systemd"))
        program.chmod(0o700)

    def start(self, port: int) -> Process:
        """Start a server, and wait until it says that it is ready."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
            path = self.folder / "notify"
            path.unlink(missing_ok=True)
            notified.bind(str(path))
            notified.settimeout(PATIENCE)
            words = [word for limit in FAST for word in ("--limit", limit)]
            options = ("--port", str(port), "--pace", "0", *words)
            environment = {**os.environ, "NOTIFY_SOCKET": str(path)}
            process = Process(self.database, self.folder / f"log-{port}", *options, wait=False, env=environment)
            assert notified.recv(100).decode() == READY
            return process

    async def restart(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one systemctl with its exit status."""
        verb, unit = (await reader.read()).decode().split()
        assert verb == "restart"
        assert await asyncio.to_thread(self.running[unit].stop) == 0
        self.running[unit] = await asyncio.to_thread(self.start, int(unit.partition("@")[2]))
        self.restarts += 1
        writer.write(b"0")
        writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running.values():
            process.stop()


def rolling_restart(ports: list[int]) -> str:
    """The line of docs/hosting.md, for these ports."""
    (line,) = re.findall(r"^```sh\n(for port in .*systemctl restart.*)\n```$", HOSTING.read_text(), re.MULTILINE)
    assert "8765 8766" in line
    return str(line).replace("8765 8766", " ".join(map(str, ports)))


class Visitors:
    """People who open tables and read the catalogue all the time; every answer must be a success."""

    def __init__(self, address: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, timeout=PATIENCE)
        self.answers: list[int] = []
        self.enough = asyncio.Event()

    async def stay(self) -> None:
        """Ask until it is enough."""
        async with self.http as http:
            while not self.enough.is_set():
                self.answers.append((await http.get("/api/schema")).status_code)
                wanted = {"game": "deckhand", "seats": ["person", "person"]}
                self.answers.append((await http.post("/api/tables", json=wanted)).status_code)


class Counted(RemoteSeat):
    """A seat that counts what the server said it has stored."""

    stored = 0

    async def act(self, action: int, ply: int | None = None) -> messages.Done:
        done = await super().act(action, ply)
        self.stored += 1
        return done


async def play_until(enough: asyncio.Event, seats: list[Counted]) -> None:
    """Make moves at the speed of people until it is enough or the game is over."""
    chance = random.Random(1)
    while not enough.is_set() and seats[0].state and seats[0].state["table"]["phase"] == "playing":
        await take_turns(seats, chance, 1)
        await asyncio.sleep(0.03)


async def upgraded_while_playing(systemd: Systemd, address: str, ports: list[int]) -> None:
    visitors = Visitors(address)
    server = await asyncio.start_unix_server(systemd.restart, systemd.folder / "systemd")
    async with server, Lobby(address) as lobby:
        table, tokens = await seated(lobby)
        async with Counted(address, table, tokens[0]) as a, Counted(address, table, tokens[1]) as b:
            visiting = asyncio.create_task(visitors.stay())
            playing = asyncio.create_task(play_until(visitors.enough, [a, b]))
            shell = await asyncio.create_subprocess_shell(rolling_restart(ports))
            assert await shell.wait() == 0 and systemd.restarts == 2
            visitors.enough.set()
            await asyncio.gather(visiting, playing)
            assert a.state and a.state["ply"] == a.stored + b.stored
            assert a.reconnects + b.reconnects >= 2  # each has met at least one of the restarts
    assert len(visitors.answers) > 20 and set(visitors.answers) == {200, 201}


def test_a_rolling_restart_fails_no_request_and_loses_no_move(
    tmp_path: Path, postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch, program: Callable[[str], str]
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    ports = [lasting_port(), lasting_port()]
    servers = [f"http://127.0.0.1:{port}" for port in ports]
    with Systemd(tmp_path, postgres(), ports) as systemd, running_nginx(program("nginx"), tmp_path, servers) as proxy:
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        run(upgraded_while_playing(systemd, proxy.https, ports))


NEWER = """
import silverhook.deckhand

object.__setattr__(silverhook.deckhand.GAME, "version", silverhook.deckhand.GAME.version + 1)
"""


def test_tables_of_two_rules_versions_are_played_behind_one_proxy(
    tmp_path: Path, postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch, program: Callable[[str], str]
) -> None:
    """The new server refuses a table of the old rules so that the proxy asks the old one; it does the table no harm."""
    (tmp_path / "sitecustomize.py").write_text(NEWER)
    newer = {**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"}
    database = postgres()
    words = [word for limit in FAST for word in ("--limit", limit)]
    old = Process(database, tmp_path / "old", "--pace", "0", *words)
    new = Process(database, tmp_path / "new", "--pace", "0", *words, env=newer)

    async def body(address: str) -> None:
        async with Lobby(old.url) as there, Lobby(new.url) as here, Lobby(address) as lobby:
            table, tokens = await seated(there)
            with pytest.raises(Refusal, match="only a server of that version can open it") as refused:
                await here.table(table)
            assert refused.value.code == "other_rules"
            with pytest.raises(Lost, match="only a server of that version can open it"):
                async with here.sit(table, tokens[0], patience=0.2):
                    raise AssertionError
            for _ in range(10):  # whichever server the proxy asks first
                assert (await lobby.table(table))["phase"] == "playing"
            async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                await take_turns([a, b], random.Random(1), 20)
            made = (await here.create(game="deckhand", seats=["person", "person"]))["table"]
            assert (await lobby.table(made))["phase"] == "open"

    try:
        with running_nginx(program("nginx"), tmp_path, [old.url, new.url]) as proxy:
            monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
            run(body(proxy.https))
        refusals = [line for line in new.logged() if line["event"] == "table_refused"]
        assert not any("Traceback" in str(line) for line in refusals)
    finally:
        old.stop()
        new.stop()
