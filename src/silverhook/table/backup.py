"""Backups of a SQLite database while it is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from silverhook.table.database import database_url, default_database, keep_private
from silverhook.table.errors import StoreError

__all__ = ["copy_tables"]


def copy_tables(database: str | None, to: Path) -> int:
    """Copy all tables, as they are at one moment, to a file that is written whole or not at all; returns how many."""
    url = database_url(database or default_database())
    if url.get_backend_name() != "sqlite":
        raise StoreError("PostgreSQL has its own tool for backups; use pg_dump")
    source = Path(url.database or "")
    try:
        return _copy_whole(source, to)
    except (OSError, sqlite3.Error) as problem:
        raise StoreError(f"cannot copy {source} to {to}: {problem}") from None


def _copy_whole(source: Path, to: Path) -> int:
    if not source.is_file():
        raise StoreError(f"{source} does not exist; name another database with --database sqlite:///FILE")
    if to.is_dir():
        raise StoreError(f"{to} is a folder; name a file for the copy")
    if to.exists() and to.samefile(source):
        raise StoreError(f"{to} is the database itself; choose another file for the copy")
    if not to.parent.is_dir():
        raise StoreError(f"the folder {to.parent} does not exist; create it or choose another")
    part = to.with_name(f"{to.name}.part")
    try:
        part.unlink(missing_ok=True)
        tables = _copy(source, part)
        os.replace(part, to)
    finally:
        part.unlink(missing_ok=True)
    return tables


def _copy(source: Path, to: Path) -> int:
    keep_private(to)
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(to)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # keep everything in one file
        (sound,) = copy.execute("PRAGMA integrity_check").fetchone()
        if sound != "ok":
            raise StoreError(f"{source} is damaged: {sound}")
        (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
    with to.open("rb+") as file:
        os.fsync(file.fileno())
    return int(tables)
