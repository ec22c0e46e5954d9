"""Several processes on one PostgreSQL serve the same tables."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

import psycopg
import pytest

from silverhook.table import Clock, Desk, Entry, Hall, Place, Settings, Store, commands, errors, new_nonce


async def until(true: Callable[[], bool], seconds: float = 60) -> None:
    for _ in range(int(seconds * 100)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to pass")


async def person(desk: Desk, seat: int, chance: random.Random, plies: int = 10_000) -> None:
    """Plays a seat through one process; what another wrote first is met as Late."""
    table = desk.table
    while table.phase == "playing" and table.ply < plies:
        game = table.asks(seat)
        if game is not None and table.answer(seat) is None:
            with suppress(errors.Late):
                await desk.do(commands.Act(Place(seat), chance.choice(game.legal_actions()), table.ply))
        await asyncio.sleep(0.001)


async def halls(address: str, n: int = 2) -> list[Hall]:
    return list(await asyncio.gather(*(Hall.open(address, pace=0) for _ in range(n))))


async def die(hall: Hall) -> None:
    """End a hall as a killed process would: without a word, and its sessions are cut."""
    hall._keeper.cancel()
    for desk in hall.desks.values():
        desk._closed = True
        if desk._driver:
            desk._driver.cancel()
    processes = hall.processes
    processes._listener.cancel()
    if processes._session is not None:
        await processes._session.close()
    processes._claims.clear()
    await hall._thinkers.close()
    await hall.store.close()


def test_two_processes_that_write_the_same_logs_do_not_block_each_other(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        address = postgres()
        stores = [await Store.open(address) for _ in range(2)]
        for n in range(1, 21):
            tables = [f"t{k}" for k in range(30)]
            appends = []
            for store in stores:
                tables.reverse()
                appends += [store.append([Entry(table, n, "acted", {}, 0.0, n)]) for table in tables]
            done = await asyncio.gather(*appends, return_exceptions=True)
            assert [type(outcome) for outcome in done].count(errors.Conflict) == 30
            assert done.count(None) == 30
        for store in stores:
            await store.close()

    asyncio.run(main())


def test_entries_written_while_a_table_is_opened_are_not_missed(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        one, two = await halls(postgres())
        desk, _ = await one.create(Settings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await desk.sit(f"P{seat}", new_nonce())
        true = two.store.read

        async def slow(table: str, after: int = 0) -> list[Entry]:
            entries = await true(table, after)
            if not after:
                await desk.do(commands.Say(Place(0), "meanwhile"))
                await asyncio.sleep(0.2)
            return entries

        two.store.read = slow  # type: ignore[method-assign]
        there = await two.desk(desk.table.id)
        assert there.table.chat[-1].text == "meanwhile"
        for hall in (one, two):
            await hall.close()

    asyncio.run(main())


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_each_seat_through_another_process(postgres: Callable[[], str], game: str) -> None:
    async def main() -> None:
        one, two, three = await halls(postgres(), 3)
        desk, _ = await one.create(Settings.of(game, ["person", "person", "random"], pause=0.02))
        id = desk.table.id
        there = await two.desk(id)
        await desk.sit("Anna", new_nonce())
        ben = await there.sit("Ben", new_nonce())
        assert ben.seat == 1
        await until(lambda: desk.table.phase == "playing")
        told: list[list[Entry]] = [[], [], []]
        desks = [desk, there, await three.desk(id)]
        for at, heard in zip(desks, told, strict=True):
            at.subscribe(lambda desk, entry, heard=heard: heard.append(entry))
        await asyncio.gather(person(desk, 0, random.Random(1)), person(there, 1, random.Random(2)))
        await until(lambda: all(at.table.phase == "finished" for at in desks))
        assert desks[0].table.record() == desks[1].table.record() == desks[2].table.record()
        first = max(heard[0].n for heard in told)
        told = [[entry for entry in heard if entry.n >= first] for heard in told]
        assert told[0] == told[1] == told[2]
        for hall in (one, two, three):
            await hall.close()

    asyncio.run(main())


def test_exactly_one_process_drives_a_table(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        one, two = await halls(postgres())
        desks = [(await one.create(Settings.of("deckhand", ["person", "random"])))[0] for _ in range(5)]
        for desk in desks:
            await desk.sit("Anna", new_nonce())
            await two.desk(desk.table.id)
        await asyncio.sleep(2.5)  # the other one has looked around twice
        for desk in desks:
            assert one.processes.holds(desk.table.id) != two.processes.holds(desk.table.id)
        await one.close()
        await until(lambda: all(two.processes.holds(desk.table.id) for desk in desks))
        await two.close()

    asyncio.run(main())


def test_when_a_process_dies_another_goes_on_with_bots_and_clocks(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        one, two = await halls(postgres())
        desk, _ = await one.create(Settings.of("deckhand", ["person", "random"], clock=Clock("move", 3)))
        await desk.sit("Anna", new_nonce())
        await person(desk, 0, random.Random(1), 12)
        await die(one)
        there = await two.desk(desk.table.id)
        assert there.table.ply >= desk.table.ply
        await until(lambda: two.processes.holds(desk.table.id))
        await person(there, 0, random.Random(2), there.table.ply + 20)
        await until(lambda: there.table.chairs[0].away or there.table.phase == "finished")  # time is called, too
        await two.close()

    asyncio.run(main())


def test_a_table_that_a_process_cannot_play_is_left_to_one_that_can(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while servers are upgraded one after the other, and the new one plays other rules."""

    async def main() -> None:
        address = postgres()
        (old,) = await halls(address, 1)
        old.pace = 60
        desk, _ = await old.create(Settings.of("deckhand", ["random", "random"]))
        desk.subscribe(lambda desk, entry: None)
        await until(lambda: old.processes.holds(desk.table.id))
        await old.close()

        asked = []

        async def refuses(hall: Hall, id: str) -> Desk:
            asked.append(id)
            raise errors.OtherRules("these rules are not played here")

        with monkeypatch.context() as patch:
            patch.setattr(Hall, "desk", refuses)
            (new,) = await halls(address, 1)
            await until(lambda: asked == [desk.table.id])
        (other,) = await halls(address, 1)
        await until(lambda: desk.table.id in other.desks)
        await until(lambda: other.desks[desk.table.id].table.phase == "finished")
        await new.close()
        await other.close()

    asyncio.run(main())


