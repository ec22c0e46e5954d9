"""No byte sent to a seat or to a spectator depends on what they may not know, tested over real sockets.

Thousands of random games. For every state that arrives, two things are tried.

The moment: the test deals the cards that the reader does not know again, and makes the message again from there. It
must be the same to the byte.

What led to it: the test deals the cards that the reader did not know before again, and takes the same actions. If the
reader then sees other cards, the two messages may differ. If every card that the reader sees is the same, in the zones
and in the news, so must be every other byte: the words, the numbers, the seat that decides, the offered actions. An
action that is impossible with another deal tells nothing, so the test skips such a deal.
"""

from __future__ import annotations

import asyncio
import copy
import itertools
import random
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from silverhook.core.errors import SilverhookError
from silverhook.core.game import Game
from silverhook.server import serializers
from silverhook.server.app import create_app
from silverhook.server.errors import code_of
from silverhook.server.serializers import Reader
from silverhook.server.server_state import ServerState
from silverhook.server.settings import ServerSettings, read_limits
from silverhook.table import Entry, LiveTable, Place, Table, TableSettings, commands, registry
from silverhook.table.errors import DamagedLog
from silverhook.table.secret_questions import SecretQuestions
from silverhook.table.undo import Revelations
from silverhook.testing.server import FAST, PATIENCE, run

GAMES = {  # by game and players: how many short games, and how many whole ones
    ("deckhand", 2): (480, 3),
    ("deckhand", 3): (300, 3),
    ("deckhand", 4): (200, 3),
    ("hanataz", 2): (400, 1),
    ("hanataz", 3): (280, 1),
    ("hanataz", 4): (180, 1),
    ("hanataz", 5): (100, 1),
    ("hanataz", 6): (60, 1),
}
Amount = Callable[[int, int], int]
AT_ONCE = 20
DEALS = 2  # tries to find a deal at which the same actions show the same cards
EAGER = 120  # ... where something is told that has not been compared yet
NEVER = 3600.0  # seconds: the test itself ends the pauses


# --- the check -----------------------------------------------------------------------------------


@dataclass
class Findings:
    """What the test has checked."""

    states: int = 0
    led_to: dict[str, int] = field(default_factory=lambda: {"seat": 0, "spectator": 0})
    told: set[str] = field(default_factory=set)  # the kinds of events, except for cards shown to all
    compared: set[str] = field(default_factory=set)  # ... and those that looked the same with another deal
    refusals: int = 0


def still(table: Table) -> Table:
    """A copy of the table that later changes do not affect."""
    return at_deal(table, table.game.clone())


def at_deal(table: Table, game: Game) -> Table:
    """An independent copy of a table with another game."""
    twin = copy.copy(table)
    twin.chairs, twin.chat = [copy.copy(chair) for chair in table.chairs], table.chat.copy()
    twin.message_ids = copy.deepcopy(table.message_ids)
    twin.clocks = copy.deepcopy(table.clocks)
    twin.history = copy.copy(table.history)
    twin.history.game = game
    for name in ("actors", "changes", "_origins", "_line"):
        setattr(twin.history, name, copy.copy(getattr(table.history, name)))
    twin.secret_questions = SecretQuestions(game)
    twin.secret_questions.answers = table.secret_questions.answers.copy()
    twin.revelations = Revelations(twin.history, table.revelations.found)
    return twin


def dealt_anew(table: Table, reader: Reader, seed: int) -> Table:
    """The same table with another deal of the cards that a reader does not know."""
    return at_deal(table, table.game.resample(reader, seed))


def made(table: Table, reader: Reader, language: str, like: dict[str, Any], news: list[dict[str, Any]]) -> str:
    """The message about a table for a reader, with the time and ply of another message."""
    shared = orjson.Fragment(orjson.dumps(serializers.table_state(table, like["at"])))
    memory = "unseen" in (like["view"] or ())
    return serializers.encoded(
        serializers.state(table, reader, shared, like["at"], like["since"], news, memory, language)
    )


def check_moment(table: Table, reader: Reader, language: str, text: str, seed: int) -> None:
    """The message must depend only on what the reader knows now; after the end everything is open."""
    message = orjson.loads(text)
    twin = table if table.phase == "finished" else dealt_anew(table, reader, seed)
    assert made(twin, reader, language, message, message["news"]) == text, (table.id, table.ply, reader)


def followed(
    before: Table, entries: Iterable[Entry], reader: Reader, language: str, seed: int
) -> tuple[Table, list[dict[str, Any]]]:
    """Apply the same entries to another deal, and return the reader's message; DamagedLog if they are impossible."""
    twin = dealt_anew(before, reader, seed)
    twin.game.listen()
    news = []
    for entry in entries:
        twin.apply(entry)
        if entry.ply is not None:
            news += serializers.news_of(twin, entry.ply, [reader], language).values()
    return twin, news


