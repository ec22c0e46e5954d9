"""The arena plays deals on all cores and saves the results as it goes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from silverhook.core.errors import ArenaError
from silverhook.lab.match import ArenaSettings, Deal, Stopped, play_deal
from silverhook.lab.report import report
from silverhook.lab.results import Results

__all__ = ["MOST_JOBS", "cores", "run"]

MOST_JOBS = 256
AHEAD = 4  # deals that are queued for each process, so that none is ever idle
PAUSE = 3.0  # seconds between two writings of the file, and ...
PART = 20  # ... at least this many times what writing takes


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    results: Results, jobs: int = 1, out: Path | None = None, progress: Callable[[Results], None] = lambda results: None
) -> None:
    """Play all missing deals. However it ends, even by Ctrl-C, `results` and the file keep the games played so far."""
    if not 1 <= jobs <= MOST_JOBS:
        raise ArenaError(f"the number of jobs is from 1 to {MOST_JOBS}, not {jobs}")
    keeper = _Keeper(results, out)
    before, start = results.seconds, time.perf_counter()
    try:
        with closing(_deals(results.settings, results.missing(), jobs)) as deals:
            for deal in deals:
                results.add(deal)
                results.seconds = before + time.perf_counter() - start
                progress(results)
                keeper.keep()
    finally:
        keeper.finish()


class _Keeper:
    """Writes the file: first at the start, so that a wrong path is noticed at once, then from time to time."""

    def __init__(self, results: Results, out: Path | None) -> None:
        self.results, self.out = results, out
        self.next = 0.0
        if not results.games:
            self.keep()

    def keep(self) -> None:
        """Write the games if the last write was long enough ago."""
        start = time.perf_counter()
        if self.out and start >= self.next:
            self.results.save(self.out)
            end = time.perf_counter()
            self.next = end + max(PAUSE, PART * (end - start))

    def finish(self) -> None:
        """Write everything, with the report."""
        if self.out and self.results.games:
            self.results.save(self.out, report(self.results).to_json())


# --- processes -------------------------------------------------------------------------------------


def _deals(settings: ArenaSettings, todo: Iterator[tuple[int, int]], jobs: int) -> Generator[Deal, None, None]:
    """Deals as they are finished, in any order. Closing the generator stops the processes after their next decision."""
    context = multiprocessing.get_context("spawn")
    stop = context.RawValue("b", 0)
    pool = ProcessPoolExecutor(jobs, context, _begin, (settings, stop))
    waiting: set[Future[Deal]] = set()
    try:
        with _undisturbed():
            waiting |= {pool.submit(_play, *task) for task in islice(todo, AHEAD * jobs)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(_play, *task) for task in islice(todo, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise ArenaError("a process of the arena was ended from outside; the same command goes on from here") from None
    finally:
        stop.value = 1
        pool.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes started here ignore Ctrl-C; the arena itself tells them to stop."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_settings: ArenaSettings  # of this process
_stop: Any  # the arena sets its value


def _begin(settings: ArenaSettings, stop: Any) -> None:
    """Initialize a process of the arena."""
    global _settings, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _settings, _stop = settings, stop
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """No process is left behind when the arena itself is killed."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _play(match: int, deal: int) -> Deal:
    try:
        return play_deal(_settings, match, deal, lambda: bool(_stop.value))
    except Stopped:
        raise ArenaError("the arena was stopped") from None  # nobody waits for it
