"""Whether a SQLite file still holds everything that was acknowledged: checks when the file is opened.

After a crash SQLite reads the write-ahead log up to the first damaged frame and drops the rest without a word. Two
things tell whether that rest was acknowledged. The index beside the log (`-shm`) survives the death of a process and
says how many frames were written. After a power failure it may be old or missing; but then only the last transaction
can be incomplete, because each was synced before the next one began.
"""

from __future__ import annotations

import asyncio
import sqlite3
import struct
import threading
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, text

from silverhook.table.errors import StoreError
from silverhook.table.failures import damaged
from silverhook.table.schema import METADATA

__all__ = ["AT_ONCE", "Aside", "WalIndex", "check_opened", "seal_schema"]

AT_ONCE = 64 * 2**20  # bytes of a file that is checked before it is used; a larger one is checked meanwhile
_HEADER, _FRAME = 32, 24  # bytes of the log's header, and of each frame's
_INDEX = struct.Struct("=III BBH II 8s 8s 8s")  # https://sqlite.org/walformat.html
_SCHEMA = text("SELECT name, type, tbl_name, sql FROM sqlite_master ORDER BY name")
_NAMES = {*METADATA.tables, *(index.name for table in METADATA.tables.values() for index in table.indexes)}


class WalIndex(NamedTuple):
    """What the index beside a write-ahead log says: the log's generation and its number of frames."""

    generation: bytes
    frames: int

    @classmethod
    def of(cls, database: Path) -> WalIndex | None:
        """The index of a database as it is on disk; None if there is none, or it was never finished."""
        try:
            with _beside(database, "-shm").open("rb") as file:
                first, second = file.read(_INDEX.size), file.read(_INDEX.size)
        except OSError:
            return None
        if len(second) < _INDEX.size or first != second:
            return None
        _, _, _, ready, _, _, frames, _, _, generation, _ = _INDEX.unpack(first)
        return cls(generation, frames) if ready else None


def check_opened(connection: Connection, database: Path, before: WalIndex | None) -> None:
    """Check a file that was just opened; StoreError if something is lost or altered."""
    _check_recovery(database, before)
    _check_schema(connection, database)
    if database.stat().st_size <= AT_ONCE:
        _check_structure(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar(), database)


class Aside:
    """Checks a large file in a thread, while the server uses it; tells what is damaged."""

    def __init__(self, database: Path, tell: Callable[[str], None]) -> None:
        self._database = database
        self._tell = tell
        self._stopped = threading.Event()
        self._task = asyncio.create_task(self._check(), name="the check of the database file")

    async def stop(self) -> None:
        """Stop, if it has not ended yet."""
        self._stopped.set()
        await self._task

    async def _check(self) -> None:
        try:
            await asyncio.to_thread(_check_aside, self._database, self._stopped)
        except (StoreError, sqlite3.Error) as problem:
            if not self._stopped.is_set():
                self._tell(str(problem))


def _check_aside(database: Path, stop: threading.Event) -> None:
    """Check a file with a connection of its own until `stop` is set."""
    address = f"file:{quote(str(database.absolute()))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        connection.set_progress_handler(stop.is_set, 10_000)
        for name in METADATA.tables:
            _check_structure(connection.execute(f"PRAGMA integrity_check({name})").fetchone()[0], database)


def _check_structure(found: object, database: Path) -> None:
    """Check what SQLite said about the structure of a file, and about its indexes."""
    if found != "ok":
        raise damaged(str(database), " ".join(str(found).split()))


def _check_recovery(database: Path, before: WalIndex | None) -> None:
    """Check that SQLite, which has just opened a file, dropped nothing that was acknowledged.

    `before` is the index as it was before the file was opened.
    """
    try:
        log = _beside(database, "-wal").read_bytes()
    except OSError:
        log = b""
    after = WalIndex.of(database)
    kept = after.frames if after else 0
    if before and before.frames and _lost(log, before, after):
        raise damaged(str(database), f"its -wal file had {before.frames} frames, and {kept} can be read")
    if _commits_after(log, kept) > (1 if _sound_header(log) else 0):  # the last one may be incomplete
        raise damaged(str(database), f"its -wal file is broken after frame {kept}")


def _lost(log: bytes, before: WalIndex, after: WalIndex | None) -> bool:
    """Whether frames that the index counted are gone. A later generation of the log has replaced the earlier one."""
    if _sound_header(log) and log[16:24] != before.generation:
        return False
    return after is None or after.generation != before.generation or after.frames < before.frames


def _sound_header(log: bytes) -> bool:
    """Whether the checksum of the log's header is right."""
    if len(log) < _HEADER:
        return False
    order = ">" if log[3] & 1 else "<"
    words = struct.unpack(f"{order}6I", log[:24])
    one = two = 0
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return (one, two) == struct.unpack(">2I", log[24:32])


def _commits_after(log: bytes, frames: int) -> int:
    """How many transactions of the log's generation end after its first frames."""
    size = int.from_bytes(log[8:12], "big") if _sound_header(log) else _page_size(log)
    if not size:
        return 0
    step = _FRAME + size
    generation = log[16:24] if _sound_header(log) else log[_HEADER + 8 : _HEADER + 16]
    starts = range(_HEADER + frames * step, len(log) - step + 1, step)
    return sum(log[at + 8 : at + 16] == generation and log[at + 4 : at + 8] != b"\0\0\0\0" for at in starts)


def _page_size(log: bytes) -> int:
    """The size of a page in a log whose header is damaged: the distance of two frames of one generation."""
    generation = log[_HEADER + 8 : _HEADER + 16]
    sizes = (2**power for power in range(9, 17))
    return next((size for size in sizes if log[_HEADER + _FRAME + size + 8 :][:8] == generation != b""), 0)


def _check_schema(connection: Connection, database: Path) -> None:
    """Check that nobody has altered the definitions of tables and indexes."""
    sealed = connection.scalar(text("PRAGMA user_version"))
    if sealed and sealed != _schema_checksum(connection):
        raise damaged(str(database), "the definitions of its tables were altered")


def seal_schema(connection: Connection) -> None:
    """Note a checksum of the definitions in the file's header."""
    checksum = _schema_checksum(connection)
    if connection.scalar(text("PRAGMA user_version")) != checksum:
        connection.execute(text(f"PRAGMA user_version = {checksum}"))


def _schema_checksum(connection: Connection) -> int:
    rows = [tuple(row) for row in connection.execute(_SCHEMA) if row.type == "trigger" or row.name in _NAMES]
    return zlib.crc32(repr(rows).encode()) & 0x7FFFFFFF or 1


def _beside(database: Path, ending: str) -> Path:
    return database.with_name(database.name + ending)
