"""Which names a server answers to, and which pages may use it.

A page of another site can make a browser send requests here. It shows in their origin, or, if the site points a name of
its own at this server (DNS rebinding), in their host.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.types import Scope

from silverhook.server.settings import ServerSettings

__all__ = ["Origins", "own_origin"]

_SCHEMES = {"ws": "http", "wss": "https"}  # pages connect to them


class Origins:
    """The names and origins that are this server's own or allowed by the operator."""

    def __init__(self, settings: ServerSettings) -> None:
        machine = socket.gethostname().lower()
        self._allowed = settings.origins
        self._names = {settings.host.lower(), machine, f"{machine}.local"}
        self._names.update(urlsplit(origin).hostname or "" for origin in settings.origins)

    def foreign_host(self, scope: Scope) -> str | None:
        """The host that a request asks for, if this server is not known by it.

        Old programs send no host. Browsers always send the one in their address bar.
        """
        host = _header(scope, b"host")
        return None if not host or self._knows(_name(host), scope) else host

    def _knows(self, name: str, scope: Scope) -> bool:
        served = str((scope.get("server") or ("",))[0])  # the address that this connection was made to
        if name in self._names or name in ("localhost", served) or name.endswith(".localhost"):
            return True
        address = _address(name)
        return address is not None and (address.is_loopback or address == _address(served))

    def foreign_origin(self, scope: Scope) -> str | None:
        """The origin of a request, if it is neither this server's own nor an allowed one.

        Programs other than browsers send no origin. Their rights depend on their tokens, as everybody's do.
        """
        origin = _header(scope, b"origin")
        return None if not origin or origin == own_origin(scope) or origin in self._allowed else origin


def own_origin(scope: Scope) -> str:
    """The origin of a page that this request would load."""
    return f"{_SCHEMES.get(scope['scheme'], scope['scheme'])}://{_header(scope, b'host')}"


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _name(host: str) -> str:
    """The name or address in a Host header, without the port."""
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name.strip("[]").rstrip(".").lower()


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(name.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
