"""One of several processes on a PostgreSQL: claims by advisory locks, news by LISTEN."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set
from contextlib import suppress

import psycopg
from sqlalchemy import URL

from silverhook.table.store import CHANNEL

__all__ = ["PostgresClaims"]

log = logging.getLogger(__name__)
Notify = Callable[[str, int], None]
_PATIENCE = 1.0  # seconds between attempts to reach the database again
_TRY = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
_FREE = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"
_SWEEP = "SELECT id, pg_try_advisory_lock(hashtextextended(id, 0)) FROM tables WHERE live AND id <> ALL(%s)"


class PostgresClaims:
    """One of several processes on a PostgreSQL.

    A claim is an advisory lock of a session: when a process dies its claims are free at once. That two
    processes drive a table for a moment does no harm, since only one of them can write the next entry.
    """

    def __init__(self, url: URL, process: str, notify: Notify, caught_up: Callable[[], None]) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process
        self._notify = notify
        self._caught_up = caught_up
        self._session: psycopg.AsyncConnection[tuple[object, ...]] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._claims: set[str] = set()
        self._listener = asyncio.create_task(self._listen_for_ever(), name="news from other processes")

    def holds(self, table: str) -> bool:
        """Whether the claim was got and not lost since."""
        return table in self._claims

    async def claim(self, table: str) -> bool:
        """Try for the lock."""
        if table in self._claims:
            return True
        rows = await self._ask(_TRY, table)
        if rows and rows[0][0]:
            self._claims.add(table)
        return table in self._claims

    async def release(self, table: str) -> None:
        """Free the lock."""
        if table in self._claims:
            self._claims.discard(table)
            await self._ask(_FREE, table)

    async def sweep(self, but: Set[str]) -> list[str]:
        """Try for the locks of all live tables that are not ours; those of dead processes are free."""
        rows = await self._ask(_SWEEP, [*self._claims, *but])
        found = [str(id) for id, got in rows if got]
        self._claims.update(found)
        return found

    async def close(self) -> None:
        """Free all locks, and hear no more."""
        self._listener.cancel()
        with suppress(asyncio.CancelledError):
            await self._listener
        async with self._one_at_a_time:
            await self._drop_session()

    async def _ask(self, query: str, argument: object) -> list[tuple[object, ...]]:
        """Ask in the session that holds the locks; where it is lost, so are they."""
        async with self._one_at_a_time:
            try:
                if self._session is None:
                    self._session = await self._connect()
                cursor = await self._session.execute(query, (argument,))
                return await cursor.fetchall()
            except psycopg.Error as problem:
                if self._session is not None and not self._session.broken:  # such as no room for another lock
                    log.warning("a claim cannot be asked for: %s", problem)
                    return []
                log.warning("the database session that holds the claims is lost: %s", problem)
                await self._drop_session()
                return []

    async def _drop_session(self) -> None:
        self._claims.clear()
        session, self._session = self._session, None
        if session is not None:
            with suppress(psycopg.Error):
                await session.close()

    async def _connect(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        return await psycopg.AsyncConnection.connect(
            self._address, autocommit=True, connect_timeout=5, keepalives_idle=10, keepalives_interval=5
        )

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._caught_up()  # what was told while nobody listened is read now
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error as problem:
                log.warning("news from other processes are interrupted: %s", problem)
            await asyncio.sleep(_PATIENCE)

    def _hear(self, payload: str) -> None:
        """Tell of what another process wrote; anything else that somebody says on this channel is not for us."""
        process, _, words = payload.partition(" ")
        if process != self._process:
            for word in words.split():
                table, _, n = word.partition(":")
                if n.isdecimal():
                    self._notify(table, int(n))
