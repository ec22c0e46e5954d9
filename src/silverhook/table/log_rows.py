"""Entries of logs as rows of a database, and how a log is read whole."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from silverhook.table.database import reason
from silverhook.table.errors import DamagedLog
from silverhook.table.failures import is_damage
from silverhook.table.log import Entry

__all__ = ["LogRows", "read_log", "read_rows", "row_of", "tokens_of"]

_READ = text(  # in one statement, so that the head and the entries are of the same moment
    "SELECT t.n AS head, t.digest AS head_digest, t.created_at, e.* FROM tables t"
    " LEFT JOIN entries e ON e.table_id = t.id AND e.n > :after WHERE t.id = :table ORDER BY e.n"
)
_ANY_ENTRY = text("SELECT 1 FROM entries WHERE table_id = :table LIMIT 1")


@dataclass(frozen=True)
class LogRows:
    """The rows of a table's log after number `after`. A long log takes long to turn into entries."""

    table: str
    after: int
    rows: Sequence[Row[Any]]

    def entries(self) -> list[Entry]:
        """The entries; none if there is no such table. `Table.apply` checks each one.

        DamagedLog if they do not end with the entry that the list of tables names.
        """
        entries = [_entry_of(row) for row in self.rows if row.n is not None]
        if self.rows:
            _check_whole(self.rows[0], entries, self.table, self.after)
        return entries


async def read_rows(connection: AsyncConnection, table: str, after: int = 0) -> LogRows:
    """The rows of a table's log after number `after`."""
    try:
        rows = (await connection.execute(_READ, {"table": table, "after": after})).all()
    except (DBAPIError, UnicodeDecodeError) as problem:
        if not is_damage(problem):
            raise
        raise DamagedLog(f"table {table}: its log cannot be read: {reason(problem)}") from None
    if not rows and await connection.scalar(_ANY_ENTRY, {"table": table}):
        raise DamagedLog(f"table {table}: its row in the list of tables is missing")
    return LogRows(table, after, rows)


async def read_log(connection: AsyncConnection, table: str, after: int = 0) -> list[Entry]:
    """The entries of a table after number `after`, for those who can wait; see `LogRows.entries`."""
    return (await read_rows(connection, table, after)).entries()


def row_of(entry: Entry) -> dict[str, Any]:
    """The row of an entry."""
    return {
        "table_id": entry.table,
        "n": entry.n,
        "ply": entry.ply,
        "kind": entry.kind,
        "data": entry.text,
        "at": entry.at,
        "digest": entry.digest,
    }


def _entry_of(row: Row[Any]) -> Entry:
    """The inverse of `row_of`."""
    try:
        data = json.loads(row.data)
        return Entry(row.table_id, row.n, row.kind, data, float(row.at), row.ply, row.data, row.digest)
    except (ValueError, TypeError, RecursionError) as problem:
        raise DamagedLog(f"table {row.table_id}: entry {row.n} ({row.kind}) cannot be read: {problem}") from None


def _check_whole(head: Row[Any], entries: Sequence[Entry], table: str, after: int) -> None:
    """Check that the entries of a log end where the list of tables says, and that the list has its true age."""
    last = entries[-1].n if entries else after
    if last != head.head or (entries and entries[-1].digest != head.head_digest):
        raise DamagedLog(f"table {table}: its log ends with entry {last}, but the list of tables says {head.head}")
    if entries and entries[0].n == 1 and entries[0].at != head.created_at:
        raise DamagedLog(f"table {table}: the list of tables says that it was created at {head.created_at}")


def tokens_of(entry: Entry) -> list[str]:
    """The hashes of the tokens that an entry gives rights at its table."""
    data: Mapping[str, Any] = entry.data
    if entry.kind == "created":
        return [data["host"], *(token for _, token in data.get("kept", {}).values())]
    return [data["token"]] if entry.kind == "seated" else []
