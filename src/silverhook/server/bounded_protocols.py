"""HTTP and WebSockets as uvicorn speaks them, bounded in time and size.

What a client sends is bounded by nothing but its patience otherwise: a request that never ends, a connection that is
silent, a message in endless pieces, pings whose answers nobody takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from silverhook.server.limits import ConnectionLimiter, limit_key
from silverhook.server.settings import ServerSettings

__all__ = ["HEAD_BYTES", "BoundedHttpProtocol", "BoundedWebSocketProtocol", "request_limiter"]

HEAD_BYTES = 16_384  # of a request without its body
_SPARE = 1_000  # connections in all that are not for play
_PIECES = 64  # of a message
_BACKLOG = 1_000_000  # bytes that wait for a client who takes nothing


def request_limiter(settings: ServerSettings) -> ConnectionLimiter:
    """Where connections are counted until they are for play."""
    return ConnectionLimiter(settings.limits.requests_open, _SPARE)


class _Timer:
    """Does something after so many seconds, unless it is stopped before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._handle: asyncio.TimerHandle | None = None

    def start(self, then: Callable[[], None]) -> None:
        """Begin to wait; if it waits already, it goes on."""
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(self._seconds, then)

    def stop(self) -> None:
        """Wait no longer."""
        if self._handle:
            self._handle.cancel()
        self._handle = None


class BoundedHttpProtocol(H11Protocol):
    """Ends a connection on which no whole request is under way for too long, or whose answer nobody takes."""

    def __init__(self, *args: Any, settings: ServerSettings, slots: ConnectionLimiter, **more: Any) -> None:
        super().__init__(*args, **more)
        self._settings = settings
        self._slots = slots
        self._counted: str | None = None  # the address that it is counted for
        self._silence = _Timer(settings.limits.silence_seconds)
        self._stalled = _Timer(settings.limits.stalled_seconds)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, if there is a place; a proxy speaks for many and has as many as it needs."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "local"
        if not self._settings.trusts(address):
            if not self._slots.take(limit_key(address)):
                transport.abort()
                return
            self._counted = limit_key(address)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what comes; what does not make a request whole gives no more time."""
        super().data_received(data)
        if self._under_way and len(self.conn.trailing_data[0]) > HEAD_BYTES:  # more requests than are being answered
            self.transport.abort()
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From here on it is for play, and bounded there."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._let_go()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client is slow to take an answer, and has only so much time."""
        super().pause_writing()
        self._stalled.start(self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken most of it."""
        super().resume_writing()
        self._stalled.stop()

    def _watch(self) -> None:
        """Give a request so many seconds to arrive, from the moment when none was under way."""
        if self._under_way or self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._silence.stop()
        else:
            self._silence.start(self.transport.abort)

    @property
    def _under_way(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _let_go(self) -> None:
        self._silence.stop()
        self._stalled.stop()
        if self._counted is not None:
            self._slots.free(self._counted)
            self._counted = None


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Ends a connection on which messages come in too many pieces, or pings whose answers nobody takes."""

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message; empty ones have no size, so their number is bounded."""
        super().handle_cont(event)
        if len(self.frames) > _PIECES:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping, unless too many answers wait already."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > _BACKLOG:
            self.transport.abort()
