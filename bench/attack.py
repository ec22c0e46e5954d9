"""Attacks on a server beside an honest game: does anybody who asks for much make others wait?

    python bench/attack.py [--seconds 4] [--only story,chat]

Each attack sends one kind of expensive request as fast as the default limits allow, from one address and from sixteen
(all of this machine). Meanwhile two honest players make a move every 10 ms. The table shows how long a move takes until
both have seen it, quiet and attacked. The attackers are in a process of their own; the server has a core to itself.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import secrets
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop

from wire import CORES, Server, Wire

PACE = 0.01  # seconds between two honest moves
LONGEST = 10.0  # seconds to wait for a move
AIM = 0.1  # seconds of the honest player's 99th percentile
FLOOD = 50  # requests at once, then ten a second; and 20 messages of a seat a second, after 60 at once
MILD = ("look", "leave", "return")
HELLO: dict[str, Any] = {"type": "hello", "protocol": 1}


# --- an attacker: one address ----------------------------------------------------------------------


class Attacker:
    """One address and what it may send."""

    def __init__(self, url: str, address: str) -> None:
        self.url, self.address = url, address
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=50))
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=60)
        self.sent = 0

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """An HTTP request; None if it is refused."""
        self.sent += 1
        answer = await self.http.request(method, path, json=body)
        return answer.json() if answer.is_success and answer.content[:1] in b"{[" else None

    async def flood(self, *requests: tuple[str, str, Any]) -> None:
        """The same requests over and over: a burst, then as many as the limits allow."""
        given = itertools.cycle(requests)
        burst = [asyncio.create_task(self.ask(*next(given))) for _ in range(FLOOD)]
        while True:
            await asyncio.sleep(0.1)
            burst = [task for task in burst if not task.done()]
            if len(burst) < 2 * FLOOD:
                burst.append(asyncio.create_task(self.ask(*next(given))))

    async def table(self, *seats: str, **more: Any) -> Seat:
        """A seat at a new table against bots."""
        made = await self.ask("POST", "/api/tables", {"game": "deckhand", "seats": ["person", *seats], **more})
        body = {"name": "Eve", "nonce": secrets.token_hex(16)}
        taken = await self.ask("POST", f"/api/tables/{made['table']}/seats", body)
        return Seat(self, made["table"], taken["token"], made["token"])

    async def finished(self) -> str:
        """A finished table with this attacker as its host."""
        made = await self.ask("POST", "/api/tables", {"game": "deckhand", "seats": ["random", "random"]})
        self.host = made["token"]
        while (await self.ask("GET", f"/api/tables/{made['table']}") or {"phase": ""})["phase"] != "finished":
            await asyncio.sleep(0.5)
        return str(made["table"])


class Seat:
    """A seat of an attacker: connections to it, and the last state."""

    def __init__(self, attacker: Attacker, table: str, token: str, host: str) -> None:
        self.attacker, self.table, self.token, self.host = attacker, table, token, host
        self.state: dict[str, Any] = {"actions": [], "ply": 0}
        self.changed = asyncio.Event()
        self.number = itertools.count()

    async def connect(self, **hello: Any) -> Wire:
        wire = await Wire.to(self.attacker.url, self.table, self._hear, self.attacker.address)
        wire.say({**HELLO, "token": self.token, **hello})
        return wire

    def _hear(self, wire: Wire, data: bytes) -> None:
        if data.startswith(b'{"type":"state"'):
            self.state = orjson.loads(data)
            self.changed.set()

    def say(self, wire: Wire, type: str, **more: Any) -> None:
        self.attacker.sent += 1
        wire.say({"type": type, "id": f"e{next(self.number)}", **more})

    async def repeat(self, say: Callable[[Wire], None], wire: Wire) -> None:
        """Send as fast as a seat may."""
        for n in itertools.count():
            say(wire)
            await asyncio.sleep(0.05 if n > FLOOD else 0)

    async def play(self, wire: Wire, moves: int) -> None:
        """Take any offered action, again and again."""
        for _ in range(moves):
            while not self.state["actions"]:
                self.changed.clear()
                await self.changed.wait()
            state, self.state = self.state, {"actions": [], "ply": 0}
            self.say(wire, "act", ply=state["ply"], action=random.choice(state["actions"])["action"])
            await asyncio.sleep(0.05)


async def alike(n: int, make: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    """The same thing several times at once."""
    await asyncio.gather(*(make() for _ in range(n)))


# --- the attacks -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """An attack, and the requests (method and route) and messages that it covers."""

    covers: tuple[str, ...]
    run: Callable[[Attacker], Awaitable[None]]


ATTACKS: dict[str, Attack] = {}


def attack(*covers: str) -> Callable[[Callable[[Attacker], Awaitable[None]]], Callable[[Attacker], Awaitable[None]]]:
    def note(run: Callable[[Attacker], Awaitable[None]]) -> Callable[[Attacker], Awaitable[None]]:
        ATTACKS[run.__name__] = Attack(covers, run)
        return run

    return note


@attack("story", "hello")
async def story(eve: Attacker) -> None:
    async def one() -> None:
        seat = await eve.table("random")
        wire = await seat.connect()
        await seat.play(wire, 30)
        await seat.repeat(lambda wire: seat.say(wire, "story", before=10_000), wire)

    await alike(4, one)


@attack("offer_undo", "answer_undo", "act")
async def undo(eve: Attacker) -> None:
    async def one() -> None:
        seat = await eve.table("random")
        wire = await seat.connect()
        for _ in range(10_000):
            await seat.play(wire, 1)
            seat.say(wire, "offer_undo")
            seat.say(wire, "answer_undo", offer=1, accept=True)
            await asyncio.sleep(0.1)

    await alike(4, one)


def card_file(kinds: int) -> str:
    """A long card file, different each time."""
    text = (
        "+1 Card. +1 Action. Choose one: +1 coin; or choose an enemy who has more cards in all than you: steal 1 coin."
    )
    head = f'name = "{secrets.token_hex(8)}"\nstarters = ["C0", "C1"]\n'
    return head + "".join(f'[[card]]\nname = "C{n}"\ncopies = 8\ncost = 1\nplay = "{text}"\n' for n in range(kinds))


@attack("POST /api/tables", "POST /api/games/{game}/card-check")
async def cards(eve: Attacker) -> None:
    seats = ["person", "random"]
    files = [card_file(kinds) for kinds in (20, 28, 120, 250)]
    opened = [("POST", "/api/tables", {"game": "deckhand", "seats": seats, "cards": text}) for text in files]
    checked = [("POST", "/api/games/deckhand/card-check", {"cards": text}) for text in files]
    await eve.flood(*opened, *checked)


@attack("hint")
async def hints(eve: Attacker) -> None:
    async def one() -> None:
        seat = await eve.table("random", hints=True)
        wire = await seat.connect()
        await seat.repeat(lambda wire: seat.say(wire, "hint"), wire)

    await alike(10, one)


@attack(
    "GET /api/tables/{table}/replay",
    "GET /api/tables/{table}/review",
    "GET /api/tables/{table}/record",
    "GET /api/tables/{table}/analysis",
)
async def replays(eve: Attacker) -> None:
    path = f"/api/tables/{await eve.finished()}"
    kinds = ("replay?eyes=open&count=100", "replay?eyes=0&from=200&count=100", "review", "record", "analysis")
    await eve.flood(*(("GET", f"{path}/{kind}", None) for kind in kinds))


@attack("POST /api/tables/{table}/continue", "POST /api/lessons")
async def continued(eve: Attacker) -> None:
    person = {"name": "Eve", "nonce": "0" * 32}
    path = f"/api/tables/{await eve.finished()}/continue"
    again = {"step": 200, "seat": 0, "level": "heuristic", **person}
    await eve.flood(("POST", path, again), ("POST", "/api/lessons", {"game": "hanataz", **person}))


@attack("POST /api/mine")
async def mine(eve: Attacker) -> None:
    tokens = [token for seat in [await eve.table("random") for _ in range(15)] for token in (seat.token, seat.host)]
    await eve.flood(("POST", "/api/mine", {"tokens": tokens}))


@attack("POST /api/tables/{table}/rematch")
async def rematches(eve: Attacker) -> None:
    async def one() -> None:
        table = await eve.finished()
        token = eve.host
        while True:
            answer = await eve.http.post(f"/api/tables/{table}/rematch", headers={"Silverhook-Token": token})
            table = answer.json()["table"] if answer.is_success else table
            await asyncio.sleep(0.3)

    await alike(3, one)


@attack("chat", "look", "leave", "return")
async def chat(eve: Attacker) -> None:
    async def one() -> None:
        seat = await eve.table("random")
        wire = await seat.connect()
        said = itertools.cycle(({"type": "chat", "text": "x" * 500}, *({"type": word} for word in MILD)))
        await seat.repeat(lambda wire: seat.say(wire, **next(said)), wire)

    await alike(15, one)


@attack("WEBSOCKET /api/tables/{table}/play")
async def idle(eve: Attacker) -> None:
    seat = await eve.table("random")
    wires = [await seat.connect(memory=bool(n % 2), language=("en", "fr", "pl")[n % 3]) for n in range(180)]
    await seat.play(wires[0], 10_000)


@attack()
async def slow(eve: Attacker) -> None:
    host, port = eve.url.removeprefix("http://").split(":")

    async def one() -> None:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(host, int(port), local_addr=(eve.address, 0))
                writer.write(b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
                for _ in range(100):
                    writer.write(b"x")
                    await asyncio.sleep(0.05)
                    eve.sent += 1
            await asyncio.sleep(0.5)

    await alike(80, one)


@attack("GET /api/tables/{table}", "GET /api/tables/{table}/cards", "GET /api/tables/{table}/guide")
async def tables(eve: Attacker) -> None:
    bots = {"game": "deckhand", "seats": ["heuristic"] * 4}
    made = [await eve.ask("POST", "/api/tables", bots) for _ in range(30)]
    paths = [f"/api/tables/{one['table']}{part}" for one in made if one for part in ("", "/cards", "/guide")]
    await eve.flood(*(("GET", path, None) for path in paths))


@attack("resign")
async def deep_bots(eve: Attacker) -> None:
    async def one() -> None:
        seat = await eve.table("search:100000", "search:100000", "search:100000")
        wire = await seat.connect()
        seat.say(wire, "resign")
        await asyncio.sleep(3600)

    await alike(10, one)


@attack("POST /api/tables/{table}/seats", "POST /api/tables/{table}/start")
async def seats(eve: Attacker) -> None:
    made = await eve.ask("POST", "/api/tables", {"game": "hanataz", "seats": ["person"] * 6})
    bodies = [{"name": f"Eve {n}", "nonce": f"{n:032x}"} for n in range(5)]
    path = f"/api/tables/{made['table']}"
    await eve.flood(*(("POST", f"{path}/seats", body) for body in bodies), ("POST", f"{path}/start", None))


@attack(
    "GET /api/catalogue",
    "GET /api/games/{game}/cards",
    "GET /api/games/{game}/card-help",
    "GET /api/games/{game}/guide",
    "GET /api/games/{game}/lesson",
    "GET /api/schema",
    "GET /api/openapi.json",
    "GET /api/notices",
    "POST /api/access",
    "GET /health",
    "GET /ready",
    "GET /metrics",
    "GET page",
)
async def catalogue(eve: Attacker) -> None:
    kinds = itertools.product(("deckhand", "hanataz"), ("cards", "guide", "lesson"))
    games = [f"/api/games/{game}/{kind}?language=pl" for game, kind in kinds]
    about = ["/api/games/deckhand/card-help", "/api/schema", "/api/openapi.json", "/api/notices", "/", "/docs/"]
    paths = ["/api/catalogue?language=fr", *games, *about]
    await eve.flood(*(("GET", path, None) for path in paths), ("POST", "/api/access", {"code": "nothing"}))


# --- the honest game -------------------------------------------------------------------------------


class HonestGame:
    """Two players who make a move now and then, and how long it takes until both have seen it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.wires: list[Wire] = []
        self.latest: dict[Wire, tuple[int, list[int]]] = {}
        self.changed = asyncio.Event()

    async def begin(self) -> None:
        """A new table with both players connected."""
        for wire in self.wires:
            wire.transport.abort()
        self.wires, self.latest = [], {}
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:
            made = (await http.post("/api/tables", json={"game": "deckhand", "seats": ["person", "person"]})).json()
            for seat in range(2):
                body = {"name": f"Honest {seat}", "nonce": f"{seat:032x}"}
                token = (await http.post(f"/api/tables/{made['table']}/seats", json=body)).json()["token"]
                self.wires.append(await Wire.to(self.url, made["table"], self._hear))
                self.wires[-1].say({**HELLO, "token": token})

    def _hear(self, wire: Wire, data: bytes) -> None:
        if data.startswith(b'{"type":"state"') and wire in self.wires:
            state = orjson.loads(data)
            self.latest[wire] = (state["ply"], [choice["action"] for choice in state["actions"]])
            self.changed.set()

    async def moves(self, seconds: float) -> list[float]:
        """The seconds that each move took."""
        taken: list[float] = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            turn = await self._turn()
            if turn is None:
                await self.begin()
                continue
            wire, ply, actions = turn
            begun = time.perf_counter()
            wire.say({"type": "act", "id": f"h{ply}", "ply": ply, "action": random.choice(actions)})
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST):
                    await self._both_see(ply)
            taken.append(time.perf_counter() - begun)
            await asyncio.sleep(max(0.0, PACE - taken[-1]))
        return taken

    async def _both_see(self, ply: int) -> None:
        while min(seen for seen, _ in self.latest.values()) <= ply:
            self.changed.clear()
            await self.changed.wait()

    async def _turn(self) -> tuple[Wire, int, list[int]] | None:
        """Who may act; None if the game is over."""
        for _ in range(200):
            for wire, (ply, actions) in self.latest.items():
                if actions:
                    return wire, ply, actions
            if len(self.latest) == 2 and len({ply for ply, _ in self.latest.values()}) == 1 and self.latest:
                return None
            await asyncio.sleep(0.01)
        return None


