"""A server killed by SIGKILL at many moments under load: the log holds whatever a client was told, once and whole."""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from silverhook import records
from silverhook.server.client import Lobby, Refusal, RemoteSeat
from silverhook.table import Entry, Store, Table, schema
from silverhook.testing.server import FAST, PATIENCE, Process, lasting_port, run, until

Amount = Callable[[int, int], int]
LIMITS = [word for limit in FAST for word in ("--limit", limit)]


@dataclass(frozen=True)
class Told:
    """An answer that a client got, which promises that the server stored its message."""

    kind: str
    table: str
    seat: int
    id: str
    fields: dict[str, Any] = field(hash=False, default_factory=dict)


@dataclass
class Load:
    """Clients that play at one server as fast as it allows, and remember what it told them."""

    url: str
    told: list[Told] = field(default_factory=list)
    seen: dict[tuple[str, int | None, int], dict[str, Any]] = field(default_factory=dict)  # the views, by ply
    seats: dict[tuple[str, int], str] = field(default_factory=dict)  # names of taken seats
    enough: bool = False
    _ids: itertools.count[int] = field(default_factory=itertools.count)

    async def audience(self, game: str, seats: list[str], player: Player, **settings: Any) -> None:
        """Open table after table with people in some seats, or a spectator where only bots play."""
        async with Lobby(self.url) as lobby:
            while not self.enough:
                with suppress(httpx.TransportError, Refusal):  # died before the table was full: open another
                    table, tokens = await self._sit_down(lobby, game, seats, settings)
                    await self._play(lobby, table, tokens, player)

    async def _sit_down(
        self, lobby: Lobby, game: str, seats: list[str], settings: dict[str, Any]
    ) -> tuple[str, dict[int, str]]:
        table = (await lobby.create(game=game, seats=seats, **settings))["table"]
        tokens = {}
        for seat in (seat for seat, who in enumerate(seats) if who == "person"):
            name = f"P{next(self._ids)}"
            taken = await lobby.take_seat(table, name, seat)
            self.seats[table, seat], tokens[seat] = name, taken["token"]
        return table, tokens

    async def _play(self, lobby: Lobby, table: str, tokens: dict[int, str], player: Player) -> None:
        async with asyncio.TaskGroup() as group:
            for seat, token in tokens.items():
                group.create_task(self._take_part(lobby, table, seat, token, player))
            if not tokens:
                group.create_task(self._take_part(lobby, table, None, None, player))

    async def _take_part(self, lobby: Lobby, table: str, seat: int | None, token: str | None, player: Player) -> None:
        def heard(message: dict[str, Any]) -> None:
            if message["type"] == "state" and message["view"]:
                self.seen[table, seat, message["ply"]] = message["view"]

        async with lobby.sit(table, token, longest=0.15, patience=900, heard=heard) as place:
            while (state := await place.turn())["table"]["phase"] != "finished":
                try:
                    if seat is not None and state["table"]["seats"][seat]["away"]:  # late by the clock
                        await self.do(place, "return")
                    else:
                        await player(self, place, state)
                except Refusal as refusal:
                    assert refusal.code in ("late", "out_of_turn", "not_allowed", "not_now"), refusal
                    await asyncio.sleep(0.01)

    async def do(self, place: RemoteSeat, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command, over several connections if needed, and remember that the server acknowledged it."""
        id = f"m{next(self._ids)}"
        done = await place.command(kind, id=id, **fields)
        assert place.welcome
        self.told.append(Told(kind, place.welcome["table"], place.welcome["seat"], id, fields))
        return done


class Player:
    """Plays at random, and says something now and then."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    async def __call__(self, load: Load, place: RemoteSeat, state: dict[str, Any]) -> None:
        action = self.chance.choice(state["actions"])["action"]
        if self.chance.random() < 0.1:
            await load.do(place, "chat", text=f"{self.chance.random()}")
        await load.do(place, "act", ply=state["ply"], action=action)
        await place.when(lambda now: now["ply"] > state["ply"] or now["answered"])


class Dawdler(Player):
    """Lets its time run out on every decision, until the test has seen enough of that."""

    async def __call__(self, load: Load, place: RemoteSeat, state: dict[str, Any]) -> None:
        if load.enough:
            await super().__call__(load, place, state)
            return
        await place.when(
            lambda now: now["table"]["seats"][0]["away"] or now["table"]["phase"] == "finished" or load.enough
        )


# A process that has loaded everything a server needs and forks servers from itself. That saves most of a start.
class Victim:
    """A server on one port, killed and started again."""

    def __init__(self, folder: Path, database: str) -> None:
        self.port = lasting_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._words = ("--port", str(self.port), "--pace", "0.01", *LIMITS)
        self._database, self._log = database, folder / "log"
        self._process: Process | None = None

    def start(self) -> None:
        """Begin to start; the server does not accept connections yet."""
        self._process = Process(self._database, self._log, *self._words, wait=False)

    async def opened(self) -> None:
        """Wait until the server answers."""
        async with asyncio.timeout(PATIENCE):
            while not await self._answers():
                await asyncio.sleep(0.005)

    async def _answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            said = await reader.read(12)
            writer.close()
        except OSError:
            return False
        return said.endswith(b"200")

    async def end(self, by: int = signal.SIGKILL) -> None:
        """Stop the server with a signal, and wait until it is gone."""
        assert self._process
        await asyncio.to_thread(self._process.stop, by)

    async def die(self, chance: random.Random, load: Load) -> None:
        """Kill the server at some moment, mostly while many play, sometimes while it starts; then start it again."""
        enough = len(load.told) + chance.randrange(40)
        await until(lambda: len(load.told) >= enough, PATIENCE)
        await asyncio.sleep(chance.uniform(0, 0.01))
        await self.end()
        while chance.random() < 0.1:
            self.start()
            await asyncio.sleep(chance.uniform(0, 0.2))
            await self.end()
        self.start()
        await self.opened()

    def close(self) -> None:
        """Leave nothing behind."""
        if self._process:
            self._process.stop(signal.SIGKILL)


@pytest.mark.long
def test_a_server_killed_many_times_loses_nothing_acknowledged(tmp_path: Path, database: str, amount: Amount) -> None:
    kills = amount(20, 200)
    victim = Victim(tmp_path, database)
    load = Load(victim.url)

    async def body() -> list[float]:
        chance, starts = random.Random(1), []
        victim.start()
        await victim.opened()
        async with asyncio.TaskGroup() as group:
            for audience in (
                load.audience("deckhand", ["person"] * 2, Player(1)),
                load.audience("deckhand", ["person", "random", "person"], Player(2), edition="treasure"),
                load.audience(
                    "deckhand", ["person"] * 4, Player(3), clock={"kind": "bank", "seconds": 60, "increment": 1}
                ),
                load.audience("hanataz", ["person", "person", "random", "person"], Player(4), pause=0.05),
                load.audience(
                    "hanataz", ["person", "random"], Dawdler(5), clock={"kind": "move", "seconds": 1}, pause=0
                ),
                load.audience("deckhand", ["random"] * 3, Player(6)),
            ):
                group.create_task(audience)
            for n in range(kills):
                await victim.die(chance, load)
                starts.append(time.time())
                if n % (kills // 4) == kills // 4 - 1:
                    await bots_and_clocks_go_on(load)
            load.enough = True
        await victim.end(signal.SIGTERM)
        return starts

    try:
        starts = run(body(), 4 * PATIENCE)
    finally:
        victim.close()
    logs = run(read(database))
    assert_told_is_stored(load, logs, kills)
    tables = {id: Table.fold(id, entries) for id, entries in logs.items()}
    assert_seen_is_stored(load, tables, kills)
    assert_whole(tables)
    assert_bots_went_on(logs, starts, kills)


async def bots_and_clocks_go_on(load: Load) -> None:
    """After a start, bots move at tables without people, and time runs out for players who are late."""
    seen, returned = watched(load), returns(load)
    await until(lambda: watched(load) > seen and returns(load) > returned, PATIENCE)


def watched(load: Load) -> int:
    """How many changes clients saw at tables of bots alone."""
    return sum(seat is None for _, seat, _ in load.seen)


def returns(load: Load) -> int:
    """How often a player whose time ran out has come back."""
    return sum(one.kind == "return" for one in load.told)


async def read(database: str) -> dict[str, list[Entry]]:
    """Read every log."""
    store = await Store.open(database)
    async with store.engine.connect() as connection:
        ids = list(await connection.scalars(select(schema.tables.c.id)))
    logs = {id: await store.read(id) for id in ids}
    await store.close()
    return logs


def assert_told_is_stored(load: Load, logs: dict[str, list[Entry]], kills: int) -> None:
    """Each acknowledged message is in its log exactly once, as the client sent it; no other is there twice."""
    stored: dict[tuple[str, int, str], list[Entry]] = defaultdict(list)
    for id, log in logs.items():
        for entry in log:
            if entry.data.get("id"):
                stored[id, entry.data["seat"], entry.data["id"]].append(entry)
    assert all(len(entries) == 1 for entries in stored.values())
    told = [one for one in load.told if one.kind in ("act", "chat")]
    assert len(told) > 10 * kills
    for one in told:
        (entry,) = stored[one.table, one.seat, one.id]
        if one.kind == "chat":
            assert entry.data["text"] == one.fields["text"]
        else:
            assert entry.data["action"] == one.fields["action"]
            assert entry.ply == one.fields["ply"] + 1 or entry.kind == "answered"
    for (id, seat), name in load.seats.items():
        assert any(
            entry.kind == "seated" and entry.data["seat"] == seat and entry.data["name"] == name for entry in logs[id]
        )


def assert_seen_is_stored(load: Load, tables: dict[str, Table], kills: int) -> None:
    """Every view that a client got is one of the stored game: nobody saw anything that was lost."""
    wanted: dict[str, dict[int, list[int | None]]] = defaultdict(lambda: defaultdict(list))
    for id, seat, ply in load.seen:
        wanted[id][ply].append(seat)
    compared = 0
    for id, plies in wanted.items():
        assert max(plies) <= tables[id].ply
        for ply, game in tables[id].history.retell(0):
            for seat in plies.get(ply, ()):
                now, then = game.view(seat), load.seen[id, seat, ply]
                assert (now["zones"], now["over"]) == (then["zones"], then["over"])
                compared += 1
    assert compared > 10 * kills


def assert_whole(tables: dict[str, Table]) -> None:
    """No half action: every log leads to a possible position, and the record of each finished game verifies."""
    finished = [table for table in tables.values() if table.phase == "finished"]
    assert finished
    for table in finished:
        records.verify(table.record().encode())
    for table in tables.values():
        if table.phase != "open":
            assert table.ply == len(table.game.actions)
            table.game.check()


def assert_bots_went_on(logs: dict[str, list[Entry]], starts: list[float], kills: int) -> None:
    """Bots moved after many of the starts, though most servers died after a few moves."""
    moves = [entry.at for log in logs.values() for entry in log if entry.kind == "acted" and entry.data.get("bot")]
    assert len({bisect(starts, at) for at in moves}) > kills / 10
