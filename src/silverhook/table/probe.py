"""A question to the database that many may ask, and that is put to it at most once a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

__all__ = ["Probe"]

_FRESH = 1.0  # seconds for which an answer holds


class Probe:
    """Asks a question; whoever asks within a second gets the same answer, or the same error."""

    def __init__(self, ask: Callable[[], Awaitable[None]]) -> None:
        self._ask = ask
        self._answer: asyncio.Future[None] | None = None
        self._asked = 0.0

    async def __call__(self) -> None:
        """Raise what is wrong, if anything is."""
        if self._answer is None or time.monotonic() > self._asked + _FRESH:
            self._asked = time.monotonic()
            self._answer = asyncio.ensure_future(self._ask())
            self._answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(self._answer)
