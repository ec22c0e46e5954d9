"""How the database came to be what it is; `run` brings any older one up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text

from silverhook.table.errors import StoreError

__all__ = ["run"]

_LOCK = 0x5117E2  # any number, the same for all processes


def run(connection: Connection, revision: str = "head") -> None:
    """Bring the database of a connection up to date; several processes do it one after the other."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as problem:
        raise StoreError(
            f"the database was made by a newer Silverhook ({problem}); start that one, or use another database"
        ) from None


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
