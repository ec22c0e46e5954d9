"""Runs a module with a wall clock that a test moves: `python -m silverhook.testing.skewed_clock FILE silverhook ...`.

The file holds how many seconds the wall clock is wrong; it may change at any time. The monotonic clock stays right.
"""

from __future__ import annotations

import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["skew"]


def skew(file: Path) -> Callable[[], float]:
    """A wall clock that is wrong by the seconds in a file, and right while the file cannot be read."""
    right = time.time

    def wall() -> float:
        try:
            return right() + float(file.read_text(encoding="ascii"))
        except (OSError, ValueError):  # it is just being written
            return right()

    return wall


if __name__ == "__main__":
    time.time = skew(Path(sys.argv.pop(1)))

    runpy.run_module(sys.argv.pop(1), run_name="__main__")  # imported only now, so that nothing keeps the right clock
