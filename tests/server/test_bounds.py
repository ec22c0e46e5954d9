"""Every request has a bounded cost, which is charged to the client that sent it."""

from __future__ import annotations

from typing import Any

import httpx

from silverhook.server.client import Lobby
from silverhook.testing.server import Process, raw, run, seated


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
