"""A TCP proxy in front of a real PostgreSQL that fails as networks do: for tests of what servers then do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Literal
from urllib.parse import parse_qs, urlsplit

__all__ = ["FlakyProxy", "Mode"]

Mode = Literal["pass", "hold", "refuse"]
_COMMIT, _WRITES = b"COMMIT", b"UPDATE tables SET n"


class FlakyProxy:
    """Passes connections on to a database, or fails as `mode`, `delay` and `cut` say.

    In mode `hold` nothing passes and nothing is closed, as in a network that swallows packets; what was sent meanwhile
    arrives once the mode is `pass` again. In mode `refuse` there is nobody. `lost_commits` counts down: that many
    times, the database commits what a writer of logs wrote, and the answer is lost with the connection; `then` is the
    mode from that moment on.
    """

    def __init__(self, database: str) -> None:
        parts = urlsplit(database)
        self._folder = parse_qs(parts.query)["host"][0]  # a socket of PostgreSQL
        self._path = parts.path
        self._links: set[_Link] = set()
        self._server: asyncio.Server
        self._open = asyncio.Event()
        self.delay = 0.0  # seconds that each packet takes longer
        self.lost_commits = 0
        self.then: Mode = "pass"
        self.commits_lost = 0
        self.address = ""  # of the database behind this proxy
        self.mode = "pass"

    @property
    def mode(self) -> Mode:
        """How it fails."""
        return self._mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._mode: Mode = mode
        if mode == "hold":
            self._open.clear()
        else:
            self._open.set()
        if mode == "refuse":
            self.cut()

    async def __aenter__(self) -> FlakyProxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.address = f"postgresql+psycopg://postgres@127.0.0.1:{port}{self._path}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.mode = "refuse"

    def cut(self) -> None:
        """Cut all connections."""
        for link in list(self._links):
            link.cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._mode == "refuse":
            writer.close()
            return
        link = _Link(self, writer)
        self._links.add(link)
        try:
            await self._open.wait()
            with suppress(OSError, ExceptionGroup, asyncio.CancelledError):
                await link.run(reader, self._folder)
        finally:
            self._links.discard(link)
            link.cut()

    async def passes(self) -> None:
        """Wait until the network lets a packet through."""
        if self.delay:
            await asyncio.sleep(self.delay)
        await self._open.wait()


class _Link:
    """One connection of a client to the database."""

    def __init__(self, proxy: FlakyProxy, client: asyncio.StreamWriter) -> None:
        self._proxy = proxy
        self._writers = [client]
        self._writes = False  # whether it belongs to a writer of logs
        self._loses_answer = False

    def cut(self) -> None:
        """Close both sides at once."""
        for writer in self._writers:
            writer.transport.abort()

    async def run(self, reader: asyncio.StreamReader, folder: str) -> None:
        """Pass on what comes, in both directions."""
        (writer,) = self._writers
        theirs, ours = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")
        self._writers.append(ours)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._pump(reader, ours, self._asks))
            group.create_task(self._pump(theirs, writer, self._answers))

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passes: Callable[[bytes], bool]
    ) -> None:
        while data := await reader.read(65536):
            await self._proxy.passes()
            if not passes(data):
                break
            writer.write(data)
            await writer.drain()
        self.cut()

    def _asks(self, data: bytes) -> bool:
        self._writes = self._writes or _WRITES in data
        if self._writes and _COMMIT in data and self._proxy.lost_commits:
            self._proxy.lost_commits -= 1
            self._loses_answer = True
        return True

    def _answers(self, data: bytes) -> bool:
        if self._loses_answer:
            self._proxy.commits_lost += 1
            if not self._proxy.lost_commits:
                self._proxy.mode = self._proxy.then
        return not self._loses_answer
