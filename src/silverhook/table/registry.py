"""All tables of one process: opened from the store when needed, dropped when nobody uses them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple

from silverhook import bots
from silverhook.core.event_log import log_event
from silverhook.core.game import Game
from silverhook.core.seat import Thought
from silverhook.table import commands
from silverhook.table.bot_threads import INSTANT, BotThreads
from silverhook.table.claims import Claims, SingleProcess
from silverhook.table.commands import readable_name
from silverhook.table.database import default_database
from silverhook.table.errors import (
    DamagedLog,
    NoSuchTable,
    OtherRules,
    StoreError,
    TableClosed,
    TableDeleted,
    TableError,
)
from silverhook.table.live_table import LiveTable, Sitting, ignore_unretrieved_error
from silverhook.table.operator_feed import Notices, OperatorFeed
from silverhook.table.origin import Origin
from silverhook.table.position import Place
from silverhook.table.settings import TableSettings
from silverhook.table.sharing import PAYER, SideThread, Turns
from silverhook.table.store import Store
from silverhook.table.table import Table
from silverhook.table.table_time import Clock
from silverhook.table.tokens import checked_nonce, checked_token, hashed, is_id, new_id, new_secret, new_token

__all__ = ["Opened", "TableRegistry"]

_ROUND = 1.0  # seconds between two rounds of upkeep
_BEAT = 0.2  # seconds in which every seat has one time slot during a secret question


class Opened(NamedTuple):
    """A new table and its host's token."""

    live: LiveTable
    host: str


