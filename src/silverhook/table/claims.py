"""Claims decide which of several processes on one database drives a table."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Protocol

from silverhook.table.store import Store

__all__ = ["Claim", "Claims", "SingleProcess"]


@dataclass(eq=False, slots=True)
class Claim:
    """The right to drive the bots and clocks of a table, for as long as its fence is the newest in the log."""

    fence: int | None = None  # the fence in the log when the holder took over; None: it has not yet


class Claims(Protocol):
    """The tables that this process drives."""

    @property
    def server(self) -> str:
        """The name under which this process takes tables over; empty if there can be no others."""
        ...

    @property
    def current(self) -> bool:
        """Whether this process learns of everything that others write, so that it may show tables to people."""
        ...

    async def opened(self) -> None:
        """Wait until claims can be had; StoreError if the database does not answer."""
        ...

    def held(self, table: str) -> Claim | None:
        """The claim to a table, if this process holds it."""
        ...

    async def claim(self, table: str) -> Claim | None:
        """Claim a table; None if another process holds it."""
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

    server = ""
    current = True

    def __init__(self, store: Store) -> None:
        self._store = store
        self._swept = False
        self._claims: dict[str, Claim] = {}

    async def opened(self) -> None:
        """At once."""

    def held(self, table: str) -> Claim:
        """Always one."""
        return self._claims.setdefault(table, Claim())

    async def claim(self, table: str) -> Claim:
        """Always one."""
        return self.held(table)

    async def release(self, table: str) -> None:
        """Forget the claim; there are no others who want it."""
        self._claims.pop(table, None)

    async def sweep(self, but: Set[str]) -> list[str]:
        """The first time, all tables that the process before this one left live; then none."""
        if self._swept:
            return []
        found = await self._store.live()
        self._swept = True
        return found

    async def close(self) -> None:
        """Nothing is held."""
