"""What an operator does to the tables of a database, while servers use it or not.

Everything goes through the database: whoever may write to it may administer it. Running servers read what changed once
a second, and drop tables that were changed. Each append moves the head of its log in
the list of tables, so nothing can be written to a deleted table.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from silverhook.table import schema
from silverhook.table.archive import archive_table
from silverhook.table.database import default_database
from silverhook.table.errors import Conflict, NoSuchTable, NotNow, SettingsError, StoreError
from silverhook.table.log import Entry
from silverhook.table.log_rows import read_log
from silverhook.table.operator_feed import ANNOUNCEMENT, DRAINING, Notices, OperatorFeed
from silverhook.table.personal_data import PersonAtTable
from silverhook.table.store import Store
from silverhook.table.tokens import hashed

__all__ = ["PHASES", "Administration", "TableSummary", "duration", "prune"]

PHASES = ("open", "playing", "finished", "closed")
OVER = ("finished", "closed")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_AT_ONCE = 50  # tables deleted in one transaction, so that servers never wait long for the database
_LONGEST_ANNOUNCEMENT = 500


def duration(text: str) -> float:
    """The seconds of a duration such as 90d, 12h, 30m or 45s."""
    parts = re.fullmatch(r"(\d{1,7})([smhd])", text.strip())
    if not parts:
        raise SettingsError(f'write a duration as a number and a unit, such as 90d, 12h, 30m or 45s, not "{text}"')
    return int(parts[1]) * _UNITS[parts[2]]


class TableSummary(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    phase: str
    created_at: float
    last_at: float  # of its last entry


class Administration:
    """The tables of a database: `async with await Administration.open(database) as admin`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    async def open(cls, database: str | None = None) -> Administration:
        """Open a database beside the servers that use it; by default the user's own."""
        return cls(await Store.attach(database or default_database()))

    async def __aenter__(self) -> Administration:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._store.close()

    # --- tables ------------------------------------------------------------------------------------

    async def tables(
        self,
        *,
        phase: str | None = None,
        game: str | None = None,
        older: float | None = None,
        idle: float | None = None,
        most: int = 100,
    ) -> list[TableSummary]:
        """Tables, newest first; `older` is the least seconds since they were created, `idle` since the last move."""
        columns = schema.tables.c
        wanted: list[ColumnElement[bool]] = []
        if phase:
            wanted.append(columns.phase == phase)
        if game:
            wanted.append(columns.game == game)
        if older is not None:
            wanted.append(columns.created_at <= time.time() - older)
        async with self._store.session() as connection:
            rows = await connection.execute(_summaries(*wanted, idle=idle, most=most))
            return [TableSummary(*row) for row in rows]

    async def table(self, id: str) -> dict[str, Any]:
        """A table in detail, without cards, secrets and tokens."""
        summary, log = await self._summary(id), await self._store.read(id)
        settings = log[0].data["settings"]
        return {
            **summary._asdict(),
            "entries": len(log),
            "edition": settings["ruleset"].get("edition"),
            "rules_version": settings["ruleset"].get("version"),
            "seats": [_who(log, seat, kind) for seat, kind in enumerate(settings["seats"])],
            "clock": settings["clock"],
            "rematch": next((entry.data["table"] for entry in log if entry.kind == "rematched"), None),
        }

    async def close(self, id: str) -> None:
        """End a table: nobody can play there or open it any more. It stays stored until it is deleted."""
        while True:
            if (await self._summary(id)).phase in OVER:
                raise NotNow(f"table {id} is over already; delete it if it should go")
            last = (await self._store.read(id))[-1]
            try:
                await self._store.append(
                    [Entry.after(last.digest, id, last.n + 1, "closed", {}, max(last.at, time.time()))]
                )
                break
            except Conflict:  # a server was faster
                continue
        async with self._store.session() as connection:
            await _note_change(connection, id)

    async def delete(self, id: str) -> None:
        """Delete a table for good. Running servers tell its clients."""
        async with self._store.session() as connection:
            gone = await connection.execute(delete(schema.tables).where(schema.tables.c.id == id))
        if not gone.rowcount:
            raise _none(id)

    async def prune(self, age: float, archive: Path | None = None) -> int:
        """Delete the tables that have been over for at least `age` seconds, and archive them if a folder is given."""
        return await prune(self._store, age, archive)

    async def over(self, age: float) -> int:
        """How many tables `prune` would delete."""
        query = _over(time.time() - age)
        async with self._store.session() as connection:
            return len((await connection.execute(query)).all())

    async def playing(self) -> int:
        """How many games are in progress."""
        query = select(func.count()).select_from(schema.tables).where(schema.tables.c.phase == "playing")
        async with self._store.session() as connection:
            return await connection.scalar(query) or 0

    async def _summary(self, id: str) -> TableSummary:
        async with self._store.session() as connection:
            row = (await connection.execute(_summaries(schema.tables.c.id == id))).first()
        if row is None:
            raise _none(id)
        return TableSummary(*row)

    # --- people ------------------------------------------------------------------------------------

    async def export(self, tokens: Iterable[str]) -> dict[str, Any]:
        """Everything that is stored about the holder of these tokens."""
        hashes = {hashed(token) for token in tokens}
        found = [PersonAtTable(await self._store.read(id), hashes) for id in await self._tables_of(hashes)]
        return {"tables": [person.export() for person in found]}

    async def forget(self, tokens: Iterable[str]) -> tuple[int, int]:
        """Take the holder of these tokens out of all tables, and delete the tables where no other person sat.

        Returns how many tables were deleted, and how many go on without this person's name, tokens and chat.
        """
        hashes = {hashed(token) for token in tokens}
        deleted = changed = 0
        for id in await self._tables_of(hashes):
            async with self._store.session() as connection:
                if await _forget(self._store, connection, id, hashes):
                    deleted += 1
                else:
                    changed += 1
        return deleted, changed

    async def _tables_of(self, hashes: Collection[str]) -> list[str]:
        query = select(schema.holders.c.table_id).where(schema.holders.c.token.in_(hashes)).distinct()
        async with self._store.session() as connection:
            return sorted(await connection.scalars(query))

    # --- notices -----------------------------------------------------------------------------------

    async def notices(self) -> Notices:
        """What everybody on all servers is told."""
        feed = OperatorFeed(self._store)
        await feed.poll()
        return feed.notices

    async def announce(self, text: str | None, seconds: float | None = None) -> None:
        """Show everybody a message, for some seconds or until the next one; None withdraws it."""
        tidy = " ".join((text or "").split())
        if text is not None and not 0 < len(tidy) <= _LONGEST_ANNOUNCEMENT:
            raise SettingsError(f"an announcement has 1 to {_LONGEST_ANNOUNCEMENT} characters")
        await self._notice(ANNOUNCEMENT, tidy or None, None if seconds is None else time.time() + seconds)

    async def drain(self, on: bool) -> None:
        """Let the servers open no new tables, or let them again."""
        await self._notice(DRAINING, "on" if on else None)

    async def _notice(self, name: str, text: str | None, until: float | None = None) -> None:
        async with self._store.session() as connection:
            await connection.execute(delete(schema.notices).where(schema.notices.c.name == name))
            if text is not None:
                await connection.execute(insert(schema.notices), [{"name": name, "text": text, "until": until}])


