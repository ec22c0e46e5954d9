"""Logs in a database. An append returns when it is durable; appends that arrive together share a commit."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Row, bindparam, event, insert, make_url, select, text, update
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from silverhook.core.event_log import log_event
from silverhook.table import migrations, schema
from silverhook.table.errors import Conflict, DamagedLog, InUse, StoreError
from silverhook.table.log import Entry

__all__ = ["CHANNEL", "Store", "database_file", "database_url", "default_database", "in_use", "shown"]

CHANNEL = "silverhook"  # on which processes notify each other of new entries
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
_PATIENCE = 10  # seconds to wait for a database before giving up
_PAYLOAD = 7000  # bytes of one notification: PostgreSQL allows 8000
_READ = (
    select(schema.entries)
    .where(schema.entries.c.table_id == bindparam("table"), schema.entries.c.n > bindparam("after"))
    .order_by(schema.entries.c.n)
)


def default_database() -> str:
    """One file in the user's data folder."""
    given = os.environ.get("XDG_DATA_HOME")
    folder = Path(given) if given else _data_folder()
    return f"sqlite:///{folder / 'silverhook' / 'tables.db'}"


def _data_folder() -> Path:
    try:
        home = Path.home()
    except RuntimeError:  # a service user may have none
        raise StoreError("no home folder to keep tables in; name a file with --database sqlite:///FILE") from None
    folders = {"darwin": home / "Library" / "Application Support", "win32": home / "AppData" / "Local"}
    return folders.get(sys.platform, home / ".local" / "share")


@dataclass(slots=True)
class _Append:
    """Entries of one table that wait to be written, and the future that announces it."""

    entries: Sequence[Entry]
    live: bool
    written: asyncio.Future[None]


