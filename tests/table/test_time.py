"""The time at a table: no jump of a wall clock changes anybody's bank or pause."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from silverhook.server.client import Lobby
from silverhook.table import (
    Entry,
    LiveTable,
    Place,
    Table,
    TableRegistry,
    TableSettings,
    TimeControl,
    commands,
    hashed,
    new_nonce,
)
from silverhook.table.table_time import Clock, TableTime, Timeline
from silverhook.table.tokens import new_secret
from silverhook.testing.server import Process, run, seated

HOUR = 3600.0


class Machine:
    """A machine whose wall clock is wrong, and jumps, as a test wants."""

    def __init__(self, name: str = "here", wrong: float = 0.0, ticks: float = 5000.0) -> None:
        self.name, self.wrong, self.ticks = name, wrong, ticks

    def clock(self) -> Clock:
        """The clock of a new process on it."""
        return Clock(lambda: 1_700_000_000 + self.ticks + self.wrong, lambda: self.ticks, self.name)


class Driven:
    """A table with a bank, driven by one process after another, without a store."""

    def __init__(self, machine: Machine, control: TimeControl) -> None:
        self.log: list[Entry] = []
        self.table = Table("testing")
        self.time = TableTime(machine.clock(), None, 0.0, False)
        settings = TableSettings.of("deckhand", ["person", "person"], clock=control)
        self.do(commands.Create(settings, hashed("host"), new_secret()))
        for seat in range(2):
            self.do(commands.Sit(f"P{seat}", new_nonce(), f"token of P{seat}"))

    def do(self, command: Any) -> list[Entry]:
        """Carry out a command as a live table does."""
        now = self.time.now()
        entries = self.table.number(command.decide(self.table, now), now, self.time)
        for entry in entries:
            stored = dataclasses.replace(entry, data=json.loads(entry.text))
            self.table.apply(stored)
            self.log.append(stored)
            self.time.hear(stored.at)
        return entries

    def opened_on(self, machine: Machine) -> None:
        """Go on in a new process, from the log."""
        self.table = Table.fold("testing", self.log)
        self.time = TableTime(
            machine.clock(), self.table.timeline, self.table.written_at, self.table.deadline is not None
        )
        self.do(commands.Resume(self.time))

    def left(self) -> list[float]:
        """The seconds that each seat has left."""
        return [self.table.remaining(seat, self.time.now()) or 0.0 for seat in range(2)]

    def act(self) -> None:
        """Let the seat to act do something."""
        seat = self.table.turn
        assert seat is not None
        self.do(commands.Act(Place(seat), self.table.game.legal_actions()[0], self.table.ply))


STEP = st.one_of(
    st.tuples(st.just("wait"), st.floats(0, 20)),
    st.tuples(st.just("jump"), st.floats(-1e9, 1e9)),
    st.tuples(st.just("act"), st.none()),
    st.tuples(st.just("restart"), st.none()),
    st.tuples(st.just("move"), st.booleans()),
)


@given(st.lists(STEP, max_size=25))
def test_jumps_of_the_wall_clock_change_nobodys_bank(steps: list[tuple[str, Any]]) -> None:
    """The same events with and without jumps: banks differ only by what no clock can know."""
    machines = [Machine("a"), Machine("b", wrong=-HOUR)]
    here, at = machines[0], Driven(machines[0], TimeControl("bank", 600, 5))
    banks, asked, heard = [600.0, 600.0], 0.0, 0.0  # asked: how long the question is open; heard: at the last entry
    last = at.time.now()
    for step, how in steps:
        if step == "wait":
            for machine in machines:
                machine.ticks += how
            asked += how
        elif step == "jump":
            here.wrong = how
        elif step == "act" and at.table.phase == "playing":
            seat, asked_before = at.table.turn, asked
            at.act()
            assert seat is not None
            banks[seat], asked, heard = banks[seat] + 5 - asked_before, 0.0, 0.0
        elif step == "restart":
            at.opened_on(here)
        elif step == "move":  # to another machine, which knows only what the log says
            if machines[how] is not here:
                here, asked, last = machines[how], heard, at.log[-1].at
            at.opened_on(here)
        turn = at.table.turn
        for seat, left in enumerate(at.left()):
            expected = banks[seat] + 5 - asked if seat == turn else banks[seat]
            assert left == pytest.approx(expected, abs=1e-3)
        assert at.time.now() >= last - 1e-6
        assert all(one.at <= other.at for one, other in zip(at.log, at.log[1:], strict=False))
        last = at.time.now()


def test_a_table_goes_on_at_the_right_date_after_a_restart_of_the_machine() -> None:
    """People read when something was said, so a table does not stay in the past."""
    here = Machine()
    at = Driven(here, TimeControl("bank", 600))
    here.ticks += 10
    at.act()
    here.ticks += 7
    at.do(commands.Say(Place(0), "ahoy"))
    after = Machine("restarted", wrong=10 * HOUR, ticks=1)
    left = at.left()
    at.opened_on(after)
    assert at.left() == pytest.approx(left)
    assert at.time.now() == pytest.approx(after.clock().now())


def test_time_that_ran_out_while_nobody_could_play_starts_again() -> None:
    here = Machine()
    at = Driven(here, TimeControl("move", 60))
    here.ticks += 50
    at.opened_on(here)
    assert min(at.left()) == pytest.approx(10)
    here.ticks += 5000
    at.opened_on(here)
    assert at.left() == pytest.approx([60, 60])
    assert at.do(commands.TimeIsUp(at.table.ply)) == []


@pytest.mark.parametrize("wrong", [-HOUR, HOUR])
def test_two_processes_with_different_clocks_share_the_time_of_a_table(wrong: float) -> None:
    """A table that a second process follows keeps the time of the first, in both directions."""
    one, two = Machine("one"), Machine("two", wrong)
    at = Driven(one, TimeControl("bank", 600))
    second = TableTime(two.clock(), None, at.table.written_at, False)  # opened while no time ran
    one.ticks += 3
    two.ticks += 3
    at.act()
    second.hear(at.log[-1].at)
    one.ticks += 100
    two.ticks += 100
    assert second.now() == pytest.approx(at.time.now())
    at.time = second  # the second process writes the next entry
    seat = at.table.turn
    assert seat is not None and at.left()[seat] == pytest.approx(500)
    at.act()
    assert at.table.clocks.banks[seat] == pytest.approx(500)


def test_a_log_of_an_older_version_charges_nobody_for_a_restart() -> None:
    here = Machine()
    at = Driven(here, TimeControl("bank", 600))
    for entry in at.log:
        entry.data.pop("timeline", None)
    here.ticks += 50
    here.wrong = HOUR
    at.opened_on(here)
    assert at.left() == pytest.approx([600, 600])


def test_a_timeline_comes_back_from_its_data() -> None:
    assert Timeline.from_json(json.loads(json.dumps(list(Timeline("a", 1.5))))) == Timeline("a", 1.5)
    assert Timeline.from_json(None) is None


# --- live tables --------------------------------------------------------------------------------------------


async def a_pause(registry: TableRegistry) -> LiveTable:
    """A table of Hanataz in the pause of a secret question."""
    for n in range(100):
        live, _ = await registry.create(TableSettings.of("hanataz", ["person"] * 4, pause=600))
        for seat in range(4):
            await live.sit(f"P{seat}", new_nonce())
        chance = random.Random(n)
        while not live.table.in_secret and live.table.phase == "playing":
            seat = live.table.turn
            assert seat is not None
            await live.do(commands.Act(Place(seat), chance.choice(live.table.game.legal_actions()), live.table.ply))
        if live.table.in_secret:
            return live
    raise AssertionError("no secret question was put")


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_pause_is_as_long_as_it_was_whatever_the_wall_clock_does(tmp_path: Path, jump: float) -> None:
    machine, database = Machine(), f"sqlite:///{tmp_path / 'tables.db'}"

    async def body() -> None:
        async with await TableRegistry.open(database, pace=0, clock=machine.clock()) as registry:
            live = await a_pause(registry)
            machine.wrong, machine.ticks = jump, machine.ticks + 100
            assert (live.table.deadline or 0) - live.now() == pytest.approx(500)
            id = live.table.id
        machine.wrong, machine.ticks = -jump, machine.ticks + 100
        async with await TableRegistry.open(database, pace=0, clock=machine.clock()) as registry:
            live = await registry.live_table(id)
            assert live.table.in_secret and (live.table.deadline or 0) - live.now() == pytest.approx(400)

    asyncio.run(body())


# --- real servers -------------------------------------------------------------------------------------------


def test_a_real_servers_clock_jumps(tmp_path: Path) -> None:
    """Forward and back in a running server, and across kill -9: the bank, the turn and every time sent stay right."""
    wall, database = tmp_path / "wall", f"sqlite:///{tmp_path / 'tables.db'}"
    wall.write_text("0")

    async def clocks(url: str, table: str) -> tuple[list[float], int | None]:
        async with httpx.AsyncClient(base_url=url) as http:
            found = (await http.get(f"/api/tables/{table}")).json()
        return [seat["clock"] for seat in found["seats"]], found["turn"]

    async def play(url: str) -> str:
        async with Lobby(url) as lobby:
            table, tokens = await seated(lobby, clock={"kind": "bank", "seconds": 86_400})
            async with lobby.sit(table, tokens[0]) as seat:
                for jump in ("4000", "-4000", "999999999"):
                    wall.write_text(jump)
                    await seat.command("chat", text="what time is it?")
                    assert seat.state
                    assert (await clocks(url, table))[1] is not None  # nobody has run out of time
                    assert all(84_000 < left <= 86_400 for left in (await clocks(url, table))[0])
        return table

    process = Process(database, tmp_path / "log", wall=wall)
    try:
        table = run(play(process.url))
        process.stop(9)
        for jump in ("-5000", "5000", "123456789"):
            wall.write_text(jump)
            process = Process(database, tmp_path / "log", wall=wall)
            clock, turn = run(clocks(process.url, table))
            assert turn is not None and all(84_000 < left <= 86_400 for left in clock)
            process.stop(9)
    finally:
        process.stop(9)
