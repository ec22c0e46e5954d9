"""A table while somebody is there: commands one after the other, written before anybody is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from silverhook.core.seat import Thought
from silverhook.table import commands
from silverhook.table.commands import Command
from silverhook.table.errors import Conflict, NoHints, StoreError
from silverhook.table.log import Entry
from silverhook.table.table import Place, Table
from silverhook.table.tokens import new_token

if TYPE_CHECKING:
    from silverhook.table.hall import Hall

__all__ = ["Desk", "Listener", "Sitting"]

Listener = Callable[["Desk", Entry], None]
log = logging.getLogger(__name__)


class Sitting(NamedTuple):
    """A seat that was taken, and the token that holds it."""

    seat: int
    token: str


class Desk:
    """The live table of one process: carries out commands, drives bots and clocks, tells listeners."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        self.table = table
        self.used = hall.now()  # when something was last asked of it
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._stale = False  # an append failed without saying whether it was stored
        self._live = False  # whether the store marks this table as one to go on with
        self._changed = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None

    # --- commands ----------------------------------------------------------------------------------

    async def do(self, command: Command) -> list[Entry]:
        """Carry out a command; returns what was written down, nothing if it had been done before.

        It is durable when this returns, and the listeners have been told. TableError or ActionError if it is
        refused, and nothing has changed.
        """
        self.used = self.hall.now()
        async with self._lock:
            if self._stale:
                await self._read_on()
            while True:
                drafts = command.decide(self.table, self.hall.now())
                if not drafts:
                    return []
                entries = self.table.number(drafts, self.hall.now())
                try:
                    await self._append(entries)
                except Conflict:
                    await self._read_on()
                    continue
                self._follow(entries)
                return entries

    async def _append(self, entries: list[Entry]) -> None:
        mark = not self._live and (self.table.phase == "playing" or any(entry.kind == "started" for entry in entries))
        written = asyncio.ensure_future(self.hall.store.append(entries, mark))
        try:
            await asyncio.shield(written)
        except asyncio.CancelledError:  # whoever asked has gone: what is on its way is still written
            self._stale = True
            with suppress(Exception):
                await written
            raise
        except StoreError:
            self._stale = True
            raise
        self._live = self._live or mark

    def _follow(self, entries: Iterable[Entry]) -> None:
        """Apply what is durable, and tell of it."""
        for entry in entries:
            self.table.apply(entry)
            for listener in tuple(self._listeners):
                try:
                    listener(self, entry)
                except Exception:  # one listener's trouble is not the others'
                    log.exception("a listener of table %s failed", self.table.id)
        self._changed.set()
        self.stir()

    async def sit(self, name: str, nonce: str, seat: int | None = None, token: str | None = None) -> Sitting:
        """Take a seat; a token given before, as for a rematch, is used again. Repeating it gives the same seat."""
        token = token or new_token()
        await self.do(commands.Sit(name, nonce, token, seat))
        taken = self.table.place(token).seat
        assert taken is not None
        return Sitting(taken, token)

    async def hint(self, by: Place) -> Thought:
        """What a strong bot would do for this seat, if the table gives hints."""
        if not self.table.settings.hints:
            raise NoHints("this table gives no hints")
        game = self.table.asks(by.seat)
        if game is None:
            raise NoHints("you are not asked now, so there is nothing to give a hint on")
        return await self.hall.think(self.hall.adviser, game)

    # --- news ----------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call a function at once after each entry, in order; `table.game.news(seat)` is that entry's then.

        Returns what ends it. An entry of the kind "answered" concerns nobody but its seat.
        """
        self._listeners.append(listener)
        self.used = self.hall.now()

        def end() -> None:
            self.used = self.hall.now()
            with suppress(ValueError):
                self._listeners.remove(listener)

        return end

    async def read_on(self, n: int = 0) -> None:
        """Follow what other processes wrote, if this desk is not past entry n."""
        if n == 0 or self.table.n < n:
            async with self._lock:
                await self._read_on()

    async def _read_on(self) -> None:
        self._follow(await self.hall.store.read(self.table.id, self.table.n))
        self._stale = False

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if it were gone."""
        return not self._listeners and not self._lock.locked() and self._driver is None

    # --- bots and clocks -------------------------------------------------------------------------------

    def stir(self) -> None:
        """Have the table's own part done, if there is one and this process does it."""

    async def close(self) -> None:
        """Stop driving."""
