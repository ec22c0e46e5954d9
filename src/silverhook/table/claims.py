"""Several processes on one database: who drives which table."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

from silverhook.table.store import Store

__all__ = ["Claims", "SingleProcess"]


class Claims(Protocol):
    """Which tables are this process's to drive."""

    def holds(self, table: str) -> bool:
        """Whether this process drives the bots and clocks of a table."""
        ...

    async def claim(self, table: str) -> bool:
        """Drive a table, unless another process does."""
        ...

    async def release(self, table: str) -> None:
        """Leave a table to others."""
        ...

    async def sweep(self, but: Set[str]) -> list[str]:
        """Claim the live tables that nobody drives, but for those that cannot be driven here; which."""
        ...

    async def close(self) -> None:
        """Leave everything to others."""
        ...


class SingleProcess:
    """The only process of its database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._swept = False

    def holds(self, table: str) -> bool:
        """Always."""
        return True

    async def claim(self, table: str) -> bool:
        """Always."""
        return True

    async def release(self, table: str) -> None:
        """There are no others."""

    async def sweep(self, but: Set[str]) -> list[str]:
        """At first all that a process before this one had to do with; then none."""
        if self._swept:
            return []
        found = await self._store.live()
        self._swept = True
        return found

    async def close(self) -> None:
        """Nothing is held."""