class TableRegistry:
    """The live tables of this process: `async with await TableRegistry.open(database) as registry`."""

    def __init__(self, store: Store, *, pace: float, idle: float, adviser: str, clock: Clock) -> None:
        self.store = store
        self.pace = pace
        self.idle = idle
        self.adviser = adviser
        self.clock = clock
        self.beat = _BEAT
        self.live_tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self.bot_threads = BotThreads()
        self.side_thread = SideThread()
        self.turns = Turns()
        self._closed = False
        self._reading: set[asyncio.Task[None]] = set()
        self._waiting: set[str] = set()  # tables to drive as soon as they can be opened
        self.refused: set[str] = set()  # tables that this process cannot open
        self.claims: Claims = self._postgres_claims() if store.shared else SingleProcess(store)
        self.operator = OperatorFeed(store)
        self.reloaded: Callable[[LiveTable], None] = lambda live: None  # told of each table dropped for a change
        self.lost: Callable[[], None] = lambda: None  # told when all tables were dropped, as the database is lost
        self.noticed: Callable[[Notices], None] = lambda notices: None  # told of notices once they change
        self._keeper = asyncio.create_task(self._keep_for_ever(), name="the registry's keeper")

    def _postgres_claims(self) -> Claims:
        from silverhook.table.postgres_claims import PostgresClaims  # its driver is not needed for SQLite

        return PostgresClaims(self.store, self._hear, self._read_on, self._drop_all)

    @classmethod
    async def open(
        cls,
        database: str | None = None,
        *,
        pace: float = 0.7,
        idle: float = 300,
        adviser: str = [*bots.LEVELS][-1],
        clock: Clock | None = None,
    ) -> TableRegistry:
        """Open the registry of a database; by default a file in the user's data folder.

        While somebody watches, bots take at least `pace` seconds for a move. A table that nobody has used for
        `idle` seconds is dropped from memory. `adviser` is the bot that gives hints; the default is the strongest.
        """
        store = await Store.open(database or default_database())
        registry = cls(store, pace=pace, idle=idle, adviser=adviser, clock=clock or Clock())
        try:
            await registry.claims.opened()
            await registry.operator.poll()
        except BaseException:
            await registry.close()
            raise
        return registry

    async def __aenter__(self) -> TableRegistry:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop bots and clocks and close the database. Everything that was told is stored."""
        self._closed = True
        self._keeper.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeper
        await asyncio.gather(*(live.stop() for live in self.live_tables.values()))
        await asyncio.gather(*self._reading, return_exceptions=True)
        await self.claims.close()
        await self.bot_threads.close()
        await self.side_thread.close()
        await self.store.close()

    # --- tables ----------------------------------------------------------------------------------------

    async def create(self, settings: TableSettings, host: str | None = None) -> Opened:
        """Create a table, for a host's token that exists or a new one."""
        host = checked_token(host) if host else new_token()
        live = await self._set_up(new_id(), commands.Create(settings.checked(), hashed(host), new_secret()))
        return Opened(live, host)

    async def begin(self, settings: TableSettings, origin: Origin, name: str, nonce: str) -> tuple[LiveTable, Sitting]:
        """Create a table for one person against bots with a given deal. It starts at once."""
        readable_name(name), checked_nonce(nonce)  # refuse these before the table exists
        token = new_token()
        live = await self._set_up(new_id(), commands.Create(settings.checked(), hashed(token), "", origin=origin))
        return live, await live.sit(name, nonce, token=token)

    async def live_table(self, id: str) -> LiveTable:
        """The table of this name. NoSuchTable if there is none; OtherRules if it cannot be played here."""
        if self._closed:
            raise StoreError("the server is stopping; ask again in a moment")
        if not is_id(id):
            raise _none(id)
        if not self.claims.current:
            raise StoreError("the database does not answer; try again in a moment")
        if id in self.live_tables:
            self.live_tables[id].used = self.clock.now()
            return self.live_tables[id]
        return await self._once(id, None)

    async def _set_up(self, id: str, create: commands.Create) -> LiveTable:
        """A new table, or the one of this name if somebody else has created it meanwhile."""
        try:
            return (
                await self.live_table(id)
                if id in self.live_tables or id in self._opening
                else await self._once(id, create)
            )
        except NoSuchTable:
            return await self._once(id, create)

    async def _once(self, id: str, create: commands.Create | None) -> LiveTable:
        """Open or create a table. Everybody who asks for it meanwhile gets the same one."""
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open_live_table(id, create))
            self._opening[id].add_done_callback(ignore_unretrieved_error)
        return await asyncio.shield(self._opening[id])

    async def _open_live_table(self, id: str, create: commands.Create | None) -> LiveTable:
        lease = self.claims.server
        try:
            live = LiveTable(self, Table(id) if create else await self._read(id))
            if create:
                await live.do(create)
            if not live.table.n:
                raise TableDeleted if await self.store.deleted(id) else _none(id)
            if live.table.closed:
                raise TableClosed
            self.live_tables[id] = live
            if self.store.shared:
                await live.read_on()  # entries that others wrote before we listened
            if lease != self.claims.server:
                self.live_tables.pop(id, None)
                raise StoreError("the database did not answer for a while; try again in a moment")
            live.driver.wake()
            return live
        finally:
            del self._opening[id]

    async def tables_of(self, tokens: Iterable[str]) -> list[Table]:
        """The tables where these tokens hold a seat or the host's rights, newest first.

        Tables that cannot be played here are left out; opening one raises an error that says why.
        """
        found = await self.store.held({hashed(token) for token in tokens})
        looks = [await self._look(id) for id in found]
        return [table for table in looks if table is not None and not table.closed]

    async def _look(self, id: str) -> Table | None:
        """A table as it is, without opening it; None if it cannot be read."""
        if id in self.live_tables:
            return self.live_tables[id].table
        try:
            return await self._read(id)
        except (OtherRules, DamagedLog) as problem:
            log_event("table_left_out", logging.WARNING, str(problem), table=id)
            return None

    async def _read(self, id: str) -> Table:
        """The table of a stored log."""
        rows = await self.store.rows(id)
        return await self.side_thread.do(lambda: Table.fold(id, rows.entries()))

    async def rematch(self, live: LiveTable, by: Place) -> LiveTable:
        """A new table with the same settings and seats reserved for the same people; the same one for all who ask.

        They take their seats there with their present tokens and a fresh nonce each.
        """
        table = live.table
        await live.do(commands.Rematch(by, new_id()))
        assert table.rematch is not None
        people = {seat: (chair.name, chair.token) for seat, chair in enumerate(table.chairs) if chair.nonce}
        create = commands.Create(table.settings.renewed(), table.sealed.host, new_secret(), people, table.id)
        try:
            return await self.live_table(table.rematch)
        except NoSuchTable:
            return await self._set_up(table.rematch, create)

    # --- upkeep ---------------------------------------------------------------------------

    async def _keep_for_ever(self) -> None:
        """Drive tables that no process drives, and drop tables that nobody uses."""
        while True:
            try:
                await self._follow_operator()
                self._waiting.update(await self.claims.sweep(self.refused))
                for id in tuple(self._waiting):
                    await self._go_on(id)
                for live in list(self.live_tables.values()):
                    if live.stale:
                        await live.settle()
                    if live.idle and self.clock.now() - live.used > self.idle:
                        await self._drop(live)
            except StoreError as problem:
                log_event("upkeep_waits_for_database", logging.WARNING, str(problem))
            except Exception:
                log_event("upkeep_failed", logging.ERROR, "trying again", trace=True)
            await asyncio.sleep(_ROUND)

    async def _follow_operator(self) -> None:
        """Drop tables that an operator changed, so that they are read again, and pass on notices."""
        before = self.operator.notices
        try:
            changed = await self.operator.poll()
        except StoreError:  # the next round tries again
            return
        for id in changed:
            await self._reload(id)
        if self.operator.notices != before:
            self.noticed(self.operator.notices)

    async def _reload(self, id: str) -> None:
        """Drop a table as it was, without waiting for commands under way."""
        self.refused.discard(id)
        if id in self._opening:
            await asyncio.wait([self._opening[id]])
        if live := self.live_tables.pop(id, None):
            log_event("table_changed_by_operator", table=id)
            self.reloaded(live)
            self._in_background(live.close())

    def _drop_all(self) -> None:
        """Drop all tables: this process cannot know any more what others write."""
        self._waiting.clear()
        self.refused.clear()  # their claims are gone as well
        for id, live in list(self.live_tables.items()):
            del self.live_tables[id]
            self._in_background(live.stop())
        self.lost()

    async def _go_on(self, id: str) -> None:
        """Wake a table. If it cannot be opened here, leave it to other processes."""
        try:
            (await self.live_table(id)).driver.wake()
        except StoreError as problem:
            log_event("table_waits_for_database", logging.WARNING, str(problem), table=id)
            return
        except Exception as problem:
            defect = not isinstance(problem, TableError)
            log_event("table_refused", logging.WARNING, str(problem), trace=defect, table=id)
            self.refused.add(id)
            with suppress(StoreError):
                await self.claims.release(id)
        self._waiting.discard(id)

    async def _drop(self, live: LiveTable) -> None:
        """Drop a table from memory; it is opened again when somebody asks for it."""
        if not live.table.awake and self.claims.held(live.table.id):
            await live.mark_idle()
        if live.idle and self.live_tables.get(live.table.id) is live:
            del self.live_tables[live.table.id]
            await live.close()

    def _hear(self, table: str, n: int) -> None:
        """Follow a log that another process has written to."""
        live = self.live_tables.get(table)
        if live is not None:
            self._have_read(live, n)

    def _read_on(self) -> None:
        """Follow all logs: other processes may have written while no notification could arrive."""
        for live in self.live_tables.values():
            self._have_read(live, 0)

    def _have_read(self, live: LiveTable, n: int) -> None:
        self._in_background(live.read_on(n))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._reading.add(task)
        task.add_done_callback(self._has_read)

    def _has_read(self, task: asyncio.Task[None]) -> None:
        self._reading.discard(task)
        if not task.cancelled() and task.exception():
            log_event("entries_unread", logging.WARNING, str(task.exception()))

    # --- bots --------------------------------------------------------------------------------------------

    async def think(self, table: Table, level: str, game: Game, seconds: float | None = None) -> Thought:
        """What a bot would do at a table. TimeoutError if it takes longer than `seconds`."""
        bot = bots.make(level, secrets.randbits(62))
        if level in INSTANT:
            return bots.think(bot, game)
        thinks = partial(bots.think, bot, game.clone())
        return await self.bot_threads.think(PAYER.get() or table.id, bool(table.present), bot, thinks, seconds)

    async def advise(self, table: Table, game: Game, language: str) -> Thought:
        """What the strongest bot would do, with the game's reasons in a language."""
        bot = bots.make(self.adviser, secrets.randbits(62))
        explains = partial(_explained, bot, game.clone(), table.names, language)
        return await self.bot_threads.think(PAYER.get() or table.id, True, bot, explains)


def _explained(bot: bots.Bot, game: Game, names: Sequence[str], language: str) -> Thought:
    assert game.to_act is not None
    return bots.explain(bots.Seat(game, game.to_act, names, language), bots.think(bot, game, language))


def _none(id: str) -> NoSuchTable:
    return NoSuchTable(f"no table {str(id)[:40]!r}; ask the person who invited you for the link")
