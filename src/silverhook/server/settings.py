"""The settings of a server, checked when it starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from silverhook.core.errors import SilverhookError, nearest

__all__ = ["Address", "Limits", "ServerSettings", "ServerSettingsError", "read_limits"]

_TOKEN = 16  # characters at least
_MOST = 10**12  # of any limit
_LAST_PORT = 65_535
_PORTS = {"http": 80, "https": 443}


class ServerSettingsError(SilverhookError):
    """The settings of a server are invalid."""


def _limit(default: float, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Limits:
    """Limits for clients, which keep one client from crowding out others."""

    message_bytes: int = _limit(4_096, "size of a WebSocket message; the longest regular one is a chat message")
    body_bytes: int = _limit(150_000, "size of a request body; a card file fits")
    query_bytes: int = _limit(500, "size of what comes after ? in an address")
    messages_per_second: float = _limit(20.0, "of a seat over all its connections, or of a spectator's address")
    messages_at_once: int = _limit(60, "the same in a burst")
    address_messages_per_second: float = _limit(400.0, "of an address for all its seats and new connections")
    address_messages_at_once: int = _limit(1_000, "the same in a burst")
    requests_per_second: float = _limit(10.0, "of an address, on average")
    requests_at_once: int = _limit(60, "the same in a burst")
    tables_per_hour: float = _limit(120.0, "that an address may open, on average")
    tables_at_once: int = _limit(30, "the same in a burst")
    card_checks_per_second: float = _limit(2.0, "card files that an address may have checked, on average")
    card_checks_at_once: int = _limit(20, "the same in a burst")
    access_attempts_per_minute: float = _limit(6.0, "that an address may make to give the access code")
    access_attempts_at_once: int = _limit(20, "the same in a burst")
    connections_per_address: int = _limit(200, "WebSockets of an address")
    connections: int = _limit(20_000, "WebSockets in all")
    requests_open: int = _limit(100, "HTTP connections of an address")
    outbox_messages: int = _limit(32, "queued for a slow client before it skips to the newest state")
    silence_seconds: float = _limit(10.0, "until a complete request, or hello, must have arrived")
    stalled_seconds: float = _limit(30.0, "until a client that does not read is disconnected")

    def listed(self) -> str:
        """Each limit as --limit takes it, and its meaning."""
        words = [(f"{one.name}={getattr(self, one.name)}", one.metadata["meaning"]) for one in fields(self)]
        width = max(len(word) for word, _ in words)
        return "\n".join(f"{word:{width}}  # {meaning}" for word, meaning in words)

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not 0 < value <= _MOST:
                raise ServerSettingsError(f"the limit {name} must be a number above 0 and at most {_MOST}, not {value}")


class Address(NamedTuple):
    """Where to listen."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str) -> Address:
        """The address in HOST:PORT."""
        host, _, port = text.rpartition(":")
        host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        if host and port.isascii() and port.isdigit() and 0 < int(port) <= _LAST_PORT:
            return cls(host, int(port))
        raise ServerSettingsError(f'an address to listen on is written as 127.0.0.1:9100 or [::1]:9100, not "{text}"')


@dataclass(frozen=True)
class ServerSettings:
    """Where a server listens, where it stores tables, and its limits."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str | None = None  # None: one file in the user's data folder
    origins: tuple[str, ...] = ()  # other origins that this server has, or whose pages may use it
    proxies: str = "127.0.0.1"  # trusted to report client addresses: addresses or networks, separated by commas
    pace: float = 0.7  # seconds that a bot takes for a move, at least
    limits: Limits = field(default_factory=Limits)
    metrics: str = "local"  # who may read /metrics: only this machine, everybody ("open"), or clients with this token
    metrics_address: Address | None = None  # where /metrics is served instead of beside the tables
    house: Path | None = None  # a file that says what the lobby offers
    access_code: str | None = None  # who does not know it cannot use the server; the code itself or its hash
    keep_finished: float | None = None  # seconds after which tables that are over are deleted; None: never
    page: Path = Path(__file__).parent / "static"  # where the built page is
    documentation: Path = Path(__file__).parent / "documentation"  # where the built documentation is

    def __post_init__(self) -> None:
        if not 0 <= self.port <= _LAST_PORT:
            raise ServerSettingsError(f"the port must be a number from 0 to {_LAST_PORT}, not {self.port}")
        if self.metrics_address and self.metrics_address.port == self.port:
            raise ServerSettingsError(f"the metrics need a port of their own, not {self.port}, which players use")
        if not 0 <= self.pace <= 60:
            raise ServerSettingsError(f"the pace of bots must be a number of seconds from 0 to 60, not {self.pace}")
        if self.metrics not in ("local", "open") and len(self.metrics) < _TOKEN:
            raise ServerSettingsError(
                f'metrics must be "local", "open", or a token of at least {_TOKEN} characters, '
                f"not of {len(self.metrics)}"
            )
        if not self.host.strip():
            raise ServerSettingsError(
                "the host must be a name or an address to listen on, such as 127.0.0.1, or 0.0.0.0 for all"
            )
        for proxy in self.proxies.split(","):
            _check_proxy(proxy.strip())
        for origin in self.origins:
            _check_origin(origin)

    def trusts(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        try:
            client = ip_address(address)
        except ValueError:
            return False
        return any(word.strip() == "*" or client in ip_network(word.strip()) for word in self.proxies.split(","))


def _check_proxy(word: str) -> None:
    try:
        if word != "*":
            ip_network(word)
    except ValueError:
        raise ServerSettingsError(
            f'a proxy must be an address or a network, such as 10.0.0.2 or 10.0.0.0/8, or *, not "{word}"'
        ) from None


def _check_origin(origin: str) -> None:
    """An origin must be written as browsers send it, or it would never match."""
    try:
        parts = urlsplit(origin)
        plain = f"{parts.scheme}://{parts.netloc}" == origin == origin.lower() and "@" not in parts.netloc
        if parts.scheme in _PORTS and parts.hostname and plain and parts.port != _PORTS[parts.scheme]:
            return
    except ValueError:  # a malformed port or address
        pass
    raise ServerSettingsError(
        f'an origin must be a scheme and a host as browsers send them, such as "https://cards.example", not "{origin}"'
    )


def read_limits(words: Iterable[str]) -> Limits:
    """The limits from name=number words; the others keep their defaults."""
    kinds = {field.name: field.type for field in fields(Limits)}
    given: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        name = name.strip().replace("-", "_")
        if name not in kinds:
            raise ServerSettingsError(f'no limit "{name}"; {nearest(name, kinds)}')
        try:
            given[name] = int(number) if kinds[name] == "int" else float(number)
        except ValueError:
            raise ServerSettingsError(f'write the limit as {name}=number, not "{word}"') from None
    return Limits(**given)  # type: ignore[arg-type]
