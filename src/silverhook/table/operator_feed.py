"""What an operator changes in the database while servers run: every server reads it once a second."""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import func, select

from silverhook.table import schema
from silverhook.table.store import Store

__all__ = ["ANNOUNCEMENT", "DRAINING", "Notices", "OperatorFeed"]

ANNOUNCEMENT, DRAINING = "announcement", "draining"  # the names of notices
_AT_ONCE = 1000


class Notices(NamedTuple):
    """What an operator tells all servers and everybody on them."""

    announcement: str | None = None
    draining: bool = False  # no new tables; those in progress go on


class OperatorFeed:
    """Reads the changes of tables and the notices. It works alike on SQLite and on PostgreSQL."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last: int | None = None  # the last change read; None: none so far, and earlier ones do not matter
        self.notices = Notices()

    async def poll(self) -> list[str]:
        """Read on; returns the tables that were changed since the last time."""
        changes = schema.changes
        async with self._store.session() as connection:
            rows = await connection.execute(select(schema.notices))
            found = {row.name: row.text for row in rows if row.until is None or row.until > time.time()}
            self.notices = Notices(found.get(ANNOUNCEMENT), DRAINING in found)
            if self._last is None:
                self._last = await connection.scalar(select(func.max(changes.c.n))) or 0
                return []
            query = select(changes.c.n, changes.c.table_id).where(changes.c.n > self._last).order_by(changes.c.n)
            new = (await connection.execute(query.limit(_AT_ONCE))).all()
        self._last = new[-1].n if new else self._last
        return list(dict.fromkeys(row.table_id for row in new))
