"""A process killed at any moment loses no acknowledged action and leaves no half action behind."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from silverhook.table import Store, Table, TableRegistry

CRASHES = 6
TABLES = 5


def start(database: str, seed: int) -> subprocess.Popen[str]:
    """Start a process that is ready to play at the tables of a database. If nobody reads its output, it stops early."""
    script = Path(__file__).with_name("crashing.py")
    command = [sys.executable, str(script), database, str(TABLES), str(seed)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pipesize=4096)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def begin(*processes: subprocess.Popen[str]) -> None:
    """Let ready processes play, all at once."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()


def kill(process: subprocess.Popen[str], least: int) -> list[list[str]]:
    """Let a process play until it has acknowledged `least` actions, kill it, and return everything it acknowledged."""
    with process:
        assert process.stdout is not None
        said = "".join(process.stdout.readline() for _ in range(least))
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read()
    return [line.split() for line in said.split("\n")[:-1]]  # the last line may be half a line


def crash(database: str, seed: int) -> list[list[str]]:
    """Let a process play and kill it at some moment; return what it acknowledged."""
    process = start(database, seed)
    begin(process)
    return kill(process, random.Random(seed).randrange(60))


async def logs(database: str) -> dict[str, Table]:
    """Every table, folded from its log."""
    from sqlalchemy import select

    from silverhook.table import schema

    store = await Store.open(database)
    async with store.engine.connect() as connection:
        ids = list(await connection.scalars(select(schema.tables.c.id)))
    tables = {id: Table.fold(id, await store.read(id)) for id in ids}
    await store.close()
    return tables


def test_no_acknowledged_action_is_lost(database: str) -> None:
    acknowledged: list[list[str]] = []
    for seed in range(CRASHES):
        acknowledged += crash(database, seed)
    assert len(acknowledged) > 50
    assert_all_stored(database, acknowledged)


def test_two_processes_at_the_same_tables_lose_nothing_when_killed(postgres: Callable[[], str]) -> None:
    database = postgres()
    one = start(database, 1)
    two = start(database, 2)
    begin(one, two)
    first = kill(one, 5)
    second = kill(two, 5)
    assert len(first) >= 5 and len(second) >= 5
    assert_all_stored(database, first + second)


def assert_all_stored(database: str, acknowledged: list[list[str]]) -> None:
    """Each acknowledged action is in its log, once, and every log is whole."""
    tables = asyncio.run(logs(database))
    for id, seat, message, action, ply in acknowledged:
        table = tables[id]
        assert table.history.changes[int(ply) - 1] == int(action)
        assert table.recorded(int(seat), message) in (int(ply), None)  # only the newest are remembered
    assert len({(id, ply) for id, *_, ply in acknowledged}) == len(acknowledged)
    for table in tables.values():
        assert table.ply == len(table.game.actions)
        table.game.check()


def test_after_a_crash_the_bots_go_on(database: str) -> None:
    crash(database, 1)

    async def main() -> None:
        async with await TableRegistry.open(database, pace=0) as registry:
            live = await registry.store.live()
            assert live
            for _ in range(60_000):
                if all(id in registry.live_tables and registry.live_tables[id].table.bot_to_act is None for id in live):
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("a bot did not move")

    asyncio.run(main())
