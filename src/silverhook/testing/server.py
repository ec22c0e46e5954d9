"""Real server processes and clients on real sockets, for tests of a server or of a client."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect

from silverhook.server import messages
from silverhook.server.client import Lobby, Refusal, RemoteSeat
from silverhook.testing.nursery import Fork
from silverhook.testing.same_deals import FOLDER

__all__ = [
    "FAST",
    "PATIENCE",
    "Process",
    "Raw",
    "checked",
    "lasting_port",
    "play_on",
    "raw",
    "run",
    "running",
    "seated",
    "take_turns",
    "until",
]

T = TypeVar("T")
PATIENCE = 600.0  # seconds before a waiting test counts as hanging; not a limit on how slow a machine may be
FAST = (
    "messages_per_second=100000",
    "messages_at_once=100000",
    "address_messages_per_second=100000",
    "address_messages_at_once=100000",
    "requests_per_second=100000",
    "requests_at_once=100000",
    "tables_at_once=100000",
)
_PATIENT: dict[str, Any] = {"compression": None, "max_size": 2**22, "open_timeout": PATIENCE, "ping_timeout": None}
_PORTS = itertools.count()


class Process:
    """A server process with its address and its log; a file `wall` says how wrong its wall clock is, in seconds."""

    def __init__(
        self,
        database: str,
        log: Path,
        *options: str,
        wait: bool = True,
        env: Mapping[str, str] | None = None,
        wall: Path | None = None,
    ) -> None:
        self.log = log
        words = [*_program(wall), "serve", "--port", "0", "--database", database, *options]
        self.process = Fork(words, log) if env is None and wall is None else _started(words, log, env)
        self.url = self.opened() if wait else ""

    def opened(self) -> str:
        """Its address, once it is open."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if "open at" not in line:
            self.stop()
            raise AssertionError(f"the server did not start: {self.log.read_text()}")
        return line.rsplit(" ", 1)[1].strip()

    def stop(self, by: int = signal.SIGTERM) -> int:
        """End it by a signal; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        return code

    def logged(self) -> list[dict[str, Any]]:
        """The lines of its log so far."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]


def _started(words: list[str], log: Path, env: Mapping[str, str] | None) -> subprocess.Popen[str]:
    with log.open("ab") as file:
        return subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, stderr=file, text=True, env=env)


def _program(wall: Path | None) -> list[str]:
    """The command line, with a clock and deals that the test determines if it does."""
    deals = os.environ.get(FOLDER)
    program = ["silverhook"] if deals is None else ["silverhook.testing.same_deals", deals]
    return program if wall is None else ["silverhook.testing.skewed_clock", str(wall), *program]


def lasting_port() -> int:
    """A free port below those that the system hands out, so that a server can restart on it.

    Processes that started one after the other look in ranges of their own: a port is free while its server restarts.
    """
    while True:
        port = 12_000 + (os.getpid() * 100 + next(_PORTS)) % 20_000
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextmanager
def running(
    folder: Path,
    *options: str,
    limits: tuple[str, ...] = FAST,
    database: str | None = None,
    env: Mapping[str, str] | None = None,
) -> Iterator[Process]:
    """A server that runs during a test, with hardly any limits and with bots that do not wait."""
    words = [word for limit in limits for word in ("--limit", limit)]
    process = Process(
        database or f"sqlite:///{folder / 'tables.db'}", folder / "log", "--pace", "0", *words, *options, env=env
    )
    try:
        yield process
    finally:
        process.stop()


def run(body: Coroutine[Any, Any, T], seconds: float = PATIENCE) -> T:
    """Run a coroutine with a timeout."""
    return asyncio.run(asyncio.wait_for(body, seconds))


def checked(message: object, kind: Any = messages.FromServer) -> None:
    """Raise unless a message of the server matches messages.py exactly; by default it is one over the WebSocket."""
    _declared(kind).validate_python(message, strict=True)


@cache
def _declared(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


async def seated(lobby: Lobby, game: str = "deckhand", people: int = 2, **settings: Any) -> tuple[str, list[str]]:
    """A new table that has begun, and the tokens of its people's seats."""
    made = await lobby.create(game=game, **{"seats": ["person"] * people, **settings})
    taken = [await lobby.take_seat(made["table"], f"P{seat}") for seat in range(people)]
    return made["table"], [one["token"] for one in taken]


async def play_on(seat: RemoteSeat, chance: random.Random, moves: int = 100_000) -> messages.State:
    """Play at random for a number of moves or until the game is over; returns the last state."""
    for _ in range(moves):
        state = await seat.turn()
        if state["table"]["phase"] == "finished":
            return state
        try:
            await seat.act(chance.choice(state["actions"])["action"])
        except Refusal as refusal:
            if refusal.code not in ("late", "out_of_turn"):  # a pause may end before the answer arrives
                raise
            await seat.when(lambda now, before=state: now is not before)  # type: ignore[misc]
    assert seat.state
    return seat.state


async def take_turns(seats: Sequence[RemoteSeat], chance: random.Random, moves: int) -> None:
    """Play a number of random moves, for whichever seat is asked."""
    assert seats[0].state
    turn = seats[0].state["table"]["turn"]
    for _ in range(moves):
        assert turn is not None, "nobody decides"
        state = await seats[turn].turn()
        await seats[turn].act(chance.choice(state["actions"])["action"])
        turn = (seats[turn].state or state)["table"]["turn"]


async def until(check: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.01)


class Raw:
    """A bare WebSocket, for messages that no honest client would send. It checks every message it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message, of one of these kinds if any are named."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            checked(message)
            if not kinds or message["type"] in kinds:
                return message

    async def closed(self) -> int:
        """The code with which the server closes."""
        await asyncio.wait_for(self.socket.wait_closed(), PATIENCE)
        assert self.socket.close_code is not None
        return self.socket.close_code


@asynccontextmanager
async def raw(url: str, table: str, hello: dict[str, Any] | None = None, **settings: Any) -> AsyncIterator[Raw]:
    """A bare WebSocket to a table, after a hello if one is given."""
    address = f"ws{url.removeprefix('http')}/api/tables/{table}/play"
    async with connect(address, **{**_PATIENT, **settings}) as socket:
        client = Raw(socket)
        if hello is not None:
            await client.say(type="hello", protocol=messages.PROTOCOL, **hello)
        yield client
