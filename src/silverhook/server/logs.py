"""Logs on stderr as JSON, one object a line. They never contain tokens, names or cards."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

from silverhook.server.settings import ServerSettingsError

__all__ = ["log", "log_to_stderr"]

_LEVELS = ("debug", "info", "warning", "error")
_logger = logging.getLogger("silverhook.server")


def log(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Log an event with its facts."""
    if _logger.isEnabledFor(level):
        _logger.log(level, event, extra={"facts": facts})


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_to_stderr(level: str = "info") -> None:
    """Send all logs to stderr; for libraries only warnings and worse."""
    if level not in _LEVELS:
        raise ServerSettingsError(f'no log level "{level}"; choose one of: {", ".join(_LEVELS)}')
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _logger.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        library = logging.getLogger(name)
        library.handlers[:] = []
        library.propagate = True
        library.setLevel(logging.WARNING)
