"""Runs trials of many rulesets in several processes, so that crashes and endless loops are found and named."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Self

from silverhook.core.ruleset import Ruleset
from silverhook.testing.engines import InterpretedEngine
from silverhook.testing.trials import Tally, random_ruleset, try_ruleset

__all__ = ["Failure", "Workers", "fails"]

LONGEST = 600  # seconds without an answer after which a trial counts as endless


@dataclass(frozen=True)
class Failure:
    """What went wrong in the trial of a seed's ruleset."""

    seed: int
    problem: str


class Workers:
    """Processes that try rulesets in parallel."""

    def __init__(self, processes: int, longest: float = LONGEST) -> None:
        self._workers = [_Worker() for _ in range(processes)]
        self._longest = longest

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.stop()

    @property
    def processes(self) -> list[BaseProcess]:
        """The worker processes."""
        return [worker.process for worker in self._workers]

    def results(self, game: str, seeds: Sequence[int]) -> Iterator[Tally | Failure]:
        """Try the random ruleset of each seed; yields results as they are ready, up to the first failure."""
        waiting = iter(seeds)
        busy = [worker for worker in self._workers if worker.begin_next(game, waiting)]
        while busy:
            ready = wait([worker.connection for worker in busy], self._longest)
            if not ready:
                yield Failure(busy[0].seed, f"no end within {self._longest:.0f} s")
                return
            for worker in [worker for worker in busy if worker.connection in ready]:
                result = worker.result()
                yield result
                if isinstance(result, Failure):
                    return
                if not worker.begin_next(game, waiting):
                    busy.remove(worker)


def fails(ruleset: Ruleset, seed: int, longest: float = 60) -> str:
    """What fails in a trial of a ruleset in a separate process; empty if nothing does."""
    worker = _Worker()
    try:
        worker.begin(ruleset, seed)
        if not worker.connection.poll(longest):
            return f"no end within {longest:.0f} s"
        result = worker.result()
        return result.problem if isinstance(result, Failure) else ""
    finally:
        worker.stop()


class _Worker:
    """One process, and the seed that it is working on."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # forked threads and engines would share their state
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.seed = 0

    def begin_next(self, game: str, seeds: Iterator[int]) -> bool:
        """Start the trial of the next seed; False if there is none left."""
        seed = next(seeds, None)
        if seed is not None:
            self.begin(random_ruleset(game, seed), seed)
        return seed is not None

    def begin(self, ruleset: Ruleset, seed: int) -> None:
        """Start the trial of a ruleset."""
        self.seed = seed
        with suppress(BrokenPipeError):  # its process has ended; `result` will say so
            self.connection.send((ruleset, seed))

    def result(self) -> Tally | Failure:
        """The result of the trial, once the connection is ready."""
        try:
            answer = self.connection.recv()
        except EOFError:
            self.process.join()
            return Failure(self.seed, f"its process ended with status {self.process.exitcode}")
        return answer if isinstance(answer, Tally) else Failure(self.seed, str(answer))

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def _work(connection: Connection) -> None:
    """Try each ruleset that arrives, and answer with its tally or with the error."""
    with InterpretedEngine() as engine:
        while True:
            try:
                ruleset, seed = connection.recv()
            except EOFError:
                return
            try:
                connection.send(try_ruleset(ruleset, seed, engine))
            except Exception as problem:
                connection.send(f"{type(problem).__name__}: {problem}")
