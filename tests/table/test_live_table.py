"""Live tables: everything they tell is stored, and bots and clocks run by themselves, even after a restart."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from silverhook import records
from silverhook.bots import HeuristicBot, SearchBot
from silverhook.table import (
    Entry,
    LiveTable,
    Place,
    Store,
    TableRegistry,
    TableSettings,
    TimeControl,
    commands,
    driver,
    errors,
    new_nonce,
)
from silverhook.testing.server import PATIENCE


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds * 100)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to pass")


async def play_on(live: LiveTable, seats: tuple[int, ...], chance: random.Random, plies: int = 10_000) -> None:
    """Let people in these seats answer every question."""
    table = live.table
    while table.phase == "playing" and table.ply < plies:
        for seat in seats:
            if table.phase == "playing" and table.answer(seat) is None and (game := table.asks(seat)):
                with suppress(errors.Late):  # a pause may have ended in the meantime
                    await live.do(commands.Act(Place(seat), chance.choice(game.legal_actions()), table.ply))
        await asyncio.sleep(0.001)


def in_registry(database: str, test: Callable[[TableRegistry], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, **{"pace": 0, **settings}) as registry:
            await test(registry)

    asyncio.run(main())


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_people_and_bots_play_to_the_end(database: str, game: str) -> None:
    async def test(registry: TableRegistry) -> None:
        settings = TableSettings.of(game, ["person", "heuristic", "random"], pause=0.01)
        live, _ = await registry.create(settings)
        await live.sit("Anna", new_nonce())
        await play_on(live, (0,), random.Random(1))
        assert live.table.phase == "finished"
        assert not live.table.awake
        played, proof = records.verify(live.table.record().encode())
        assert played == live.table.game
        assert proof.commitment == live.table.commitment

    in_registry(database, test)


def test_bots_move_without_a_pause_if_nobody_needs_one(database: str) -> None:
    async def play(registry: TableRegistry) -> None:
        opened = await registry.create(TableSettings.of("deckhand", ["person", "random"]))
        live = opened.live
        live.at_once = True
        await live.sit("Ann", new_nonce())
        await until(lambda: live.table.phase == "playing" and live.table.bot_to_act is None)
        while live.table.ply < 30:
            seat = live.table.turn
            if seat == 0:
                await live.do(commands.Act(Place(0), live.table.game.legal_actions()[-1], live.table.ply))
            await asyncio.sleep(0.001)

    in_registry(database, play, pace=86_400)


def test_bots_alone_play_to_the_end(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("hanataz", ["random", "heuristic", "search:1000"][:2]))
        await until(lambda: live.table.phase == "finished")

    in_registry(database, test)


def test_everything_told_is_stored_and_in_order(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "random"]))
        told: list[Entry] = []
        checks: list[asyncio.Task[list[Entry]]] = []

        def listen(live: LiveTable, entry: Entry) -> None:
            told.append(entry)
            assert live.table.n == entry.n
            checks.append(asyncio.create_task(registry.store.read(entry.table, entry.n - 1)))

        def fail(live: LiveTable, entry: Entry) -> None:
            raise RuntimeError("this listener fails")

        end = live.subscribe(listen)
        end_failing = live.subscribe(fail)
        await live.sit("Anna", new_nonce())
        await play_on(live, (0,), random.Random(2), 40)
        end()
        end_failing()
        for entry, check in zip(told, checks, strict=True):
            assert (await check)[0] == entry
        assert [entry.n for entry in told] == list(range(2, 2 + len(told)))

    in_registry(database, test)


def test_a_restart_loses_nothing_and_bots_go_on(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0.05) as registry:
            live, host = await registry.create(TableSettings.of("deckhand", ["person", "random", "random"]))
            anna = await live.sit("Anna", new_nonce())
            await play_on(live, (0,), random.Random(3), 30)
            before = await registry.store.read(live.table.id)
        async with await TableRegistry.open(database, pace=0) as registry:
            await until(
                lambda: live.table.id in registry.live_tables
            )  # nobody asked for it: a bot had to move, or might have had to
            again = await registry.live_table(live.table.id)
            assert (await registry.store.read(live.table.id))[: len(before)] == before
            assert again.table.place(anna.token) == Place(0)
            assert again.table.place(host).host
            await until(lambda: again.table.turn == 0 or again.table.phase == "finished")
            await play_on(again, (0,), random.Random(4))
            assert again.table.phase == "finished"

    asyncio.run(main())


def test_bots_go_on_after_a_restart_without_a_visitor(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0.3) as registry:
            live, _ = await registry.create(TableSettings.of("deckhand", ["random", "random"]))
            live.subscribe(lambda live, entry: None)
            await asyncio.sleep(0.1)
            assert live.table.phase == "playing"
        async with await TableRegistry.open(database, pace=0) as registry:
            await until(lambda: live.table.id in registry.live_tables)
            await until(lambda: registry.live_tables[live.table.id].table.phase == "finished")

    asyncio.run(main())


def test_a_table_that_cannot_be_opened_does_not_block_others(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0.3) as registry:
            made = [await registry.create(TableSettings.of("deckhand", ["random", "random"])) for _ in range(3)]
            for live, _ in made:
                live.subscribe(lambda live, entry: None)
            await asyncio.sleep(0.1)
        troubles = {made[0].live.table.id: RuntimeError, made[1].live.table.id: errors.StoreError}
        read = Store.read

        async def read_with_trouble(store: Store, table: str, after: int = 0) -> list[Entry]:
            trouble = troubles.get(table) if table == made[0].live.table.id else troubles.pop(table, None)
            if trouble:
                raise trouble("on purpose")
            return await read(store, table, after)

        monkeypatch.setattr(Store, "read", read_with_trouble)
        async with await TableRegistry.open(database, pace=0) as registry:
            for live, _ in made[1:]:  # for one table the database did not answer at first
                await until(lambda id=live.table.id: id in registry.live_tables)
                await until(lambda id=live.table.id: registry.live_tables[id].table.phase == "finished")

    asyncio.run(main())


def test_after_a_timeout_a_substitute_plays_until_the_player_returns(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        settings = TableSettings.of("deckhand", ["person", "person"], clock=TimeControl("move", 1), substitute="random")
        live, _ = await registry.create(settings)
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        slow = live.table.turn
        await until(lambda: live.table.chairs[slow].away and live.table.turn != slow)
        ply = live.table.ply
        assert ply > 0
        await live.do(commands.Return(Place(slow)))
        assert slow in live.table.present

    in_registry(database, test)


def test_every_pause_for_knights_is_equally_long(database: str) -> None:
    async def pauses(registry: TableRegistry, chance: random.Random) -> list[tuple[int, float]]:
        """How many seats could answer in each pause of a game, and how long it was."""
        live, _ = await registry.create(TableSettings.of("hanataz", ["person"] * 4, pause=0.1))
        for seat in range(4):
            await live.sit(f"P{seat}", new_nonce())
        table, found = live.table, []
        while table.phase == "playing" and len(found) < 8:
            if not table.in_secret:
                await live.do(commands.Act(Place(table.turn), chance.choice(table.game.legal_actions()), table.ply))
                continue
            begun, ply = table.since, table.ply
            holding = {seat: game.legal_actions()[0] for seat in range(4) if (game := table.asks(seat))}
            with suppress(errors.Late):
                for seat in list(holding)[: chance.randrange(3)]:
                    await live.do(commands.Act(Place(seat), holding[seat], ply))
            await until(lambda: table.ply != ply)  # noqa: B023 - used at once
            found.append((len(holding), table.since - begun))
        return found

    async def test(registry: TableRegistry) -> None:
        games = await asyncio.gather(*(pauses(registry, random.Random(seed)) for seed in range(6)))
        found = [pause for game in games for pause in game]
        assert {holding > 0 for holding, _ in found} == {True, False}
        assert all(pause >= 0.1 for _, pause in found)

    in_registry(database, test)


async def at_a_secret_question(
    registry: TableRegistry, seats: list[str], wanted: Callable[[LiveTable], bool]
) -> LiveTable:
    """A table of Hanataz at the first question for Knights that fits; until then people play at random."""
    for n in range(200):
        live, _ = await registry.create(TableSettings.of("hanataz", seats, pause=0))
        for seat, who in enumerate(seats):
            if who == "person":
                await live.sit(f"P{seat}", new_nonce())
        found = asyncio.Event()

        def look(live: LiveTable, found: asyncio.Event = found) -> None:
            if live.table.in_secret and wanted(live):
                found.set()

        live.subscribe(lambda live, entry, look=look: asyncio.get_running_loop().call_soon(look, live))
        people = tuple(seat for seat, who in enumerate(seats) if who == "person")
        play = asyncio.create_task(play_on(live, people, random.Random(n)))
        await asyncio.wait([play, asyncio.create_task(found.wait())], return_when=asyncio.FIRST_COMPLETED)
        play.cancel()
        if found.is_set():
            return live
    raise AssertionError("no such question was put")


def test_in_a_secret_pause_nobody_waits_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat is answered at times of its own: no answer comes later because of another seat."""

    async def test(registry: TableRegistry) -> None:
        def long(live: LiveTable) -> bool:
            monkeypatch.setattr(live.table, "settings", replace(live.table.settings, pause=3600))
            return True

        live = await at_a_secret_question(registry, ["person"] * 4, long)
        begun, ended = live.table.since, live.table.since + 3600
        for now in [begun + n / 7 for n in range(100)]:
            monkeypatch.setattr(live, "now", lambda now=now: now)
            for seat in range(4):
                seconds = live._moment(seat)
                assert 0 <= seconds <= 2 * registry.beat
                beat, share = divmod((ended - now - seconds) / registry.beat, 1)
                assert share == pytest.approx(live._slot(seat, int(beat)), abs=1e-6)  # and 0 ends the pause
        says = [commands.Say(Place(seat), "ahoy") for seat in (1, 3, 0, 2)]
        refused = commands.Act(Place(2), 0, live.table.ply + 1)
        order: list[Any] = []
        real = live._do

        async def noted(command: Any) -> list[Entry]:
            order.append(command)
            return await real(command)

        monkeypatch.setattr(live, "_do", noted)
        monkeypatch.setattr(
            live, "now", lambda: ended - 100 * registry.beat
        )  # just before the moment of the first seat
        first_to_last = sorted(range(4), key=lambda seat: -live._slot(seat, 99))
        await asyncio.gather(*(live.do(command) for command in (*says, refused)), return_exceptions=True)
        asked = [command.by.seat for command in order if command in (*says, refused)]
        assert asked == [seat for seat in first_to_last for _ in range(2 if seat == 2 else 1)]

    in_registry(f"sqlite:///{tmp_path / 'tables.db'}", test)


