"""What waits to be sent to one client. It never grows: a slow client gets the newest whole table instead."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

__all__ = ["Outbox"]


class Outbox:
    """The messages for one connection, in order, and the one who sends them.

    States of the table may be skipped when more wait than fit, since each later one holds the whole position;
    answers may not. `catch_up` makes the messages that stand for all those skipped.
    """

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        catch_up: Callable[[], list[str]],
        most: int,
        stalled: float,
    ) -> None:
        self._send = send
        self._catch_up = catch_up
        self._most = most
        self._stalled = stalled
        self._waiting: deque[tuple[str, bool]] = deque()
        self._woken: asyncio.Event = asyncio.Event()
        self._behind = False
        self._closed = False
        self.overflowed = False
        self.sent = 0
        self.skipped = 0

    def answer(self, message: str) -> None:
        """Send what must arrive; a client that lets ten times too many wait is hopeless and let go."""
        if len(self._waiting) >= 10 * self._most:
            self.overflowed = True
            self.close()
        self._put(message, False)

    def state(self, message: str) -> None:
        """Send a state of the table, unless the client is so slow that a later one will do."""
        if self._keeps_up():
            self._put(message, True)
        else:
            self.skipped += 1

    @property
    def full(self) -> bool:
        """Whether the client is so slow that states give way to a later one."""
        return self._behind or len(self._waiting) >= self._most

    def whole(self) -> None:
        """Send the table as it is; to a slow client later, and once, however often it has asked."""
        if self._keeps_up():
            for message in self._catch_up():
                self._put(message, True)

    def _keeps_up(self) -> bool:
        """Whether there is room for a state; if not, those that wait give way to the whole table."""
        if self.full and not self._behind:
            kept = deque(item for item in self._waiting if not item[1])
            self.skipped += len(self._waiting) - len(kept)
            self._waiting, self._behind = kept, True
            self._woken.set()
        return not self._behind

    def close(self) -> None:
        """Send nothing that comes after this; what waits still goes out."""
        self._closed = True
        self._woken.set()

    def _put(self, message: str, may_skip: bool) -> None:
        if not self._closed:
            self._waiting.append((message, may_skip))
            self._woken.set()

    async def run(self) -> None:
        """Send until closed; TimeoutError if the client takes nothing for too long."""
        while True:
            while self._waiting or self._behind:
                if not self._waiting:
                    self._behind = False
                    self._waiting.extend((message, False) for message in self._catch_up())
                message = self._waiting.popleft()[0]
                async with asyncio.timeout(self._stalled):
                    await self._send(message)
                self.sent += 1
            if self._closed:
                return
            self._woken.clear()
            await self._woken.wait()
