"""Clients that are slow on purpose, over bare sockets: the server disconnects each, and nobody else notices."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from silverhook.testing.server import FAST, PATIENCE, Process, running

WAIT = PATIENCE
HEAD = "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with very short time limits that does not trust this machine as a proxy."""
    limits = (*FAST, "silence_seconds=2", "stalled_seconds=2", "requests_open=5")
    with running(tmp_path_factory.mktemp("hasty"), "--proxies", "192.0.2.1", limits=limits) as process:
        yield process


def reach(server: Process) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])), timeout=WAIT)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


def ended(client: socket.socket) -> bytes:
    """Everything the server sends until it ends the connection."""
    said = b""
    with suppress(ConnectionResetError):
        while part := client.recv(65_536):
            said += part
    return said


def drip(client: socket.socket, what: Callable[[], bytes]) -> bytes:
    """Send a little again and again until the server closes the connection; return its answer."""
    said, end = b"", time.monotonic() + WAIT
    client.settimeout(0.05)
    while time.monotonic() < end:
        try:
            client.sendall(what())
            if not (part := client.recv(65_536)):
                return said
            said += part
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return said
    raise AssertionError("the server never ends the connection")


def asks(client: socket.socket) -> None:
    """Send a proper request and return the whole answer."""
    client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    said = b""
    while not said.endswith(b"}"):
        said += (part := client.recv(65_536))
        assert part
    assert b" 200 " in said


def lives(server: Process) -> None:
    assert httpx.get(f"{server.url}/health", timeout=WAIT).status_code == 200


def test_a_silent_client_is_disconnected(hasty: Process) -> None:
    with reach(hasty) as client:
        assert ended(client) == b""
    lives(hasty)


@pytest.mark.parametrize(
    "begun",
    ["", "GET /api/catalogue HTT", "GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\n"],
    ids=["none", "line", "head"],
)
def test_a_slow_request_head_times_out(hasty: Process, begun: str) -> None:
    with reach(hasty) as client:
        client.sendall(begun.encode())
        said = drip(client, lambda: b"X-Slow: 1\r\n" if begun.endswith("\n") else b"G" if not begun else b"P")
        assert said == b"" or b" 400 " in said
    lives(hasty)


def test_a_request_head_has_a_maximum_size(hasty: Process) -> None:
    with reach(hasty) as client:
        said = drip(client, lambda: b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 20_000)
        assert b" 400 " in said or said == b""
    lives(hasty)


def test_a_slow_request_body_is_refused_and_the_connection_ends(hasty: Process) -> None:
    with reach(hasty) as client:
        client.sendall(f"{HEAD}Content-Length: 1000\r\n\r\n".encode())
        said = drip(client, lambda: b" ")
        assert b" 408 " in said and b"too_slow" in said
    lives(hasty)


def test_a_second_request_has_the_same_time_limit_as_the_first(hasty: Process) -> None:
    with reach(hasty) as client:
        asks(client)
        assert b" 200 " not in drip(client, lambda: b"G")
    lives(hasty)


def test_the_time_limit_begins_again_with_each_request(hasty: Process) -> None:
    while not asks_for_longer_than_one_request_may_take(hasty):
        pass


def asks_for_longer_than_one_request_may_take(server: Process) -> bool:
    """Ask again and again on one connection, each time well before the limit; False if this machine was too slow."""
    with reach(server) as client:
        begun = last = time.monotonic()
        while time.monotonic() < begun + 3:
            time.sleep(0.3)
            if time.monotonic() > last + 1:
                return False
            last = time.monotonic()
            asks(client)
    return True


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells of a connection's other end")
def test_unread_answers_do_not_pile_up(hasty: Process) -> None:
    with reach(hasty) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        ends, end = (client.getpeername()[1], client.getsockname()[1]), time.monotonic() + WAIT
        with suppress(BrokenPipeError, ConnectionResetError):
            while held(*ends):
                assert time.monotonic() < end, "the server never ends the connection"
                client.sendall(b"GET /api/schema HTTP/1.1\r\nHost: localhost\r\n\r\n")
                time.sleep(0.01)
    lives(hasty)


def held(server: int, client: int) -> bool:
    """Whether the server's port still holds its end of a connection; data it sent may take long to arrive."""
    lines = [line.split()[1:4] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ports = [(here.rpartition(":")[2], there.rpartition(":")[2], state) for here, there, state in lines]
    return (f"{server:04X}", f"{client:04X}", "01") in ports


def test_requests_do_not_pile_up_while_the_server_answers_one(hasty: Process) -> None:
    with reach(hasty) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        send_until_ended(client, b"GET /api/schema HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5_000)
    lives(hasty)


def send_until_ended(client: socket.socket, what: bytes) -> None:
    """Send again and again without reading until the server closes the connection."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            client.sendall(what)
        except (BrokenPipeError, ConnectionResetError):
            return
    raise AssertionError("the server never ends the connection")


def test_connections_from_one_address_are_limited_before_play(hasty: Process) -> None:
    clients = [reach(hasty) for _ in range(5)]
    try:
        with reach(hasty) as one_more:
            assert ended(one_more) == b""
    finally:
        for client in clients:
            client.close()
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            lives(hasty)
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the places are not free again")


# --- WebSockets ------------------------------------------------------------------------------------


def shake(server: Process, table: str) -> socket.socket:
    client = reach(server)
    lines = (
        f"GET /api/tables/{table}/play HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: c2lsdmVyaG9va2xvYWQhIQ==",
        "Sec-WebSocket-Version: 13",
    )
    client.sendall("\r\n".join((*lines, "", "")).encode())
    assert b" 101 " in client.recv(65_536)
    return client


def frame(opcode: int, payload: bytes = b"", last: bool = True) -> bytes:
    return bytes((opcode | (0x80 if last else 0), 0x80 | len(payload))) + b"\0\0\0\0" + payload


@pytest.fixture
def table(hasty: Process) -> str:
    made = httpx.post(f"{hasty.url}/api/tables", json={"game": "deckhand", "seats": ["person", "person"]}, timeout=WAIT)
    name: str = made.json()["table"]
    return name


def test_a_client_that_sends_no_hello_is_disconnected(hasty: Process, table: str) -> None:
    with shake(hasty, table) as client:
        said = b""
        client.sendall(frame(0x9) * 10)  # a ping does not count as hello
        while b"goodbye" not in said:
            said += (part := client.recv(65_536))
            assert part
        assert b"hello" in said
    lives(hasty)


def test_a_message_in_endless_pieces_times_out(hasty: Process, table: str) -> None:
    with shake(hasty, table) as client:
        client.sendall(frame(0x1, json.dumps({"type": "hello", "protocol": 1}).encode()))
        client.sendall(frame(0x1, b"{", last=False))
        drip(client, lambda: frame(0x0, b"", last=False) * 10)
    lives(hasty)


def test_a_client_that_pings_and_never_reads_is_disconnected(hasty: Process, table: str) -> None:
    with shake(hasty, table) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.sendall(frame(0x1, json.dumps({"type": "hello", "protocol": 1}).encode()))
        send_until_ended(client, frame(0x9, b"x" * 100) * 1_000)
    lives(hasty)
