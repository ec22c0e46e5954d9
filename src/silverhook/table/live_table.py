"""A table in memory: carries out one command at a time and stores each before telling anybody."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from silverhook.core.event_log import log_event
from silverhook.core.seat import Thought
from silverhook.core.words import ENGLISH
from silverhook.table import commands
from silverhook.table.commands import Command
from silverhook.table.driver import TableDriver
from silverhook.table.errors import Conflict, LogFull, NoHints, StoreError, TableClosed, TableDeleted
from silverhook.table.log import MOST_ENTRIES, Entry
from silverhook.table.position import Place
from silverhook.table.table import Table
from silverhook.table.table_time import TableTime
from silverhook.table.tokens import checked_token, new_token

if TYPE_CHECKING:
    from silverhook.table.registry import TableRegistry

__all__ = ["Listener", "LiveTable", "Sitting", "ignore_unretrieved_error"]

Listener = Callable[["LiveTable", Entry], None]
_BEATS = 20  # slots of each seat in a short pause


class Sitting(NamedTuple):
    """A seat and the token that holds it."""

    seat: int
    token: str


class LiveTable:
    """A table in this process: carries out commands and tells listeners. Its driver does what is due by itself."""

    def __init__(self, registry: TableRegistry, table: Table) -> None:
        self.registry = registry
        self.table = table
        self.time = TableTime(registry.clock, table.timeline, table.written_at, table.deadline is not None)
        self.used = registry.clock.now()  # when it was last used
        self.at_once = False  # whether everybody who watches wants bots to move without a pause
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self.stale = False  # an append failed and may or may not be stored
        self._live = False  # whether the store marks this table as live
        self._closed = False
        self._secret = secrets.token_bytes(16)  # decides the time slots of secret questions
        self.driver = TableDriver(self)

    def now(self) -> float:
        """The time at the table."""
        return self.time.now()

    # --- commands ----------------------------------------------------------------------------------

    async def do(self, command: Command) -> list[Entry]:
        """Carry out a command. Returns the entries written, none if it was carried out before.

        When this returns, the entries are durable and the listeners have been told. If the command is refused,
        this raises TableError or ActionError and nothing has changed.
        """
        self.used = self.registry.clock.now()
        if self._closed:  # it was dropped while nobody used it
            return await (await self.registry.live_table(self.table.id)).do(command)
        doing = asyncio.ensure_future(self._do_in_time(command))
        doing.add_done_callback(ignore_unretrieved_error)
        return await asyncio.shield(doing)  # the caller may disconnect; the command is still finished and told

    async def _do_in_time(self, command: Command) -> list[Entry]:
        """During a secret question, carry out each seat's commands in time slots of its own.

        Otherwise an answer that waits while another seat's is written would reveal that there is another answer.
        """
        by: Place | None = getattr(command, "by", None)
        if by is not None and by.seat is not None and self.table.in_secret and not self.table.alone:
            await asyncio.sleep(self._moment(by.seat))
        return await self._do(command)

    def _moment(self, seat: int) -> float:
        """The seconds until the next time slot of a seat; no slot falls on the end of the pause.

        A pause has many beats. In each, every seat has one slot, in an order that nobody can foresee: whoever knew when
        another seat's answers are written could look for the delay that they cause.
        """
        beat = min(self.registry.beat, (self.table.settings.pause or 0) / _BEATS)
        left = (self.table.deadline or 0.0) - self.now()
        if beat <= 0 or left <= 0:
            return 0.0
        beats = int(left / beat)  # whole ones to come after this one
        return next(wait for n in (beats, beats - 1) if (wait := left - beat * (n + self._slot(seat, n))) >= 0)

    def _slot(self, seat: int, beat: int) -> float:
        """Where in a beat before the end of a pause a seat's slot is, as a share of the beat from its end."""
        seats = len(self.table.chairs)
        chance = Random(b"%b %d %d" % (self._secret, self.table.ply, beat))
        order = chance.sample(range(seats), seats)
        return (order.index(seat) + 1 + chance.uniform(-0.25, 0.25)) / (seats + 1)

    async def _do(self, command: Command) -> list[Entry]:
        async with self._lock:
            if self.stale:
                await self._settle()
            while True:
                if self.table.closed:
                    raise TableClosed
                now = self.now()
                entries = self.table.number(command.decide(self.table, now), now, self.time)
                if not entries:
                    return []
                if self.table.n >= MOST_ENTRIES:
                    raise LogFull("this game has become too long to go on")
                try:
                    await self._append(entries)
                except Conflict as problem:
                    before = self.table.n
                    await self._read_on()
                    if self.table.n == before:
                        if await self.registry.store.deleted(self.table.id):
                            raise TableDeleted from None
                        raise StoreError(f"this table cannot be saved: {problem}") from None
                    continue
                self._follow(entries)
                return entries

    async def _append(self, entries: list[Entry]) -> None:
        mark = not self._live and (self.table.phase == "playing" or any(entry.kind == "started" for entry in entries))
        try:
            await self.registry.store.append(entries, mark)
        except StoreError:
            self.stale = True
            raise
        self._live = self._live or mark

    def _follow(self, entries: Iterable[Entry]) -> None:
        """Apply stored entries and tell the listeners."""
        for entry in entries:
            self.table.apply(entry)
            self.time.hear(entry.at)
            for listener in tuple(self._listeners):
                try:
                    listener(self, entry)
                except Exception:  # a failing listener must not affect the others
                    log_event("listener_failed", logging.ERROR, trace=True, table=self.table.id)
        self.driver.wake()

    async def sit(self, name: str, nonce: str, seat: int | None = None, token: str | None = None) -> Sitting:
        """Take a seat, with a token that you have or a new one. Repeating the call gives the same seat."""
        token = checked_token(token) if token else new_token()
        await self.do(commands.Sit(name, nonce, token, seat))
        live = await self.registry.live_table(self.table.id) if self._closed else self
        taken = live.table.place(token).seat
        assert taken is not None
        return Sitting(taken, token)

    async def hint(self, by: Place, language: str = ENGLISH) -> Thought:
        """What a strong bot would do in this seat and why, if the table allows hints."""
        if not self.table.settings.hints:
            raise NoHints("this table does not allow hints")
        game = self.table.asks(by.seat)
        if game is None:
            raise NoHints("hints are given only when it is your turn to decide")
        return await self.registry.advise(self.table, game, language)

    # --- listeners ----------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call a function after each entry, in order. During the call, `table.game.news(seat)` is that entry's.

        Returns a function that ends the subscription. An "answered" entry may be told only to its seat.
        """
        self._listeners.append(listener)
        self.used = self.registry.clock.now()

        def end() -> None:
            self.used = self.registry.clock.now()
            with suppress(ValueError):
                self._listeners.remove(listener)

        return end

    async def read_on(self, n: int = 0) -> None:
        """Follow what other processes wrote, unless this table is past entry n."""
        if n == 0 or self.table.n < n:
            async with self._lock:
                await self._read_on()

    async def _read_on(self) -> None:
        self.used = self.registry.clock.now()
        self._follow(await self.registry.store.read(self.table.id, self.table.n))

    async def settle(self) -> None:
        """Find out what became of an append that failed."""
        async with self._lock:
            if self.stale:
                await self._settle()

    async def _settle(self) -> None:
        await self.registry.store.settle(self.table.id)
        await self._read_on()
        self.stale = False

    @property
    def idle(self) -> bool:
        """Whether nobody uses this table, so that it can be dropped from memory."""
        return not self._listeners and not self._lock.locked() and not self.driver.running

    # --- the process ------------------------------------------------------------------------------------

    @property
    def watched(self) -> bool:
        """Whether anybody can see how long something takes."""
        return bool(self.table.present or self._listeners)

    async def resume(self) -> None:
        """Go on with a table that another process may have driven, and may have marked as idle."""
        self._live = False
        await self.do(commands.Resume(self.time, self.registry.claims.server))

    async def mark_idle(self) -> None:
        """Tell the store that no process needs to drive this table until it is written to again."""
        async with self._lock:
            await self.registry.store.mark_idle(self.table.id)
            self._live = False

    async def stop(self) -> None:
        """Stop driving, and finish commands under way."""
        self._closed = True
        await self.driver.stop()
        async with self._lock:
            pass

    async def close(self) -> None:
        """Stop, and let other processes claim the table."""
        await self.stop()
        await self.registry.claims.release(self.table.id)


def ignore_unretrieved_error(done: asyncio.Future[Any]) -> None:
    """Mark an error as seen: a refusal whose caller has disconnected is no accident."""
    if not done.cancelled():
        done.exception()
