"""The outgoing messages of one client. The queue is bounded: a slow client skips to the newest state."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

__all__ = ["Outbox"]


class Outbox:
    """Sends the messages of one connection in order: at once to a client that keeps up, otherwise from a queue.

    `write` sends a message at once, unless the client is slow; `send` waits until it can. When too many wait, states
    are skipped, because each state holds the whole position; answers are not. `catch_up` makes the messages that
    replace all skipped ones.
    """

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        catch_up: Callable[[], list[str]],
        most: int,
        stalled: float,
        write: Callable[[str], bool] = lambda message: False,
    ) -> None:
        self._send = send
        self._catch_up = catch_up
        self._most = most
        self._stalled = stalled
        self._write = write
        self._sending = False  # whether `run` waits until a message is sent
        self._waiting: deque[tuple[str, bool]] = deque()
        self._woken: asyncio.Event = asyncio.Event()
        self._behind = False
        self._closed = False
        self.overflowed = False
        self.sent = 0
        self.skipped = 0

    def answer(self, message: str) -> None:
        """Send a message that must not be skipped. A client with ten times too many waiting is disconnected."""
        if len(self._waiting) >= 10 * self._most:
            self.overflowed = True
            self.close()
        self._put(message, False)

    def state(self, message: str) -> None:
        """Send a state; skip it if the client is slow and a later one will do."""
        if self._keeps_up():
            self._put(message, True)
        else:
            self.skipped += 1

    @property
    def full(self) -> bool:
        """Whether the client is so slow that states are skipped."""
        return self._behind or len(self._waiting) >= self._most

    def whole(self) -> None:
        """Send the whole present state; to a slow client later, and only once."""
        if self._keeps_up():
            for message in self._catch_up():
                self._put(message, True)

    def _keeps_up(self) -> bool:
        """Whether there is room for a state; if not, drop the waiting states and catch up later."""
        if self.full and not self._behind:
            kept = deque(item for item in self._waiting if not item[1])
            self.skipped += len(self._waiting) - len(kept)
            self._waiting, self._behind = kept, True
            self._woken.set()
        return not self._behind

    def close(self) -> None:
        """Accept no more messages; those that wait are still sent."""
        self._closed = True
        self._woken.set()

    def _put(self, message: str, may_skip: bool) -> None:
        if self._closed:
            return
        if not (self._waiting or self._sending or self._behind) and self._write(message):
            self.sent += 1
        else:
            self._waiting.append((message, may_skip))
            self._woken.set()

    async def run(self) -> None:
        """Send until closed; TimeoutError if the client reads nothing for too long."""
        while True:
            while self._waiting or self._behind:
                if not self._waiting:
                    self._behind = False
                    self._waiting.extend((message, False) for message in self._catch_up())
                message = self._waiting.popleft()[0]
                self._sending = True
                async with asyncio.timeout(self._stalled):
                    await self._send(message)
                self._sending = False
                self.sent += 1
            if self._closed:
                return
            self._woken.clear()
            await self._woken.wait()
