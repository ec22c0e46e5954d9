"""Analyses of finished games, made one at a time while the threads of the bots have nothing better to do."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from time import monotonic

from silverhook.analysis import Analysis, Analyst, Report, report
from silverhook.core.event_log import log_event
from silverhook.server.errors import TooMany
from silverhook.table import Table
from silverhook.table.bot_threads import BotThreads
from silverhook.table.errors import NotNow

__all__ = ["Analyses"]

_KEPT = 200  # analyses in memory; an older one is made again when somebody asks for it
_WAITING = 50  # games in the queue
_EACH = 5  # ... asked for by one address
_FORGOTTEN = 30.0  # seconds without a question until a game leaves the queue


@dataclass
class _Job:
    """A game to analyse, for as long as somebody asks for it."""

    table: Table
    address: str
    analyst: Analyst | None = None  # made when its turn comes
    asked: float = field(default_factory=monotonic)


class Analyses:
    """The analyses of this process: finished ones, and the queue of those to make. Each game is analysed once."""

    def __init__(self, threads: BotThreads) -> None:
        self._threads = threads
        self._done: OrderedDict[str, Analysis] = OrderedDict()
        self._reports: dict[tuple[str, str, str, tuple[str, ...]], Report] = {}
        self._queue: OrderedDict[str, _Job] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def told(self, table: Table, found: Analysis, eyes: str, language: str) -> Report:
        """The report of an analysis to one reader; the last ones are kept."""
        key = (table.id, eyes, language, tuple(table.names))
        if key not in self._reports:
            self._reports[key] = report(found, table.game, table.names, eyes, language)
            if len(self._reports) > _KEPT:
                self._reports.pop(next(iter(self._reports)), None)
        return self._reports[key]

    def ask(self, table: Table, address: str) -> Analysis | float:
        """The analysis of a finished game, or how much of it is done, from 0 to 1."""
        if table.phase != "finished":
            raise NotNow("a game is analysed when it is over; before that it would reveal the cards")
        if table.id in self._done:
            self._done.move_to_end(table.id)
            return self._done[table.id]
        job = self._queue.get(table.id) or self._enter(table, address)
        job.asked = monotonic()
        return job.analyst.progress if job.analyst else 0.0

    async def close(self) -> None:
        """Stop analysing."""
        self._queue.clear()
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _enter(self, table: Table, address: str) -> _Job:
        self._forget()
        waiting = Counter(job.address for job in self._queue.values())
        if waiting[address] >= _EACH or len(self._queue) >= _WAITING:
            raise TooMany("too many games are waiting for their review; try again in a moment")
        job = self._queue[table.id] = _Job(table, address)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="analyses")
        return job

    def _forget(self) -> None:
        """Drop games that nobody asks for any more."""
        late = monotonic() - _FORGOTTEN
        for id in [id for id, job in self._queue.items() if job.asked < late]:
            del self._queue[id]

    async def _work(self) -> None:
        """Analyse the games of the queue, first come first served."""
        try:
            while self._queue:
                id, job = next(iter(self._queue.items()))
                try:
                    await self._portion(id, job)
                except Exception:
                    log_event("analysis_failed", logging.ERROR, trace=True, table=id)
                    self._queue.pop(id, None)
        finally:
            self._task = None

    async def _portion(self, id: str, job: _Job) -> None:
        """One decision of a game, on a thread that no table of people needs."""
        if job.analyst is None:
            job.analyst = await asyncio.to_thread(Analyst, job.table.game)
        if not job.analyst.done:
            await self._threads.think(f"analysis of {id}", False, job.analyst, job.analyst.advance)
        if job.analyst.done:
            self._queue.pop(id, None)
            self._done[id] = job.analyst.analysis()
            if len(self._done) > _KEPT:
                self._done.popitem(last=False)
        self._forget()
