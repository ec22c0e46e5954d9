"""Entries of logs as rows of a database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row

from silverhook.table.errors import DamagedLog
from silverhook.table.log import Entry

__all__ = ["entry_of", "row_of", "tokens_of"]


def row_of(entry: Entry) -> dict[str, Any]:
    """The row of an entry."""
    return {
        "table_id": entry.table,
        "n": entry.n,
        "ply": entry.ply,
        "kind": entry.kind,
        "data": json.dumps(entry.data, separators=(",", ":")),
        "at": entry.at,
    }


def entry_of(row: Row[Any]) -> Entry:
    """The inverse of `row_of`."""
    try:
        return Entry(row.table_id, row.n, row.kind, json.loads(row.data), float(row.at), row.ply)
    except (ValueError, TypeError, RecursionError) as problem:
        raise DamagedLog(f"table {row.table_id}: entry {row.n} ({row.kind}) cannot be read: {problem}") from None


def tokens_of(entry: Entry) -> list[str]:
    """The hashes of the tokens that an entry gives rights at its table."""
    data: Mapping[str, Any] = entry.data
    if entry.kind == "created":
        return [data["host"], *(token for _, token in data.get("kept", {}).values())]
    return [data["token"]]