def test_a_claim_that_cannot_be_asked_for_costs_no_other(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        (hall,) = await halls(postgres(), 1)
        assert await hall.processes.claim("one")
        assert await hall.processes._ask("SELECT 1 / %s::int", 0) == []  # as when there is no room for another lock
        assert hall.processes.holds("one") and await hall.processes.claim("two")
        await hall.close()

    asyncio.run(main())


def test_what_else_is_said_on_the_channel_does_no_harm(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        address = postgres()
        one, two = await halls(address)
        desk, _ = await one.create(Settings.of("deckhand", ["person", "person"]))
        there = await two.desk(desk.table.id)
        with psycopg.connect(address, autocommit=True) as connection:
            for words in ("", "hello", "hello there", "x a:b", f"x {desk.table.id}:", "x :1"):
                connection.execute("SELECT pg_notify('silverhook', %s)", [words])
        await desk.sit("Anna", new_nonce())
        await until(lambda: there.table.chairs[0].taken, 10)
        await one.close()
        await two.close()

    asyncio.run(main())


def test_a_lost_session_is_found_again(postgres: Callable[[], str]) -> None:
    """The database cuts every session of a process: claims, news and the writer come back."""

    async def main() -> None:
        address = postgres()
        one, two = await halls(address)
        desk, _ = await one.create(Settings.of("deckhand", ["person", "person", "random"]))
        there = await two.desk(desk.table.id)
        await desk.sit("Anna", new_nonce())
        await there.sit("Ben", new_nonce())
        await until(lambda: desk.table.phase == "playing")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        for attempt in range(600):
            try:
                await desk.do(commands.Say(Place(0), "still there?"))
                break
            except errors.StoreError:
                assert attempt < 599
                await asyncio.sleep(0.1)
        await until(lambda: len(there.table.chat) == 1)
        await asyncio.gather(person(desk, 0, random.Random(1), 60), person(there, 1, random.Random(2), 60))
        await until(lambda: there.table.ply >= 60 and desk.table.ply >= 60)
        await one.close()
        await two.close()

    asyncio.run(main())
