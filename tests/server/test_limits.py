from __future__ import annotations

import pytest

from silverhook.server.limits import ConnectionLimiter, RateLimiter, TokenBucket, limit_key
from silverhook.server.settings import Limits, ServerSettings, ServerSettingsError


def test_a_bucket_allows_a_burst_and_then_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = TokenBucket(rate=2, most=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now += 0.5
    assert bucket.take() and not bucket.take()
    now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_address_has_its_own_bucket_and_old_ones_are_forgotten() -> None:
    buckets = RateLimiter(rate=0.001, most=1, kept=2)
    assert buckets.of("a").take() and not buckets.of("a").take()
    assert buckets.of("b").take()
    assert buckets.of("c").take()  # evicts a
    assert not buckets.of("b").take()
    assert buckets.of("a").take()


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert limit_key("192.0.2.7") == "192.0.2.7" != limit_key("192.0.2.8")
    assert limit_key("2001:db8:1:2:3:4:5:6") == limit_key("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert limit_key("2001:db8:1:3::") != limit_key("2001:db8:1:2::")
    assert limit_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert limit_key("fe80::1%eth0") == "fe80::/64"
    assert [limit_key(address) for address in ("::1", "127.0.0.1", "local", "unix:")] == [
        "::1",
        "127.0.0.1",
        "local",
        "unix:",
    ]


def test_connections_are_limited_per_address() -> None:
    places = ConnectionLimiter(each=2, most=3)
    assert [places.take("a", n, bool) for n in range(3)] == [True, True, False]
    assert places.take("b", 3, bool)
    places.free("a", 0)
    assert places.take("a", 4, bool) and not places.take("a", 5, bool)


def test_no_few_addresses_use_up_all_connections() -> None:
    places, ended = ConnectionLimiter(each=10, most=20), []
    for address in "ab":
        assert all(places.take(address, n, lambda n=n, address=address: ended.append((address, n))) for n in range(10))
    assert all(places.take(address, 0, lambda: ended.append("somebody")) for address in "cdef")
    assert sorted(ended) == [("a", 0), ("a", 1), ("b", 0), ("b", 1)]  # the oldest ones of those with the most
    places.free("a", 0)  # it has been let go already
    assert places.take("g", 0, lambda: None)


def test_when_all_addresses_have_equally_many_connections_a_new_one_waits() -> None:
    places = ConnectionLimiter(each=2, most=3)
    assert [places.take(address, 0, bool) for address in "abcd"] == [True, True, True, False]


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: ServerSettings(port=70_000), "0 to 65535"),
        (lambda: ServerSettings(origins=("cards.example",)), "https://cards.example"),
        (lambda: ServerSettings(origins=("https://cards.example/page",)), "a scheme and a host"),
        (lambda: ServerSettings(proxies="somewhere"), "an address or a network"),
        (lambda: Limits(connections=0), "connections must be a number above 0"),
    ],
)
def test_impossible_settings_are_refused_with_the_remedy(make, word: str) -> None:
    with pytest.raises(ServerSettingsError, match=word):
        make()


def test_a_proxy_is_known_by_its_address_or_its_network() -> None:
    settings = ServerSettings(proxies="127.0.0.1, 10.0.0.0/8,::1")
    assert all(settings.trusts(address) for address in ("127.0.0.1", "10.2.3.4", "::1"))
    assert not any(settings.trusts(address) for address in ("127.0.0.2", "11.2.3.4", "::2", "local", ""))
    assert ServerSettings(proxies="*").trusts("192.0.2.1")
