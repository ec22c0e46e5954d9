"""A pool of threads for thinking bots, shared fairly between those who pay: clients, or tables that no client woke."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar

__all__ = ["INSTANT", "BotThreads"]

T = TypeVar("T")
INSTANT = ("random", "heuristic")  # bots that answer faster than a thread would start
_TURN = 3.0  # seconds of thinking while others wait; then the bot must answer with its best move so far
_AGAIN = 0.05  # seconds between reminders to stop thinking
_HASTE = 0.1  # seconds before its deadline that a bot is told to stop
_LITTLE = 0.01  # seconds charged for a job until its true time is known
_PATIENCE = 2.0  # seconds that a closing process waits for running jobs
_MANY = 10_000  # payers whose use is remembered before settled ones are forgotten


class Thinker(Protocol):
    """A bot, or whatever else thinks for a while. If it has a method `stop`, that ends its thinking."""


class _Job:
    """One job of a bot for a table."""

    def __init__(self, rank: tuple[bool, float, int], payer: str, bot: Thinker, work: Callable[[], Any]) -> None:
        self.rank = rank  # bots-only tables last, then by time used, then by order of arrival
        self.payer = payer
        self.bot = bot
        self.work = work
        self.over = False
        self.secret = False  # whether nobody may learn that there was such a job
        loop = asyncio.get_running_loop()
        self.result: asyncio.Future[Any] = loop.create_future()
        self.arrived = loop.time()

    def __lt__(self, other: _Job) -> bool:
        return self.rank < other.rank

    @property
    def for_people(self) -> bool:
        return not self.rank[0]

    def hurry(self) -> None:
        """Tell the bot to answer with its best move so far; a bot without `stop` goes on."""
        if not self.over:
            getattr(self.bot, "stop", lambda: None)()
            asyncio.get_running_loop().call_later(_AGAIN, self.hurry)  # it may not have started thinking yet


class BotThreads:
    """A fixed number of threads for the bots of all tables in a process.

    Tables with people come first, and one thread is reserved for them. Among equals, the payer who has used the least
    thread time is next, so neither many tables nor many bots nor slow ones take more than their payer's share.
    """

    def __init__(self, threads: int | None = None, turn: float = _TURN) -> None:
        self._threads = threads or max(2, os.cpu_count() or 1)
        self._turn = turn
        self._pool = ThreadPoolExecutor(self._threads, "silverhook-bot")
        self._waiting: list[_Job] = []  # a heap
        self._running: dict[_Job, asyncio.Future[Any]] = {}
        self._used: dict[str, float] = {}  # thread time used, by payer
        self._given = 0.0  # thread time that each payer was entitled to so far
        self._number = itertools.count()
        self.timed: Callable[[float, float], None] = lambda waited, thought: None  # told of each job, in seconds

    async def think(
        self, payer: str, for_people: bool, bot: Thinker, work: Callable[[], T], seconds: float | None = None
    ) -> T:
        """The result of a bot's work. TimeoutError if it takes longer than `seconds`."""
        turn = max(self._given, self._used.get(payer, 0.0))
        self._used[payer] = turn + _LITTLE
        job = _Job((not for_people, turn, next(self._number)), payer, bot, work)
        job.secret = seconds is not None  # the answer to a secret question
        heapq.heappush(self._waiting, job)
        self._begin()
        if for_people and job not in self._running:
            self._make_room()
        if seconds is not None:
            asyncio.get_running_loop().call_later(max(0.0, seconds - _HASTE), job.hurry)
        try:
            async with asyncio.timeout(seconds):
                result: T = await job.result
                return result
        finally:
            self._drop(job)

    @property
    def waiting(self) -> int:
        """The jobs that wait for a thread."""
        return sum(not job.over for job in self._waiting)

    @property
    def running(self) -> int:
        """The jobs that have a thread."""
        return len(self._running)

    async def close(self) -> None:
        """Drop waiting jobs and tell running ones to stop."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        running = list(self._running.values())
        for job in (*self._waiting, *self._running):
            self._drop(job)
        if running:
            await asyncio.wait(running, timeout=_PATIENCE)

    def _begin(self) -> None:
        """Start waiting jobs while threads are free."""
        loop = asyncio.get_running_loop()
        while (job := self._next()) and self._room(job):
            heapq.heappop(self._waiting)
            self._given = max(self._given, job.rank[1])
            self._running[job] = loop.run_in_executor(self._pool, job.work)
            self._running[job].add_done_callback(partial(self._ended, job, loop.time()))
            loop.call_later(self._turn, self._pass_on, job)

    def _room(self, job: _Job) -> bool:
        """Whether a thread is free for a job; one is reserved for tables with people."""
        others = sum(not running.for_people for running in self._running)
        return len(self._running) < self._threads and (job.for_people or others < self._threads - 1)

    def _next(self) -> _Job | None:
        """The next job in line, without abandoned ones."""
        while self._waiting and self._waiting[0].over:
            heapq.heappop(self._waiting)
        return self._waiting[0] if self._waiting else None

    def _ended(self, job: _Job, begun: float, done: asyncio.Future[Any]) -> None:
        job.over = True
        del self._running[job]
        ended = asyncio.get_running_loop().time()
        self._count(job.payer, job.rank[1] + ended - begun)
        if not job.secret:
            self.timed(begun - job.arrived, ended - begun)
        if not done.cancelled():
            self._tell(job.result, done)
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

    def _count(self, payer: str, used: float) -> None:
        self._used[payer] = max(used, self._used.get(payer, 0.0))
        if len(self._used) > _MANY:
            self._used = {payer: used for payer, used in self._used.items() if used > self._given}

    def _make_room(self) -> None:
        """Tell jobs of bots-only tables to finish, because people are waiting."""
        for running in self._running:
            if not running.for_people:
                running.hurry()

    def _pass_on(self, job: _Job) -> None:
        """End a job after its turn if another one with equal or higher priority waits."""
        if job.over:
            return
        other = self._next()
        if other and other.for_people >= job.for_people:
            job.hurry()
        else:
            asyncio.get_running_loop().call_later(_AGAIN, self._pass_on, job)

    def _drop(self, job: _Job) -> None:
        """Abandon a job, because nobody waits for it."""
        if job in self._running:
            job.hurry()
        job.over = job not in self._running
        job.result.cancel()
