"""Live tables: what is told is stored, bots and clocks go on by themselves, also after a restart."""

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
from silverhook.table import Clock, Desk, Entry, Hall, Place, Settings, Store, commands, errors, new_nonce
from silverhook.table import desk as table_desk


async def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds * 100)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to pass")


async def play_on(desk: Desk, seats: tuple[int, ...], chance: random.Random, plies: int = 10_000) -> None:
    """People in these seats answer whatever they are asked."""
    table = desk.table
    while table.phase == "playing" and table.ply < plies:
        for seat in seats:
            if table.phase == "playing" and table.answer(seat) is None and (game := table.asks(seat)):
                with suppress(errors.Late):  # a pause may have ended meanwhile
                    await desk.do(commands.Act(Place(seat), chance.choice(game.legal_actions()), table.ply))
        await asyncio.sleep(0.001)


def in_hall(database: str, test: Callable[[Hall], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with await Hall.open(database, **{"pace": 0, **settings}) as hall:
            await test(hall)

    asyncio.run(main())


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_people_and_bots_play_to_the_end(database: str, game: str) -> None:
    async def test(hall: Hall) -> None:
        settings = Settings.of(game, ["person", "heuristic", "random"], pause=0.01)
        desk, _ = await hall.create(settings)
        await desk.sit("Anna", new_nonce())
        await play_on(desk, (0,), random.Random(1))
        assert desk.table.phase == "finished"
        assert not desk.table.awake
        played, proof = records.verify(desk.table.record().encode())
        assert played == desk.table.game
        assert proof.commitment == desk.table.commitment

    in_hall(database, test)


def test_bots_alone_play_to_the_end(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("hanataz", ["random", "heuristic", "search:1000"][:2]))
        await until(lambda: desk.table.phase == "finished")

    in_hall(database, test)


def test_what_is_told_is_stored_and_in_order(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "random"]))
        told: list[Entry] = []
        checks: list[asyncio.Task[list[Entry]]] = []

        def listen(desk: Desk, entry: Entry) -> None:
            told.append(entry)
            assert desk.table.n == entry.n
            checks.append(asyncio.create_task(hall.store.read(entry.table, entry.n - 1)))

        def fail(desk: Desk, entry: Entry) -> None:
            raise RuntimeError("this listener fails")

        end = desk.subscribe(listen)
        end_failing = desk.subscribe(fail)
        await desk.sit("Anna", new_nonce())
        await play_on(desk, (0,), random.Random(2), 40)
        end()
        end_failing()
        for entry, check in zip(told, checks, strict=True):
            assert (await check)[0] == entry
        assert [entry.n for entry in told] == list(range(2, 2 + len(told)))

    in_hall(database, test)


def test_a_restart_loses_nothing_and_bots_go_on(database: str) -> None:
    async def main() -> None:
        async with await Hall.open(database, pace=0.05) as hall:
            desk, host = await hall.create(Settings.of("deckhand", ["person", "random", "random"]))
            anna = await desk.sit("Anna", new_nonce())
            await play_on(desk, (0,), random.Random(3), 30)
            before = await hall.store.read(desk.table.id)
        async with await Hall.open(database, pace=0) as hall:
            await until(lambda: desk.table.id in hall.desks)  # nobody asked for it: a bot had to move, or might have
            again = await hall.desk(desk.table.id)
            assert (await hall.store.read(desk.table.id))[: len(before)] == before
            assert again.table.place(anna.token) == Place(0)
            assert again.table.place(host).host
            await until(lambda: again.table.turn == 0 or again.table.phase == "finished")
            await play_on(again, (0,), random.Random(4))
            assert again.table.phase == "finished"

    asyncio.run(main())


def test_bots_of_tables_that_nobody_opens_go_on_after_a_restart(database: str) -> None:
    async def main() -> None:
        async with await Hall.open(database, pace=0.3) as hall:
            desk, _ = await hall.create(Settings.of("deckhand", ["random", "random"]))
            desk.subscribe(lambda desk, entry: None)
            await asyncio.sleep(0.1)
            assert desk.table.phase == "playing"
        async with await Hall.open(database, pace=0) as hall:
            await until(lambda: desk.table.id in hall.desks)
            await until(lambda: hall.desks[desk.table.id].table.phase == "finished")

    asyncio.run(main())


