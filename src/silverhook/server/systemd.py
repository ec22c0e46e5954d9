"""Tells systemd when this server is ready and when it stops, so that `systemctl restart` waits for it."""

from __future__ import annotations

import logging
import os
import socket

from silverhook.core.event_log import log_event

__all__ = ["READY", "STOPPING", "WAITING", "notify"]

READY = "READY=1"
STOPPING = "STOPPING=1"
WAITING = "STATUS=Waiting for the database\nEXTEND_TIMEOUT_USEC=60000000"  # it has not given up


def notify(state: str) -> None:
    """Tell systemd a new state, if it started this process with Type=notify."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.connect(f"\0{address[1:]}" if address[0] == "@" else address)  # @ is an abstract name
            systemd.send(state.encode())
    except OSError as problem:
        log_event("systemd_not_told", logging.WARNING, str(problem), state=state)