def cards_seen(message: dict[str, Any]) -> object:
    """Every card that a message shows."""
    return message["view"]["zones"], [event["card"] for item in message["news"] for event in item["events"]]


def check_what_led_to(
    before: Table, entries: list[Entry], reader: Reader, language: str, text: str, seed: int, found: Findings
) -> None:
    """With another deal that shows the reader the same cards, the message must be the same."""
    message = orjson.loads(text)
    events = {event["what"] for item in message["news"] for event in item["events"] if event["card"] is None}
    found.told |= events
    for attempt in range(DEALS if events <= found.compared else EAGER):
        try:
            twin, news = followed(before, entries, reader, language, seed + attempt)
        except DamagedLog:
            continue
        again = made(twin, reader, language, message, news)
        if again == text:
            found.led_to["spectator" if reader is None else "seat"] += 1
            found.compared |= events
            return
        assert cards_seen(orjson.loads(again)) != cards_seen(message), (before.id, before.ply, reader, text, again)


# --- clients -------------------------------------------------------------------------------------


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[str, ServerState]]:
    """A server on a real socket in this process, so that the test can inspect its state."""
    app = create_app(ServerSettings(database=f"sqlite:///{folder / 'tables.db'}", pace=0, limits=read_limits(FAST)))
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    config = uvicorn.Config(app, ws="websockets-sansio", log_config=None, ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    app.state.server.registry.beat = 0  # this test is about bytes; another one covers times
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}", app.state.server
    finally:
        server.should_exit = True
        await task