def test_a_table_that_cannot_be_opened_keeps_no_other_from_going_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with await Hall.open(database, pace=0.3) as hall:
            made = [await hall.create(Settings.of("deckhand", ["random", "random"])) for _ in range(3)]
            for desk, _ in made:
                desk.subscribe(lambda desk, entry: None)
            await asyncio.sleep(0.1)
        troubles = {made[0].desk.table.id: RuntimeError, made[1].desk.table.id: errors.StoreError}
        read = Store.read

        async def read_with_trouble(store: Store, table: str, after: int = 0) -> list[Entry]:
            trouble = troubles.get(table) if table == made[0].desk.table.id else troubles.pop(table, None)
            if trouble:
                raise trouble("on purpose")
            return await read(store, table, after)

        monkeypatch.setattr(Store, "read", read_with_trouble)
        async with await Hall.open(database, pace=0) as hall:
            for desk, _ in made[1:]:  # of the one the database did not answer at first
                await until(lambda id=desk.table.id: id in hall.desks)
                await until(lambda id=desk.table.id: hall.desks[id].table.phase == "finished")

    asyncio.run(main())


def test_out_of_time_the_substitute_plays_until_one_returns(database: str) -> None:
    async def test(hall: Hall) -> None:
        settings = Settings.of("deckhand", ["person", "person"], clock=Clock("move", 1), substitute="random")
        desk, _ = await hall.create(settings)
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        slow = desk.table.turn
        await until(lambda: desk.table.chairs[slow].away and desk.table.turn != slow)
        ply = desk.table.ply
        assert ply > 0
        await desk.do(commands.Return(Place(slow)))
        assert slow in desk.table.present

    in_hall(database, test)


def test_every_pause_for_knights_is_equally_long(database: str) -> None:
    async def pauses(hall: Hall, chance: random.Random) -> list[tuple[int, float]]:
        """How many could answer in each pause of a game, and how long it was."""
        desk, _ = await hall.create(Settings.of("hanataz", ["person"] * 4, pause=0.1))
        for seat in range(4):
            await desk.sit(f"P{seat}", new_nonce())
        table, found = desk.table, []
        while table.phase == "playing" and len(found) < 8:
            if not table.in_secret:
                await desk.do(commands.Act(Place(table.turn), chance.choice(table.game.legal_actions()), table.ply))
                continue
            begun, ply = table.since, table.ply
            holding = {seat: game.legal_actions()[0] for seat in range(4) if (game := table.asks(seat))}
            with suppress(errors.Late):
                for seat in list(holding)[: chance.randrange(3)]:
                    await desk.do(commands.Act(Place(seat), holding[seat], ply))
            await until(lambda: table.ply != ply)  # noqa: B023 - used at once
            found.append((len(holding), table.since - begun))
        return found

    async def test(hall: Hall) -> None:
        games = await asyncio.gather(*(pauses(hall, random.Random(seed)) for seed in range(6)))
        found = [pause for game in games for pause in game]
        assert {holding > 0 for holding, _ in found} == {True, False}
        assert all(pause >= 0.1 for _, pause in found)

    in_hall(database, test)


async def at_a_secret_question(hall: Hall, seats: list[str], wanted: Callable[[Desk], bool]) -> Desk:
    """A table of Hanataz at the first question for Knights that is wanted; the people play anything until then."""
    for n in range(200):
        desk, _ = await hall.create(Settings.of("hanataz", seats, pause=0))
        for seat, who in enumerate(seats):
            if who == "person":
                await desk.sit(f"P{seat}", new_nonce())
        found = asyncio.Event()

        def look(desk: Desk, found: asyncio.Event = found) -> None:
            if desk.table.in_secret and wanted(desk):
                found.set()

        desk.subscribe(lambda desk, entry, look=look: asyncio.get_running_loop().call_soon(look, desk))
        people = tuple(seat for seat, who in enumerate(seats) if who == "person")
        play = asyncio.create_task(play_on(desk, people, random.Random(n)))
        await asyncio.wait([play, asyncio.create_task(found.wait())], return_when=asyncio.FIRST_COMPLETED)
        play.cancel()
        if found.is_set():
            return desk
    raise AssertionError("no such question was put")


