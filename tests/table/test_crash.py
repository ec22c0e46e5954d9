"""Killed at any moment, a process loses no acknowledged action and leaves no half action behind."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from pathlib import Path

from silverhook.table import Hall, Store, Table

CRASHES = 6
TABLES = 5


def crash(database: str, seed: int) -> list[list[str]]:
    """Have a process play, kill it, and tell what it had acknowledged."""
    script = Path(__file__).with_name("crashing.py")
    command = [sys.executable, str(script), database, str(TABLES), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            process.wait(random.Random(seed).uniform(0, 0.3))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        said = process.stdout.read()
    return [line.split() for line in said.split("\n")[:-1]]  # the last line may be half a line


async def logs(database: str) -> dict[str, Table]:
    """Every table there is, folded from its log."""
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
    tables = asyncio.run(logs(database))
    for id, seat, message, action, ply in acknowledged:
        table = tables[id]
        assert table._deeds[int(ply) - 1] == int(action)
        assert table.recorded(int(seat), message) in (int(ply), None)  # only the newest are remembered
    assert len({(id, ply) for id, *_, ply in acknowledged}) == len(acknowledged)
    for table in tables.values():
        assert table.ply == len(table.game.actions)
        table.game.check()


def test_after_a_crash_the_bots_go_on(database: str) -> None:
    crash(database, 1)

    async def main() -> None:
        async with await Hall.open(database, pace=0) as hall:
            live = await hall.store.live()
            assert live
            for _ in range(1000):
                if all(id in hall.desks and hall.desks[id].table.bot_to_act is None for id in live):
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("a bot did not move")

    asyncio.run(main())
