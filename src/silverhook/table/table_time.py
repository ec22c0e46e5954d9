"""The time at a table. It never jumps, whatever happens to the wall clock, and the log carries it across restarts."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

__all__ = ["Clock", "TableTime", "Timeline"]

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_TOLERANCE = 0.5  # seconds that an entry of another process may take until it is heard


class Timeline(NamedTuple):
    """How a table's time follows from a machine's monotonic clock: time = zero + ticks, until the machine restarts."""

    machine: str  # one start of one machine
    zero: float

    @classmethod
    def from_json(cls, data: Any) -> Timeline | None:
        """The inverse of writing it as a list; None if the log says nothing."""
        return cls(str(data[0]), float(data[1])) if data else None


class Clock:
    """The clock of a process: the wall clock, read once, and from then on the machine's monotonic clock.

    On one machine all processes share the monotonic clock, so one can go on with the time of another.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
        machine: str | None = None,
    ) -> None:
        self._ticks = ticks
        self.timeline = Timeline(machine or _this_machine(), wall() - ticks())

    def now(self) -> float:
        """The time. It never goes back."""
        return self.timeline.zero + self._ticks()


@cache
def _this_machine() -> str:
    """A name for this machine since it was started; where the system has none, for this process alone."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()[:8]
    except (OSError, ValueError):
        return uuid4().hex[:8]


class TableTime:
    """The time at one table in this process. It goes on from the table's log and keeps to it.

    A table whose last entry was written at `written_at` goes on with its timeline if that is of this machine. If it is
    not, nobody knows how long ago the last entry was written: with `running`, a question whose time is running, the
    time goes on from that entry; otherwise it may as well go on from the clock.
    """

    def __init__(self, clock: Clock, timeline: Timeline | None, written_at: float, running: bool) -> None:
        self._clock = clock
        self._ahead = 0.0  # of the process's clock
        if timeline and self.measures(timeline):
            self._ahead = timeline.zero - clock.timeline.zero
        elif running:
            self._ahead = written_at - clock.now()
        self._ahead += max(0.0, written_at - self.now())

    def now(self) -> float:
        """The time at the table."""
        return self._clock.now() + self._ahead

    def measures(self, timeline: Timeline | None) -> bool:
        """Whether a timeline is of this machine, so that it says how much time has passed."""
        return timeline is not None and timeline.machine == self._clock.timeline.machine

    def caught_up(self) -> float:
        """The time on the process's clock if it is ahead of the table's, so that people read the right time."""
        return max(self.now(), self._clock.now())

    def timeline(self, now: float) -> Timeline:
        """The timeline on which it is `now` at the table."""
        machine, zero = self._clock.timeline
        return Timeline(machine, zero + now - self._clock.now())

    def hear(self, at: float) -> None:
        """An entry of this time has just been written, perhaps by a process with another clock: keep to it."""
        wrong = at - self.now()
        if not -_TOLERANCE <= wrong <= 0:
            self._ahead += wrong
