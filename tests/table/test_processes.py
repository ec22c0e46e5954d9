"""Several processes on one PostgreSQL serve the same tables."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from silverhook.table import (
    Entry,
    LiveTable,
    Place,
    Store,
    TableRegistry,
    TableSettings,
    TimeControl,
    commands,
    errors,
    new_nonce,
)
from silverhook.testing.server import PATIENCE


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    for _ in range(int(seconds * 100)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to pass")


async def person(live: LiveTable, seat: int, chance: random.Random, plies: int = 10_000) -> None:
    """Plays a seat through one process until its time runs out; if another process is faster, this one gets Late."""
    table = live.table
    while table.phase == "playing" and table.ply < plies:
        game = table.asks(seat)
        if game is not None and table.answer(seat) is None:
            with suppress(errors.Late, errors.NotAllowed):
                await live.do(commands.Act(Place(seat), chance.choice(game.legal_actions()), table.ply))
        await asyncio.sleep(0.001)


async def registries(address: str, n: int = 2) -> list[TableRegistry]:
    return list(await asyncio.gather(*(TableRegistry.open(address, pace=0) for _ in range(n))))


async def die(registry: TableRegistry) -> None:
    """End a registry as a killed process would: it leaves no message, and its row in the list of servers."""
    registry._keeper.cancel()
    for live in registry.live_tables.values():
        live._closed = True
    await asyncio.gather(*(live.driver.stop() for live in registry.live_tables.values()))
    registry.claims._task.cancel()
    registry.claims._end.cancel()
    registry.claims._held.clear()
    await registry.bot_threads.close()
    await registry.store.close()


def test_two_processes_that_write_the_same_logs_do_not_block_each_other(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        address = postgres()
        stores = [await Store.open(address) for _ in range(2)]
        tables = [f"t{k}" for k in range(30)]
        created = {"settings": {"ruleset": {"game": "deckhand"}}, "host": "nobody"}
        await asyncio.gather(*(stores[0].append([Entry(table, 1, "created", created, 0.0)]) for table in tables))
        for n in range(2, 22):
            appends = []
            for store in stores:
                tables.reverse()
                kind, data = ("acted", {}) if n > 1 else ("created", {"host": "somebody"})
                appends += [store.append([Entry.after(b"", table, n, kind, data, 0.0)]) for table in tables]
            done = await asyncio.gather(*appends, return_exceptions=True)
            assert [type(outcome) for outcome in done].count(errors.Conflict) == 30
            assert done.count(None) == 30
        for store in stores:
            await store.close()

    asyncio.run(main())


def test_entries_written_while_a_table_is_opened_are_not_missed(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        one, two = await registries(postgres())
        live, _ = await one.create(TableSettings.of("deckhand", ["person", "person"]))
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        true = two.store.rows

        async def slow(table: str, after: int = 0) -> Any:
            rows = await true(table, after)
            if not after:
                await live.do(commands.Say(Place(0), "meanwhile"))
                await asyncio.sleep(0.2)
            return rows

        two.store.rows = slow  # type: ignore[method-assign]
        there = await two.live_table(live.table.id)
        assert there.table.chat[-1].text == "meanwhile"
        for registry in (one, two):
            await registry.close()

    asyncio.run(main())


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_each_seat_through_another_process(postgres: Callable[[], str], game: str) -> None:
    async def main() -> None:
        one, two, three = await registries(postgres(), 3)
        live, _ = await one.create(TableSettings.of(game, ["person", "person", "random"], pause=0.02))
        id = live.table.id
        there = await two.live_table(id)
        await live.sit("Anna", new_nonce())
        ben = await there.sit("Ben", new_nonce())
        assert ben.seat == 1
        await until(lambda: live.table.phase == "playing")
        told: list[list[Entry]] = [[], [], []]
        live_tables = [live, there, await three.live_table(id)]
        for at, heard in zip(live_tables, told, strict=True):
            at.subscribe(lambda live, entry, heard=heard: heard.append(entry))
        await asyncio.gather(person(live, 0, random.Random(1)), person(there, 1, random.Random(2)))
        await until(lambda: all(at.table.phase == "finished" for at in live_tables))
        assert live_tables[0].table.record() == live_tables[1].table.record() == live_tables[2].table.record()
        first = max(heard[0].n for heard in told)
        told = [[entry for entry in heard if entry.n >= first] for heard in told]
        assert told[0] == told[1] == told[2]
        for registry in (one, two, three):
            await registry.close()

    asyncio.run(main())


def test_exactly_one_process_drives_a_table(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        one, two = await registries(postgres())
        live_tables = [(await one.create(TableSettings.of("deckhand", ["person", "random"])))[0] for _ in range(5)]
        for live in live_tables:
            await live.sit("Anna", new_nonce())
            await two.live_table(live.table.id)
        await until(lambda: all(one.claims.held(live.table.id) for live in live_tables))
        await asyncio.sleep(2.5)  # the other process looks for tables twice
        for live in live_tables:
            assert bool(one.claims.held(live.table.id)) != bool(two.claims.held(live.table.id))
        await one.close()
        await until(lambda: all(two.claims.held(live.table.id) for live in live_tables))
        await two.close()

    asyncio.run(main())


def test_when_a_process_dies_another_takes_over_bots_and_clocks(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        one, two = await registries(postgres())
        live, _ = await one.create(TableSettings.of("deckhand", ["person", "random"], clock=TimeControl("move", 3)))
        await live.sit("Anna", new_nonce())
        await person(live, 0, random.Random(1), 12)
        await die(one)
        there = await two.live_table(live.table.id)
        assert there.table.ply >= live.table.ply
        await until(lambda: two.claims.held(live.table.id))
        await person(there, 0, random.Random(2), there.table.ply + 20)
        await until(lambda: there.table.chairs[0].away or there.table.phase == "finished")  # clocks run out, too
        await two.close()

    asyncio.run(main())


def test_a_table_that_a_process_cannot_play_is_left_to_one_that_can(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As during an upgrade of one server after another, when the new one has another rules version."""

    async def main() -> None:
        address = postgres()
        (old,) = await registries(address, 1)
        old.pace = 60
        live, _ = await old.create(TableSettings.of("deckhand", ["random", "random"]))
        live.subscribe(lambda live, entry: None)
        await until(lambda: old.claims.held(live.table.id))
        await old.close()

        asked = []

        async def refuses(registry: TableRegistry, id: str) -> LiveTable:
            asked.append(id)
            raise errors.OtherRules("these rules are not played here")

        with monkeypatch.context() as patch:
            patch.setattr(TableRegistry, "live_table", refuses)
            (new,) = await registries(address, 1)
            await until(lambda: asked == [live.table.id])
        (other,) = await registries(address, 1)
        await until(lambda: live.table.id in other.live_tables)
        await until(lambda: other.live_tables[live.table.id].table.phase == "finished")
        await new.close()
        await other.close()

    asyncio.run(main())