@pytest.mark.parametrize("held", [True, False])
def test_a_bots_thinking_does_not_show_in_a_secret_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    """Bots have the same time whether or not one holds a Knight; a bot that is too slow answers quickly instead."""
    free = threading.Event()
    free.set()

    def think(self: SearchBot, seat: Any) -> Any:
        free.wait(PATIENCE)
        return HeuristicBot(1).think(seat)

    monkeypatch.setattr(SearchBot, "think", think)
    monkeypatch.setattr(driver, "_ANSWER", 0.0)

    async def test(registry: TableRegistry) -> None:
        def bots_asked(live: LiveTable) -> bool:
            choices = [len(game.legal_actions()) > 1 for game in live.table.questions.values()]
            if 0 in live.table.questions or any(choices) != held or not free.is_set():
                return False
            monkeypatch.setattr(driver, "_ANSWER", 0.2)
            free.clear()  # from now on the bots think for ever
            return True

        try:
            live = await at_a_secret_question(registry, ["person", *["search:5"] * 3], bots_asked)
            assert live.driver._answering() == 0.2
            ply = live.table.ply
            await until(lambda: live.table.ply > ply)
        finally:
            free.set()

    in_registry(f"sqlite:///{tmp_path / 'tables.db'}", test)


def test_a_bot_plays_for_a_player_who_left_and_hands_back(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person"], substitute="heuristic"))
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        gone = live.table.turn
        await live.do(commands.Leave(Place(gone)))
        await until(lambda: live.table.turn == 1 - gone)
        await live.do(commands.Return(Place(gone)))
        await play_on(live, (1 - gone,), random.Random(1), 1)
        assert {
            entry.data.get("bot") for entry in await registry.store.read(live.table.id) if entry.kind == "acted"
        } == {"heuristic"}
        await live.do(commands.Resign(Place(0)))
        await live.do(commands.Resign(Place(1)))
        await until(lambda: live.table.phase == "finished")

    in_registry(database, test)


def test_a_bot_that_fails_does_not_stop_the_table(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from silverhook.bots import HeuristicBot

    def fail(self: HeuristicBot, seat: Any) -> Any:
        raise RuntimeError("this bot has a defect")

    monkeypatch.setattr(HeuristicBot, "think", fail)

    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["heuristic", "random"]))
        await until(lambda: live.table.ply > 20)

    in_registry(database, test)
    assert "this bot has a defect" in caplog.text