class Watcher:
    """A bare client that keeps what it receives as bytes."""

    def __init__(self, socket: ClientConnection, reader: Reader, language: str) -> None:
        self.socket, self.reader, self.language = socket, reader, language

    @classmethod
    async def at(cls, url: str, table: str, token: str | None, reader: Reader, n: int) -> Watcher:
        client = await connect(f"{url}/api/tables/{table}/play", compression=None, max_size=2**22, ping_interval=None)
        watcher = cls(client, reader, ("en", "fr", "pl")[n // 2 % 3])
        await watcher.say(type="hello", protocol=1, token=token, memory=n % 2 == 0, language=watcher.language)
        return watcher

    async def say(self, **message: Any) -> None:
        await self.socket.send(orjson.dumps(message), text=True)

    async def hear(self, kind: str) -> str:
        """The next message of a kind."""
        while True:
            text = await self.socket.recv(decode=True)
            if text.startswith(f'{{"type":"{kind}"'):
                return text


class Watched:
    """A random game that checks every message to every seat and to a spectator."""

    def __init__(self, url: str, live: LiveTable, seed: int, found: Findings) -> None:
        self.url, self.live, self.table, self.seed, self.found = url, live, live.table, seed, found
        self.chance = random.Random(seed)
        self.watchers: list[Watcher] = []
        self.latest: dict[Reader, str] = {}
        self.entries: list[Entry] = []

    async def play(self) -> None:
        tokens = [(await self.live.sit(f"P{seat}", f"{seat:032x}")).token for seat in range(len(self.table.chairs))]
        holders: list[tuple[Reader, str | None]] = [*enumerate(tokens), (None, None)]
        self.live.subscribe(lambda live, entry: self.entries.append(entry))
        for n, (reader, token) in enumerate(holders):
            self.watchers.append(await Watcher.at(self.url, self.table.id, token, reader, self.seed + n))
        try:
            for watcher in self.watchers:
                await self.look(watcher)
            while self.table.phase == "playing":
                await self.step()
        finally:
            for watcher in self.watchers:
                watcher.socket.transport.abort()

    async def look(self, watcher: Watcher) -> None:
        """Receive the next state, and check that it depends only on what its reader knows."""
        self.latest[watcher.reader] = text = await watcher.hear("state")
        check_moment(self.table, watcher.reader, watcher.language, text, self.table.ply)
        self.found.states += 1

    async def step(self) -> None:
        """Let somebody act, and check what everybody is told."""
        if self.chance.random() < 0.05:
            await self.meddle(self.chance.choice(self.watchers[:-1]))
        before, self.entries[:] = still(self.table), []
        asked = [watcher for watcher in self.watchers if orjson.loads(self.latest[watcher.reader])["actions"]]
        for watcher in asked:
            await self.act(watcher)
        if before.in_secret:
            await self.live.do(commands.EndPause(self.table.ply))
        for watcher in self.watchers:
            await self.look(watcher)
            if self.table.phase == "playing":
                text = self.latest[watcher.reader]
                eyes = watcher.reader, watcher.language
                check_what_led_to(before, self.entries, *eyes, text, self.table.ply, self.found)

    async def act(self, watcher: Watcher) -> None:
        """Take an offered action. Only this seat is told of a secret answer; sometimes it gives none."""
        secret = self.table.in_secret
        if secret and self.chance.random() < 0.3:
            return
        action = self.chance.choice(orjson.loads(self.latest[watcher.reader])["actions"])["action"]
        await watcher.say(type="act", id=f"{self.table.n}", ply=self.table.ply, action=action)
        if secret:
            await self.look(watcher)

    async def meddle(self, watcher: Watcher) -> None:
        """Try something impossible: the refusal reveals nothing either."""
        action = self.chance.randrange(self.table.game.rules.actions)
        act = commands.Act(Place(watcher.reader), action, self.table.ply)
        expected = refusal(self.table, act)
        if expected is None:
            return
        await watcher.say(type="act", id="x", ply=self.table.ply, action=action)
        refused = orjson.loads(await watcher.hear("refused"))
        assert (refused["code"], refused["message"]) == expected
        assert refusal(dealt_anew(self.table, watcher.reader, self.table.ply), act) == expected
        self.found.refusals += 1


def refusal(table: Table, act: commands.Act) -> tuple[str, str] | None:
    """The table's refusal of an action; None if it accepts."""
    try:
        act.decide(table, 0)
    except SilverhookError as problem:
        return code_of(problem), str(problem)
    return None


# --- the games -----------------------------------------------------------------------------------

EDITIONS = {"deckhand": ("indicator", "tokens", "treasure"), "hanataz": ("hz-default",)}
BRIEF = {"deckhand": "max_rounds", "hanataz": "hand_limit"}
MATTERS = {  # options that change which cards are hidden from whom, or when
    "deckhand": {"reshuffle": ("eager", "lazy"), "hand_discard": ("start_of_turn", "end_of_turn")},
    "hanataz": {"knight_scope": ("any", "target_only"), "priest_scope": ("table", "own_hand", "all_hands")},
}


def wanted(game: str, people: int, seed: int) -> TableSettings:
    """Every edition and option in turn; the first few games run to their end."""
    _, long = GAMES[game, people]
    options: dict[str, Any] = {} if seed < long else {BRIEF[game]: 1 + (seed % 8 == 0)}
    options |= {name: values[seed // 3 % len(values)] for name, values in MATTERS[game].items()}
    edition = EDITIONS[game][seed % len(EDITIONS[game])]
    return TableSettings.of(game, ["person"] * people, edition=edition, options=options, pause=NEVER)


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games in each run: the deal follows from the number of the table."""
    ids, secrets = itertools.count(), itertools.count()
    monkeypatch.setattr(registry, "new_id", lambda: "".join("abcdefghjk"[int(digit)] for digit in f"{next(ids):012}"))
    monkeypatch.setattr(registry, "new_secret", lambda: f"{next(secrets):064x}")


@pytest.mark.long
@pytest.mark.parametrize(("game", "people"), GAMES)
def test_every_byte_depends_only_on_what_its_reader_may_know(
    tmp_path: Path, game: str, people: int, amount: Amount
) -> None:
    short, whole = GAMES[game, people]
    found, seeds, games = Findings(), itertools.count(), amount(short // 5, short) + whole

    async def body() -> None:
        async with serving(tmp_path) as (url, server), asyncio.TaskGroup() as group:

            async def some() -> None:
                while (seed := next(seeds)) < games:
                    live = (await server.registry.create(wanted(game, people, seed))).live
                    await Watched(url, live, seed, found).play()

            for _ in range(AT_ONCE):
                group.create_task(some())

    run(body(), 4 * PATIENCE)
    assert found.states > 20 * games and found.refusals > games / 10
    assert min(found.led_to.values()) > 4 * games
    assert found.compared == found.told


# --- the check itself ----------------------------------------------------------------------------


def with_a_hidden_card_in_the_story(item: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(ply: int, undone: bool, game: Game, *rest: Any) -> dict[str, Any]:
        told = item(ply, undone, game, *rest)
        return {**told, "story": [*told["story"], f"{sum(game.zone(0))}"]}

    return leaking


def with_a_hidden_card_in_a_number(table_state: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(table: Table, now: float) -> dict[str, Any]:
        return {**table_state(table, now), "rules_version": sum(table.game.zone(0))}

    return leaking


@pytest.mark.parametrize(
    ("place", "leak"), [("_item", with_a_hidden_card_in_the_story), ("table_state", with_a_hidden_card_in_a_number)]
)
def test_the_check_finds_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, leak: Callable[[Any], Any]
) -> None:
    """Leak the first hand as a sum, once in the news of an action and once in the view: the check finds both."""
    monkeypatch.setattr(serializers, place, leak(getattr(serializers, place)))

    async def body() -> None:
        async with serving(tmp_path) as (url, server):
            live = (await server.registry.create(wanted("hanataz", 3, 1))).live
            await Watched(url, live, 1, Findings()).play()

    with pytest.raises(AssertionError):
        run(body())
