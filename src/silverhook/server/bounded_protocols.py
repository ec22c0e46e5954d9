"""uvicorn's HTTP and WebSocket protocols, bounded in time and size.

uvicorn alone lets a client send a request that never ends, stay silent on a connection, send a message in endless
fragments, or send pings without reading the answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from silverhook.server.limits import ConnectionLimiter, TokenBucket, limit_key
from silverhook.server.metrics import Metrics
from silverhook.server.settings import ServerSettings

__all__ = ["HEAD_BYTES", "WRITE", "BoundedHttpProtocol", "BoundedWebSocketProtocol", "request_limiter"]

HEAD_BYTES = 16_384  # of a request without its body
_HEADERS = 100
_END = b"\r\n\r\n"  # of the headers
_SPARE = 1_000  # HTTP connections in total
_PIECES = 64  # fragments of a message
_INVALID_TEXT = 1007  # a WebSocket close code
_TEXT = 0x81  # a whole message of text
WRITE = "silverhook.write"  # the extension of a WebSocket's scope with which the app sends at once
_PINGS = 20  # at once; later one a second. Every other frame is a message, which is counted elsewhere


def request_limiter(settings: ServerSettings) -> ConnectionLimiter:
    """The limiter of HTTP connections; those for play are counted elsewhere."""
    return ConnectionLimiter(settings.limits.requests_open, _SPARE)


class _Timer:
    """Calls a function after some seconds unless stopped before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._handle: asyncio.TimerHandle | None = None

    def start(self, then: Callable[[], None]) -> None:
        """Start waiting; no effect if it waits already."""
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(self._seconds, then)

    def stop(self) -> None:
        """Stop waiting."""
        if self._handle:
            self._handle.cancel()
        self._handle = None


class _BoundedRequests(h11.Connection):
    """h11, which refuses requests that take long to parse: with many headers, or with a body in many small pieces."""

    def next_event(self) -> Any:
        """The next part of a request."""
        if self.their_state is h11.IDLE and self.trailing_data[0].partition(_END)[0].count(b"\n") > _HEADERS:
            raise h11.RemoteProtocolError("too many headers", 431)
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise h11.RemoteProtocolError("a body needs a Content-Length", 411)
        return event


class BoundedHttpProtocol(H11Protocol):
    """HTTP that drops clients which send nothing, send too slowly or stop reading."""

    def __init__(self, *args: Any, settings: ServerSettings, slots: ConnectionLimiter, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn = _BoundedRequests(h11.SERVER, HEAD_BYTES)
        self._settings = settings
        self._slots = slots
        self._counted: str | None = None  # the address it counts against
        self._silence = _Timer(settings.limits.silence_seconds)
        self._stalled = _Timer(settings.limits.stalled_seconds)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, if the limits allow a connection. Trusted proxies are not limited."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "local"
        if not self._settings.trusts(address):
            if not self._slots.take(limit_key(address), self, transport.abort):
                transport.abort()
                return
            self._counted = limit_key(address)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take data. Only a complete request stops the timer."""
        super().data_received(data)
        if self._under_way and len(self.conn.trailing_data[0]) > HEAD_BYTES:  # too many pipelined requests
            self.transport.abort()
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timers and counting."""
        self._let_go()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the timer for a client that does not read."""
        super().pause_writing()
        self._stalled.start(self.transport.abort)

    def resume_writing(self) -> None:
        """Stop that timer, since the client reads again."""
        super().resume_writing()
        self._stalled.stop()

    def _watch(self) -> None:
        """Limit the time until a complete request has arrived."""
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
            self._slots.free(self._counted, self)
            self._counted = None


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket that drops clients which send invalid text, many fragments, or pings without reading the answers."""

    def __init__(self, *args: Any, metrics: Metrics, **more: Any) -> None:
        super().__init__(*args, **more)
        self._metrics = metrics
        self._pings = TokenBucket(1, _PINGS)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Text that is not UTF-8 ends the connection; uvicorn would log a traceback for each."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_utf8(b"".join(self.frames)):
            self._metrics.dropped.labels("invalid_text").inc()
            self.conn.send_close(_INVALID_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        """Begin to serve a client. The app may write to it directly, past the layers that it is called through."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][WRITE] = self.write  # type: ignore[index,assignment]

    def write(self, text: str) -> bool:
        """Send a message at once; False if the client is slow or the connection ends, so that it must wait."""
        if not self.handshake_complete or not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        payload = text.encode()
        self.transport.write(_head(len(payload)) + payload)
        return True

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment. Empty fragments have no size, so their number is bounded."""
        super().handle_cont(event)
        if len(self.frames) > _PIECES:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        self._count_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping, or a pong that nobody asked for."""
        super().handle_pong(event)
        self._count_ping()

    def _count_ping(self) -> None:
        if not self._pings.take():
            self.transport.abort()


def _head(size: int) -> bytes:
    """What comes before the text in a frame of this size (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((_TEXT, size))
    return bytes((_TEXT, 126)) + size.to_bytes(2) if size < 65_536 else bytes((_TEXT, 127)) + size.to_bytes(8)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
