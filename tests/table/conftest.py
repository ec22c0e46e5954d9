"""A table without a store, for tests of what its log means."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from silverhook.table import Entry, Place, Table, TableSettings, commands, hashed, new_nonce
from silverhook.table.commands import Command
from silverhook.table.tokens import new_secret


class Seating:
    """A table, its log and a clock that is set by hand."""

    def __init__(self, game: str = "deckhand", seats: list[str] | None = None, **settings: Any) -> None:
        self.now = 1000.0
        self.log: list[Entry] = []
        self.table = Table("testing")
        chosen = TableSettings.of(game, seats or ["person", "person"], **settings)
        self.do(commands.Create(chosen, hashed("host"), new_secret()))

    def do(self, command: Command, later: float = 0) -> list[Entry]:
        """Carry out a command as a live table does, with every entry as a store returns it."""
        self.now += later
        entries = self.table.number(command.decide(self.table, self.now), self.now)
        for entry in entries:
            stored = dataclasses.replace(entry, data=json.loads(entry.text))
            self.table.apply(stored)
            self.log.append(stored)
        return entries

    def sit(self, name: str, **where: Any) -> Place:
        token = where.pop("token", f"token of {name}")
        self.do(commands.Sit(name, new_nonce(), token, **where))
        return self.table.place(token)

    def full(self) -> Seating:
        """Seat people in all free seats, under the names P0, P1 ..."""
        for seat, chair in enumerate(self.table.chairs):
            if not chair.taken:
                self.sit(f"P{seat}", seat=seat)
        return self

    @classmethod
    def in_secret(cls, seed: int, choices: int, **settings: Any) -> Seating:
        """A table of Hanataz at a question for Knights, with this number of seats that hold one."""
        for n in range(400):
            at = cls("hanataz", ["person"] * 4, **settings).full()
            chance = random.Random(seed * 1000 + n)
            while at.table.phase == "playing" and at.table.ply < 300:
                if not at.table.in_secret:
                    at.act(chance=chance)
                    continue
                if sum(at.table.asks(seat) is not None for seat in range(4)) == choices:
                    return at
                at.do(commands.EndPause(at.table.ply))
        raise AssertionError("no such position was found")

    def told(self) -> list[Any]:
        """Everything that the table can answer."""
        return _told(self.table)

    def folds(self) -> None:
        """Assert that the log gives the same table."""
        assert _told(Table.fold("testing", self.log)) == self.told()

    def act(self, action: int | str | None = None, chance: random.Random | None = None, **more: Any) -> list[Entry]:
        """Take this action, or any, for the seat to act."""
        seat, actions = self.table.game.to_act, self.table.game.legal_actions()
        assert seat is not None
        chosen = (chance or random.Random(0)).choice(actions) if action is None else action
        return self.do(commands.Act(Place(seat), chosen, self.table.ply, **more))

    def play(self, seed: int = 0, plies: int = 10_000) -> Seating:
        """Play at random, secret questions included."""
        chance = random.Random(seed)
        while self.table.phase == "playing" and self.table.ply < plies:
            if self.table.in_secret:
                for seat in self.table.questions:
                    if (game := self.table.asks(seat)) is not None:
                        action = chance.choice(game.legal_actions())
                        self.do(commands.Act(Place(seat), action, self.table.ply))
                self.do(commands.EndPause(self.table.ply), later=self.table.settings.pause)
            else:
                self.act(chance=chance)
        return self


def _told(table: Table) -> list[Any]:
    """Everything that a table can answer."""
    seats = [None, *range(len(table.chairs))]
    begun = table.phase != "open"
    return [
        (table.n, table.ply, table.at, table.phase, table.names, table.commitment, table.secret, table.rematch),
        [dataclasses.astuple(chair) for chair in table.chairs],
        (list(table.chat), table.offer, table.deadline, table.awake, table.turn, table.since),
        [table.view(seat) for seat in seats] if begun else None,
        [table.remaining(seat, table.at + 1) for seat in range(len(table.chairs))],
        (table.game.position(), table.game.actions) if begun else None,
    ]


@pytest.fixture
def seating() -> type[Seating]:
    return Seating
