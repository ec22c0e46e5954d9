"""How the database came to be what it is; `run` brings any older one up to date."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from silverhook.table.errors import StoreError

__all__ = ["run"]

_LOCK = 0x5117E2  # any number, the same for all processes
_TOUCH = text("UPDATE alembic_version SET version_num = version_num")  # where nothing can be written, this is refused
_HERE = Path(__file__).parent
_NEWEST = max(path.name[1:5] for path in (_HERE / "versions").glob("v*.py"))


def run(connection: Connection, revision: str = _NEWEST) -> None:
    """Bring the database of a connection up to date; several processes do it one after the other."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    if _revision(connection) != revision:
        _upgrade(connection, revision)
    connection.execute(_TOUCH)


def _revision(connection: Connection) -> str | None:
    """Where a database is; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _upgrade(connection: Connection, revision: str) -> None:
    from alembic import command  # most starts find nothing to do, and it takes long to load
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as problem:
        raise StoreError(
            f"the database was made by a newer Silverhook ({problem}); start that one, or use another database"
        ) from None
