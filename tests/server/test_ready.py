"""`/ready` says whether the server can store anything, and what the operator has to do if it cannot."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from sqlalchemy import text

from silverhook.server.app import create_app
from silverhook.server.settings import ServerSettings
from silverhook.table import (
    Place,
    Store,
    TableRegistry,
    TableSettings,
    commands,
    errors,
    new_nonce,
    probe,
    sqlite_checks,
)
from silverhook.testing.server import run, until

PAIR = TableSettings.of("deckhand", ["person", "person"])


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "_FRESH", 0.0)  # tests ask about one moment and the next


async def ready(registry: TableRegistry) -> tuple[int, str]:
    """What /ready answers for this registry."""
    app = create_app(ServerSettings())
    app.state.server.registry = registry
    async with AsyncClient(transport=ASGITransport(app)) as http:
        answer = await http.get("http://127.0.0.1/ready")
    return answer.status_code, answer.json().get("message", "")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).returncode:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_full_disk(small_disk: Path) -> None:
    async def body() -> None:
        async with await TableRegistry.open(f"sqlite:///{small_disk / 'tables.db'}", pace=0) as registry:
            live = (await registry.create(PAIR)).live
            await live.sit("Anna", new_nonce())
            assert (await ready(registry))[0] == 200
            with (small_disk / "letters").open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
                while True:
                    file.write(bytes(4096))
            status, message = await ready(registry)
            assert status == 503 and "disk of the database is full" in message and "free" in message
            with pytest.raises(errors.StoreError, match="is full"):
                await live.do(commands.Say(Place(0), "anybody?"))
            (small_disk / "letters").unlink()
            assert (await ready(registry))[0] == 200
            await live.do(commands.Say(Place(0), "here we are"))

    run(body())


def test_a_database_that_can_only_be_read(postgres: Callable[[], str]) -> None:
    async def body() -> None:
        async with await TableRegistry.open(address := postgres(), pace=0) as registry:
            assert (await ready(registry))[0] == 200
            name = address.partition("?")[0].rpartition("/")[2]
            async with registry.store.engine.begin() as connection:
                await connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
            await registry.store.engine.dispose()
            status, message = await ready(registry)
            assert status == 503 and "can only be read" in message and "try again" not in message
            async with registry.store.engine.begin() as connection:
                await connection.execute(text("SET TRANSACTION READ WRITE"))
                await connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = off"))

    run(body())


def test_a_damaged_last_page(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def fill() -> None:
        async with await TableRegistry.open(f"sqlite:///{path}", pace=0) as registry:
            for _ in range(3):
                await registry.create(PAIR)

    async def body() -> None:
        store = await Store.open(f"sqlite:///{path}")
        with closing(sqlite3.connect(path)) as connection:
            (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()
        with path.open("r+b") as file:  # so few entries fit on one page
            file.seek((page - 1) * 4096)
            file.write(b"\xff" * 4096)
        await store.engine.dispose()  # forget what was read before
        with pytest.raises(errors.StoreError, match=r"database file is damaged.* restore the last backup") as refused:
            await store.ping()
        assert "try again" not in str(refused.value)
        with pytest.raises(errors.StoreError, match="damaged"):  # it is remembered
            await store.ping()
        await store.close()
        with pytest.raises(errors.StoreError, match=r"tables\.db is damaged: .*restore the last backup"):
            await Store.open(f"sqlite:///{path}")

    asyncio.run(fill())
    asyncio.run(body())


def test_a_large_file_is_checked_while_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.db"

    async def body() -> None:
        async with await TableRegistry.open(f"sqlite:///{path}", pace=0) as registry:
            await registry.create(PAIR)
        with closing(sqlite3.connect(path)) as connection:
            (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables_live'").fetchone()
        with path.open("r+b") as file:  # an index without entries
            file.seek((page - 1) * 4096)
            file.write(b"\x0a\0\0\0\0\x10\0\0" + bytes(4088))
        monkeypatch.setattr(sqlite_checks, "AT_ONCE", 0)
        async with await TableRegistry.open(f"sqlite:///{path}", pace=0) as registry:
            await until(lambda: bool(registry.store.damage))
            status, message = await ready(registry)
            assert status == 503 and "tables_live" in message and "restore the last backup" in message

    run(body())


def test_many_probes_are_one_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        asked = 0

        async def ask() -> None:
            nonlocal asked
            asked += 1
            await asyncio.sleep(0)

        monkeypatch.setattr(probe, "_FRESH", 3600.0)
        ping = probe.Probe(ask)
        await asyncio.gather(*(ping() for _ in range(100)))
        await ping()
        assert asked == 1

    asyncio.run(body())
