"""A process for a test to kill: it plays at tables of a database, and says what was acknowledged."""

from __future__ import annotations

import asyncio
import random
import sys

from silverhook.core.errors import ActionError
from silverhook.table import Desk, Hall, Place, Settings, commands, errors, new_nonce


async def play(desk: Desk, chance: random.Random) -> None:
    """Two people at a table with a bot; every acknowledged action is printed at once."""
    table = desk.table
    while table.phase == "playing":
        seat = table.turn
        if seat is None or not table.chairs[seat].person:
            await asyncio.sleep(0.001)
            continue
        action, id = chance.choice(table.game.legal_actions()), f"{chance.random()}"
        try:
            entries = await desk.do(commands.Act(Place(seat), action, table.ply, id))
        except (ActionError, errors.Late, errors.NotNow):  # another process was first
            continue
        print(table.id, seat, id, action, entries[0].ply, flush=True)


async def main(database: str, tables: int, seed: int) -> None:
    async with await Hall.open(database, pace=0) as hall:
        chance, desks = random.Random(seed), []
        for id in await hall.store.live():
            desks.append(await hall.desk(id))
        while len(desks) < tables:
            desk, _ = await hall.create(Settings.of("deckhand", ["person", "person", "random"]))
            for name in ("Anna", "Ben"):
                await desk.sit(name, new_nonce())
            desks.append(desk)
        print("ready", flush=True)
        await asyncio.gather(*(play(desk, chance) for desk in desks))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
