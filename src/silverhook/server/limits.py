"""RateLimiter that fill with time: how often somebody may do a thing."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from ipaddress import ip_address, ip_network

__all__ = ["ConnectionLimiter", "RateLimiter", "TokenBucket", "limit_key"]


def limit_key(address: str) -> str:
    """What limits count as one address: of IPv6 the network of 64 bits, all of which one household has."""
    try:
        client = ip_address(address)
    except ValueError:
        return address
    if client.version == 4 or client.is_loopback:
        return address
    return str(client.ipv4_mapped or ip_network((client.packed[:8].ljust(16, b"\0"), 64)))


class TokenBucket:
    """So many at once, and so many a second over time."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = float(most), time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now; it counts if so."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """A bucket for each address or seat; those not seen for longest are forgotten, for they are full again."""

    def __init__(self, rate: float, most: float, kept: int = 10_000) -> None:
        self._rate, self._most, self._kept = rate, most, kept
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, whose: str) -> TokenBucket:
        """The bucket of an address or a seat."""
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = TokenBucket(self._rate, self._most)
            if len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(whose)
        return bucket


class ConnectionLimiter:
    """How many connections there are, in all and from each address."""

    def __init__(self, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._taken: Counter[str] = Counter()
        self._total = 0

    def take(self, address: str) -> bool:
        """Whether one more connection fits; it counts if so."""
        if self._total >= self._most or self._taken[address] >= self._each:
            return False
        self._taken[address] += 1
        self._total += 1
        return True

    def free(self, address: str) -> None:
        """A connection has ended."""
        self._total -= 1
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
