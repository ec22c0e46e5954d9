"""Claims decide which of several processes on one database drives a table."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

from silverhook.table.store import Store

__all__ = ["Claims", "SingleProcess"]


class Claims(Protocol):
    """The tables that this process drives."""

    def holds(self, table: str) -> bool:
        """Whether this process drives the bots and clocks of a table."""
        ...

    async def claim(self, table: str) -> bool:
        """Claim a table; False if another process holds it."""
        ...

    async def release(self, table: str) -> None:
        """Give up the claim to a table."""
        ...

    async def sweep(self, but: Set[str]) -> list[str]:
        """Claim the live tables that no process drives, except those in `but`; returns the new claims."""
        ...

    async def close(self) -> None:
        """Give up all claims."""
        ...


class SingleProcess:
    """The only process of its database: it holds every claim."""

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
        """The first time, all tables that the process before this one left live; then none."""
        if self._swept:
            return []
        found = await self._store.live()
        self._swept = True
        return found

    async def close(self) -> None:
        """Nothing is held."""
