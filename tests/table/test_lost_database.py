"""A server whose PostgreSQL is lost: it tells the truth, gives up in time, and another one takes over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from silverhook.table import (
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
from silverhook.testing.flaky_proxy import FlakyProxy
from silverhook.testing.server import until


async def two_people(registry: TableRegistry, *bots: str, **settings: object) -> LiveTable:
    live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person", *bots], **settings))
    for seat in range(2):
        await live.sit(f"P{seat}", new_nonce())
    return live


def an_action(live: LiveTable, id: str) -> commands.Act:
    table = live.table
    return commands.Act(Place(table.turn), table.game.legal_actions()[0], table.ply, id)


def test_an_action_whose_commit_was_not_answered_is_reported_as_what_it_is(postgres: Callable[[], str]) -> None:
    """Every time, the server reads what became of it before it answers."""

    async def main() -> None:
        async with FlakyProxy(postgres()) as proxy, await TableRegistry.open(proxy.address, pace=0) as registry:
            live = await two_people(registry)
            for n in range(12):
                proxy.lost_commits = 1 + n % 2  # the answer to the second attempt may be lost as well
                entries = await live.do(an_action(live, f"m{n}"))
                assert proxy.lost_commits == 0 and [entry.data["id"] for entry in entries] == [f"m{n}"]
            assert proxy.commits_lost == 18
            entries = await registry.store.read(live.table.id)
            assert [entry.data["id"] for entry in entries if entry.kind == "acted"] == [f"m{n}" for n in range(12)]

    asyncio.run(main())


def test_while_nobody_can_know_the_answer_is_unknown_and_the_same_id_finds_out(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        async with FlakyProxy(postgres()) as proxy, await TableRegistry.open(proxy.address, pace=0) as registry:
            live = await two_people(registry)
            act = an_action(live, "m")
            proxy.lost_commits, proxy.then = 1, "refuse"
            with pytest.raises(errors.Unknown):
                await live.do(act)
            assert live.table.ply == 0
            proxy.mode = "pass"
            while True:  # as a client does
                with suppress(errors.StoreError):
                    live = await registry.live_table(live.table.id)
                    assert await live.do(act) == []
                    break
                await asyncio.sleep(0.1)
            assert live.table.recorded(0, "m") == 1 or live.table.recorded(1, "m") == 1

    asyncio.run(main())


def test_a_commit_that_is_still_on_its_way_is_waited_for(postgres: Callable[[], str]) -> None:
    """The network holds the COMMIT back; the transaction has its locks until the database gives it up."""

    async def main() -> None:
        async with FlakyProxy(postgres()) as proxy, await TableRegistry.open(proxy.address, pace=0) as registry:
            live = await two_people(registry)
            other = await Store.open(proxy.address)
            async with other.session() as connection:
                await connection.exec_driver_sql(f"UPDATE tables SET live = live WHERE id = '{live.table.id}'")
                doing = asyncio.ensure_future(registry.store.settle(live.table.id))
                await asyncio.sleep(0.5)
                assert not doing.done()
            await doing
            await other.close()

    asyncio.run(main())


@pytest.mark.parametrize("mode", ["hold", "refuse"])
def test_a_server_without_its_database_gives_up_and_another_takes_over(postgres: Callable[[], str], mode: str) -> None:
    async def main() -> None:
        address = postgres()
        async with FlakyProxy(address) as proxy:
            cut_off = await TableRegistry.open(proxy.address, pace=0)
            other = await TableRegistry.open(address, pace=0)
            live = await two_people(cut_off, "random", clock=TimeControl("move", 60))
            await until(lambda: cut_off.claims.held(live.table.id) is not None)
            there = await other.live_table(live.table.id)
            lost: list[bool] = []
            cut_off.lost = lambda: lost.append(True)
            proxy.mode = mode  # type: ignore[assignment]
            doing = asyncio.ensure_future(live.do(an_action(live, "m")))
            await until(lambda: other.claims.held(live.table.id) is not None)
            assert cut_off.claims.held(live.table.id) is None and not cut_off.claims.current
            await until(lambda: lost == [True] and not cut_off.live_tables)
            with pytest.raises(errors.StoreError):
                await doing
            with pytest.raises(errors.StoreError):
                await cut_off.live_table(live.table.id)
            with pytest.raises(errors.StoreError):
                await cut_off.store.ping()
            chance = random.Random(1)
            while there.table.ply < 8:  # people, bots and clocks go on at the other server
                if there.table.bot_to_act is None:
                    action = chance.choice(there.table.game.legal_actions())
                    await there.do(commands.Act(Place(there.table.turn), action, there.table.ply))
                await asyncio.sleep(0.01)
            await cut_off.close()  # in bounded time, though nothing answers
            await other.close()

    asyncio.run(main())


def test_a_driver_that_was_stopped_does_nothing_once_another_has_taken_over(postgres: Callable[[], str]) -> None:
    """Its claim is still in its memory, but its fence is old."""

    async def main() -> None:
        async with await TableRegistry.open(postgres(), pace=0) as registry:
            live = await two_people(registry, clock=TimeControl("move", 600))
            await until(lambda: bool(live.table.fence))
            fence = live.table.fence
            await live.do(commands.Resume(live.time, "another server"))
            assert live.table.fence > fence and live.table.driver == "another server"
            late = commands.TimeIsUp(live.table.ply)
            assert await live.do(commands.Fenced(late, fence)) == []
            assert not live.driver._has_to_drive

    asyncio.run(main())


def test_a_stopped_server_whose_row_was_deleted_begins_again(postgres: Callable[[], str]) -> None:
    """As after SIGSTOP: it finds that it was expelled, and takes part under a new name."""

    async def main() -> None:
        async with await TableRegistry.open(postgres(), pace=0) as registry:
            live = await two_people(registry, "random")
            await until(lambda: registry.claims.held(live.table.id) is not None)
            name = registry.claims.server
            async with registry.store.session() as connection:
                await connection.exec_driver_sql("DELETE FROM servers")
            await until(lambda: registry.claims.server not in ("", name))
            await until(lambda: registry.claims.held(live.table.id) is not None)

    asyncio.run(main())


def test_a_held_claim_of_this_process_is_found_again_if_the_answer_was_lost(postgres: Callable[[], str]) -> None:
    async def main() -> None:
        async with await TableRegistry.open(postgres(), pace=0) as registry:
            live = await two_people(registry, "random")
            await until(lambda: registry.claims.held(live.table.id) is not None)
            registry.claims._held.clear()
            await until(lambda: registry.claims.held(live.table.id) is not None)

    asyncio.run(main())
