"""Rate limiters and connection limiters."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address, ip_network

__all__ = ["ConnectionLimiter", "RateLimiter", "TokenBucket", "limit_key"]


def limit_key(address: str) -> str:
    """The address that limits count for a client: for IPv6 the /64 network, which belongs to one household."""
    try:
        client = ip_address(address)
    except ValueError:
        return address
    if client.version == 4 or client.is_loopback:
        return address
    return str(client.ipv4_mapped or ip_network((client.packed[:8].ljust(16, b"\0"), 64)))


class TokenBucket:
    """A token bucket: a burst of `most`, then `rate` a second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = float(most), time.monotonic()

    def take(self) -> bool:
        """Take one token; False if none is left."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """A token bucket for each key, such as an address or a seat. The least recently used ones are forgotten."""

    def __init__(self, rate: float, most: float, kept: int = 10_000) -> None:
        self._rate, self._most, self._kept = rate, most, kept
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, whose: str) -> TokenBucket:
        """The bucket of a key."""
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = TokenBucket(self._rate, self._most)
            if len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(whose)
        return bucket


class ConnectionLimiter:
    """Limits the number of open connections, in total and from each address.

    When there are too many in total, a new one takes the place of the oldest one of the address with the most, so that
    no few addresses can use them up.
    """

    def __init__(self, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._open: dict[str, dict[object, Callable[[], None]]] = {}  # by address: how to end each, the oldest first
        self._total = 0

    def take(self, address: str, connection: object, end: Callable[[], None]) -> bool:
        """Count one more connection, which `end` would end; False if a limit is reached."""
        own = len(self._open.get(address, ()))
        if own >= self._each or (self._total >= self._most and not self._make_room(own)):
            return False
        self._open.setdefault(address, {})[connection] = end
        self._total += 1
        return True

    def _make_room(self, own: int) -> bool:
        """End a connection of the address with the most; False if no address has more than the new one will have."""
        greedy = max(self._open, key=lambda address: len(self._open[address]))
        if len(self._open[greedy]) <= own + 1:
            return False
        oldest, end = next(iter(self._open[greedy].items()))
        self.free(greedy, oldest)
        end()
        return True

    def free(self, address: str, connection: object) -> None:
        """Stop counting a connection that has ended."""
        if self._open.get(address, {}).pop(connection, None):
            self._total -= 1
            if not self._open[address]:
                del self._open[address]
