"""Connections to PostgreSQL that never wait for ever, not even when the network swallows what is sent."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from typing import Any

import psycopg

__all__ = ["DEADLINE", "BoundedConnection"]

DEADLINE = 5.0  # seconds that one call may take, and that a connection may take to be made
# What the database does by itself, in milliseconds: it gives up a lock that nobody frees, a statement whose client is
# gone, and a transaction whose client says nothing more, which would keep others from the tables it wrote to.
_SETTINGS = "SET lock_timeout = 4000; SET statement_timeout = 5000; SET idle_in_transaction_session_timeout = 3000"


class BoundedConnection(psycopg.AsyncConnection[Any]):
    """A connection whose socket is shut when a call takes too long; the call then fails as if the network had."""

    deadline: float | None = DEADLINE  # of each call; None: no deadline

    @classmethod
    async def connect(cls, *args: Any, **settings: Any) -> BoundedConnection:  # type: ignore[override]
        """Connect, within the deadline too."""
        settings.setdefault("connect_timeout", int(DEADLINE))
        connection = await super().connect(*args, **settings)
        try:
            autocommit = connection.autocommit
            await connection.set_autocommit(True)
            await connection.execute(_SETTINGS)
            await connection.set_autocommit(autocommit)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def wait(self, *args: Any, **settings: Any) -> Any:
        """Wait for the database; every call does so here."""
        if self.deadline is None:
            return await super().wait(*args, **settings)
        cut = asyncio.get_running_loop().call_later(self.deadline, self._cut)
        try:
            return await super().wait(*args, **settings)
        finally:
            cut.cancel()

    async def cancel_safe(self, *, timeout: float = DEADLINE) -> None:
        """Give up a call whose task was cancelled: without the connection, the database ends it by itself."""
        self._cut()

    def _cut(self) -> None:
        """Shut the socket: whoever waits finds the connection lost."""
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as own:
            own.shutdown(socket.SHUT_RDWR)
