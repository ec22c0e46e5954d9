"""Bots think in a few threads, and each table gets its share of them."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from silverhook.bots import Bot

__all__ = ["INSTANT", "BotThreads"]

T = TypeVar("T")
INSTANT = ("random", "heuristic")  # bots that have thought before another thread would have begun
_TURN = 3.0  # seconds that a thought may take while others wait; then it is to answer with the best so far
_AGAIN = 0.05  # seconds until a thought that does not end is told so again
_HASTE = 0.1  # seconds before its time is up that a thought is told so
_LITTLE = 0.01  # seconds that a thought counts until it is known how long it took
_PATIENCE = 2.0  # seconds that a closing process waits for those who can be told
_MANY = 10_000  # tables whose share is remembered before those that are even are forgotten


class _Thought:
    """Something that a bot thinks about for a table."""

    def __init__(self, rank: tuple[bool, float, int], table: str, bot: Bot, work: Callable[[], Any]) -> None:
        self.rank = rank  # whether it is not for people, when its turn is, and the order of coming
        self.table = table
        self.bot = bot
        self.work = work
        self.over = False
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def __lt__(self, other: _Thought) -> bool:
        return self.rank < other.rank

    @property
    def for_people(self) -> bool:
        return not self.rank[0]

    def hurry(self) -> None:
        """Have it end with the best so far; a bot that cannot be told goes on."""
        if not self.over:
            getattr(self.bot, "stop", lambda: None)()
            asyncio.get_running_loop().call_later(_AGAIN, self.hurry)  # it may not have begun in earnest


class BotThreads:
    """A bounded number of threads for all tables of a process.

    Tables where people play come first, and one thread is kept from all others. Among tables alike, the one that has
    used the least of the threads' time is next, so that neither many bots nor deep ones take more than their table's
    share.
    """

    def __init__(self, threads: int | None = None, turn: float = _TURN) -> None:
        self._threads = threads or max(2, os.cpu_count() or 1)
        self._turn = turn
        self._pool = ThreadPoolExecutor(self._threads, "silverhook-bot")
        self._waiting: list[_Thought] = []  # a heap
        self._running: dict[_Thought, asyncio.Future[Any]] = {}
        self._used: dict[str, float] = {}  # by table: the time that it has used, of that which each was given
        self._given = 0.0  # the time that each table was given so far
        self._number = itertools.count()

    async def think(
        self, table: str, for_people: bool, bot: Bot, work: Callable[[], T], seconds: float | None = None
    ) -> T:
        """What a bot's work for a table results in; TimeoutError if it does not within so many seconds."""
        turn = max(self._given, self._used.get(table, 0.0))
        self._used[table] = turn + _LITTLE
        thought = _Thought((not for_people, turn, next(self._number)), table, bot, work)
        heapq.heappush(self._waiting, thought)
        self._begin()
        if for_people and thought not in self._running:
            self._make_room()
        if seconds is not None:
            asyncio.get_running_loop().call_later(max(0.0, seconds - _HASTE), thought.hurry)
        try:
            async with asyncio.timeout(seconds):
                result: T = await thought.result
                return result
        finally:
            self._drop(thought)

    async def close(self) -> None:
        """Think no more; what is under way ends as soon as its bot can be told."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        running = list(self._running.values())
        for thought in (*self._waiting, *self._running):
            self._drop(thought)
        if running:
            await asyncio.wait(running, timeout=_PATIENCE)

    def _begin(self) -> None:
        """Let those think whose turn it is."""
        loop = asyncio.get_running_loop()
        while (thought := self._next()) and self._room(thought):
            heapq.heappop(self._waiting)
            self._given = max(self._given, thought.rank[1])
            self._running[thought] = loop.run_in_executor(self._pool, thought.work)
            self._running[thought].add_done_callback(partial(self._ended, thought, loop.time()))
            loop.call_later(self._turn, self._pass_on, thought)

    def _room(self, thought: _Thought) -> bool:
        """Whether a thread is free for it; one is always kept from those that are not for people."""
        others = sum(not running.for_people for running in self._running)
        return len(self._running) < self._threads and (thought.for_people or others < self._threads - 1)

    def _next(self) -> _Thought | None:
        """The one whose turn is next; those that nobody wants any more are passed over."""
        while self._waiting and self._waiting[0].over:
            heapq.heappop(self._waiting)
        return self._waiting[0] if self._waiting else None

    def _ended(self, thought: _Thought, begun: float, done: asyncio.Future[Any]) -> None:
        thought.over = True
        del self._running[thought]
        self._count(thought.table, thought.rank[1] + asyncio.get_running_loop().time() - begun)
        if not done.cancelled():
            self._tell(thought.result, done)
        self._begin()

    @staticmethod
    def _tell(result: asyncio.Future[Any], done: asyncio.Future[Any]) -> None:
        problem = done.exception()
        if result.done():
            return
        if problem:
            result.set_exception(problem)
        else:
            result.set_result(done.result())

    def _count(self, table: str, used: float) -> None:
        self._used[table] = max(used, self._used.get(table, 0.0))
        if len(self._used) > _MANY:
            self._used = {table: used for table, used in self._used.items() if used > self._given}

    def _make_room(self) -> None:
        """People do not wait for those that are not for people."""
        for running in self._running:
            if not running.for_people:
                running.hurry()

    def _pass_on(self, thought: _Thought) -> None:
        """After its turn a thought ends, if another of no less right waits."""
        if thought.over:
            return
        other = self._next()
        if other and other.for_people >= thought.for_people:
            thought.hurry()
        else:
            asyncio.get_running_loop().call_later(_AGAIN, self._pass_on, thought)

    def _drop(self, thought: _Thought) -> None:
        """Nobody wants to know any more."""
        if thought in self._running:
            thought.hurry()
        thought.over = thought not in self._running
        thought.result.cancel()
