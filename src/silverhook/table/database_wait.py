"""Waits for a PostgreSQL that is not up yet, for example when a machine starts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.exc import OperationalError, SQLAlchemyError

from silverhook.core.event_log import log_event
from silverhook.table.database import database_url, default_database, make_engine, reason, shown

__all__ = ["wait_for_database"]

_AGAIN = 2.0  # seconds between two attempts
_PASSING = ("starting up", "shutting down", "in recovery mode", "too many clients", "remaining connection slots")


async def wait_for_database(database: str | None, waiting: Callable[[], None] = lambda: None) -> None:
    """Return once the database takes connections, or refuses ours for a reason that time does not mend.

    `waiting` is called before each further attempt.
    """
    url = database_url(database or default_database())
    if url.get_backend_name() != "postgresql":
        return
    engine = make_engine(url)
    try:
        while True:
            try:
                async with engine.connect():
                    return
            except OperationalError as problem:
                words = reason(problem)
                if "FATAL" in words and not any(one in words for one in _PASSING):
                    return  # opening the database says what is wrong
                log_event("database_awaited", logging.WARNING, words, database=shown(url), again_in_seconds=_AGAIN)
            except SQLAlchemyError:  # such as an unknown option in the address
                return  # as above
            waiting()
            await asyncio.sleep(_AGAIN)
    finally:
        await engine.dispose()
