"""All tables of one process: opened from the store when they are needed, dropped when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import NamedTuple

from silverhook import bots
from silverhook.core.game import Game
from silverhook.core.seat import Thought
from silverhook.table import commands
from silverhook.table.bot_threads import INSTANT, BotThreads
from silverhook.table.claims import Claims, SingleProcess
from silverhook.table.commands import readable_name
from silverhook.table.errors import DamagedLog, NoSuchTable, OtherRules, StoreError, TableError
from silverhook.table.live_table import LiveTable, Sitting, ignore_unretrieved_error
from silverhook.table.origin import Origin
from silverhook.table.position import Place
from silverhook.table.settings import TableSettings
from silverhook.table.store import Store, default_database
from silverhook.table.table import Table
from silverhook.table.tokens import checked_nonce, checked_token, hashed, is_id, new_id, new_secret, new_token

__all__ = ["Opened", "TableRegistry"]

log = logging.getLogger(__name__)
_ROUND = 1.0  # seconds between two rounds of upkeep
_BEAT = 0.3  # seconds in which every seat has a moment of its own while somebody is asked in secret


class Opened(NamedTuple):
    """A table that was set up, and its host's token."""

    live: LiveTable
    host: str


class TableRegistry:
    """Where the tables are: `async with await TableRegistry.open(database) as registry`."""

    def __init__(self, store: Store, *, pace: float, idle: float, adviser: str, now: Callable[[], float]) -> None:
        self.store = store
        self.pace = pace
        self.idle = idle
        self.adviser = adviser
        self.now = now
        self.beat = _BEAT
        self.live_tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._bot_threads = BotThreads()
        self._closed = False
        self._reading: set[asyncio.Task[None]] = set()
        self._waiting: set[str] = set()  # tables to go on with, as soon as they can be opened
        self._refused: set[str] = set()  # those that cannot be, here
        self.claims = self._postgres_claims() if store.shared else SingleProcess(store)
        self._keeper = asyncio.create_task(self._keep_for_ever(), name="the registry's keeper")

    def _postgres_claims(self) -> Claims:
        from silverhook.table.postgres_claims import PostgresClaims  # it loads a driver that SQLite does without

        return PostgresClaims(self.store.engine.url, self.store.process, self._hear, self._read_on)

    @classmethod
    async def open(
        cls,
        database: str | None = None,
        *,
        pace: float = 0.7,
        idle: float = 300,
        adviser: str = [*bots.LEVELS][-1],
        now: Callable[[], float] = time.time,
    ) -> TableRegistry:
        """The registry of a database; without one, a file in the user's data folder.

        Bots take at least `pace` seconds for a move where somebody watches. A table is dropped from memory
        when nobody has been there for `idle` seconds. `adviser` is the bot that gives hints, the strongest there is.
        """
        store = await Store.open(database or default_database())
        return cls(store, pace=pace, idle=idle, adviser=adviser, now=now)

    async def __aenter__(self) -> TableRegistry:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop bots and clocks, and let the database go; everything told is stored."""
        self._closed = True
        self._keeper.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeper
        await asyncio.gather(*(live.close() for live in self.live_tables.values()))
        await asyncio.gather(*self._reading, return_exceptions=True)
        await self.claims.close()
        await self._bot_threads.close()
        await self.store.close()

    # --- tables ----------------------------------------------------------------------------------------

    async def create(self, settings: TableSettings, host: str | None = None) -> Opened:
        """Set up a table; a host's token given before is used again."""
        host = checked_token(host) if host else new_token()
        live = await self._set_up(new_id(), commands.Create(settings.checked(), hashed(host), new_secret()))
        return Opened(live, host)

    async def begin(self, settings: TableSettings, origin: Origin, name: str, nonce: str) -> tuple[LiveTable, Sitting]:
        """A table for one person against bots that is given its cards; it starts at once."""
        readable_name(name), checked_nonce(nonce)  # before there is a table that nobody would sit at
        token = new_token()
        live = await self._set_up(new_id(), commands.Create(settings.checked(), hashed(token), "", origin=origin))
        return live, await live.sit(name, nonce, token=token)

    async def live_table(self, id: str) -> LiveTable:
        """The table of this name; NoSuchTable if there is none, OtherRules if it cannot be played here."""
        if self._closed:
            raise StoreError("the server is stopping; ask again in a moment")
        if not is_id(id):
            raise _none(id)
        if id in self.live_tables:
            self.live_tables[id].used = self.now()
            return self.live_tables[id]
        return await self._once(id, None)

    async def _set_up(self, id: str, create: commands.Create) -> LiveTable:
        """A new table, or the one of this name if somebody else has set it up meanwhile."""
        try:
            return (
                await self.live_table(id)
                if id in self.live_tables or id in self._opening
                else await self._once(id, create)
            )
        except NoSuchTable:
            return await self._once(id, create)

    async def _once(self, id: str, create: commands.Create | None) -> LiveTable:
        """Open or set up a table; whoever asks for it meanwhile waits for the same one."""
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open_live_table(id, create))
            self._opening[id].add_done_callback(ignore_unretrieved_error)
        return await asyncio.shield(self._opening[id])

    async def _open_live_table(self, id: str, create: commands.Create | None) -> LiveTable:
        try:
            live = LiveTable(self, Table(id) if create else Table.fold(id, await self.store.read(id)))
            if create:
                await live.do(create)
            if not live.table.n:
                raise _none(id)
            self.live_tables[id] = live
            if self.store.shared:
                await live.read_on()  # what others wrote before we listened for this table
            live.wake()
            return live
        finally:
            del self._opening[id]

    async def tables_of(self, tokens: Iterable[str]) -> list[Table]:
        """The tables where these tokens hold a seat or are the host's, the newest first.

        Those that cannot be played here are left out; opening one says why.
        """
        found = await self.store.held({hashed(token) for token in tokens})
        looks = [await self._look(id) for id in found]
        return [table for table in looks if table is not None]

    async def _look(self, id: str) -> Table | None:
        """A table as it stands, without opening it."""
        if id in self.live_tables:
            return self.live_tables[id].table
        try:
            return Table.fold(id, await self.store.read(id))
        except (OtherRules, DamagedLog) as problem:
            log.warning("a table cannot be listed: %s", problem)
            return None

    async def rematch(self, live: LiveTable, by: Place) -> LiveTable:
        """Another table with the same settings, seats kept for the same people; the same one for all who ask.

        They take their seats there with the tokens that they have and a fresh nonce each.
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

    # --- keeping the registry ---------------------------------------------------------------------------

    async def _keep_for_ever(self) -> None:
        """Go on with tables that nobody drives, and drop those where nobody is."""
        while True:
            try:
                self._waiting.update(await self.claims.sweep(self._refused))
                for id in tuple(self._waiting):
                    await self._go_on(id)
                for live in list(self.live_tables.values()):
                    if live.idle and self.now() - live.used > self.idle:
                        await self._drop(live)
            except Exception:
                log.exception("upkeep of tables failed; trying again")
            await asyncio.sleep(_ROUND)

    async def _go_on(self, id: str) -> None:
        """Have a table's own part done; one that cannot be opened holds up no other, and is left to other processes."""
        try:
            (await self.live_table(id)).wake()
        except StoreError as problem:
            log.warning("table %s waits for its database: %s", id, problem)
            return
        except Exception as problem:
            log.warning("table %s does not go on: %s", id, problem, exc_info=not isinstance(problem, TableError))
            self._refused.add(id)
            await self.claims.release(id)
        self._waiting.discard(id)

    async def _drop(self, live: LiveTable) -> None:
        """Forget a table; it is opened again when somebody asks for it."""
        if not live.table.awake and self.claims.holds(live.table.id):
            await live.mark_idle()
        if live.idle and self.live_tables.get(live.table.id) is live:
            del self.live_tables[live.table.id]
            await live.close()

    def _hear(self, table: str, n: int) -> None:
        """Another process has written to a log."""
        live = self.live_tables.get(table)
        if live is not None:
            self._have_read(live, n)

    def _read_on(self) -> None:
        """Whatever other processes wrote, nobody has told us."""
        for live in self.live_tables.values():
            self._have_read(live, 0)

    def _have_read(self, live: LiveTable, n: int) -> None:
        task = asyncio.create_task(live.read_on(n))
        self._reading.add(task)
        task.add_done_callback(self._has_read)

    def _has_read(self, task: asyncio.Task[None]) -> None:
        self._reading.discard(task)
        if not task.cancelled() and task.exception():
            log.warning("news of another process could not be read: %s", task.exception())

    # --- bots --------------------------------------------------------------------------------------------

    async def think(self, table: Table, level: str, game: Game, seconds: float | None = None) -> Thought:
        """What a bot would do at a table; TimeoutError if it takes too many seconds."""
        bot = bots.make(level, secrets.randbits(62))
        if level in INSTANT:
            return bots.think(bot, game)
        thinks = partial(bots.think, bot, game.clone())
        return await self._bot_threads.think(table.id, bool(table.present), bot, thinks, seconds)

    async def advise(self, table: Table, game: Game, language: str) -> Thought:
        """What the strongest bot would do, with the game's own reasons in a language."""
        bot = bots.make(self.adviser, secrets.randbits(62))
        explains = partial(_explained, bot, game.clone(), table.names, language)
        return await self._bot_threads.think(table.id, True, bot, explains)


def _explained(bot: bots.Bot, game: Game, names: Sequence[str], language: str) -> Thought:
    assert game.to_act is not None
    return bots.explain(bots.Seat(game, game.to_act, names, language), bots.think(bot, game, language))


def _none(id: str) -> NoSuchTable:
    return NoSuchTable(f"there is no table {str(id)[:40]!r}; ask whoever invited you for the link")
