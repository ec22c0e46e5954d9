"""What measurements of the server have in common: a server process on a core of its own, and a minimal client."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import httpx
import orjson

CORES = sorted(os.sched_getaffinity(0))
NO_LIMITS = (
    "messages_per_second=100000",
    "messages_at_once=100000",
    "address_messages_per_second=100000",
    "address_messages_at_once=100000",
    "requests_per_second=100000",
    "requests_at_once=100000",
    "tables_per_hour=100000000",
    "tables_at_once=100000",
    "connections_per_address=100000",
    "connections=100000",
)


class Wire(asyncio.Protocol):
    """A minimal WebSocket client: generating the load must cost less than the work it measures."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._buffer = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    @classmethod
    async def to(cls, url: str, table: str, heard: Callable[[Wire, bytes], None], address: str | None = None) -> Wire:
        """A WebSocket to a table, from an address of this machine."""
        host, port = url.removeprefix("http://").split(":")
        local = (address, 0) if address else None
        _, wire = await asyncio.get_running_loop().create_connection(
            lambda: cls(lambda data: heard(wire, data)), host, int(port), local_addr=local
        )
        wire.shake_hands(f"/api/tables/{table}/play", f"{host}:{port}")
        await wire.opened
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))

    def shake_hands(self, path: str, host: str) -> None:
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: c2lsdmVyaG9va2xvYWQhIQ==",
            "Sec-WebSocket-Version: 13",
        )
        self.transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._open, self._buffer = True, rest
            self.opened.set_result(None)
        for opcode, payload in self._frames():
            if opcode == 1:
                self._heard(payload)
            elif opcode == 9:
                self._write(10, payload)

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 127, at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                if len(buffer) < start + wide:
                    break
                size, start = int.from_bytes(buffer[start : start + wide]), start + wide
            if len(buffer) < start + size:
                break
            yield buffer[at] & 15, buffer[start : start + size]
            at = start + size
        self._buffer = buffer[at:]

    def say(self, message: dict[str, Any]) -> None:
        self._write(1, orjson.dumps(message))

    def _write(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((128 | size,)) if size < 126 else bytes((254,)) + size.to_bytes(2)
        self.transport.write(bytes((128 | opcode,)) + length + b"\0\0\0\0" + payload)  # masked by zeros


class Server:
    """The server, or another program that says where it is open, on its own core."""

    def __init__(self, database: str = "", limits: Sequence[str] = NO_LIMITS, program: Sequence[str] = ()) -> None:
        words = [word for limit in limits for word in ("--limit", limit)]
        serve = ["-m", "silverhook", "serve", "--port", "0", "--database", database, "--log-level", "warning", *words]
        self.process = subprocess.Popen(
            [sys.executable, *(program or serve)],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {CORES[0]}),
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        if "open at " not in line:
            raise SystemExit("the server did not start")
        self.url = line.rsplit(" ", 1)[1].strip()

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waited(self) -> float:
        """Seconds that its threads were ready to run while another process had the core."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[1]) for thread in threads) / 1e9

    def memory(self) -> float:
        """Kilobytes of its own memory."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith("Private"))

    def counters(self) -> dict[str, float]:
        text = httpx.get(f"{self.url}/metrics").text
        words = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, value in words}

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
