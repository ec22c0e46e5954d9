"""An operator at work: lists, closes, deletes, prunes, and takes people out, while a server uses the database."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import text

from silverhook.table import Place, Store, TableRegistry, TableSettings, commands, errors, new_nonce
from silverhook.table.administration import Administration, duration
from silverhook.table.live_table import LiveTable
from silverhook.testing.server import until

TWO = TableSettings.of("deckhand", ["person", "person"])
ALONE = TableSettings.of("deckhand", ["person", "random"])


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers read often what the operator changed."""
    monkeypatch.setattr("silverhook.table.registry._ROUND", 0.05)


async def begun(registry: TableRegistry, settings: TableSettings = TWO) -> tuple[LiveTable, list[str]]:
    """A table in progress and its people's tokens."""
    live, _ = await registry.create(settings)
    people = [seat for seat, kind in enumerate(settings.seats) if kind == "person"]
    return live, [(await live.sit(f"Anna{seat}", new_nonce())).token for seat in people]


async def act(live: LiveTable) -> None:
    table = live.table
    await live.do(commands.Act(Place(table.turn), table.game.legal_actions()[0], table.ply))


async def finish(live: LiveTable) -> None:
    for seat in range(2):
        await live.do(commands.Resign(Place(seat)))
    await until(lambda: live.table.phase == "finished")


async def rows(store: Store, id: str) -> list[int]:
    """How many rows each table of the database has about a table of players."""
    async with store.session() as connection:
        counts = [f"SELECT count(*) FROM {name} WHERE table_id = :id" for name in ("entries", "holders")]
        return [int(await connection.scalar(text(count), {"id": id})) for count in counts]


async def refused(live: LiveTable, kind: type[errors.TableError]) -> None:
    with pytest.raises(kind):
        await live.do(commands.Say(Place(0), "hello?"))