async def prune(store: Store, age: float, archive: Path | None = None) -> int:
    """Delete the tables of a store that ended at least this many seconds ago; returns how many.

    With a folder for the archive, each is written there first.
    """
    oldest, columns, deleted = _over(time.time() - age).limit(_AT_ONCE), schema.tables.c, 0
    while True:
        async with store.session() as connection:
            ids = list(await connection.scalars(oldest))
        if not ids:
            return deleted
        for id in ids if archive else ():
            assert archive
            await asyncio.to_thread(archive_table, archive, await store.read(id))
        async with store.session() as connection:
            gone = await connection.execute(delete(schema.tables).where(columns.id.in_(ids)))
        deleted += gone.rowcount


# --- queries -----------------------------------------------------------------------------------------


def _summaries(*wanted: ColumnElement[bool], idle: float | None = None, most: int = 1) -> Select[Any]:
    """Some tables, newest first, with the time of their last entry, which is looked up only for those found."""
    columns, last = schema.tables.c, schema.entries.c
    found: Any = select(schema.tables).where(*wanted).order_by(columns.created_at.desc(), columns.id)
    if idle is not None:
        acted = select(last.at).where(last.table_id == columns.id, last.n == columns.n).scalar_subquery()
        found = found.where(columns.phase_at <= time.time() - idle, acted <= time.time() - idle)
    some = found.limit(most).subquery()
    query = select(some.c.id, some.c.game, some.c.phase, some.c.created_at, last.at)
    query = query.join_from(some, schema.entries, (last.table_id == some.c.id) & (last.n == some.c.n))
    return query.order_by(some.c.created_at.desc(), some.c.id)


def _over(before: float) -> Select[Any]:
    columns = schema.tables.c
    query = select(columns.id).where(columns.phase.in_(OVER), columns.phase_at <= before)
    return query.order_by(columns.phase_at)


def _who(log: Iterable[Entry], seat: int, kind: str) -> dict[str, str]:
    """Who sits in a seat, as its log says."""
    who = {"kind": kind if kind == "person" else "bot", "name": "" if kind == "person" else kind}
    for entry in log:
        if entry.kind in ("seated", "forgotten") and entry.data["seat"] == seat:
            who["name"] = entry.data["name"]
        elif entry.kind == "started" and str(seat) in entry.data["bots"]:
            who = {"kind": "bot", "name": entry.data["bots"][str(seat)]}
    return who


async def _note_change(connection: AsyncConnection, id: str) -> None:
    await connection.execute(insert(schema.changes), [{"table_id": id, "deleted": False}])


async def _forget(store: Store, connection: AsyncConnection, id: str, hashes: Collection[str]) -> bool:
    """Take a person out of one table; True if the table was theirs alone and is deleted."""
    columns = schema.tables.c
    await connection.execute(update(schema.tables).where(columns.id == id).values(phase=columns.phase))  # locks SQLite
    query = select(columns.phase).where(columns.id == id).with_for_update()  # locks the table's log on PostgreSQL
    phase = await connection.scalar(query)
    if phase is None:
        raise StoreError(f"table {id} was deleted meanwhile; try again")
    person = PersonAtTable(await read_log(connection, id), hashes)
    if person.alone:
        await connection.execute(delete(schema.tables).where(columns.id == id))
        return True
    await store.rewrite(connection, person.forgotten(phase, time.time()))
    holds = (schema.holders.c.table_id == id, schema.holders.c.token.in_(hashes))
    await connection.execute(delete(schema.holders).where(*holds))
    await _note_change(connection, id)
    return False


def _none(id: str) -> NoSuchTable:
    return NoSuchTable(f"no table {id[:40]!r}; `silverhook admin list` shows them")
