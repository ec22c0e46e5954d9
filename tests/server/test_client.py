"""The client from Python, against servers that refuse it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from silverhook.server.client import Lost, Refusal, RemoteSeat
from silverhook.testing.server import run

STATE = {"type": "state", "ply": 3, "actions": [], "answered": False, "table": {"phase": "playing"}}


async def sit(answers: list[list[dict[str, Any]]], code: int, patience: float = 60.0) -> RemoteSeat:
    """A seat at a server that answers each hello with the next messages and closes, the last one without closing."""

    async def answer(socket: ServerConnection) -> None:
        await socket.recv()
        for message in answers[0]:
            await socket.send(json.dumps(message))
        if len(answers) > 1:
            del answers[0]
            await socket.close(code, "refused")
        await socket.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with RemoteSeat(f"http://127.0.0.1:{port}", "table", patience=patience, longest=0.05) as seat:
            return seat


def refused(code: str) -> dict[str, Any]:
    return {"type": "refused", "id": None, "code": code, "message": "no", "ply": None}


WELCOME = {"type": "welcome", "protocol": 1, "table": "t", "seat": 0, "host": False}


def test_a_client_tries_again_when_the_database_does_not_answer_its_hello() -> None:
    answers = [[refused("store_error")], [refused("store_error")], [WELCOME, STATE]]
    seat = run(sit(answers, 1013))
    assert seat.state and seat.state["ply"] == 3 and seat.reconnects == 0


def test_a_client_gives_up_when_its_token_is_refused() -> None:
    with pytest.raises(Refusal) as problem:
        run(sit([[refused("not_allowed")], []], 1008))
    assert problem.value.code == "not_allowed"


def test_a_client_loses_patience_with_a_server_that_never_welcomes_it() -> None:
    with pytest.raises(Lost, match="cannot be reached: no"):
        run(sit([[refused("store_error")]] * 1000, 1013, patience=0.2))