def test_a_deleted_table_leaves_nothing_and_its_server_drops_it(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            (live, _), (other, _) = await begun(registry), await begun(registry)
            dropped: list[str] = []
            registry.reloaded = lambda live: dropped.append(live.table.id)
            await admin.delete(live.table.id)
            await refused(live, errors.TableDeleted)  # whether or not the server has read of it yet
            await until(lambda: dropped == [live.table.id])
            assert live.table.id not in registry.live_tables
            assert await rows(registry.store, live.table.id) == [0, 0]
            with pytest.raises(errors.TableDeleted):
                await registry.live_table(live.table.id)
            with pytest.raises(errors.NoSuchTable, match="admin list"):
                await admin.delete(live.table.id)
            await act(other)  # written together with the refused one or not, it is not disturbed

    asyncio.run(main())


def test_a_table_deleted_by_sql_leaves_nothing_and_its_server_drops_it(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry:
            live, _ = await begun(registry)
            async with registry.store.session() as connection:
                await connection.execute(text("DELETE FROM tables WHERE id = :id"), {"id": live.table.id})
            await refused(live, errors.TableDeleted)
            await until(lambda: live.table.id not in registry.live_tables)
            assert await rows(registry.store, live.table.id) == [0, 0]

    asyncio.run(main())


def test_writing_and_deleting_at_once_never_leaves_orphans(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            lives = [(await begun(registry))[0] for _ in range(10)]

            async def talk(live: LiveTable) -> None:
                with pytest.raises((errors.TableDeleted, errors.NoSuchTable)):
                    while True:
                        await live.do(commands.Say(Place(0), "still there"))

            talks = [asyncio.create_task(talk(live)) for live in lives]
            for live in lives:
                await admin.delete(live.table.id)
            await asyncio.gather(*talks)
            assert [await rows(registry.store, live.table.id) for live in lives] == [[0, 0]] * 10

    asyncio.run(main())


def test_a_deleted_rematch_is_not_created_again(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            live, tokens = await begun(registry)
            await finish(live)
            by = live.table.place(tokens[0])
            other = await registry.rematch(live, by)
            await admin.delete(other.table.id)
            await until(lambda: other.table.id not in registry.live_tables)
            with pytest.raises(errors.TableDeleted):
                await registry.rematch(live, by)

    asyncio.run(main())


def test_nobody_can_play_at_a_closed_table(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            live, tokens = await begun(registry)
            await admin.close(live.table.id)
            await refused(live, errors.TableClosed)
            await until(lambda: live.table.id not in registry.live_tables)
            with pytest.raises(errors.TableClosed):
                await registry.live_table(live.table.id)
            assert await registry.tables_of(tokens) == []
            assert await registry.store.live() == []
            with pytest.raises(errors.NotNow, match="over already"):
                await admin.close(live.table.id)

    asyncio.run(main())


def test_tables_are_listed_by_phase_game_age_and_activity(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            open_one = (await registry.create(TableSettings.of("hanataz", ["person"] * 3))).live
            (playing, _), (over, _) = await begun(registry), await begun(registry)
            await finish(over)

            async def ids(**wanted: Any) -> set[str]:
                return {one.id for one in await admin.tables(**wanted)}

            assert await ids(phase="open") == await ids(game="hanataz") == {open_one.table.id}
            assert await ids(phase="playing") == {playing.table.id}
            assert await ids(phase="finished", game="deckhand") == {over.table.id}
            assert await ids(older=3600) == await ids(idle=3600) == set()
            assert len(await ids(older=0)) == len(await ids(idle=0)) == 3
            assert len(await ids(most=2)) == 2
            shown = await admin.table(playing.table.id)
            assert [seat["name"] for seat in shown["seats"]] == ["Anna0", "Anna1"]
            assert playing.table.sealed.secret not in json.dumps(shown)

    asyncio.run(main())


def test_tables_that_have_been_over_for_long_are_pruned(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            (playing, _), (over, _), (closed, _) = [await begun(registry) for _ in range(3)]
            await finish(over)
            await admin.close(closed.table.id)
            assert await admin.over(duration("1h")) == await admin.prune(duration("1h")) == 0
            assert await admin.over(0) == await admin.prune(0) == 2
            assert [one.id for one in await admin.tables()] == [playing.table.id]

    asyncio.run(main())


# --- people ------------------------------------------------------------------------------------------


def test_a_person_gets_what_is_stored_about_them_and_nothing_of_others(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            live, tokens = await begun(registry)
            await live.do(commands.Say(Place(0), "my words"))
            await live.do(commands.Say(Place(1), "not mine"))
            [table] = (await admin.export([tokens[0]]))["tables"]
            assert (table["table"], table["seat"], table["name"]) == (live.table.id, 0, "Anna0")
            everything = json.dumps(table)
            assert "my words" in everything
            for hidden in ("not mine", "Anna1", live.table.sealed.secret, live.table.chairs[0].token):
                assert hidden not in everything
            assert await admin.export(["nobody's"]) == {"tables": []}

    asyncio.run(main())


@pytest.mark.parametrize("phase", ["open", "playing", "finished"])
def test_a_person_is_taken_out_of_a_table_and_the_others_play_on(database: str, phase: str) -> None:
    async def main() -> None:
        settings = TableSettings.of("deckhand", ["person"] * 3) if phase == "open" else TWO
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            live, _ = await registry.create(settings)
            tokens = [(await live.sit(f"Anna{seat}", new_nonce())).token for seat in range(2)]
            await live.do(commands.Say(Place(0), "my words"))
            if phase == "finished":
                await finish(live)
            assert await admin.forget([tokens[0]]) == (0, 1)
            await until(lambda: registry.live_tables.get(live.table.id) is not live)
            again = await registry.live_table(live.table.id)
            assert again.table.place(tokens[0]) == Place()
            assert again.table.place(tokens[1]).seat == 1
            assert again.table.names[1] == "Anna1"
            stored = json.dumps([entry.data for entry in await registry.store.read(live.table.id)])
            assert "Anna0" not in stored and "my words" not in stored and live.table.chairs[0].token not in stored
            assert await registry.tables_of([tokens[0]]) == []
            if phase == "open":
                assert not again.table.chairs[0].taken
            else:
                assert again.table.names[0] == "Player 1"
            if phase == "playing":
                assert again.table.chairs[0].resigned  # a bot plays on
            if phase == "finished":
                assert again.table.record()

    asyncio.run(main())


def test_tables_that_a_person_had_for_themselves_are_deleted_with_them(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            live, tokens = await begun(registry, ALONE)
            assert await admin.forget(tokens) == (1, 0)
            assert await rows(registry.store, live.table.id) == [0, 0]

    asyncio.run(main())


# --- notices -----------------------------------------------------------------------------------------


def test_notices_reach_the_server_until_they_are_withdrawn(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry, await Administration.open(database) as admin:
            await admin.announce("  back at\nnine ")
            await admin.drain(True)
            await until(lambda: registry.operator.notices == ("back at nine", True))
            await admin.announce("gone at once", seconds=-1)
            await admin.drain(False)
            await until(lambda: registry.operator.notices == (None, False))
            assert await admin.notices() == (None, False)
            with pytest.raises(errors.SettingsError, match="1 to 500 characters"):
                await admin.announce("x" * 501)

    asyncio.run(main())


def test_only_a_database_of_this_version_is_administered(database: str) -> None:
    async def main() -> None:
        store = await Store.open(database)
        async with store.session() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        await store.close()
        with pytest.raises(errors.StoreError, match="an older Silverhook made this database; start"):
            await Administration.open(database)

    asyncio.run(main())


@pytest.mark.parametrize("words, seconds", [("90d", 7_776_000), ("12h", 43_200), ("30m", 1800), ("45s", 45)])
def test_durations(words: str, seconds: float) -> None:
    assert duration(words) == seconds


def test_a_duration_needs_a_unit() -> None:
    with pytest.raises(errors.SettingsError, match='such as 90d, 12h, 30m or 45s, not "90"'):
        duration("90")