class Store:
    """The logs of all tables in one database; get one with `await Store.open(url)`."""

    def __init__(self, engine: AsyncEngine, process: str, lock: _FileLock | None) -> None:
        self.engine = engine
        self.process = process  # the name of this process among those that share the database
        self.shared = engine.dialect.name == "postgresql"
        self._lock = lock
        self._pending: list[_Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._committing = False  # whether a commit is under way; if it fails, nobody knows whether it was stored
        self._connection: AsyncConnection | None = None
        self._writer = asyncio.create_task(self._write_for_ever(), name="the store's writer")
        self.commits = 0  # commits so far, without those of answers held back
        self.written = 0  # how many entries
        self.timed: Callable[[str, float], None] = lambda operation, seconds: None  # told of each "commit" and "read"

    @classmethod
    async def open(cls, database: str, process: str = "") -> Store:
        """Open a database and migrate it; StoreError says what is wrong with it."""
        url = database_url(database)
        lock = _lock_file(url)
        try:
            engine = _engine(url)
            try:
                async with engine.begin() as connection:
                    await connection.run_sync(migrations.run)
            except BaseException:
                await engine.dispose()
                raise
        except BaseException as problem:
            if lock:
                lock.release()
            if isinstance(problem, SQLAlchemyError | sqlite3.Error | OSError):
                raise StoreError(f"the database {shown(url)} cannot be used: {_said(problem)}") from None
            raise
        return cls(engine, process or os.urandom(6).hex(), lock)

    async def close(self) -> None:
        """Write what waits, and close the database."""
        self._closing = True
        self._wake.set()
        await self._writer
        await self._drop_connection()
        await self.engine.dispose()
        if self._lock:
            self._lock.release()

    # --- writing -------------------------------------------------------------------------------------

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
            log_event(
                "storing_failed", logging.WARNING, _said(problem)
            )  # for the operator; players get the message below
            outcomes = [StoreError("the database cannot store this now; try again in a moment")] * len(batch)
        if self.commits > commits:
            self.timed("commit", time.perf_counter() - begun)
        for append, refused in zip(batch, outcomes, strict=True):
            if append.written.cancelled():
                continue
            if refused:
                append.written.set_exception(refused)
            else:
                append.written.set_result(None)

    async def _write(self, batch: list[_Append]) -> list[StoreError | Conflict | None]:
        """Write a batch. If the connection is lost before the commit, try once more on a new one."""
        try:
            return await self._write_once(batch)
        except DBAPIError as problem:
            if self._committing or not problem.connection_invalidated:
                raise  # it may be stored already, or another attempt would fail too
            await self._drop_connection()
            return await self._write_once(batch)

    async def _write_once(self, batch: list[_Append]) -> list[StoreError | Conflict | None]:
        """Write a batch in one transaction; if an entry exists already, write them one by one."""
        outcomes: list[StoreError | Conflict | None] = [None] * len(batch)
        connection = await self._writing()
        try:
            async with self._transaction(connection):
                await self._insert(connection, batch)
        except IntegrityError:
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
        self._committing = False
        async with connection.begin():
            yield
            self._committing = True

    async def _insert_one(self, connection: AsyncConnection, append: _Append) -> Conflict | None:
        try:
            async with connection.begin_nested():
                await self._insert(connection, [append])
        except IntegrityError:
            return Conflict(f"table {append.entries[0].table} already has entry {append.entries[0].n}")
        return None

    async def _insert(self, connection: AsyncConnection, batch: Sequence[_Append]) -> None:
        everything = [entry for append in batch for entry in append.entries]
        await connection.execute(insert(schema.entries), [_row(entry) for entry in everything])
        for entry in everything:
            if entry.kind in _BESIDE:
                await self._write_beside(connection, entry)
        live = [{"table": append.entries[0].table} for append in batch if append.live]
        if live:
            await connection.execute(_SET_LIVE, live)
        if self.shared:
            for payload in _payloads(self.process, batch):
                await connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def _write_beside(self, connection: AsyncConnection, entry: Entry) -> None:
        """Write what is found without reading logs: the list of tables and the holders of tokens."""
        if entry.kind == "created":
            row = {"id": entry.table, "created_at": entry.at, "live": False}
            await connection.execute(insert(schema.tables), [row])
        for token in _tokens(entry):
            row = {"token": token, "table_id": entry.table}
            await connection.execute(_HOLDS, row)

    async def _writing(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self.engine.connect()
        return self._connection

    async def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                await connection.close()

    async def mark_idle(self, table: str) -> None:
        """Note that no process needs to drive this table until it is written to again."""
        async with self._session() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(live=False))

    # --- reading -------------------------------------------------------------------------------------

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after number `after`; none if there is no such table."""
        async with self._session() as connection:
            rows = await connection.execute(_READ, {"table": table, "after": after})
            return [_entry(row) for row in rows]

    async def live(self) -> list[str]:
        """The tables that a process must drive."""
        async with self._session() as connection:
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
        async with self._session() as connection:
            return [row.id for row in await connection.execute(query)]

    async def ping(self) -> None:
        """Check that the database answers; StoreError if not."""
        async with self._session() as connection:
            await connection.execute(text("SELECT 1"))

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[AsyncConnection]:
        begun = time.perf_counter()
        try:
            async with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as problem:
            log_event("database_silent", logging.WARNING, _said(problem))
            raise StoreError("the database does not answer; try again in a moment") from None
        finally:
            self.timed("read", time.perf_counter() - begun)


_BESIDE = {"created", "seated"}
_SET_LIVE = update(schema.tables).where(schema.tables.c.id == bindparam("table")).values(live=True)
_HOLDS = text("INSERT INTO holders (token, table_id) VALUES (:token, :table_id) ON CONFLICT DO NOTHING")
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "table_id": entry.table,
        "n": entry.n,
        "ply": entry.ply,
        "kind": entry.kind,
        "data": json.dumps(entry.data, separators=(",", ":")),
        "at": entry.at,
    }


def _entry(row: Row[Any]) -> Entry:
    """The inverse of _row."""
    try:
        return Entry(row.table_id, row.n, row.kind, json.loads(row.data), float(row.at), row.ply)
    except (ValueError, TypeError, RecursionError) as problem:
        raise DamagedLog(f"table {row.table_id}: entry {row.n} ({row.kind}) cannot be read: {problem}") from None


def _tokens(entry: Entry) -> list[str]:
    """The hashes of the tokens that an entry gives rights at its table."""
    data: Mapping[str, Any] = entry.data
    if entry.kind == "created":
        return [data["host"], *(token for _, token in data.get("kept", {}).values())]
    return [data["token"]]


def _payloads(process: str, batch: Sequence[_Append]) -> list[str]:
    """Notifications that name the writing process, and each table with its last entry."""
    payloads = [process]
    for append in batch:
        word = f" {append.entries[-1].table}:{append.entries[-1].n}"
        if len(payloads[-1]) + len(word) > _PAYLOAD:
            payloads.append(process)
        payloads[-1] += word
    return payloads


# --- databases -----------------------------------------------------------------------------------------


def database_url(database: str) -> URL:
    """The checked address of a database, with its driver."""
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):  # the text may hold a password, so it is not repeated
        raise StoreError(
            "this is not a database address; write sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise StoreError(f"unknown kind of database {kind!r}; choose one of: {', '.join(_DRIVERS)}")
    if kind == "sqlite":
        _check_file(url)
    return url.set(drivername=_DRIVERS[kind])


def _check_file(url: URL) -> None:
    if url.database in (None, "", ":memory:"):
        raise StoreError("tables are kept in a file; write sqlite:///FILE")
    if url.query or url.host:
        raise StoreError("a SQLite address has no host or settings; write sqlite:///FILE, or sqlite:////FOLDER/FILE")
    try:
        folder = Path(url.database).is_dir()
    except OSError as problem:  # for example a name that is too long
        raise StoreError(f"{url.database} cannot be used: {problem.strerror or problem}") from None
    if folder:
        raise StoreError(f"{url.database} is a folder; write sqlite:///FILE")


def database_file(database: str | None) -> Path | None:
    """The file of a database, by default the user's; None if the database is not a file."""
    url = database_url(database or default_database())
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def in_use(database: str | None) -> bool:
    """Whether another process has the database file open."""
    try:
        lock = _lock_file(database_url(database or default_database()))
    except InUse:
        return True
    if lock:
        lock.release()
    return False


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "postgresql":
        patience = {} if "connect_timeout" in url.query else {"connect_timeout": _PATIENCE}
        return create_async_engine(url, pool_size=5, pool_pre_ping=True, connect_args=patience)
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, see below
        cursor = connection.cursor()
        for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def shown(url: URL) -> str:
    """The address of a database without its password."""
    return url.set(query={}).render_as_string(hide_password=True)


def _said(problem: BaseException) -> str:
    """The message of the database, without the SQL statement."""
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0]


class _FileLock:
    """A lock on a file. The operating system frees it if the process dies."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise

    def release(self) -> None:
        """Free the lock."""
        self._file.close()


def _lock_file(url: URL) -> _FileLock | None:
    """The lock that reserves a SQLite file for one process; InUse if another process holds it."""
    if url.get_backend_name() != "sqlite":
        return None
    path = Path(url.database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _FileLock(path.with_name(path.name + ".lock"))
    except BlockingIOError:
        raise InUse(
            f"{path} is in use by another Silverhook; stop it, or share tables through PostgreSQL "
            "(--database postgresql+psycopg://...)"
        ) from None
    except OSError as problem:
        raise StoreError(f"{path} cannot be used: {problem.strerror or problem}") from None
