"""Several processes on one PostgreSQL: claims are rows, held under a lease; notifications come by LISTEN.

Each process has a row in `servers`, whose `beats` it counts up every second in the session that listens. Its claims
refer to that row. Whoever sees the beats of another stand still for the length of a lease deletes the row, and the
claims with it. No clocks are compared: each process measures the time for itself. A process that could not count up its
beats for that long no longer trusts what it knows: its lease is over before anybody can take its tables.

A process that was only stopped for a while may still write afterwards, so each claim has a fence: the number of the
entry in the table's log with which its holder took over. What the holder does carries the fence, and does nothing once
a newer one is in the log.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterable, Set
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Row, text

from silverhook.core.event_log import log_event
from silverhook.table.bounded_connection import BoundedConnection
from silverhook.table.claims import Claim
from silverhook.table.errors import StoreError
from silverhook.table.log_writer import CHANNEL
from silverhook.table.store import Store

__all__ = ["LEASE", "PostgresClaims"]

LEASE = 6.0  # seconds
_BEAT = 1.0  # seconds between two beats, and between attempts to reach the database again
_GRACE = 1.0  # seconds after its lease in which a process that was busy may still find that it was renewed
_AT_ONCE = 500  # tables that one sweep claims, so that several processes share those of a dead one

_ENROL = "INSERT INTO servers (id, beats) VALUES (%s, 0)"
_RENEW = "UPDATE servers SET beats = beats + 1 WHERE id = %s"
_WITHDRAW = "DELETE FROM servers WHERE id = %s"
_SERVERS = text("SELECT id, beats FROM servers")
_EXPEL = text("DELETE FROM servers WHERE id = :id AND beats = :beats")
_LEAVE = text("DELETE FROM servers WHERE id = :server")
_TAKE = (  # a claim of this process counts as free: the answer to an earlier attempt may have been lost
    " ON CONFLICT (table_id) DO UPDATE SET server = excluded.server WHERE claims.server = excluded.server"
    " RETURNING table_id"
)
_CLAIM = text(f"INSERT INTO claims (table_id, server) SELECT :table, id FROM servers WHERE id = :server{_TAKE}")
_SWEEP = text(
    "INSERT INTO claims (table_id, server) SELECT t.id, s.id FROM tables t, servers s"
    " WHERE s.id = :server AND t.live AND t.id <> ALL(:but)"
    " AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.table_id = t.id AND c.server <> :server)"
    f" ORDER BY t.id LIMIT {_AT_ONCE}{_TAKE}"
)
_RELEASE = text("DELETE FROM claims WHERE table_id = :table AND server = :server")


class PostgresClaims:
    """The claims of one of several processes on a PostgreSQL, and the notifications of what the others write."""

    def __init__(
        self,
        store: Store,
        heard: Callable[[str, int], None],
        caught_up: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self.server = ""  # a new name for each lease
        self._former = ""  # the name under the lease before
        self._store = store
        self._heard = heard
        self._caught_up = caught_up
        self._lost = lost
        self._held: dict[str, Claim] = {}
        self._until = 0.0  # when the lease ends unless it is renewed
        self._beats: dict[str, tuple[int, float]] = {}  # of each process, and since when they have stood still
        self._end: asyncio.TimerHandle | None = None
        self._enrolled = asyncio.Event()
        self._task = asyncio.create_task(self._listen_for_ever(), name="the lease, and notifications of others")

    async def opened(self) -> None:
        """Wait until this process holds a lease; StoreError if it does not get one."""
        try:
            await asyncio.wait_for(self._enrolled.wait(), 2 * LEASE)
        except TimeoutError:
            raise StoreError("the database does not answer; try again in a moment") from None

    @property
    def current(self) -> bool:
        """Whether the lease holds."""
        return time.monotonic() < self._until

    def held(self, table: str) -> Claim | None:
        """The claim to a table, as long as the lease holds."""
        return self._held.get(table) if self.current else None

    async def claim(self, table: str) -> Claim | None:
        """Try to enter a claim."""
        if table not in self._held:
            self._note(await self._taken(_CLAIM, table=table))
        return self.held(table)

    async def release(self, table: str) -> None:
        """Withdraw a claim. If that fails, the next sweep finds it again."""
        if self._held.pop(table, None) and self.current:
            async with self._store.session() as connection:
                await connection.execute(_RELEASE, {"table": table, "server": self.server})

    async def sweep(self, but: Set[str]) -> list[str]:
        """Expel processes whose beats stand still, and claim all live tables that are free."""
        if not self.current:
            return []
        await self._expel()
        return self._note(await self._taken(_SWEEP, but=[*self._held, *but]))

    async def close(self) -> None:
        """Stop listening and leave, with all claims."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        leaves, self._until = self.current, 0.0
        self._held.clear()
        if self._end:
            self._end.cancel()
        if leaves:
            with suppress(StoreError):
                async with self._store.session() as connection:
                    await connection.execute(_LEAVE, {"server": self.server})

    # --- claims ----------------------------------------------------------------------------------------

    async def _taken(self, query: object, **values: object) -> tuple[str, list[str]]:
        """Enter claims; returns under which name, and for which tables."""
        server = self.server
        async with self._store.session() as connection:
            found = await connection.scalars(query, {"server": server, **values})  # type: ignore[call-overload]
            return server, list(found)

    def _note(self, taken: tuple[str, list[str]]) -> list[str]:
        """Hold what was claimed, unless the lease was lost meanwhile; returns what is new."""
        server, tables = taken
        if server != self.server:
            return []
        new = [table for table in tables if table not in self._held]
        self._held.update({table: Claim() for table in new})
        return new

    async def _expel(self) -> None:
        """Delete the processes whose beats have stood still for longer than a lease."""
        now = time.monotonic()
        async with self._store.session() as connection:
            rows = (await connection.execute(_SERVERS)).all()
            silent = self._silent(rows, now)
            if silent:
                await connection.execute(_EXPEL, silent)
        for one in silent:
            log_event("server_expelled", logging.WARNING, "its tables can be taken over", server=one["id"])

    def _silent(self, rows: Iterable[Row[Any]], now: float) -> list[dict[str, object]]:
        before, self._beats = self._beats, {}
        for row in rows:
            known, since = before.get(row.id, (None, now))
            self._beats[row.id] = (row.beats, since if known == row.beats else now)
        return [
            {"id": id, "beats": beats}
            for id, (beats, since) in self._beats.items()
            if now - since > LEASE and id != self.server
        ]

    # --- the lease -------------------------------------------------------------------------------------

    async def _listen_for_ever(self) -> None:
        """Listen in one session, and renew the lease in it: who holds a lease has heard everything."""
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._renew(connection)
                    self._caught_up()  # read what was written while nobody listened
                    while True:
                        async for notice in connection.notifies(timeout=_BEAT):
                            self._hear(notice.payload)
                        await self._renew(connection)
            except Exception as problem:
                defect = not isinstance(problem, psycopg.Error | OSError)
                log_event("notifications_lost", logging.WARNING, f"reconnecting: {problem}", trace=defect)
            await asyncio.sleep(_BEAT)

    async def _connect(self) -> BoundedConnection:
        address = self._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await BoundedConnection.connect(address, autocommit=True)
        connection.deadline = LEASE / 2  # so that there is time for another attempt
        return connection

    async def _renew(self, connection: BoundedConnection) -> None:
        """Raise the beats. If the row is gone, so are the claims: begin with a new one."""
        asked = time.monotonic()
        if not self.server or not (await connection.execute(_RENEW, (self.server,))).rowcount:
            self._lose()
            await connection.execute(_WITHDRAW, (self._former,))
            name = os.urandom(6).hex()
            await connection.execute(_ENROL, (name,))
            self.server = name
        self._until = asked + LEASE
        self._enrolled.set()
        if self._end:
            self._end.cancel()
        self._end = asyncio.get_running_loop().call_later(LEASE + _GRACE, self._lose)

    def _lose(self) -> None:
        """Hold nothing and know nothing any more."""
        self._held.clear()
        if self.server:
            log_event("lease_lost", logging.WARNING, "other processes may take the tables over", server=self.server)
            self.server, self._former = "", self.server
            self._lost()

    def _hear(self, payload: str) -> None:
        """Pass on what another process wrote; ignore anything else on this channel."""
        process, _, words = payload.partition(" ")
        if process != self._store.process:
            for word in words.split():
                table, _, n = word.partition(":")
                if n.isdecimal():
                    self._heard(table, int(n))
