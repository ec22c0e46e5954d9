"""The writer of logs: appends that arrive together share a commit."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, LargeBinary, bindparam, insert, text
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from silverhook.core.event_log import log_event
from silverhook.table import schema
from silverhook.table.database import reason
from silverhook.table.errors import Conflict, StoreError, TableDeleted, TableError, Unknown
from silverhook.table.failures import failure, in_doubt
from silverhook.table.log import Entry
from silverhook.table.log_rows import row_of, tokens_of

__all__ = ["CHANNEL", "LogWriter"]

CHANNEL = "silverhook"  # on which processes notify each other of new entries
_DOUBT = 6.0  # seconds in which the writer tries to find out what became of a commit
_AGAIN = 0.3  # seconds between these attempts
_PAYLOAD = 7000  # bytes of one notification: PostgreSQL allows 8000
_MOVE_HEAD = text(
    "UPDATE tables SET n = :n, digest = :digest, live = (live OR :live) WHERE id = :table AND n = :before"
).bindparams(bindparam("live", type_=Boolean), bindparam("digest", type_=LargeBinary))
_DIGEST = text("SELECT digest FROM entries WHERE table_id = :table AND n = :n")
_EXISTS = text("SELECT 1 FROM tables WHERE id = :table")
_PHASES = {"started": "playing", "finished": "finished", "closed": "closed"}
_BESIDE = {"created", "seated", *_PHASES}
_CREATE = text(  # nothing if a table of this name was deleted; then its entries are refused
    "INSERT INTO tables (id, created_at, live, game, phase, phase_at)"
    " SELECT CAST(:id AS VARCHAR(32)), CAST(:at AS FLOAT), false, CAST(:game AS VARCHAR(64)), 'open',"
    " CAST(:at AS FLOAT)"
    " WHERE NOT EXISTS (SELECT 1 FROM changes WHERE table_id = CAST(:id AS VARCHAR(32)) AND deleted)"
)
_BEGIN_PHASE = text("UPDATE tables SET phase = :phase, phase_at = :at WHERE id = :id")
_NOTE_CLOSED = text("UPDATE tables SET live = false WHERE id = :id")
_HOLDS = text("INSERT INTO holders (token, table_id) VALUES (:token, :table_id) ON CONFLICT DO NOTHING")
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


@dataclass(slots=True)
class _Append:
    """Entries of one table that wait to be written, and the future that announces it."""

    entries: Sequence[Entry]
    live: bool
    written: asyncio.Future[None]


class _Behind(Exception):
    """Somebody else has moved the head of a log, or deleted its table."""


class LogWriter:
    """Writes logs with one connection: an append returns when it is durable."""

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self._engine = engine
        self._process = process
        self._shared = engine.dialect.name == "postgresql"
        self._pending: list[_Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._committing = False  # whether a commit is under way
        self._doubt = False  # whether nobody knows if the present batch was stored
        self._connection: AsyncConnection | None = None
        self._task = asyncio.create_task(self._write_for_ever(), name="the writer of logs")
        self.commits = 0  # commits so far, without those of answers held back
        self.written = 0  # how many entries
        self.timed: Callable[[float], None] = lambda seconds: None  # told of each commit

    async def close(self) -> None:
        """Write what waits."""
        self._closing = True
        self._wake.set()
        await self._task
        await self._drop_connection()

    async def append(self, entries: Sequence[Entry], live: bool = False) -> None:
        """Write entries of one table, all or none; returns when they are durable.

        Conflict if another process wrote to this log first. `live` marks the table as one that a process must drive.
        """
        if self._closing:
            raise StoreError("the server is stopping; try again in a moment")
        written = asyncio.get_running_loop().create_future()
        self._pending.append(_Append(entries, live, written))
        self._wake.set()
        await written

    async def _write_for_ever(self) -> None:
        """Commit whatever arrived during the last commit, again and again."""
        while self._pending or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            batch, self._pending = self._pending, []
            if batch:  # one order for all processes, so that they cannot deadlock
                await self._commit(sorted(batch, key=lambda append: append.entries[0].table))

    async def _commit(self, batch: list[_Append]) -> None:
        begun, commits = time.perf_counter(), self.commits
        try:
            outcomes = await self._write(batch)
        except Exception as problem:  # later appends must still be tried
            await self._drop_connection()
            log_event("storing_failed", logging.WARNING, reason(problem))  # for the operator; players get `refusal`
            refusal = failure(problem, "the database cannot store this now; try again in a moment")
            outcomes = [Unknown() if self._doubt else refusal] * len(batch)
        if self.commits > commits:
            self.timed(time.perf_counter() - begun)
        for append, refused in zip(batch, outcomes, strict=True):
            if append.written.cancelled():
                continue
            if refused:
                append.written.set_exception(refused)
            else:
                append.written.set_result(None)

    async def _write(self, batch: list[_Append]) -> list[TableError | None]:
        """Write a batch. If the connection is lost, write it again on a new one.

        If the connection was lost during a commit, nobody knows whether the batch was stored. Writing it again waits
        for that commit, if it is still under way, and then finds what was stored. While the database cannot be reached,
        the doubt remains.
        """
        self._doubt, end = False, time.monotonic() + _DOUBT
        tries = 0
        while True:
            try:
                return await self._write_once(batch)
            except SQLAlchemyError as problem:
                tries += 1
                lost = isinstance(problem, DBAPIError) and problem.connection_invalidated
                self._doubt = self._doubt or (self._committing and in_doubt(problem))
                if not (self._doubt and time.monotonic() < end) and not (lost and tries == 1):
                    raise
            await self._drop_connection()
            if tries > 1:
                await asyncio.sleep(_AGAIN)

    async def _write_once(self, batch: list[_Append]) -> list[TableError | None]:
        """Write a batch in one transaction; if an entry exists already, write them one by one."""
        outcomes: list[TableError | None] = [None] * len(batch)
        self._committing = False
        connection = await self._writing()
        try:
            async with self._transaction(connection):
                await self._insert(connection, batch)
        except (IntegrityError, _Behind):
            self._committing = False
            async with self._transaction(connection):
                outcomes = [await self._insert_one(connection, append) for append in batch]
        self._count([append for append, refused in zip(batch, outcomes, strict=True) if not refused])
        return outcomes

    def _count(self, written: list[_Append]) -> None:
        """Count what was written, without answers held back, because counters must not reveal those."""
        entries = sum(entry.kind != "answered" for append in written for entry in append.entries)
        self.written += entries
        self.commits += entries > 0

    @asynccontextmanager
    async def _transaction(self, connection: AsyncConnection) -> AsyncIterator[None]:
        async with connection.begin():
            yield
            self._committing = True

    async def _insert_one(self, connection: AsyncConnection, append: _Append) -> TableError | None:
        table, n, last = append.entries[0].table, append.entries[0].n, append.entries[-1]
        try:
            async with connection.begin_nested():
                await self._insert(connection, [append])
        except (IntegrityError, _Behind):
            if self._doubt and await connection.scalar(_DIGEST, {"table": table, "n": last.n}) == last.digest:
                return None  # it was stored by the commit whose answer was lost
            if n == 1 or await connection.scalar(_EXISTS, {"table": table}):
                return Conflict(f"table {table} has no place for an entry {n}")
            return TableDeleted()
        return None

    async def _insert(self, connection: AsyncConnection, batch: Sequence[_Append]) -> None:
        everything = [entry for append in batch for entry in append.entries]
        for entry in everything:
            if entry.kind in _BESIDE:
                await self._write_beside(connection, entry)
        moved = await connection.execute(_MOVE_HEAD, [_head(append) for append in batch])
        if moved.rowcount != len(batch):
            raise _Behind
        await connection.execute(insert(schema.entries), [row_of(entry) for entry in everything])
        if self._shared:
            for payload in _payloads(self._process, batch):
                await connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def _write_beside(self, connection: AsyncConnection, entry: Entry) -> None:
        """Write what is found without reading logs: the list of tables, their phases and the holders of tokens."""
        if entry.kind == "created":
            row = {"id": entry.table, "at": entry.at, "game": entry.data["settings"]["ruleset"]["game"]}
            await connection.execute(_CREATE, [row])
        elif entry.kind in _PHASES:
            row = {"id": entry.table, "at": entry.at, "phase": _PHASES[entry.kind]}
            await connection.execute(_BEGIN_PHASE, [row])
        if entry.kind == "closed":
            await connection.execute(_NOTE_CLOSED, [{"id": entry.table}])
        for token in tokens_of(entry):
            row = {"token": token, "table_id": entry.table}
            await connection.execute(_HOLDS, row)

    async def _writing(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._engine.connect()
        return self._connection

    async def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                await connection.close()


def _head(append: _Append) -> dict[str, Any]:
    """How an append moves the head of its log."""
    first, last = append.entries[0], append.entries[-1]
    return {"table": last.table, "before": first.n - 1, "n": last.n, "digest": last.digest, "live": append.live}


def _payloads(process: str, batch: Sequence[_Append]) -> list[str]:
    """Notifications that name the writing process, and each table with its last entry."""
    payloads = [process]
    for append in batch:
        word = f" {append.entries[-1].table}:{append.entries[-1].n}"
        if len(payloads[-1]) + len(word) > _PAYLOAD:
            payloads.append(process)
        payloads[-1] += word
    return payloads
