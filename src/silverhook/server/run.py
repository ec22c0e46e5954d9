"""The server process: listens, announces its address, and says goodbye before it stops."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

import uvicorn

from silverhook.server.app import create_app
from silverhook.server.bounded_protocols import (
    HEAD_BYTES,
    BoundedHttpProtocol,
    BoundedWebSocketProtocol,
    request_limiter,
)
from silverhook.server.browser import forget_address, note_address
from silverhook.server.gc_policy import limit_automatic_collection
from silverhook.server.server_state import ServerState
from silverhook.server.settings import Address, ServerSettings, ServerSettingsError
from silverhook.server.systemd import READY, STOPPING, WAITING, notify
from silverhook.table.database_wait import wait_for_database

__all__ = ["serve"]


def serve(settings: ServerSettings, opened: Callable[[str], None], any_port: bool = False) -> None:
    """Serve until a signal arrives. `opened` is called with the address once clients can connect.

    With `any_port`, the server finds another port if the given one is in use.
    """
    sys.setswitchinterval(0.0005)  # under load, SQLite's thread would wait 5 ms several times a commit
    asyncio.run(wait_for_database(settings.database, lambda: notify(WAITING)))  # before clients can connect
    _allow_many_files()
    listener = _listener(Address(settings.host, settings.port), any_port)
    listeners = [listener]
    app = create_app(settings)
    limits = settings.limits
    config = uvicorn.Config(
        app,
        lifespan="off",  # done below, for plain error messages
        http=partial(BoundedHttpProtocol, settings=settings, slots=request_limiter(settings)),  # type: ignore[arg-type]
        ws=partial(BoundedWebSocketProtocol, metrics=app.state.server.metrics),  # type: ignore[arg-type]
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,  # not worth its time and memory for small messages
        ws_ping_interval=30,
        ws_ping_timeout=30,
        log_config=None,
        access_log=False,  # our own log leaves out secrets
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )

    def say_opened() -> None:
        address = _address(settings, listener)
        note_address(settings.database, address)
        opened(address)

    server = _Server(config, app.state.server, say_opened)
    try:
        if settings.metrics_address:
            listeners.append(_listener(settings.metrics_address))
        server.run(listeners)
    finally:
        for one in listeners:
            one.close()


class _Server(uvicorn.Server):
    """uvicorn's server, which opens the tables first and says goodbye to clients at the end."""

    def __init__(self, config: uvicorn.Config, server: ServerState, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._server = server
        self._opened = opened

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGINT and SIGTERM stop the server with exit status 0."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the tables, then serve. Errors in opening are raised unchanged."""
        await self._server.open()
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening and announce the address."""
        await super().startup(sockets)
        if self.started:
            limit_automatic_collection()
            self._opened()
            notify(READY)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every client to reconnect soon, then stop."""
        notify(STOPPING)
        for server in self.servers:
            server.close()
        await self._server.say_goodbye()
        await asyncio.sleep(0)
        await super().shutdown(sockets)
        forget_address(self._server.settings.database)  # before another process can open the tables
        await self._server.close()


def _allow_many_files() -> None:
    """Open as many files as the system allows: each connection is one, and without any left nobody can connect."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listener(where: Address, any_port: bool = False) -> socket.socket:
    """A socket that listens at an address, opened here for plain error messages."""
    try:
        found = socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = found[0]
        listener = socket.create_server((str(address[0]), int(address[1])), family=family, backlog=4096)
    except (OSError, UnicodeError) as problem:
        if any_port and getattr(problem, "errno", None) == errno.EADDRINUSE:
            return _listener(where._replace(port=0))
        raise ServerSettingsError(_why_not(where, problem)) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # drop data for clients that are gone or do not read
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)
    return listener


def _why_not(where: Address, problem: OSError | UnicodeError) -> str:
    place = f"cannot listen on {where.host}, port {where.port}"
    if isinstance(problem, socket.gaierror | UnicodeError) or problem.errno == errno.EADDRNOTAVAIL:
        return f"{place}: this machine has no such name or address; --host 0.0.0.0 listens on all of them"
    if problem.errno == errno.EADDRINUSE:
        return f"{place}: the port is in use; --port 0 chooses a free one"
    return f"{place}: {os.strerror(problem.errno) if problem.errno else problem}; --port 0 chooses a free one"


def _address(settings: ServerSettings, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{port}"
