"""Every request has a bounded cost, which is charged to the client that sent it."""

from __future__ import annotations

import asyncio
import json
import pkgutil
import socket
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed

from silverhook.server.app import create_app
from silverhook.server.client import Lobby
from silverhook.server.settings import ServerSettings, read_limits
from silverhook.testing.server import FAST, PATIENCE, Process, raw, run, seated


def counter(server: Process, name: str) -> float:
    """A counter of the server."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return next((float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name)), 0.0)


def test_text_that_is_not_utf_8_closes_the_connection_without_a_traceback(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
        for hello in (None, {"token": tokens[0]}):
            async with raw(server.url, table, hello) as client:
                await client.socket.send(b'{"type": "\xff"}', text=True)
                assert await client.closed() == 1007
        async with raw(server.url, table, {"token": tokens[0]}) as client:  # in two fragments, and more after it
            await client.socket.send(iter((b'"\xc3', b'"')), text=True)
            assert await client.closed() == 1007

    run(body())
    assert counter(server, 'silverhook_connections_dropped_total{reason="invalid_text"}') == 3
    assert not [line for line in server.logged() if line["level"] in ("error", "ERROR")]


def test_a_card_file_with_too_many_kinds_is_refused_before_its_texts_are_read(server: Process) -> None:
    kinds = "".join(f'[[card]]\nname = "K{n}"\nplay = "This is no text at all."\n' for n in range(129))
    body: dict[str, Any] = {"game": "deckhand", "seats": ["person", "person"], "cards": kinds}
    answer = httpx.post(f"{server.url}/api/tables", json=body)
    assert answer.status_code == 400 and "129 kinds are too many" in answer.json()["message"]
    longer = httpx.post(f"{server.url}/api/tables", json={**body, "cards": "#" * 64_001})
    assert longer.status_code == 422 and longer.json()["message"].startswith("body.cards")


# --- what runs where -----------------------------------------------------------------------------


def within(folder: Path, test: Callable[[FastAPI, httpx.AsyncClient], Coroutine[Any, Any, None]]) -> None:
    """Run a test with a server in this process and a client of it."""

    async def body() -> None:
        app = create_app(ServerSettings(database=f"sqlite:///{folder / 'tables.db'}", limits=read_limits(FAST)))
        transport = httpx.ASGITransport(app)
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=HERE) as http:
            await test(app, http)

    run(body())


def noting(monkeypatch: pytest.MonkeyPatch, work: str) -> list[str]:
    """The names of the threads in which a function is called from now on."""
    threads = []
    real = pkgutil.resolve_name(work)

    def noted(*args: Any, **more: Any) -> Any:
        threads.append(threading.current_thread().name)
        return real(*args, **more)

    monkeypatch.setattr(work.replace(":", "."), noted)
    return threads


HERE = "http://127.0.0.1"
LONG = [  # everything that takes longer than about a millisecond: where it is, and a request for it
    ("silverhook.server.catalogue:game_list", "GET", "/api/catalogue"),
    ("silverhook.server.catalogue:edition_cards", "GET", "/api/games/deckhand/cards?language=fr"),
    ("silverhook.server.catalogue:edition_guide", "GET", "/api/games/hanataz/guide"),
    ("silverhook.server.catalogue:lesson_of", "GET", "/api/games/hanataz/lesson"),
    ("silverhook.server.catalogue:lesson_plan", "POST", "/api/lessons"),
    ("silverhook.server.catalogue:cards_of", "GET", "/api/tables/{table}/cards"),
    ("silverhook.server.catalogue:guide_of", "GET", "/api/tables/{table}/guide"),
    ("silverhook.server.messages:schema", "GET", "/api/schema"),
    ("silverhook.table.settings:TableSettings.checked", "POST", "/api/tables"),
    ("silverhook.table.table:Table.record", "GET", "/api/tables/{table}/record"),
    ("silverhook.server.replays:replay", "GET", "/api/tables/{table}/replay?eyes=open"),
    ("silverhook.server.replays:review", "GET", "/api/tables/{table}/review"),
]
BODIES = {
    "/api/lessons": {"game": "hanataz", "name": "Ann", "nonce": "0" * 32},
    "/api/tables": {"game": "deckhand", "seats": ["random", "random"]},
}


@pytest.mark.parametrize(("work", "method", "path"), LONG, ids=[path for _, _, path in LONG])
def test_what_takes_long_runs_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str, method: str, path: str
) -> None:
    async def test(app: FastAPI, http: httpx.AsyncClient) -> None:
        table = (await http.post("/api/tables", json=BODIES["/api/tables"])).json()["table"]
        while (await http.get(f"/api/tables/{table}")).json()["phase"] != "finished":
            await asyncio.sleep(0.01)
        threads = noting(monkeypatch, work)
        answer = await http.request(method, path.format(table=table), json=BODIES.get(path))
        assert answer.is_success, answer.text
        assert threads and threads[0].startswith("silverhook-side")

    within(tmp_path, test)


class Wire:
    """A WebSocket without a network: what the app says, and what it hears."""

    def __init__(self, table: str, *said: dict[str, Any]) -> None:
        self.heard: list[dict[str, Any]] = []
        self._said = [{"type": "websocket.connect"}]
        self._said += [{"type": "websocket.receive", "text": json.dumps(message)} for message in said]
        self.scope = {"type": "websocket", "scheme": "ws", "path": f"/api/tables/{table}/play", "headers": []}
        self.scope |= {"query_string": b"", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "subprotocols": []}

    async def receive(self) -> dict[str, Any]:
        if self._said:
            return self._said.pop(0)
        while not any(message["type"] == "story" for message in self.heard):
            await asyncio.sleep(0.01)
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))


def test_the_story_is_told_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(app: FastAPI, http: httpx.AsyncClient) -> None:
        table = (await http.post("/api/tables", json=BODIES["/api/tables"])).json()["table"]
        threads = noting(monkeypatch, "silverhook.server.serializers:news_since")
        wire = Wire(table, {"type": "hello", "protocol": 1}, {"type": "story", "id": "s", "before": 1000})
        await app(wire.scope, wire.receive, wire.send)
        assert threads and all(name.startswith("silverhook-side") for name in threads)

    within(tmp_path, test)


# --- what is refused before it costs much --------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"tokens": [], **{f"field{n}": 0 for n in range(500)}}, 413),
        ({"tokens": [[[0] * 100] * 100]}, 413),
        ([{}] * 20_000, 413),
        ({"tokens": ["a"] * 101}, 422),
        ({"tokens": []}, 200),
    ],
    ids=["many fields", "nested lists", "a long list", "too many tokens", "none"],
)
def test_a_body_with_too_many_values_is_refused_before_it_is_checked(server: Process, body: Any, status: int) -> None:
    assert httpx.post(f"{server.url}/api/mine", json=body).status_code == status


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"tokens": [NaN]}', b"{", b"\xff", b'{"tokens": ["\\ud800"]}'])
def test_a_body_that_is_no_json_is_malformed(server: Process, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = httpx.post(f"{server.url}/api/mine", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


def test_a_long_query_is_refused(server: Process) -> None:
    answer = httpx.get(f"{server.url}/api/catalogue?{'a&' * 400}")
    assert (answer.status_code, answer.json()["code"]) == (414, "too_long")


def said_to(server: Process, request: bytes) -> bytes:
    """The answer to the bytes of a request."""
    with socket.create_connection(server.url.removeprefix("http://").split(":"), timeout=PATIENCE) as client:
        client.sendall(request)
        answer = b""
        while part := client.recv(65_536):
            answer += part
        return answer


def test_a_body_in_pieces_is_refused(server: Process) -> None:
    head = b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    assert b" 400 " in said_to(server, head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n{\r\n" * 1000)


def test_a_request_with_many_headers_is_refused(server: Process) -> None:
    assert b" 400 " in said_to(server, b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"a:b\r\n" * 2000 + b"\r\n")


def test_a_flood_of_pings_ends_the_connection(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
        async with raw(server.url, table, {"token": tokens[0]}) as client:
            await client.hear("state")
            with pytest.raises(ConnectionClosed):
                for _ in range(10_000):
                    await client.socket.pong()
                    await asyncio.sleep(0)

    run(body())
