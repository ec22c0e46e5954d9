"""Log events: a name to group by, fields, and where that helps a message for people."""

from __future__ import annotations

import logging
from typing import Any

__all__ = ["LOGGER", "log_event"]

LOGGER = logging.getLogger("silverhook")


def log_event(event: str, level: int = logging.INFO, message: str = "", trace: bool = False, **fields: Any) -> None:
    """Log an event. `trace` adds the exception that is being handled.

    A log without a formatter of its own shows the message and the fields.
    """
    if LOGGER.isEnabledFor(level):
        words = " ".join((f"{event}:", message, *(f"{name}={value}" for name, value in fields.items())))
        extra = {"event": event, "message_text": message, "fields": fields}
        LOGGER.log(level, "%s", words, exc_info=trace, extra=extra)
