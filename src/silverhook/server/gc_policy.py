"""When memory is swept. A full collection halts the server for half a second where thousands are connected, and
finds next to nothing while they play; what it is for are the circles that ended connections leave behind."""

from __future__ import annotations

import gc

__all__ = ["CollectionScheduler", "limit_automatic_collection"]

_AT_LEAST = 2_000  # connections that have ended before it is worth the halt


def limit_automatic_collection() -> None:
    """Let Python sweep only what is young by itself; for a whole process."""
    gc.freeze()  # what is loaded stays loaded
    gc.set_threshold(10_000, 20, 1_000_000)
    gc.enable()


class CollectionScheduler:
    """Has everything swept each time when as many connections have ended as there are."""

    def __init__(self) -> None:
        self._ended = 0

    def ended(self, left: int) -> None:
        """A connection has ended, and so many are left."""
        self._ended += 1
        if self._ended >= _AT_LEAST + left:
            self._ended = 0
            gc.collect()
