"""The house around the hall of tables: who is connected, what is counted, and its opening and closing."""

from __future__ import annotations

import asyncio

from silverhook.server.company import Company
from silverhook.server.limits import Buckets, Places
from silverhook.server.logs import log
from silverhook.server.memory import Sweeper
from silverhook.server.metrics import Metrics
from silverhook.server.play import Connection
from silverhook.server.settings import Settings
from silverhook.table import Hall
from silverhook.table.store import shown

__all__ = ["House"]


class House:
    """One server process: its hall, its connections and its limits."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.metrics = Metrics()
        self.places = Places(limits.connections_per_address, limits.connections)
        self.new_tables = Buckets(limits.tables_per_hour / 3600, limits.tables_at_once)
        self._messages = Buckets(limits.messages_per_second, limits.messages_at_once, 2 * limits.connections)
        self._from_address = Buckets(limits.address_messages_per_second, limits.address_messages_at_once)
        self.connections: set[Connection] = set()
        self.sweeper = Sweeper()
        self.hall: Hall
        self.stopping = False
        self._companies: dict[str, Company] = {}
        self.metrics.tables.set_function(lambda: len(self.hall.desks))
        self.metrics.commits.set_function(lambda: self.hall.store.commits)
        self.metrics.entries.set_function(lambda: self.hall.store.written)

    async def open(self) -> None:
        """Open the tables' store; tables that wait for a bot or a clock go on."""
        self.hall = await Hall.open(self.settings.database, pace=self.settings.pace)
        log("opened", database=shown(self.hall.store.engine.url))

    async def close(self) -> None:
        """Let the tables rest; everything that was told is stored."""
        self.stopping = True
        await self.hall.close()
        log("closed")

    async def say_goodbye(self) -> None:
        """Tell every client to come back soon, and wait a moment until they know."""
        self.stopping = True
        connections = list(self.connections)
        for connection in connections:
            connection.say_restart()
        sending = [connection.sending for connection in connections if connection.sending]
        if sending:
            await asyncio.wait(sending, timeout=2)
        log("said_goodbye", connections=len(connections))

    def may_come(self, address: str) -> bool:
        """Whether an address may open one more connection now, for all that it says and opens."""
        return self._from_address.of(address).take()

    def may_speak(self, address: str, table: str, seat: int | None) -> bool:
        """Whether one more message is allowed now: of a seat over all its connections, or of a spectator's address."""
        whose = address if seat is None else f"{table} {seat}"
        return self._messages.of(whose).take() and self._from_address.of(address).take()

    async def company(self, table: str) -> Company:
        """Those who are connected to a table; `release` it again."""
        desk = await self.hall.desk(table)
        company = self._companies.get(table)
        if company is None or company.desk is not desk:
            company = self._companies[table] = Company(desk)
        return company

    def release(self, company: Company) -> None:
        """Forget a company when the last guest has gone."""
        if not company.guests and self._companies.get(company.table.id) is company:
            company.close()
            del self._companies[company.table.id]
