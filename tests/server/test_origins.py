"""Which names a server answers to, which pages may use it, and where its metrics are."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from silverhook.server.client import Lobby
from silverhook.server.origins import Origins
from silverhook.server.settings import ServerSettings
from silverhook.testing.server import Process, lasting_port, raw, run, running, seated

WANTED = {"game": "deckhand", "seats": ["person", "person"]}


def scope(host: str, served: str = "192.0.2.1", origin: str = "", scheme: str = "http") -> dict[str, Any]:
    headers = [(b"host", host.encode()), *([(b"origin", origin.encode())] if origin else [])]
    return {"server": (served, 8765), "scheme": scheme, "headers": headers}


def knows(asked: str, served: str = "192.0.2.1", **settings: Any) -> bool:
    return Origins(ServerSettings(**settings)).foreign_host(scope(asked, served)) is None


def test_a_server_is_known_by_its_address_and_by_loopback_names() -> None:
    own = ("localhost:8765", "LOCALHOST", "localhost.", "a.localhost:1", "127.0.0.1:8765", "127.8.8.8", "[::1]:8765")
    assert all(knows(host) for host in (*own, "", "192.0.2.1", "192.0.2.1:80", socket.gethostname()))
    assert knows("[2001:db8::1]:8765", "2001:db8::1") and knows("192.0.2.1", "::ffff:192.0.2.1")
    foreign = ("evil.example", "evil.example:8765", "192.0.2.2", "localhost.evil.example", "127.0.0.1.evil.example")
    odd = ("[::1", "[", ":", "::1]", "[2001:db8::1]", "127.0.0.1@evil.example", "evil.example:localhost", "\x00")
    assert not any(knows(host) for host in (*foreign, *odd))


def test_the_operator_adds_names() -> None:
    assert knows("Cards.Example", origins=("https://cards.example",))
    assert knows("cards.example:8443", origins=("https://cards.example:8443",))
    assert knows("table.example", host="table.example")
    assert not knows("more.cards.example", origins=("https://cards.example",))


@pytest.mark.parametrize(
    ("origin", "scheme", "own"),
    [
        ("http://localhost:8765", "http", True),
        ("http://localhost:8765", "ws", True),
        ("https://localhost:8765", "wss", True),
        ("https://localhost:8765", "http", False),  # another program may serve https there
        ("http://localhost:8765", "wss", False),
        ("http://localhost", "http", False),
        ("null", "http", False),
        ("http://[", "http", False),
        ("https://cards.example", "http", True),
        ("http://cards.example", "http", False),
    ],
)
def test_an_origin_is_compared_with_its_scheme(origin: str, scheme: str, own: bool) -> None:
    origins = Origins(ServerSettings(origins=("https://cards.example",)))
    assert (origins.foreign_origin(scope("localhost:8765", origin=origin, scheme=scheme)) is None) == own


def test_pages_of_other_origins_are_refused(tmp_path: Path) -> None:
    async def body(server: Process) -> None:
        own = server.url
        async with Lobby(server.url) as lobby:
            table, _ = await seated(lobby)
        async with httpx.AsyncClient(base_url=server.url) as http:
            wanted = {"game": "deckhand", "seats": ["person", "person"]}
            for origin, status in (
                (own, 201),
                ("https://cards.example", 201),
                ("https://evil.example", 403),
                ("http://[", 403),
                ("null", 403),
            ):
                answer = await http.post("/api/tables", json=wanted, headers={"Origin": origin})
                assert answer.status_code == status, origin
            assert answer.json()["code"] == "foreign_origin"
        for origin in (own, "https://cards.example", None):
            async with raw(server.url, table, {}, origin=origin) as client:
                await client.hear("welcome")
        with pytest.raises(InvalidStatus) as refused:
            async with raw(server.url, table, {}, origin="https://evil.example"):
                pass
        assert refused.value.response.status_code == 403

    with running(tmp_path, "--origin", "https://cards.example") as server:
        run(body(server))


def test_a_site_that_points_its_name_at_this_server_learns_and_changes_nothing(server: Process) -> None:
    """DNS rebinding: the browser takes the attacker's name for the name of this server."""
    port = int(server.url.rsplit(":", 1)[1])
    name = f"evil.example:{port}"
    headers = {"Host": name, "Origin": f"http://{name}"}
    for method, path in (("POST", "/api/tables"), ("GET", "/metrics"), ("GET", "/"), ("GET", "/docs"), ("GET", "/x/")):
        answer = httpx.request(
            method, f"{server.url}{path}", headers=headers, json=WANTED if method == "POST" else None
        )
        assert (answer.status_code, answer.json()["code"]) == (421, "foreign_host"), path
        assert "--origin http://evil.example" in answer.json()["message"] and "location" not in answer.headers
        assert "silverhook_actions" not in answer.text

    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, _ = await seated(lobby)
        with pytest.raises(InvalidStatus) as refused:
            async with raw(f"http://{name}", table, {}, origin=headers["Origin"], host="127.0.0.1", port=port):
                pass
        assert refused.value.response.status_code == 403

    run(body())


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/api/tables/", "/table/", "//evil.example", "/assets/../docs"])
def test_redirects_stay_on_this_server(server: Process, path: str) -> None:
    location = httpx.get(f"{server.url}{path}").headers.get("location", "/")
    assert location.startswith("/") and not location.startswith("//")


def test_metrics_can_have_an_address_of_their_own(tmp_path: Path) -> None:
    port = lasting_port()
    with running(tmp_path, "--metrics-address", f"127.0.0.1:{port}") as server:
        own = f"http://127.0.0.1:{port}"
        assert "silverhook_actions_total" in httpx.get(f"{own}/metrics").text
        assert httpx.get(f"{own}/ready").status_code == 200
        assert httpx.get(f"{own}/metrics", headers={"Host": "evil.example"}).status_code == 421
        for address, method, path in (
            (server.url, "GET", "/metrics"),
            (own, "GET", "/"),
            (own, "GET", "/api/catalogue"),
            (own, "POST", "/api/tables"),
        ):
            answer = httpx.request(method, f"{address}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path

        async def body() -> None:
            async with Lobby(server.url) as lobby:
                table, _ = await seated(lobby)
            with pytest.raises(InvalidStatus):
                async with raw(own, table, {}):
                    pass

        run(body())
