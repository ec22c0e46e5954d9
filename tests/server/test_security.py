"""Requests that a server refuses without harm to others, and what it reveals about itself."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from silverhook.server.client import Lobby, Refusal
from silverhook.testing.server import FAST, Process, Raw, raw, run, running, seated, take_turns, until

ODD = [
    "",
    "null",
    "[]",
    "{}",
    "{",
    '"act"',
    "NaN",
    '{"type":"act"}',
    '{"type":"act","id":"x","ply":"0","action":1}',
    '{"type":"act","id":"x","ply":0,"action":true}',
    '{"type":"act","id":"x","ply":0,"action":1.5}',
    '{"type":"act","id":"x","ply":0,"action":-1}',
    '{"type":"act","id":"x","ply":0,"action":1e400}',
    '{"type":"act","id":"x","ply":0,"action":99999999999999999999999999}',
    '{"type":"act","id":"x","ply":0,"action":[1]}',
    '{"type":"act","id":"x","ply":0,"action":1,"seat":1}',
    '{"type":"act","id":"","ply":0,"action":1}',
    '{"type":"act","id":"\\u0000","ply":0,"action":1}',
    '{"type":"act","id":{},"ply":0,"action":1}',
    '{"type":"fly","id":"x"}',
    '{"type":["act"],"id":"x"}',
    '{"type":"chat","id":"x","text":""}',
    '{"type":"chat","id":"x","text":' + json.dumps("a" * 501) + "}",
    '{"type":"chat","id":"x","text":null}',
    '{"type":"answer_undo","id":"x","accept":1}',
    '{"type":"hello","protocol":1}',
    "[" * 1000,
    "\ud7ff\ufffe",
]


def test_odd_frames_get_an_error_code_and_change_nothing(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with raw(server.url, table, {"token": tokens[1]}) as other:
                before = await other.hear("state")
                for start in range(0, len(ODD), 10):  # the server disconnects a client that sends only nonsense
                    async with raw(server.url, table, {"token": tokens[0]}) as odd:
                        for frame in ODD[start : start + 10]:
                            await odd.socket.send(frame)
                            answer = await odd.hear("refused", "done")
                            assert answer["type"] == "refused" and answer["code"] == "malformed", frame
                            assert answer["message"] and len(answer["message"]) < 300
                        await odd.socket.send(b"\x00\x01")
                        assert (await odd.hear("refused"))["code"] == "malformed"
                await other.say(type="look", id="look")
                after = await other.hear("state")
                assert after["ply"] == before["ply"] and after["view"] == before["view"]

    run(body())


def test_random_bytes_never_harm_anybody(server: Process) -> None:
    async def body() -> None:
        chance = random.Random(3)
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            good = '{"type":"act","id":"x","ply":0,"action":1}'
            async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                for _ in range(15):
                    async with raw(server.url, table, {"token": tokens[0]}) as odd:
                        try:
                            for _ in range(12):
                                frame = bytearray(good.encode())
                                for _ in range(chance.randrange(1, 6)):
                                    frame[chance.randrange(len(frame))] = chance.randrange(256)
                                await odd.socket.send(frame.decode("utf-8", "replace"))
                        except ConnectionClosed:
                            pass
                await take_turns([a, b], chance, 10)
                assert a.reconnects == b.reconnects == 0

    run(body())


def test_a_client_that_sends_nonsense_is_disconnected_with_a_reason(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with raw(server.url, table, {"token": tokens[0]}) as odd:
                for _ in range(20):
                    await odd.say(type="fly")
                assert (await odd.hear("goodbye"))["reason"] == "limit"
                assert await odd.closed() == 1008

    run(body())


@pytest.mark.parametrize(
    "first",
    [
        {"type": "act", "id": "x", "ply": 0, "action": 0},
        {"type": "hello", "protocol": 2},
        {"type": "hello", "protocol": 1, "token": "short"},
        {"type": "hello"},
    ],
)
def test_the_first_message_is_hello_in_this_protocol(server: Process, first: dict[str, Any]) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, _ = await seated(lobby)
            async with raw(server.url, table) as client:
                await client.say(**first)
                assert (await client.hear("goodbye"))["reason"] == "protocol"
                assert await client.closed() == 1008

    run(body())


def test_hello_for_an_unknown_table_is_refused(server: Process) -> None:
    async def body() -> None:
        async with raw(server.url, "nowhere23456", {}) as client:
            assert (await client.hear("refused"))["code"] == "no_such_table"
            assert await client.closed() == 1008

    run(body())


def test_limits_hold(tmp_path: Path) -> None:
    limits = (
        "messages_per_second=0.001",
        "messages_at_once=3",
        "requests_per_second=0.001",
        "requests_at_once=6",
        "tables_at_once=2",
        "tables_per_hour=1",
        "connections_per_address=2",
        "silence_seconds=3",
        "message_bytes=300",
        "body_bytes=2000",
    )

    async def body(server: Process) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            table = {"game": "deckhand", "seats": ["person", "person"]}
            made = [await http.post("/api/tables", json=table) for _ in range(3)]
            assert [answer.status_code for answer in made] == [201, 201, 429]
            assert made[2].json()["code"] == "too_many"
            long = await http.post("/api/tables", json={**table, "cards": "x" * 3000})
            assert long.status_code == 413 and long.json()["code"] == "too_long"
            id, token = made[0].json()["table"], made[0].json()["token"]
            for _ in range(3):
                last = await http.get("/api/catalogue")
            assert last.status_code == 429 and (await http.get("/health")).status_code == 200
        async with raw(server.url, id, {"token": token}) as one, raw(server.url, id) as silent:
            with pytest.raises(InvalidStatus):
                async with raw(server.url, id):
                    pass
            assert (await silent.hear("goodbye"))["reason"] == "protocol"
            for n in range(4):
                await one.say(type="look", id=str(n))
            assert (await one.hear("refused"))["code"] == "too_many"
            await one.socket.send(" " * 400)
            assert await one.closed() == 1009

    with running(tmp_path, limits=limits) as server:
        run(body(server))


def test_a_rematch_counts_as_a_table_of_its_address(tmp_path: Path) -> None:
    async def body(server: Process) -> None:
        async with Lobby(server.url) as lobby:
            made = await lobby.create(game="deckhand", seats=["random", "random"])
            table, token = made["table"], made["token"]
            async with lobby.sit(table) as watching:
                await watching.when(lambda state: state["table"]["phase"] == "finished")
            again = (await lobby.rematch(table, token))["table"]
            assert (await lobby.rematch(table, token))["table"] == again  # the same one, so it does not count
            async with lobby.sit(again) as watching:
                await watching.when(lambda state: state["table"]["phase"] == "finished")
            with pytest.raises(Refusal) as refused:
                await lobby.rematch(again, token)
            assert refused.value.code == "too_many"
            assert (await lobby.table(again))["rematch"] is None

    with running(tmp_path, limits=("tables_at_once=2", "tables_per_hour=1")) as server:
        run(body(server))


def test_the_rate_limit_of_a_seat_covers_all_its_connections(tmp_path: Path) -> None:
    limits = (
        "messages_per_second=0.001",
        "messages_at_once=4",
        "address_messages_per_second=0.001",
        "address_messages_at_once=30",
    )

    async def body(server: Process) -> None:
        async with Lobby(server.url) as lobby, AsyncExitStack() as stack:
            table, tokens = await seated(lobby)

            async def places(token: str | None) -> list[Raw]:
                return [await stack.enter_async_context(raw(server.url, table, {"token": token})) for _ in range(3)]

            async def answers(clients: list[Raw], messages: int) -> list[str]:
                found = []
                for n in range(messages):
                    client = clients[n % len(clients)]
                    await client.say(type="look", id=f"{n}")
                    answer = await client.hear("done", "refused")
                    found.append(answer["type"] if answer["type"] == "done" else answer["code"])
                return found

            allowed = ["done"] * 4 + ["too_many"] * 2
            mine, others, watching = await places(tokens[0]), await places(tokens[1]), await places(None)
            assert await answers(mine, 6) == allowed
            assert await answers(others, 6) == allowed  # another seat from the same address has a rate of its own
            assert await answers(watching, 6) == allowed  # spectators are counted by address
            with pytest.raises(InvalidStatus):  # and the address has one for all of it: messages and connections
                for _ in range(30):
                    async with raw(server.url, table, {}):
                        pass

    with running(tmp_path, limits=limits) as server:
        run(body(server))


def test_a_seat_gets_one_hint_at_a_time_over_all_its_connections(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, hints=True)
            async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                assert a.state and b.state
                token = tokens[0] if a.state["actions"] else tokens[1]
            async with (
                raw(server.url, table, {"token": token}) as one,
                raw(server.url, table, {"token": token}) as two,
            ):
                for client in (one, two):
                    await client.hear("state")
                answer = await second_of_two(one, two)
                while answer["type"] == "hint":  # this machine was too slow to ask while the first was computed
                    answer = await second_of_two(one, two)
                assert answer["code"] == "too_many"
                await two.say(type="hint", id="4")
                assert (await two.hear("refused", "hint"))["id"] == "4"

    async def second_of_two(one: Raw, two: Raw) -> dict[str, Any]:
        """Ask for a hint over each connection; the answer over the second."""
        await one.say(type="hint", id="1")
        await one.say(type="look", id="2")
        answers = [await one.hear("done", "hint")]  # so the server has read both
        await two.say(type="hint", id="3")
        answer = await two.hear("refused", "hint")
        answers.append(await one.hear("done", "hint"))
        assert {answer["id"] for answer in answers} == {"1", "2"}
        return answer

    run(body())


def test_a_client_that_does_not_read_delays_nobody_and_is_disconnected(tmp_path: Path) -> None:
    async def body(server: Process) -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby, people=2)
            slow = socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])))
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.sendall(_handshake(table))
            assert b" 101 " in slow.recv(1000)
            slow.sendall(_masked(json.dumps({"type": "hello", "protocol": 1, "memory": True}).encode()))
            async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                for _ in range(50):
                    await a.command("chat", text="x" * 500)
                for n in range(400):  # each answer has 40 KB: more than any buffer on the way holds
                    slow.sendall(_masked(json.dumps({"type": "look", "id": f"{n}"}).encode()))
                await take_turns([a, b], random.Random(1), 60)
                assert a.state and a.state["ply"] == 60
            async with httpx.AsyncClient(base_url=server.url) as http:
                while 'dropped_total{reason="slow"} 1.0' not in (await http.get("/metrics")).text:
                    await asyncio.sleep(0.1)
            slow.close()

    with running(tmp_path, limits=(*FAST, "stalled_seconds=1", "outbox_messages=2000")) as server:
        run(body(server))


def _handshake(table: str) -> bytes:
    lines = (
        f"GET /api/tables/{table}/play HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: c2lsdmVyaG9va2xvYWQhIQ==",
        "Sec-WebSocket-Version: 13",
    )
    return "\r\n".join((*lines, "", "")).encode()


def _masked(payload: bytes) -> bytes:
    return bytes((0x81, 0x80 | len(payload))) + b"\0\0\0\0" + payload


@pytest.mark.parametrize("path", ["/health", "/api/catalogue", "/api/tables/nowhere23456", "/nothing", "/metrics"])
def test_every_answer_has_strict_security_headers(server: Process, path: str) -> None:
    answer = httpx.get(server.url + path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers


def test_logs_are_json_and_hold_no_secret(tmp_path: Path) -> None:
    async def body(server: Process) -> list[str]:
        async with Lobby(server.url) as lobby:
            made = await lobby.create(game="deckhand", seats=["person", "person"])
            taken = [await lobby.take_seat(made["table"], f"Secret Name {n}") for n in range(2)]
            async with (
                lobby.sit(made["table"], taken[0]["token"]) as a,
                lobby.sit(made["table"], taken[1]["token"]) as b,
            ):
                await a.command("chat", text="a secret word")
                await take_turns([a, b], random.Random(1), 5)
            async with httpx.AsyncClient(base_url=server.url) as http:
                await http.post(f"/api/tables/{made['table']}/start?token={made['token']}")
                await http.post(f"/api/tables/{made['token']}/start")
            return [made["token"], *(one["token"] for one in taken), "Secret Name", "a secret word"]

    with running(tmp_path, "--log-level", "debug") as server:
        secrets = run(body(server))
    text = server.log.read_text()
    assert not any(secret in text for secret in secrets)
    events = [line["event"] for line in server.logged()]
    assert {"opened", "request", "table_opened", "said_goodbye", "closed"} <= set(events)
    assert {"route": "/api/tables/{table}/seats", "status": 201}.items() <= next(
        line for line in server.logged() if line.get("route", "").endswith("seats")
    ).items()


def test_database_errors_are_logged_but_not_sent_to_clients(tmp_path: Path) -> None:
    async def body(server: Process) -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with raw(server.url, table, {"token": tokens[0]}) as client:
                await client.hear("state")
                with closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
                    file.execute("ALTER TABLE entries RENAME TO elsewhere")
                await client.say(type="chat", id="1", text="ahoy")
                refused = await client.hear("refused")
                assert refused["code"] == "store_error" and refused["message"].endswith("try again in a moment")
            with pytest.raises(Refusal, match=r"try again in a moment$") as unread:
                await lobby.table("23456789abcd")
            assert unread.value.code == "store_error"
            assert "entries" not in f"{refused['message']} {unread.value}"

    with running(tmp_path) as server:
        run(body(server))
    said = [(line["event"], line["message"]) for line in server.logged() if line["level"] == "warning"]
    assert said == [
        ("storing_failed", "no such table: entries"),
        ("database_silent", "no such table: entries"),
    ]


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    def metrics(server: Process) -> dict[str, float]:
        lines = httpx.get(f"{server.url}/metrics").text.splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    async def body(server: Process) -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with lobby.sit(table, tokens[0]) as a, lobby.sit(table, tokens[1]) as b:
                await take_turns([a, b], random.Random(1), 25)
                during = metrics(server)
        assert during["silverhook_connections"] == 2
        assert during["silverhook_tables_live"] == during["silverhook_tables_created_total"] == 1
        assert during["silverhook_actions_total"] == during["silverhook_action_seconds_count"] == 25
        assert during["silverhook_store_entries"] >= 28
        await until(lambda: metrics(server)["silverhook_connections"] == 0)
        assert metrics(server)["silverhook_messages_sent_total"] >= 50

    with running(tmp_path) as server:
        run(body(server))
