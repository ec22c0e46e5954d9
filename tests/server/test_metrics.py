"""What a server tells its operator about itself."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from httpx import ASGITransport, AsyncClient

from silverhook.server.app import create_app
from silverhook.server.client import Lobby
from silverhook.server.settings import ServerSettings
from silverhook.table.errors import StoreError
from silverhook.table.store import Store
from silverhook.testing.server import Process, play_on, run, running, until


def numbers(server: Process) -> dict[str, float]:
    """The metrics of a server."""
    words = (line.rsplit(" ", 1) for line in httpx.get(f"{server.url}/metrics").text.splitlines() if line[0] != "#")
    return {name: float(value) for name, value in words}


def test_metrics_show_the_process_the_database_and_the_bots(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            made = await lobby.create(game="deckhand", seats=["person", "search:20"])
            token = (await lobby.take_seat(made["table"], "Ann"))["token"]
            async with lobby.sit(made["table"], token) as seat:
                await play_on(seat, random.Random(1), 5)

    run(body())
    found = numbers(server)
    assert found['silverhook_database_seconds_count{operation="commit"}'] == found["silverhook_store_commits"] > 0
    assert found['silverhook_database_seconds_count{operation="read"}'] > 0
    assert found["silverhook_bot_thinking_seconds_count"] == found["silverhook_bot_wait_seconds_count"] > 0
    assert found["silverhook_bots_waiting"] == 0 <= found["silverhook_bots_thinking"]
    assert found["silverhook_tables_refused"] == 0
    assert found["process_resident_memory_bytes"] > 10_000_000 and found["process_open_fds"] > 5
    assert found["process_cpu_seconds_total"] > 0 and found["process_max_fds"] > 5
    run(until_lag_is_measured(server))


async def until_lag_is_measured(server: Process) -> None:
    await until(lambda: numbers(server)["silverhook_event_loop_lag_seconds_count"] > 0)


def test_a_table_that_cannot_be_opened_at_the_start_is_counted(tmp_path: Path) -> None:
    async def body(server: Process) -> None:
        async with Lobby(server.url) as lobby:
            made = await lobby.create(game="deckhand", seats=["person", "heuristic"])
            await lobby.take_seat(made["table"], "Ann")

    with running(tmp_path) as server:
        run(body(server))
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
        database.execute("UPDATE entries SET data = '{}' WHERE kind = 'started'")
    with running(tmp_path) as server:
        run(until_refused(server))


async def until_refused(server: Process) -> None:
    await until(lambda: numbers(server)["silverhook_tables_refused"] == 1)


def test_a_failing_probe_is_not_counted_as_a_refused_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(store: Store) -> None:
        raise StoreError("the database does not answer")

    async def body() -> None:
        app = create_app(ServerSettings(database=f"sqlite:///{tmp_path / 'tables.db'}"))
        async with app.router.lifespan_context(app), AsyncClient(transport=ASGITransport(app)) as http:
            assert (await http.get("http://127.0.0.1/ready")).status_code == 503
            assert (await http.get("http://127.0.0.1/api/tables/x")).status_code == 404
        refused = [sample for metric in app.state.server.metrics.refused.collect() for sample in metric.samples]
        assert {sample.labels["code"] for sample in refused} == {"no_such_table"}

    monkeypatch.setattr(Store, "_ping", silent)
    run(body())
