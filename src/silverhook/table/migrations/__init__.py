"""Migrations of the database schema; `run` brings an older database up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from silverhook.table.errors import StoreError

__all__ = ["check", "run"]

_LOCK = 0x5117E2  # any number, the same for all processes
_TOUCH = text("UPDATE alembic_version SET version_num = version_num")  # fails if the database is read-only
_HERE = Path(__file__).parent
_NEWEST = max(path.name[1:5] for path in (_HERE / "versions").glob("v*.py"))


def run(connection: Connection, revision: str = _NEWEST) -> None:
    """Bring a database up to date; if several processes start together, they take turns."""
    if _revision(connection) != revision:
        with _alone(connection):
            if _revision(connection) != revision:
                _upgrade(connection, revision)
    connection.execute(_TOUCH)


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    """Take turns with other processes, and let the migration take as long as it takes."""
    if connection.dialect.name == "sqlite":
        yield
        return
    bounded: Any = connection.connection.driver_connection
    bounded.deadline, before = None, bounded.deadline
    try:
        for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {limit} = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        yield
    finally:
        bounded.deadline = before


def check(connection: Connection) -> None:
    """Refuse a database of another version, which only a server may migrate."""
    found = _revision(connection)
    if found is None or found < _NEWEST:
        raise StoreError("an older Silverhook made this database; start `silverhook serve` once, which migrates it")
    if found > _NEWEST:
        raise StoreError("a newer Silverhook made this database; use that version")


def _revision(connection: Connection) -> str | None:
    """The revision of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _upgrade(connection: Connection, revision: str) -> None:
    from alembic import command  # slow to load, and most starts do not need it
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as problem:
        raise StoreError(
            f"a newer Silverhook made this database ({problem}); use that version, or another database"
        ) from None
