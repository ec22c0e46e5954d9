"""No byte sent to a seat or to a spectator depends on what they may not know: shown over real sockets.

For each state that arrives, the hidden cards are dealt anew from what the reader knows, and the message is made again
from that position: it must be the same to the byte. News must be the same wherever the same action at another deal
shows everybody the same. `SECRECY_GAMES=1000` plays more.
"""

from __future__ import annotations

import asyncio
import copy
import json
import os
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import orjson
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from silverhook.core.game import Game
from silverhook.server import sights
from silverhook.server.app import create_app
from silverhook.server.client import Lobby
from silverhook.server.house import House
from silverhook.server.settings import Settings, read_limits
from silverhook.server.sights import Reader
from silverhook.table import Table
from silverhook.testing.server import FAST, run, seated

GAMES = int(os.environ.get("SECRECY_GAMES", "1"))
DEALS = 2


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[str, House]]:
    """A server on a real socket in this process, so that the test can look behind it."""
    settings = Settings(database=f"sqlite:///{folder / 'tables.db'}", pace=0, limits=read_limits(FAST))
    app = create_app(settings)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, ws="websockets-sansio", log_config=None, ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", app.state.house
    finally:
        server.should_exit = True
        await task


def dealt_anew(table: Table, reader: Reader, seed: int) -> Table:
    """The same table with the cards that a reader does not know dealt anew."""
    twin = copy.copy(table)
    twin._game = table.game.resample(reader, seed)
    twin._questions = None
    return twin


def check_state(table: Table, reader: Reader, text: str, memory: bool) -> None:
    """The message must follow from what the reader knows."""
    message = json.loads(text)
    for seed in range(DEALS):
        twin = table if table.phase == "finished" else dealt_anew(table, reader, seed)
        shared = orjson.Fragment(orjson.dumps(sights.table_state(twin, message["at"])))
        again = sights.state(twin, reader, shared, message["at"], message["since"], message["news"], memory)
        assert sights.encoded(again) == text, (table.id, table.ply, reader)


def check_news(table: Table, before: Game, reader: Reader, text: str) -> bool:
    """What was told of the last action must not depend on what stayed hidden; whether that could be seen."""
    message, (action, *_) = json.loads(text), table.game.actions[before.ply :]
    twin = dealt_anew(table, reader, 0)
    twin._game = before.resample(reader, 7)
    if action not in twin.game.legal_actions() or table.game.over:
        return False
    twin.game.listen()
    twin.game.apply(action)
    if twin.game.view(reader) != table.game.view(reader) or twin.game.news(None) != table.game.news(None):
        return False  # they saw another card, or everybody did
    told = sights.news_of(twin, table.ply, [reader])[reader]
    assert json.loads(orjson.dumps(told)) == message["news"][-1], (table.id, table.ply, reader)
    return True


class Watcher:
    """A bare client that keeps the last state as it came."""

    def __init__(self, socket: ClientConnection, reader: Reader, memory: bool) -> None:
        self.socket, self.reader, self.memory = socket, reader, memory

    async def state(self) -> str:
        while True:
            text = await self.socket.recv()
            assert isinstance(text, str)
            if text.startswith('{"type":"state"'):
                return text


async def watch(url: str, table: str, token: str | None, reader: Reader, memory: bool) -> Watcher:
    client = await connect(f"ws{url[4:]}/api/tables/{table}/play", compression=None, max_size=2**22)
    await client.send(json.dumps({"type": "hello", "protocol": 1, "token": token, "memory": memory}))
    return Watcher(client, reader, memory)


async def play_watched(url: str, house: House, lobby: Lobby, game: str, people: int, seed: int) -> tuple[int, int]:
    """A random game in which every message is checked; how many states, and how many news could be compared."""
    chance, states, compared = random.Random(seed), 0, 0
    id, tokens = await seated(lobby, game, people, pause=0)
    table = house.hall.desks[id].table
    holders: list[tuple[Reader, str | None]] = [*enumerate(tokens), (None, None)]
    watchers = [await watch(url, id, token, reader, (seed + n) % 2 == 0) for n, (reader, token) in enumerate(holders)]
    try:
        latest = {watcher.reader: await watcher.state() for watcher in watchers}
        while True:
            for watcher in watchers:
                check_state(table, watcher.reader, latest[watcher.reader], watcher.memory)
                states += 1
            if table.phase == "finished":
                return states, compared
            before, ply = table.game.clone(), table.ply
            if not table.in_secret:
                actor = watchers[table.game.to_act]
                offered = json.loads(latest[actor.reader])["actions"]
                act = {"type": "act", "id": f"{ply}", "ply": ply, "action": chance.choice(offered)["action"]}
                await actor.socket.send(json.dumps(act))
            while True:
                for watcher in watchers:
                    latest[watcher.reader] = await watcher.state()
                if json.loads(latest[None])["ply"] == table.ply > ply:
                    break
            if table.ply == ply + 1:
                compared += sum(check_news(table, before, w.reader, latest[w.reader]) for w in watchers)
    finally:
        for watcher in watchers:
            await watcher.socket.close()


@pytest.mark.parametrize(("game", "people"), [("deckhand", 2), ("deckhand", 3), ("hanataz", 4)])
def test_every_byte_follows_from_what_its_reader_may_know(tmp_path: Path, game: str, people: int) -> None:
    async def body() -> tuple[int, int]:
        states = compared = 0
        async with serving(tmp_path) as (url, house), Lobby(url) as lobby:
            for seed in range(GAMES):
                more = await play_watched(url, house, lobby, game, people, seed)
                states, compared = states + more[0], compared + more[1]
        return states, compared

    states, compared = run(body(), 60 + 20 * GAMES)
    assert states > 100 * GAMES and compared > 30 * GAMES


def test_a_leak_would_be_found() -> None:
    """The check itself: a message with one hidden card more is not the same."""
    import silverhook as sh
    from silverhook.table import Settings as TableSettings
    from silverhook.table import commands, hashed, new_nonce
    from silverhook.table.tokens import new_secret

    table = Table("testing")
    for command in (
        commands.Create(TableSettings.of("deckhand", ["person", "person"]), hashed("host"), new_secret()),
        *(commands.Sit(name, new_nonce(), f"token of {name}") for name in ("Ann", "Bea")),
    ):
        for entry in table.number(command.decide(table, 0), 0):
            table.apply(entry)
    assert isinstance(table.game, sh.Game)
    shared = orjson.Fragment(orjson.dumps(sights.table_state(table, 0)))
    state = sights.state(table, 0, shared, 0, None, [])
    check_state(table, 0, sights.encoded(state), False)
    assert state["view"]["zones"]["supply_deck"][0] is None
    state["view"]["zones"]["supply_deck"][0] = "Plunder"
    with pytest.raises(AssertionError):
        check_state(table, 0, sights.encoded(state), False)