def test_hints_are_given_where_the_table_allows_them(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person"], hints=True))
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        thought = await live.hint(Place(live.table.turn))
        assert thought.action in live.table.game.legal_actions()
        for place in (Place(1 - live.table.turn), Place()):
            with pytest.raises(errors.NoHints, match="your turn to decide"):
                await live.hint(place)
        other, _ = await registry.create(TableSettings.of("deckhand", ["person", "random"]))
        await other.sit("P", new_nonce())
        with pytest.raises(errors.NoHints, match="does not allow hints"):
            await other.hint(Place(0))

    in_registry(database, test, adviser="heuristic")


def test_an_action_is_still_told_when_the_sender_goes(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        told: list[Entry] = []
        live.subscribe(lambda live, entry: told.append(entry))
        asking = asyncio.ensure_future(
            live.do(commands.Act(Place(live.table.turn), live.table.game.legal_actions()[0], 0, "m"))
        )
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await until(lambda: live.table.ply == 1)
        assert [entry.data["id"] for entry in told if entry.kind == "acted"] == ["m"]

    in_registry(database, test)


def test_many_simultaneous_players_do_not_disturb_each_other(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        turn, action = live.table.turn, live.table.game.legal_actions()[0]
        same = [live.do(commands.Act(Place(turn), action, 0, "m")) for _ in range(20)]
        late = [live.do(commands.Act(Place(turn), action, 0, f"m{n}")) for n in range(20)]
        said = [live.do(commands.Say(Place(n % 2), f"word {n}")) for n in range(20)]
        done = await asyncio.gather(*same, *late, *said, return_exceptions=True)
        assert sum(bool(entries) for entries in done[:20]) == 1
        assert all(isinstance(refused, errors.Late) for refused in done[20:40])
        assert live.table.ply == 1
        assert len(live.table.chat) == 20

    in_registry(database, test)


def test_a_store_that_fails_for_a_moment_leaves_no_half_action(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        act = commands.Act(Place(live.table.turn), live.table.game.legal_actions()[0], 0, "m")
        true = registry.store.append

        async def stored_but_not_told(entries: list[Entry], live: bool = False) -> None:
            await true(entries, live)
            raise errors.StoreError("the connection was lost")

        monkeypatch.setattr(registry.store, "append", stored_but_not_told)
        with pytest.raises(errors.StoreError):
            await live.do(act)
        monkeypatch.undo()
        assert await live.do(act) == []  # it was stored, and the table finds that out
        assert live.table.recorded(act.by.seat, "m") == 1

    in_registry(database, test)


def test_empty_tables_are_dropped_and_opened_again(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "random"]))
        end = live.subscribe(lambda live, entry: None)
        anna = await live.sit("Anna", new_nonce())
        await until(lambda: live.table.turn == 0)
        await asyncio.sleep(1.3)
        assert live.table.id in registry.live_tables
        end()
        await until(lambda: live.table.id not in registry.live_tables)
        assert await registry.store.live() == []
        again = await registry.live_table(live.table.id)
        again.subscribe(lambda live, entry: None)
        assert again is not live
        assert again.table.place(anna.token) == Place(0)
        await play_on(again, (0,), random.Random(0), again.table.ply + 3)
        assert await registry.store.live() == [live.table.id]

    in_registry(database, test, idle=0.2)


def test_a_visitor_keeps_a_table_from_being_dropped_at_that_moment(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        await until(lambda: live.idle)
        dropping = asyncio.create_task(registry._drop(live))
        await asyncio.sleep(0)
        live.subscribe(lambda live, entry: None)
        await dropping
        assert live.table.id in registry.live_tables
        assert live.table.id not in await registry.store.live()
        await live.do(commands.Leave(Place(0)))
        assert live.table.id in await registry.store.live()

    in_registry(database, test)


def test_an_unknown_table_is_refused(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        for _ in range(2):
            with pytest.raises(errors.NoSuchTable, match="no table 'nowhere'"):
                await registry.live_table("nowhere")

    in_registry(database, test)


def test_a_rematch_is_one_table_for_all_who_ask(database: str) -> None:
    async def test(registry: TableRegistry) -> None:
        live, host = await registry.create(TableSettings.of("deckhand", ["person", "person"]))
        seats = [await live.sit(f"P{seat}", new_nonce()) for seat in range(2)]
        with pytest.raises(errors.NotNow, match="needs a finished game"):
            await registry.rematch(live, Place(0))
        await play_on(live, (0, 1), random.Random(5))
        with pytest.raises(errors.NotAllowed):
            await registry.rematch(live, Place())
        others = await asyncio.gather(*(registry.rematch(live, Place(seat)) for seat in range(2)))
        other = others[0]
        assert other is others[1]
        assert live.table.rematch == other.table.id
        assert other.table.before == live.table.id
        assert other.table.commitment != live.table.commitment
        assert other.table.phase == "open"
        assert other.table.place(host).host
        for seat, sitting in enumerate(seats):
            assert await other.sit(f"P{seat}", new_nonce(), token=sitting.token) == sitting
        assert other.table.phase == "playing"

    in_registry(database, test)
