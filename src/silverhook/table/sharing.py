"""What clients share fairly: one thread for work that takes long, and turns on the event loop.

What a client causes is charged to it, so that whoever asks for much waits behind everybody who asks for less.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any, Generic, TypeVar

from silverhook.table.errors import StoreError

__all__ = ["PAYER", "FairQueue", "SideThread", "Turns"]

T = TypeVar("T")

# The client for whose request something is done: its address, or "" for what no client has asked for.
PAYER: ContextVar[str] = ContextVar("payer", default="")

_MANY = 10_000  # payers whose use is remembered before settled ones are forgotten


class FairQueue(Generic[T]):
    """Things that wait, by payer. Next is the oldest one of the payer who has been charged least.

    A payer who was away starts level with the others, so that nobody can save up.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        self._charged: dict[str, float] = {}
        self._level = 0.0  # what the last one served had been charged

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, payer: str, thing: T) -> None:
        """Let something wait."""
        self._waiting.setdefault(payer, deque()).append(thing)

    def take(self) -> tuple[str, T]:
        """The next thing and who pays for it."""
        payer = min(self._waiting, key=self._account)
        self._level = self._account(payer)
        things = self._waiting[payer]
        thing = things.popleft()
        if not things:
            del self._waiting[payer]
        return payer, thing

    def charge(self, payer: str, cost: float) -> None:
        """Charge a payer for something."""
        self._charged[payer] = self._account(payer) + cost
        if len(self._charged) > _MANY:
            self._charged = {payer: charged for payer, charged in self._charged.items() if charged > self._level}

    def _account(self, payer: str) -> float:
        return max(self._level, self._charged.get(payer, 0.0))


class SideThread:
    """One thread for work that is too long for the event loop, such as a replay or the compiling of a card file.

    It is only one, because threads take turns in running Python, and each busy one makes the event loop wait longer.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "silverhook-side")
        self._waiting: FairQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = FairQueue()
        self._running: asyncio.Future[Any] | None = None
        self._closed = False

    async def do(self, work: Callable[[], T]) -> T:
        """The result of some work. The time it takes is charged to the client whose request this is."""
        if self._closed:
            raise StoreError("the server is stopping; ask again in a moment")
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(PAYER.get(), (work, result))
        self._begin()
        return await result

    async def close(self) -> None:
        """Finish the work under way and drop what waits."""
        self._closed = True
        while self._waiting:
            _, (_, result) = self._waiting.take()
            result.cancel()
        if self._running:
            await asyncio.wait([self._running])
        self._pool.shutdown(wait=False)

    def _begin(self) -> None:
        """Start the next work if the thread is free; nobody waits any more for what was cancelled."""
        while self._waiting and not self._running and not self._closed:
            payer, (work, result) = self._waiting.take()
            if not result.cancelled():
                self._running = asyncio.get_running_loop().run_in_executor(self._pool, work)
                self._running.add_done_callback(partial(self._ended, payer, result, time.perf_counter()))

    def _ended(self, payer: str, result: asyncio.Future[Any], begun: float, done: asyncio.Future[Any]) -> None:
        self._running = None
        self._waiting.charge(payer, time.perf_counter() - begun)
        if not result.done():
            if problem := done.exception():
                result.set_exception(problem)
            else:
                result.set_result(done.result())
        self._begin()


class Turns:
    """Turns on the event loop. In each of its rounds a few requests go on, chosen fairly; the others wait.

    Between rounds the event loop looks for new messages, so a client who asks for little never waits long.
    """

    def __init__(self, each_round: int = 2) -> None:
        self._each_round = each_round
        self._left = each_round
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._planned = False

    async def take(self) -> None:
        """Wait for a turn of the client whose request this is; at once if few clients want one."""
        payer = PAYER.get()
        self._plan()
        if self._left and not self._waiting:
            self._left -= 1
            self._waiting.charge(payer, 1)
        else:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.put(payer, turn)
            await turn

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._next_round)

    def _next_round(self) -> None:
        self._planned = False
        self._left = self._each_round
        while self._left and self._waiting:
            payer, turn = self._waiting.take()
            if not turn.done():
                self._waiting.charge(payer, 1)
                self._left -= 1
                turn.set_result(None)
        if self._left < self._each_round:
            self._plan()
