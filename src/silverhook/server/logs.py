"""Logs on stderr as JSON, one object a line. They never contain tokens, names or cards."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

from silverhook.core.event_log import LOGGER
from silverhook.server.settings import ServerSettingsError

__all__ = ["log_to_stderr"]

_LEVELS = ("debug", "info", "warning", "error")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            **_told(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _told(record: logging.LogRecord) -> dict[str, Any]:
    """The event of a record, its message and its fields; a library's records are grouped by its logger."""
    if not hasattr(record, "event"):
        return {"event": record.name, "message": record.getMessage()}
    message: str = getattr(record, "message_text", "")
    return {"event": record.event, **({"message": message} if message else {}), **getattr(record, "fields", {})}


def log_to_stderr(level: str = "info") -> None:
    """Send all logs to stderr; for libraries only warnings and worse."""
    if level not in _LEVELS:
        raise ServerSettingsError(f'no log level "{level}"; choose one of: {", ".join(_LEVELS)}')
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOGGER.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        library = logging.getLogger(name)
        library.handlers[:] = []
        library.propagate = True
        library.setLevel(logging.WARNING)
