"""Several processes on one PostgreSQL: claims are advisory locks, notifications come by LISTEN."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set
from contextlib import suppress

import psycopg
from sqlalchemy import URL

from silverhook.core.event_log import log_event
from silverhook.table.log_writer import CHANNEL

__all__ = ["PostgresClaims"]

Notify = Callable[[str, int], None]
_PATIENCE = 1.0  # seconds between attempts to reach the database again
_TRY = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
_FREE = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"
_SWEEP = "SELECT id, pg_try_advisory_lock(hashtextextended(id, 0)) FROM tables WHERE live AND id <> ALL(%s)"


class PostgresClaims:
    """The claims of one of several processes on a PostgreSQL.

    A claim is an advisory lock of a session, so a dead process loses its claims at once. Two processes may drive
    a table for a moment; this does no harm, because only one of them can write the next entry.
    """

    def __init__(self, url: URL, process: str, notify: Notify, caught_up: Callable[[], None]) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process
        self._notify = notify
        self._caught_up = caught_up
        self._session: psycopg.AsyncConnection[tuple[object, ...]] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._claims: set[str] = set()
        self._listener = asyncio.create_task(self._listen_for_ever(), name="notifications from other processes")

    def holds(self, table: str) -> bool:
        """Whether this process holds the claim."""
        return table in self._claims

    async def claim(self, table: str) -> bool:
        """Try to get the lock."""
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
        """Try to get the locks of all other live tables; those of dead processes are free."""
        rows = await self._ask(_SWEEP, [*self._claims, *but])
        found = [str(id) for id, got in rows if got]
        self._claims.update(found)
        return found

    async def close(self) -> None:
        """Free all locks and stop listening."""
        self._listener.cancel()
        with suppress(asyncio.CancelledError):
            await self._listener
        async with self._one_at_a_time:
            await self._drop_session()

    async def _ask(self, query: str, argument: object) -> list[tuple[object, ...]]:
        """Run a query in the session that holds the locks; if the session is lost, so are the locks."""
        async with self._one_at_a_time:
            try:
                if self._session is None:
                    self._session = await self._connect()
                cursor = await self._session.execute(query, (argument,))
                return await cursor.fetchall()
            except psycopg.Error as problem:
                if self._session is not None and not self._session.broken:  # for example no room for another lock
                    log_event("claim_refused", logging.WARNING, str(problem))
                    return []
                log_event("claims_lost", logging.WARNING, str(problem))
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
                    self._caught_up()  # read what was written while nobody listened
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error as problem:
                log_event("notifications_lost", logging.WARNING, f"reconnecting: {problem}")
            await asyncio.sleep(_PATIENCE)

    def _hear(self, payload: str) -> None:
        """Pass on what another process wrote; ignore anything else on this channel."""
        process, _, words = payload.partition(" ")
        if process != self._process:
            for word in words.split():
                table, _, n = word.partition(":")
                if n.isdecimal():
                    self._notify(table, int(n))
