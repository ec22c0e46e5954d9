"""When Python's garbage collector runs.

With thousands of connections a full collection stops the server for half a second and finds almost nothing. Only
ended connections leave reference cycles behind, so full collections wait until enough connections have ended.
"""

from __future__ import annotations

import gc

__all__ = ["CollectionScheduler", "limit_automatic_collection"]

_AT_LEAST = 2_000  # ended connections that make a full collection worthwhile


def limit_automatic_collection() -> None:
    """Let Python collect only young objects by itself, in the whole process."""
    gc.freeze()  # loaded modules are never freed
    gc.set_threshold(10_000, 20, 1_000_000)
    gc.enable()


class CollectionScheduler:
    """Runs a full collection whenever enough connections have ended."""

    def __init__(self) -> None:
        self._ended = 0

    def ended(self, left: int) -> None:
        """Note that a connection has ended; `left` is the number of open ones."""
        self._ended += 1
        if self._ended >= _AT_LEAST + left:
            self._ended = 0
            gc.collect()
