"""Logs in a database. An append returns when it is durable."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from silverhook.core.event_log import log_event
from silverhook.table import migrations, schema, sqlite_checks
from silverhook.table.database import (
    FileLock,
    database_file,
    database_url,
    keep_private,
    lock_file,
    make_engine,
    reason,
    shown,
)
from silverhook.table.errors import StoreError
from silverhook.table.failures import damaged, failure, is_damage
from silverhook.table.log import Entry
from silverhook.table.log_rows import LogRows, read_rows, row_of
from silverhook.table.log_writer import LogWriter
from silverhook.table.probe import Probe

__all__ = ["Store"]

_SETTLED = text("SELECT n FROM tables WHERE id = :table FOR UPDATE")
_WRITE = text("UPDATE alembic_version SET version_num = version_num")
_LAST_PAGE = text("SELECT data FROM entries ORDER BY rowid DESC LIMIT 1")


def _prepare(connection: Connection, file: Path | None, before: sqlite_checks.WalIndex | None) -> None:
    """Check a database that was just opened, if it is a file, and migrate it."""
    if file:
        sqlite_checks.check_opened(connection, file, before)
    migrations.run(connection)
    if file:
        sqlite_checks.seal_schema(connection)


class Store:
    """The logs of all tables in one database; get one with `await Store.open(url)`."""

    def __init__(self, engine: AsyncEngine, process: str, lock: FileLock | None) -> None:
        self.engine = engine
        self.process = process  # the name of this process among those that share the database
        self.shared = engine.dialect.name == "postgresql"
        self._lock = lock
        self.writer = LogWriter(engine, process)
        self.writer.timed = lambda seconds: self.timed("commit", seconds)
        self.damage = ""  # what is wrong with the file, once that was noticed
        self._checking: sqlite_checks.Aside | None = None
        self.ping = Probe(self._ping)
        self.timed: Callable[[str, float], None] = lambda operation, seconds: None  # told of each "commit" and "read"

    @classmethod
    async def open(cls, database: str, process: str = "") -> Store:
        """Open a database and migrate it; StoreError says what is wrong with it."""
        url = database_url(database)
        lock, file = lock_file(url), database_file(database)
        if file:
            keep_private(file)
        before = sqlite_checks.WalIndex.of(file) if file else None
        store = await cls._opened(url, process, lock, lambda connection: _prepare(connection, file, before))
        if file and file.stat().st_size > sqlite_checks.AT_ONCE:
            store._checking = sqlite_checks.Aside(file, store.note_damage)
        return store

    @classmethod
    async def attach(cls, database: str) -> Store:
        """Open a database beside the servers that use it. It must exist and be of this version."""
        url, file = database_url(database), database_file(database)
        if file and not file.is_file():
            raise StoreError(f"{file} does not exist; name another database with --database")
        return await cls._opened(url, "", None, migrations.check)

    @classmethod
    async def _opened(
        cls, url: URL, process: str, lock: FileLock | None, prepare: Callable[[Connection], None]
    ) -> Store:
        try:
            engine = make_engine(url)
            try:
                async with engine.begin() as connection:
                    await connection.run_sync(prepare)
            except BaseException:
                await engine.dispose()
                raise
        except BaseException as problem:
            if lock:
                lock.release()
            if is_damage(problem):
                raise damaged(shown(url), reason(problem)) from None
            if isinstance(problem, SQLAlchemyError | sqlite3.Error | OSError):
                raise StoreError(f"the database {shown(url)} cannot be used: {reason(problem)}") from None
            raise
        return cls(engine, process or os.urandom(6).hex(), lock)

    async def close(self) -> None:
        """Write what waits, and close the database."""
        if self._checking:
            await self._checking.stop()
        await self.writer.close()
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    async def append(self, entries: Sequence[Entry], live: bool = False) -> None:
        """Write entries of one table, all or none; returns when they are durable.

        Conflict if another process wrote to this log first. `live` marks the table as one that a process must drive.
        """
        await self.writer.append(entries, live)

    async def settle(self, table: str) -> None:
        """Wait until no commit to a table's log is under way, not even one whose answer was lost."""
        if self.shared:
            async with self.session() as connection:
                await connection.execute(_SETTLED, {"table": table})

    async def mark_idle(self, table: str) -> None:
        """Note that no process needs to drive this table until it is written to again."""
        async with self.session() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(live=False))

    # --- reading -------------------------------------------------------------------------------------

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after number `after`; none if there is no such table.

        DamagedLog if any is missing at the end; `Table.apply` checks each one.
        """
        return (await self.rows(table, after)).entries()

    async def rows(self, table: str, after: int = 0) -> LogRows:
        """The same, not yet turned into entries, which takes long for a long log."""
        async with self.session() as connection:
            return await read_rows(connection, table, after)

    async def rewrite(self, connection: AsyncConnection, log: Sequence[Entry]) -> None:
        """Replace the whole log of a table. A server that has it in memory must drop it."""
        columns, head = schema.tables.c, log[-1]
        await connection.execute(delete(schema.entries).where(schema.entries.c.table_id == head.table))
        await connection.execute(insert(schema.entries), [row_of(entry) for entry in log])
        moved = update(schema.tables).where(columns.id == head.table).values(n=head.n, digest=head.digest)
        await connection.execute(moved)

    async def live(self) -> list[str]:
        """The tables that a process must drive."""
        async with self.session() as connection:
            return list(await connection.scalars(select(schema.tables.c.id).where(schema.tables.c.live)))

    async def held(self, tokens: Iterable[str], most: int = 100) -> list[str]:
        """The tables that these hashes of tokens belong to, newest first."""
        query = (
            select(schema.tables.c.id, schema.tables.c.created_at)
            .join(schema.holders, schema.holders.c.table_id == schema.tables.c.id)
            .where(schema.holders.c.token.in_(list(tokens)))
            .distinct()
            .order_by(schema.tables.c.created_at.desc())
            .limit(most)
        )
        async with self.session() as connection:
            return [row.id for row in await connection.execute(query)]

    async def deleted(self, table: str) -> bool:
        """Whether an operator has deleted this table."""
        query = select(schema.changes.c.n).where(schema.changes.c.table_id == table, schema.changes.c.deleted)
        async with self.session() as connection:
            return await connection.scalar(query.limit(1)) is not None

    def note_damage(self, what: str) -> None:
        """Remember that the file is damaged; it does not heal by itself."""
        if not self.damage:
            log_event("database_damaged", logging.ERROR, what)
        self.damage = what

    async def _ping(self) -> None:
        """Check that the database can be written and read; StoreError says why not."""
        if self.damage:
            raise StoreError(self.damage)
        async with self.session() as connection:
            await connection.execute(_WRITE)
            if not self.shared:
                await connection.execute(_LAST_PAGE)

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction; StoreError if the database does not answer."""
        begun = time.perf_counter()
        try:
            async with self.engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, UnicodeDecodeError) as problem:
            log_event("database_silent", logging.WARNING, reason(problem))
            refusal = failure(problem, "the database does not answer; try again in a moment")
            if is_damage(problem):
                self.note_damage(str(refusal))
            raise refusal from None
        finally:
            self.timed("read", time.perf_counter() - begun)
