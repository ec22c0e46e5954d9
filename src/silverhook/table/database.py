"""Databases: their addresses, the engine that reaches them, and the lock that reserves a file for one process."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from silverhook.table.errors import InUse, StoreError

__all__ = [
    "FileLock",
    "database_file",
    "database_url",
    "default_database",
    "in_use",
    "keep_private",
    "lock_file",
    "make_engine",
    "reason",
    "shown",
]

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}


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
        lock = lock_file(database_url(database or default_database()))
    except InUse:
        return True
    if lock:
        lock.release()
    return False


def make_engine(url: URL) -> AsyncEngine:
    """The engine of a checked address."""
    if url.get_backend_name() == "postgresql":
        from silverhook.table.bounded_connection import DEADLINE, BoundedConnection  # not needed for SQLite

        bounded = {"async_creator_fn": BoundedConnection.connect}
        return create_async_engine(url, pool_size=5, pool_pre_ping=True, pool_timeout=DEADLINE, connect_args=bounded)
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


def reason(problem: BaseException) -> str:
    """The message of the database, without the SQL statement."""
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem
    words = (str(cause).strip().splitlines() or [type(cause).__name__])[0]
    return words.partition(" with text ")[0]  # what could not be decoded may be a secret


class FileLock:
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


def keep_private(file: Path) -> None:
    """Let only the owner read a database, which holds secrets of games; a group may if the owner allows it.

    The files that SQLite puts beside it get the same rights.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        if file.stat().st_mode & 0o007:
            file.chmod(file.stat().st_mode & 0o770)
    except OSError:  # SQLite says what is wrong
        pass


def lock_file(url: URL) -> FileLock | None:
    """The lock that reserves a SQLite file for one process; InUse if another process holds it."""
    if url.get_backend_name() != "sqlite":
        return None
    path = Path(url.database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(path.with_name(path.name + ".lock"))
    except BlockingIOError:
        raise InUse(
            f"{path} is in use by another Silverhook; stop it, or share tables through PostgreSQL "
            "(--database postgresql+psycopg://...)"
        ) from None
    except OSError as problem:
        raise StoreError(f"{path} cannot be used: {problem.strerror or problem}") from None