def test_foreign_notifications_on_the_channel_do_no_harm(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        address = postgres()
        one, two = await registries(address)
        live, _ = await one.create(TableSettings.of("deckhand", ["person", "person"]))
        there = await two.live_table(live.table.id)
        with psycopg.connect(address, autocommit=True) as connection:
            for words in ("", "hello", "hello there", "x a:b", f"x {live.table.id}:", "x :1"):
                connection.execute("SELECT pg_notify('silverhook', %s)", [words])
        await live.sit("Anna", new_nonce())
        await until(lambda: there.table.chairs[0].taken)
        await one.close()
        await two.close()

    asyncio.run(main())


def test_a_process_recovers_lost_sessions(postgres: Callable[[], str]) -> None:
    """The database cuts every session of a process: claims, notifications and the writer recover."""

    async def main() -> None:
        address = postgres()
        one, two = await registries(address)
        live, _ = await one.create(TableSettings.of("deckhand", ["person", "person", "random"]))
        there = await two.live_table(live.table.id)
        await live.sit("Anna", new_nonce())
        await there.sit("Ben", new_nonce())
        await until(lambda: live.table.phase == "playing")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        while not live.table.chat:
            with suppress(errors.StoreError):
                await live.do(commands.Say(Place(0), "still there?"))
            await asyncio.sleep(0.1)
        await until(lambda: len(there.table.chat) == 1)
        await asyncio.gather(person(live, 0, random.Random(1), 60), person(there, 1, random.Random(2), 60))
        await until(lambda: there.table.ply >= 60 and live.table.ply >= 60)
        await one.close()
        await two.close()

    asyncio.run(main())
