"""What a failed database call means: a message that says what is the matter and what to do."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from silverhook.table.errors import StoreError

__all__ = ["damaged", "failure", "in_doubt", "is_damage"]

_FULL = "the disk of the database is full; nothing can be stored until the operator frees some space"
_READ_ONLY = "the database can only be read, so nothing can be stored; the operator has to make it writable"
_DAMAGED = "the database file is damaged; the operator has to stop the server and restore the last backup"
_FAILED = "the disk of the database fails; the operator has to look at its log"
_SQLITE = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_IOERR: _FAILED,
    sqlite3.SQLITE_CANTOPEN: _FAILED,
}
_POSTGRESQL = {"53100": _FULL, "25006": _READ_ONLY, "58030": _FAILED, "XX001": _DAMAGED, "XX002": _DAMAGED}


def failure(problem: BaseException, otherwise: str) -> StoreError:
    """The refusal to give for an error of the database; `otherwise` is for one that may pass by itself."""
    if is_damage(problem):
        return StoreError(_DAMAGED)
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the high bits say more than we need
    return StoreError(_SQLITE.get(code) or _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "") or otherwise)


def is_damage(problem: BaseException) -> bool:
    """Whether an error of SQLite says that the file is damaged; text that is not UTF-8 says so too."""
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem
    damage = getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
    return damage or isinstance(cause, UnicodeDecodeError) or "decode to UTF-8" in str(cause)


def in_doubt(problem: BaseException) -> bool:
    """Whether a commit that failed with this error may have been stored all the same.

    If the database answers that it refuses, that is certain. A lost connection, a database that shuts down, or a disk
    that fails leaves a doubt.
    """
    if not isinstance(problem, DBAPIError) or problem.connection_invalidated:
        return True
    if code := getattr(problem.orig, "sqlite_errorcode", 0):
        return code & 0xFF == sqlite3.SQLITE_IOERR
    state = getattr(problem.orig, "sqlstate", None) or "08"
    return state.startswith(("08", "57P"))


def damaged(what: str, why: str) -> StoreError:
    """The refusal of a damaged file when it is opened."""
    return StoreError(f"{what} is damaged: {why}; stop the server and restore the last backup")