def test_in_a_secret_pause_nobody_waits_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat has moments of its own, whatever the others ask: no answer comes later because of another's."""

    async def test(hall: Hall) -> None:
        def long(desk: Desk) -> bool:
            monkeypatch.setattr(desk.table, "settings", replace(desk.table.settings, pause=3600))
            return True

        desk = await at_a_secret_question(hall, ["person"] * 4, long)
        begun, ended = desk.table.since, desk.table.since + 3600
        moments: dict[int, set[float]] = {seat: set() for seat in range(4)}
        for now in [begun + n / 7 for n in range(100)]:
            monkeypatch.setattr(hall, "now", lambda now=now: now)
            for seat in range(4):
                seconds = desk._moment(seat)
                assert 0 <= seconds <= hall.beat
                moments[seat].add(round((ended - now - seconds) / hall.beat % 1, 3) % 1)
        assert moments == {0: {0.2}, 1: {0.4}, 2: {0.6}, 3: {0.8}}  # and 0 is the end of the pause
        says = [commands.Say(Place(seat), "ahoy") for seat in (1, 3, 0, 2)]
        refused = commands.Act(Place(2), 0, desk.table.ply + 1)
        order: list[Any] = []
        real = desk._do

        async def noted(command: Any) -> list[Entry]:
            order.append(command)
            return await real(command)

        monkeypatch.setattr(desk, "_do", noted)
        monkeypatch.setattr(hall, "now", lambda: ended - 100 * hall.beat)  # just before the moment of the last seat
        await asyncio.gather(*(desk.do(command) for command in (*says, refused)), return_exceptions=True)
        asked = [command.by.seat for command in order if command in (*says, refused)]
        assert asked == [3, 2, 2, 1, 0]

    in_hall(f"sqlite:///{tmp_path / 'tables.db'}", test)


@pytest.mark.parametrize("held", [True, False])
def test_a_bots_thinking_does_not_show_in_a_secret_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    """Bots have the same time whether one holds a Knight; who has not found an answer by then has a quick one."""
    free = threading.Event()
    free.set()

    def think(self: SearchBot, seat: Any) -> Any:
        free.wait(60)
        return HeuristicBot(1).think(seat)

    monkeypatch.setattr(SearchBot, "think", think)
    monkeypatch.setattr(table_desk, "_ANSWER", 0.0)

    async def test(hall: Hall) -> None:
        def bots_asked(desk: Desk) -> bool:
            choices = [len(game.legal_actions()) > 1 for game in desk.table.questions.values()]
            if 0 in desk.table.questions or any(choices) != held or not free.is_set():
                return False
            monkeypatch.setattr(table_desk, "_ANSWER", 0.2)
            free.clear()  # from now on the bots think for ever
            return True

        try:
            desk = await at_a_secret_question(hall, ["person", *["search:5"] * 3], bots_asked)
            assert desk._answering() == 0.2
            ply = desk.table.ply
            await until(lambda: desk.table.ply > ply)
        finally:
            free.set()

    in_hall(f"sqlite:///{tmp_path / 'tables.db'}", test)


def test_a_bot_plays_for_who_left_and_hands_back(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "person"], substitute="heuristic"))
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        gone = desk.table.turn
        await desk.do(commands.Leave(Place(gone)))
        await until(lambda: desk.table.turn == 1 - gone)
        await desk.do(commands.Return(Place(gone)))
        await play_on(desk, (1 - gone,), random.Random(1), 1)
        assert {entry.data.get("bot") for entry in await hall.store.read(desk.table.id) if entry.kind == "acted"} == {
            "heuristic"
        }
        await desk.do(commands.Resign(Place(0)))
        await desk.do(commands.Resign(Place(1)))
        await until(lambda: desk.table.phase == "finished")

    in_hall(database, test)


def test_a_bot_that_fails_does_not_stop_the_table(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from silverhook.bots import HeuristicBot

    def fail(self: HeuristicBot, seat: Any) -> Any:
        raise RuntimeError("this bot has a defect")

    monkeypatch.setattr(HeuristicBot, "think", fail)

    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["heuristic", "random"]))
        await until(lambda: desk.table.ply > 20)

    in_hall(database, test)
    assert "this bot has a defect" in caplog.text


def test_hints_are_given_where_the_table_allows_them(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "person"], hints=True))
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        thought = await desk.hint(Place(desk.table.turn))
        assert thought.action in desk.table.game.legal_actions()
        for place in (Place(1 - desk.table.turn), Place()):
            with pytest.raises(errors.NoHints, match="not asked now"):
                await desk.hint(place)
        other, _ = await hall.create(Settings.of("deckhand", ["person", "random"]))
        await other.sit("P", new_nonce())
        with pytest.raises(errors.NoHints, match="gives no hints"):
            await other.hint(Place(0))

    in_hall(database, test, adviser="heuristic")


