"""Finished games as files of their own, so that their logs can leave the database."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from silverhook.table.errors import StoreError, TableError
from silverhook.table.log import Entry
from silverhook.table.table import Table

__all__ = ["archive_table"]


def archive_table(folder: Path, log: Sequence[Entry]) -> Path:
    """Write a table that is over to a file, durably, and return its path.

    A finished game becomes its record, which `silverhook verify` and `silverhook replay` read. A table without one,
    such as a closed one, becomes its log, one entry a line.
    """
    id = log[0].table
    try:
        name, text = f"{id}.txt", Table.fold(id, list(log)).record()
    except TableError:
        name, text = f"{id}.log", "".join(f"{_line(entry)}\n" for entry in log)
    path, part = folder / name, folder / f"{name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as problem:
        raise StoreError(
            f"cannot archive table {id} in {folder}: {problem.strerror or problem}; it stays stored"
        ) from None
    return path


def _line(entry: Entry) -> str:
    return json.dumps({"n": entry.n, "kind": entry.kind, "at": entry.at, "data": entry.data}, ensure_ascii=False)
