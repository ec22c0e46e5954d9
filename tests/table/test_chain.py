"""The hash chain over a log: whatever is changed in a database is noticed, and the message names the table."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from silverhook import records
from silverhook.table import Entry, LiveTable, Place, Table, TableRegistry, TableSettings, commands, errors, new_nonce
from silverhook.table.database import database_url, make_engine
from silverhook.testing.server import PATIENCE

PAIR = TableSettings.of("deckhand", ["person", "person"])
CHANGES = [
    "UPDATE entries SET at = at + 0.001 WHERE table_id = :id AND n = 5",
    "UPDATE entries SET kind = 'said' WHERE table_id = :id AND n = 2",
    "UPDATE entries SET data = replace(data, 'P0', 'P9') WHERE table_id = :id AND n = 2",
    "UPDATE entries SET data = replace(data, ',', ', ') WHERE table_id = :id AND n = 6",
    "UPDATE entries SET digest = '' WHERE table_id = :id AND n = 3",
    "DELETE FROM entries WHERE table_id = :id AND n = 1",
    "DELETE FROM entries WHERE table_id = :id AND n = 4",
    "DELETE FROM entries WHERE table_id = :id AND n = (SELECT n FROM tables WHERE id = :id)",
    "UPDATE entries SET n = n + 1000 WHERE table_id = :id AND n = 5",
    "UPDATE entries SET table_id = 'elsewhere' WHERE table_id = :id AND n = 5",
    "UPDATE tables SET n = n - 1 WHERE id = :id",
    "UPDATE tables SET digest = '' WHERE id = :id",
    "UPDATE tables SET created_at = 0 WHERE id = :id",
]


async def played(registry: TableRegistry, plies: int = 5) -> LiveTable:
    """A table that people have played at."""
    live = (await registry.create(PAIR)).live
    for seat in range(2):
        await live.sit(f"P{seat}", new_nonce())
    chance, table = random.Random(1), live.table
    while table.phase == "playing" and table.ply < plies:
        await live.do(commands.Act(Place(table.turn), chance.choice(table.game.legal_actions()), table.ply))
    return live


async def execute(database: str, words: str, id: str) -> None:
    """Change the database behind the server's back."""
    engine = make_engine(database_url(database))
    async with engine.begin() as connection:
        done = await connection.execute(text(words), {"id": id})
        assert done.rowcount > 0, words
    await engine.dispose()


def test_a_change_in_the_database_is_refused_with_the_name_of_the_table(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry:
            good, *bad = [(await played(registry)).table.id for _ in range(len(CHANGES) + 1)]
        for id, change in zip(bad, CHANGES, strict=True):
            await execute(database, change, id)
        async with await TableRegistry.open(database, pace=0) as registry:
            for id, change in zip(bad, CHANGES, strict=True):
                with pytest.raises(errors.DamagedLog, match=f"table {id}: "):
                    await registry.live_table(id)
                    pytest.fail(change)
            assert (await registry.live_table(good)).table.ply == 5  # the others go on

    asyncio.run(main())


def test_a_table_deleted_in_the_database_is_not_written_to(database: str) -> None:
    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry:
            live = await played(registry)
            for words in ("entries WHERE table_id", "holders WHERE table_id", "tables WHERE id"):
                await execute(database, f"DELETE FROM {words} = :id", live.table.id)
            with pytest.raises(errors.NoSuchTable, match="has deleted this table"):
                await live.do(commands.Say(Place(0), "hello?"))
            assert await registry.store.read(live.table.id) == []

    asyncio.run(main())


def test_a_log_follows_from_its_first_entry_to_its_last(seating: Any) -> None:
    at = seating("hanataz", ["person"] * 3).full().play(seed=2, plies=20)
    at.folds()
    for entry in at.log[1:]:
        changed = dataclasses.replace(entry, at=entry.at + 1)
        log = [*at.log[: entry.n - 1], changed, *at.log[entry.n :]]
        with pytest.raises(errors.DamagedLog, match=rf"entry {entry.n} \({entry.kind}\) is not as it was written"):
            Table.fold("testing", log)


def test_the_chain_reveals_no_answer_that_is_held_back(seating: Any) -> None:
    """Clients learn one digest, at the end; it depends on hashes of tokens that only their holders know."""
    at = seating("hanataz", ["person"] * 3).full().play(seed=3, plies=20)
    assert at.table.log == "" and at.table.phase == "playing"
    seated = at.log[1]
    other = Entry.after(at.log[0].digest, "testing", 2, "seated", {**seated.data, "token": "0" * 64}, seated.at)
    assert other.digest != seated.digest
    over = at.play()
    assert f"log: {over.log[-2].digest.hex()}\n" in over.table.record()


def test_verify_compares_a_record_with_its_log(database: str, tmp_path: Path) -> None:
    async def main() -> tuple[str, str]:
        async with await TableRegistry.open(database, pace=0) as registry:
            table = (await played(registry, 10_000)).table
            return table.id, table.record()

    id, record = asyncio.run(main())
    file = tmp_path / "record.txt"
    file.write_text(record)
    command = [sys.executable, "-m", "silverhook", "verify", str(file), "--log", database]

    def verify() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)

    done = verify()
    assert done.returncode == 0, done.stderr
    assert "entries is unbroken" in done.stdout

    asyncio.run(execute(database, "UPDATE entries SET at = at + 1 WHERE table_id = :id AND n = 3", id))
    done = verify()
    assert done.returncode == 2 and f"table {id}: entry 3 (seated) is not as it was written" in done.stderr


def test_a_record_without_a_log_line_is_still_proved(seating: Any) -> None:
    """Tables that were finished before there was a chain give the record that they always gave."""
    over = seating().full().play()
    data = {name: value for name, value in over.log[-1].data.items() if name != "log"}
    end = Entry.after(over.log[-2].digest, "testing", over.log[-1].n, "finished", data, over.log[-1].at)
    record = Table.fold("testing", [*over.log[:-1], end]).record()
    assert "log:" not in record
    records.verify(record.encode())
