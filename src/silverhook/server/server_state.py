"""The state of one server process: its tables, connections, limits and counters."""

from __future__ import annotations

import asyncio
import logging

from silverhook.core.event_log import log_event
from silverhook.server.access import AccessDesk
from silverhook.server.analyses import Analyses
from silverhook.server.audience import Audience
from silverhook.server.connection import Connection
from silverhook.server.errors import TooMany
from silverhook.server.gc_policy import CollectionScheduler
from silverhook.server.house import House
from silverhook.server.limits import ConnectionLimiter, RateLimiter
from silverhook.server.metrics import Metrics
from silverhook.server.settings import ServerSettings
from silverhook.table import LiveTable, TableRegistry
from silverhook.table.administration import prune
from silverhook.table.database import shown
from silverhook.table.errors import StoreError
from silverhook.table.operator_feed import Notices
from silverhook.table.sharing import SideThread, Turns

__all__ = ["ServerState"]

_LAG_EVERY = 0.25  # seconds
_PRUNE_EVERY = 3600.0  # seconds
_AT_ONCE = 100  # clients that are told something before others have their turn


class ServerState:
    """One server process: opens and closes the tables, and knows all connections and limits."""

    def __init__(self, settings: ServerSettings) -> None:
        limits = settings.limits
        self.settings = settings
        self.house = House.load(settings.house) if settings.house else House()
        self.metrics = Metrics()
        self.slots = ConnectionLimiter(limits.connections_per_address, limits.connections)
        attempts = RateLimiter(limits.access_attempts_per_minute / 60, limits.access_attempts_at_once)
        self.access = AccessDesk(settings.access_code, attempts)
        self.card_checks = RateLimiter(limits.card_checks_per_second, limits.card_checks_at_once)
        self.new_tables = RateLimiter(limits.tables_per_hour / 3600, limits.tables_at_once)
        self._messages = RateLimiter(limits.messages_per_second, limits.messages_at_once, 2 * limits.connections)
        self._from_address = RateLimiter(limits.address_messages_per_second, limits.address_messages_at_once)
        self.connections: set[Connection] = set()
        self.collections = CollectionScheduler()
        self.turns = Turns()
        self.side_thread = SideThread()
        self.registry: TableRegistry
        self.analyses: Analyses
        self.stopping = False
        self._audiences: dict[str, Audience] = {}
        self._lag: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._pruning: asyncio.Task[None] | None = None
        self.metrics.tables.set_function(lambda: len(self.registry.live_tables))
        self.metrics.commits.set_function(lambda: self.registry.store.writer.commits)
        self.metrics.entries.set_function(lambda: self.registry.store.writer.written)
        self.metrics.tables_refused.set_function(lambda: len(self.registry.refused))
        self.metrics.bots_waiting.set_function(lambda: self.registry.bot_threads.waiting)
        self.metrics.bots_thinking.set_function(lambda: self.registry.bot_threads.running)

    async def open(self) -> None:
        """Open the database. Bots and clocks of its tables continue."""
        self.registry = await TableRegistry.open(self.settings.database, pace=self.settings.pace)
        self.registry.store.timed = lambda operation, seconds: self.metrics.database_seconds.labels(operation).observe(
            seconds
        )
        self.registry.bot_threads.timed = self._note_bot
        self.registry.reloaded = self._drop_clients
        self.registry.lost = self._send_away
        self.registry.noticed = self._pass_on
        self.analyses = Analyses(self.registry.bot_threads)
        self.registry.turns, self.registry.side_thread = self.turns, self.side_thread
        self._lag = asyncio.create_task(self._measure_lag(), name="the event loop's lag")
        kept = self.house.keep_finished if self.settings.keep_finished is None else self.settings.keep_finished
        if kept is not None:
            self._pruning = asyncio.create_task(self._prune(kept), name="retention")
        log_event("opened", database=shown(self.registry.store.engine.url))

    async def close(self) -> None:
        """Close the database. Everything that was told is stored."""
        self.stopping = True
        for task in (self._lag, self._telling, self._pruning):
            if task:
                task.cancel()
        await self.analyses.close()
        await self.registry.close()
        log_event("closed")

    def _note_bot(self, waited: float, thought: float) -> None:
        self.metrics.bot_wait_seconds.observe(waited)
        self.metrics.bot_thinking_seconds.observe(thought)

    async def _measure_lag(self) -> None:
        """Note again and again how much later than asked the event loop wakes this task."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LAG_EVERY
            await asyncio.sleep(_LAG_EVERY)
            self.metrics.loop_lag_seconds.observe(max(0.0, loop.time() - due))

    def _drop_clients(self, live: LiveTable) -> None:
        """Let the clients of a table that the operator changed come back to read it again."""
        for connection in self.connections:
            if connection.sits_at(live):
                connection.say_changed()

    def _send_away(self) -> None:
        """Let all clients reconnect, perhaps to another server: this one has lost its database."""
        for connection in self.connections:
            connection.say_lost()

    def _pass_on(self, notices: Notices) -> None:
        log_event("notices_changed", announced=notices.announcement is not None, draining=notices.draining)
        self._telling = asyncio.create_task(self._tell_notices(), name="notices to clients")

    async def _tell_notices(self) -> None:
        for n, connection in enumerate(list(self.connections)):
            connection.say_notice()
            if n % _AT_ONCE == _AT_ONCE - 1:
                await asyncio.sleep(0)  # let the others have their turn

    async def _prune(self, age: float) -> None:
        """Delete tables that ended more than this many seconds ago, at regular intervals."""
        while True:
            try:
                deleted = await prune(self.registry.store, age)
            except StoreError as problem:
                log_event("prune_failed", logging.WARNING, str(problem))
            else:
                log_event("pruned", logging.INFO if deleted else logging.DEBUG, tables=deleted)
            await asyncio.sleep(min(_PRUNE_EVERY, max(age / 10, 1.0)))

    async def say_goodbye(self) -> None:
        """Tell every client to reconnect soon, and wait a moment until the messages are sent."""
        self.stopping = True
        connections = list(self.connections)
        for connection in connections:
            connection.say_restart()
        sending = [connection.sending for connection in connections if connection.sending]
        if sending:
            await asyncio.wait(sending, timeout=2)
        log_event("said_goodbye", connections=len(connections))

    def may_connect(self, address: str) -> bool:
        """Whether an address may open one more connection now, within its rate limit."""
        return self._from_address.of(address).take()

    def may_send(self, address: str, table: str, seat: int | None) -> bool:
        """Whether one more message is within the rate limits of its seat (or spectator) and of its address."""
        whose = address if seat is None else f"{table} {seat}"
        return self._messages.of(whose).take() and self._from_address.of(address).take()

    def check_bots_only(self) -> None:
        """Refuse one more game without people if the house allows no more of them."""
        most = self.house.bots_only_tables
        if most is None:
            return
        going_on = (live.table for live in self.registry.live_tables.values() if live.table.phase == "playing")
        if sum(not table.present for table in going_on) >= most:
            raise TooMany(f"at most {most} games without people at once; take a seat, or try again later")

    async def audience(self, table: str) -> Audience:
        """The audience of a table; call `release` when a subscriber has left."""
        live = await self.registry.live_table(table)
        audience = self._audiences.get(table)
        if audience is None or audience.live is not live:
            audience = self._audiences[table] = Audience(live)
        return audience

    def release(self, audience: Audience) -> None:
        """Drop an audience without subscribers."""
        if not audience.subscribers and self._audiences.get(audience.table.id) is audience:
            audience.close()
            del self._audiences[audience.table.id]
