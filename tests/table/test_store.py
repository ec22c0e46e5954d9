"""Logs in SQLite and PostgreSQL: durable, in one order, up to date."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from silverhook.table import (
    Entry,
    Place,
    Store,
    TableRegistry,
    TableSettings,
    commands,
    errors,
    hashed,
    migrations,
    new_nonce,
)

RULES = TableSettings.of("deckhand", ["person", "person"])


def entry(table: str, n: int, **data: Any) -> Entry:
    """An entry; the first one creates its table."""
    if n == 1:
        created = {"settings": {"ruleset": {"game": "deckhand"}}, "host": f"host of {table}"}
        return Entry.after(b"", table, n, "created", {**created, **data}, 1.0)
    return Entry.after(b"", table, n, "acted", data, float(n), n)


def test_appended_entries_can_be_read_even_by_the_next_process(database: str) -> None:
    async def main() -> None:
        written = [entry("a", 1, x="ä"), entry("a", 2, deep={"list": [1, None]})]
        store = await Store.open(database)
        await store.append(written)
        assert await store.read("a") == written
        assert await store.read("a", after=1) == written[1:]
        assert await store.read("b") == []
        await store.close()
        store = await Store.open(database)
        assert await store.read("a") == written
        await store.close()

    asyncio.run(main())


def test_an_invalid_entry_is_named(tmp_path: Path) -> None:
    async def main() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.append([entry("a", 1), entry("a", 2), entry("b", 1)])
        for column, nonsense in (("data", '{"seat":'), ("data", "[" * 100_000), ("at", "yesterday")):
            with closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
                file.execute(f"UPDATE entries SET {column} = ? WHERE table_id = 'a' AND n = 2", [nonsense])
            with pytest.raises(errors.DamagedLog, match=r"table a: entry 2 \(acted\) cannot be read"):
                await store.read("a")
        assert len(await store.read("b")) == 1
        await store.close()

    asyncio.run(main())


def test_an_entry_is_written_once_and_does_not_harm_others(database: str) -> None:
    async def main() -> None:
        store = await Store.open(database)
        await store.append([entry("a", 1)])
        appends = [[entry("a", 1)], [entry("b", 1), entry("b", 2)], [entry("c", 1)], [entry("c", 2), entry("c", 1)]]
        done = await asyncio.gather(*(store.append(append) for append in appends), return_exceptions=True)
        assert [type(outcome) for outcome in done] == [errors.Conflict, type(None), type(None), errors.Conflict]
        assert [len(await store.read(table)) for table in "abc"] == [1, 2, 1]
        with pytest.raises(errors.Conflict):  # the same ply under another number
            await store.append([Entry.after(b"", "b", 3, "acted", {}, 0.0, 2)])
        await store.append([entry("b", 3)])
        await store.close()

    asyncio.run(main())


def test_appends_that_come_together_are_committed_together(database: str) -> None:
    async def main() -> None:
        store = await Store.open(database)
        await asyncio.gather(*(store.append([entry(f"t{n}", 1)]) for n in range(200)))
        assert store.writer.written == 200
        assert store.writer.commits <= 3
        await store.close()

    asyncio.run(main())


def test_closing_writes_waiting_entries(database: str) -> None:
    async def main() -> None:
        store = await Store.open(database)
        appends = [asyncio.ensure_future(store.append([entry(f"t{n}", 1)])) for n in range(20)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*appends)
        with pytest.raises(errors.StoreError, match="stopping"):
            await store.append([entry("late", 1)])

    asyncio.run(main())


def test_sqlite_is_durable_at_every_commit(tmp_path: Path) -> None:
    async def main() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
        async with store.engine.connect() as connection:
            modes = [
                (await connection.exec_driver_sql(f"PRAGMA {p}")).scalar() for p in ("journal_mode", "synchronous")
            ]
        assert modes == ["wal", 2]  # FULL
        await store.close()

    asyncio.run(main())


def test_a_second_process_on_one_file_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        address = f"sqlite:///{tmp_path / 'tables.db'}"
        store = await Store.open(address)
        with pytest.raises(errors.StoreError, match=r"tables\.db is in use by another Silverhook; .*PostgreSQL"):
            await Store.open(address)
        await store.close()
        await (await Store.open(address)).close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "address, message",
    [
        ("tables", "is not a database address; write sqlite:///FILE or postgresql"),
        ("oracle://somewhere/x", "unknown kind of database 'oracle'"),
        ("sqlite://", "kept in a file"),
        ("sqlite:////proc/no/such/place.db", "cannot be used"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "cannot be used"),
    ],
)
def test_unusable_databases_are_refused(address: str, message: str) -> None:
    with pytest.raises(errors.StoreError, match=message) as refused:
        asyncio.run(Store.open(address))
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Anne, " * 200)
    with pytest.raises(errors.StoreError, match="letter cannot be used: file is not a database"):
        asyncio.run(Store.open(f"sqlite:///{tmp_path / 'letter'}"))


# --- migrations ------------------------------------------------------------------------------------------


def to_the_first_revision(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.downgrade(config, "0001")
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA user_version = 0")  # the versions of that time sealed no definitions


async def old_database(database: str) -> tuple[str, list[Entry]]:
    """A database as the first revision wrote it, with a running game and a finished one."""
    from sqlalchemy import text

    from silverhook.table.database import database_url, make_engine

    async with await TableRegistry.open(database, pace=0) as registry:
        live, _ = await registry.create(RULES)
        for seat in range(2):
            await live.sit(f"P{seat}", new_nonce())
        for _ in range(5):
            table = live.table
            await live.do(commands.Act(Place(table.turn), table.game.legal_actions()[0], table.ply))
        entries = await registry.store.read(live.table.id)
    engine = make_engine(database_url(database))
    async with engine.begin() as connection:
        await connection.run_sync(to_the_first_revision)
        if database.startswith("sqlite"):
            await connection.execute(text("PRAGMA user_version = 0"))  # definitions were not sealed yet
        over = {"id": "over", "at": 1.0}
        await connection.execute(text("INSERT INTO tables (id, created_at) VALUES (:id, :at)"), over)
        for n, kind in enumerate(("created", "started", "finished"), 1):
            row = {"id": "over", "n": n, "kind": kind, "data": json.dumps({}), "at": 1.0}
            words = "INSERT INTO entries (table_id, n, kind, data, at) VALUES (:id, :n, :kind, :data, :at)"
            await connection.execute(text(words), row)
    await engine.dispose()
    return live.table.id, entries


def test_an_old_database_is_brought_up_to_date_and_its_games_go_on(database: str) -> None:
    async def main() -> None:
        id, entries = await old_database(database)
        async with await TableRegistry.open(database, pace=0) as registry:
            assert await registry.store.live() == [id]
            assert await registry.store.read(id) == entries
            live = await registry.live_table(id)
            assert live.table.ply == 5
            table = live.table
            await live.do(commands.Act(Place(table.turn), table.game.legal_actions()[0], table.ply))

    asyncio.run(main())


def test_the_first_revision_matches_old_files(tmp_path: Path) -> None:
    from sqlalchemy import create_engine, inspect

    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    with engine.begin() as connection:
        migrations.run(connection)
        to_the_first_revision(connection)
        assert [column["name"] for column in inspect(connection).get_columns("tables")] == ["id", "created_at"]
        assert inspect(connection).get_indexes("tables") == []
    with engine.begin() as connection:
        migrations.run(connection)
        migrations.run(connection)  # nothing to do
    engine.dispose()


def test_migrations_lead_to_the_schema_that_the_code_uses(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from silverhook.table.schema import METADATA

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async def main() -> None:
        store = await Store.open(database)
        async with store.engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await store.close()

    asyncio.run(main())


def test_a_database_of_a_newer_version_is_left_unchanged(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tables.db'}"

    async def make() -> None:
        await (await Store.open(address)).close()

    asyncio.run(make())
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(errors.StoreError, match="a newer Silverhook made"):
        asyncio.run(Store.open(address))


def test_a_person_can_list_their_tables(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database) as registry:
            first, host = await registry.create(RULES)
            second, _ = await registry.create(RULES)
            anna = await second.sit("Anna", new_nonce())
            tables = await registry.tables_of([host, anna.token, "nobody's"])
            assert [table.id for table in tables] == [second.table.id, first.table.id]
            assert await registry.tables_of([]) == []
            assert anna.token not in json.dumps([entry.data for entry in await registry.store.read(second.table.id)])
            assert hashed(anna.token) == second.table.chairs[0].token

    asyncio.run(main())