# --- the measurement -------------------------------------------------------------------------------


def attackers(url: str, name: str, addresses: int, ready: Any, sent: Any) -> None:
    """The process of the attackers; it ends by a signal."""
    os.sched_setaffinity(0, {CORES[-1]})

    async def all_of_them() -> None:
        eves = [Attacker(url, f"127.0.1.{n + 1}") for n in range(addresses)]
        tasks = [asyncio.ensure_future(ATTACKS[name].run(eve)) for eve in eves]
        ready.set()
        while True:
            await asyncio.sleep(0.2)
            sent.value = sum(eve.sent for eve in eves)
            for task in tasks:
                if task.done() and task.exception():
                    raise task.exception()  # type: ignore[misc]

    uvloop.run(all_of_them())


def quantile(times: list[float], share: float) -> float:
    return statistics.quantiles(times, n=1000)[int(share * 1000) - 1] * 1000


async def measure(url: str, name: str, addresses: int, seconds: float) -> bool:
    """One line of the table; whether the honest player's 99th percentile is below the aim."""
    game = HonestGame(url)
    await game.begin()
    await game.moves(0.5)
    quiet = await game.moves(seconds / 2)
    spawn = multiprocessing.get_context("spawn")
    ready, sent = spawn.Event(), spawn.Value("i", 0)
    eve = spawn.Process(target=attackers, args=(url, name, addresses, ready, sent), daemon=True)
    eve.start()
    await asyncio.to_thread(ready.wait, 30)
    try:
        attacked = await game.moves(seconds)
    finally:
        eve.kill()
        eve.join()
    lasted = "" if eve.exitcode == -9 else "  (the attackers failed)"
    before, after = ([quantile(times, share) for share in (0.5, 0.99)] for times in (quiet, attacked))
    print(
        f"{name:10} {addresses:9} {sent.value / seconds:9.0f} {len(attacked):6} {before[0]:9.1f} {before[1]:7.1f} "
        f"{after[0]:9.1f} {after[1]:7.1f} {after[0] / before[0]:6.1f} {after[1] / before[1]:6.1f}{lasted}",
        flush=True,
    )
    return after[1] < AIM * 1000 and not lasted


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--seconds", type=float, default=4.0, help="how long each attack lasts")
    ask.add_argument("--only", default="", help=f"some of {','.join(ATTACKS)}")
    args = ask.parse_args()
    os.sched_setaffinity(0, {CORES[-1]})
    print("attack     addresses requests/s  moves  quiet p50    p99  attacked    p99   p50 x  p99 x   (ms)")
    slow = []
    for name, addresses in itertools.product(args.only.split(",") if args.only else ATTACKS, (1, 16)):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(f"sqlite:///{Path(folder) / 'tables.db'}", limits=())
            try:
                if not uvloop.run(measure(server.url, name, addresses, args.seconds)):
                    slow.append(f"{name} from {addresses}")
            finally:
                server.stop()
    print(f"p99 above {AIM * 1000:.0f} ms: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main()
