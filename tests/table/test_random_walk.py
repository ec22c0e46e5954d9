"""Any commands in any order: errors are typed and change nothing, and the log gives the same table."""

from __future__ import annotations

import random
from typing import Any

import pytest

import silverhook as sh
from silverhook.table import Place, Table, TableError, TimeControl, commands
from silverhook.table.table_time import Clock, TableTime

PLACES = [Place(), Place(None, True), Place(0), Place(1, True), Place(2)]


def anything(at: Any, chance: random.Random) -> Any:
    """Any command, sensible or not."""
    table, by = at.table, chance.choice(PLACES)
    asked = next((seat for seat in range(3) if table.phase == "playing" and table.asks(seat)), None)
    if asked is not None and chance.random() < 0.5:
        ply = table.ply - (chance.random() < 0.1)
        return commands.Act(Place(asked), chance.choice(table.asks(asked).legal_actions()), ply, str(chance.random()))
    if table.bot_to_act is not None and chance.random() < 0.5:
        return commands.BotActs(table.bot_to_act, chance.choice(table.game.legal_actions()), table.ply)
    return chance.choice(
        [
            commands.Act(by, chance.choice([0, -1, 10**40, "dance", "", None, 3.5, True, [], 7]), table.ply, "x"),
            commands.Act(by, 0, chance.choice([-1, 0, 10**30, table.ply])),
            commands.Sit(chance.choice(["Anna", "", "Ben", "\x00", "x" * 99]), "ab" * 16, str(chance.randrange(4))),
            commands.Sit("Eve", "no", "token", chance.choice([None, -1, 1, 99])),
            commands.Start(by) if chance.random() < 0.02 else commands.Say(by, "ahoy"),
            commands.OfferUndo(by),
            commands.AnswerUndo(by, chance.random() < 0.7, table.offer.number if table.offer else 1),
            commands.AnswerUndo(by, True, chance.choice([-1, 0, 10**30, 1])),
            commands.Say(by, chance.choice(["ahoy", "", "\u202e", "x" * 1000])),
            commands.Leave(by) if chance.random() < 0.3 else commands.Return(by),
            commands.Return(by),
            commands.Resign(by) if chance.random() < 0.01 else commands.Return(by),
            commands.Rematch(by, "another"),
            commands.TimeIsUp(table.ply),
            commands.EndPause(table.ply, {0: 0}) if table.in_secret else commands.Resume(opened(at)),
            commands.BotActs(0, 0, table.ply - 1),
        ]
    )


def opened(at: Any) -> TableTime:
    """The time of the table as a process on another machine takes it over."""
    table = at.table
    return TableTime(Clock(lambda: at.now, lambda: 0.0), table.timeline, table.written_at, table.deadline is not None)


def told(table: Table) -> tuple[Any, ...]:
    game = (table.game.position(), table.view(None), table.view(0)) if table.phase != "open" else None
    return (
        table.n,
        table.ply,
        table.phase,
        table.names,
        table.offer,
        list(table.chat),
        table.awake,
        table.deadline,
        game,
    )


@pytest.mark.parametrize("seed", range(8))
def test_any_commands_in_any_order_keep_the_table_sound(seating: Any, seed: int) -> None:
    chance = random.Random(seed)
    clock = [None, TimeControl("move", 5), TimeControl("bank", 60, 1)][seed % 3]
    at = seating(["deckhand", "hanataz"][seed % 2], ["person"] * 3, clock=clock)
    kinds, refused = set(), 0
    for step in range(700):
        if step == 100 and at.table.phase == "open":
            at.full()
        before, command = told(at.table), anything(at, chance)
        try:
            kinds.update(entry.kind for entry in at.do(command, later=chance.random() * 3))
        except (TableError, sh.ActionError):
            refused += 1
            assert told(at.table) == before
    assert refused > 50
    assert {"acted", "said", "left"} <= kinds
    assert told(Table.fold("testing", at.log)) == told(at.table)
