"""A process for a test to kill: it plays at tables of a database, and prints every acknowledged action."""

from __future__ import annotations

import asyncio
import random
import sys

from silverhook.core.errors import ActionError
from silverhook.table import LiveTable, Place, TableRegistry, TableSettings, commands, errors, new_nonce


async def play(live: LiveTable, chance: random.Random) -> None:
    """Play two people at a table with a bot, and print every acknowledged action at once."""
    table = live.table
    while table.phase == "playing":
        seat = table.turn
        if seat is None or not table.chairs[seat].person:
            await asyncio.sleep(0.001)
            continue
        action, id = chance.choice(table.game.legal_actions()), f"{chance.random()}"
        try:
            entries = await live.do(commands.Act(Place(seat), action, table.ply, id))
        except (ActionError, errors.Late, errors.NotNow):  # another process was first
            continue
        print(table.id, seat, id, action, entries[0].ply, flush=True)


async def main(database: str, tables: int, seed: int) -> None:
    async with await TableRegistry.open(database, pace=0) as registry:
        chance, live_tables = random.Random(seed), []
        for id in await registry.store.live():
            live_tables.append(await registry.live_table(id))
        while len(live_tables) < tables:
            live, _ = await registry.create(TableSettings.of("deckhand", ["person", "person", "random"]))
            for name in ("Anna", "Ben"):
                await live.sit(name, new_nonce())
            live_tables.append(live)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)  # wait until the test lets it play
        await asyncio.gather(*(play(live, chance) for live in live_tables))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