def test_who_asked_may_go_and_what_was_asked_is_still_told(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        told: list[Entry] = []
        desk.subscribe(lambda desk, entry: told.append(entry))
        asking = asyncio.ensure_future(
            desk.do(commands.Act(Place(desk.table.turn), desk.table.game.legal_actions()[0], 0, "m"))
        )
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await until(lambda: desk.table.ply == 1)
        assert [entry.data["id"] for entry in told] == ["m"]

    in_hall(database, test)


def test_many_at_once_do_not_disturb_each_other(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        turn, action = desk.table.turn, desk.table.game.legal_actions()[0]
        same = [desk.do(commands.Act(Place(turn), action, 0, "m")) for _ in range(20)]
        late = [desk.do(commands.Act(Place(turn), action, 0, f"m{n}")) for n in range(20)]
        said = [desk.do(commands.Say(Place(n % 2), f"word {n}")) for n in range(20)]
        done = await asyncio.gather(*same, *late, *said, return_exceptions=True)
        assert sum(bool(entries) for entries in done[:20]) == 1
        assert all(isinstance(refused, errors.Late) for refused in done[20:40])
        assert desk.table.ply == 1
        assert len(desk.table.chat) == 20

    in_hall(database, test)


def test_a_store_that_fails_for_a_moment_leaves_no_half_action(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        act = commands.Act(Place(desk.table.turn), desk.table.game.legal_actions()[0], 0, "m")
        true = hall.store.append

        async def stored_but_not_told(entries: list[Entry], live: bool = False) -> None:
            await true(entries, live)
            raise errors.StoreError("the connection was lost")

        monkeypatch.setattr(hall.store, "append", stored_but_not_told)
        with pytest.raises(errors.StoreError):
            await desk.do(act)
        monkeypatch.undo()
        assert await desk.do(act) == []  # it had been stored, and is found to be
        assert desk.table.recorded(act.by.seat, "m") == 1

    in_hall(database, test)


def test_tables_where_nobody_is_are_dropped_and_opened_again(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "random"]))
        end = desk.subscribe(lambda desk, entry: None)
        anna = await desk.sit("Anna", new_nonce())
        await until(lambda: desk.table.turn == 0)
        await asyncio.sleep(1.3)
        assert desk.table.id in hall.desks
        end()
        await until(lambda: desk.table.id not in hall.desks)
        assert await hall.store.live() == []
        again = await hall.desk(desk.table.id)
        again.subscribe(lambda desk, entry: None)
        assert again is not desk
        assert again.table.place(anna.token) == Place(0)
        await play_on(again, (0,), random.Random(0), again.table.ply + 3)
        assert await hall.store.live() == [desk.table.id]

    in_hall(database, test, idle=0.2)


def test_a_table_that_was_to_rest_is_gone_on_with_when_somebody_comes_at_that_moment(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, _ = await hall.create(Settings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        await until(lambda: desk.idle)
        dropping = asyncio.create_task(hall._drop(desk))
        await asyncio.sleep(0)
        desk.subscribe(lambda desk, entry: None)
        await dropping
        assert desk.table.id in hall.desks
        assert desk.table.id not in await hall.store.live()
        await desk.do(commands.Leave(Place(0)))
        assert desk.table.id in await hall.store.live()

    in_hall(database, test)


def test_there_is_no_such_table(database: str) -> None:
    async def test(hall: Hall) -> None:
        for _ in range(2):
            with pytest.raises(errors.NoSuchTable, match="there is no table 'nowhere'"):
                await hall.desk("nowhere")

    in_hall(database, test)


def test_a_rematch_is_one_table_for_all_who_ask(database: str) -> None:
    async def test(hall: Hall) -> None:
        desk, host = await hall.create(Settings.of("deckhand", ["person", "person"]))
        seats = [await desk.sit(f"P{seat}", new_nonce()) for seat in range(2)]
        with pytest.raises(errors.NotNow, match="follows a finished game"):
            await hall.rematch(desk, Place(0))
        await play_on(desk, (0, 1), random.Random(5))
        with pytest.raises(errors.NotAllowed):
            await hall.rematch(desk, Place())
        others = await asyncio.gather(*(hall.rematch(desk, Place(seat)) for seat in range(2)))
        other = others[0]
        assert other is others[1]
        assert desk.table.rematch == other.table.id
        assert other.table.before == desk.table.id
        assert other.table.commitment != desk.table.commitment
        assert other.table.phase == "open"
        assert other.table.place(host).host
        for seat, sitting in enumerate(seats):
            assert await other.sit(f"P{seat}", new_nonce(), token=sitting.token) == sitting
        assert other.table.phase == "playing"

    in_hall(database, test)
