"""Checks a finished game's record against the log that it was written from."""

from __future__ import annotations

from sqlalchemy import URL

from silverhook.records import Proof
from silverhook.table.database import database_file, database_url, make_engine
from silverhook.table.errors import DamagedLog, NoSuchTable, StoreError
from silverhook.table.log_rows import read_log
from silverhook.table.table import Table

__all__ = ["check_log"]


async def check_log(database: str, proof: Proof, record: str) -> int:
    """Check that a table's log is unbroken and gives this record; returns its number of entries.

    It only reads, so a server may be running. DamagedLog says what is wrong.
    """
    engine = make_engine(_existing(database))
    try:
        async with engine.connect() as connection:
            entries = await read_log(connection, proof.table)
    finally:
        await engine.dispose()
    if not entries:
        raise NoSuchTable(f"this database has no log of table {proof.table}")
    table = Table.fold(proof.table, entries)
    if table.phase != "finished" or table.record() != record:
        raise DamagedLog(f"table {proof.table}: its log is unbroken, but it gives another record than this one")
    return len(entries)


def _existing(database: str) -> URL:
    file = database_file(database)
    if file and not file.is_file():
        raise StoreError(f"{file} does not exist; name the database that the table is in")
    return database_url(database)
