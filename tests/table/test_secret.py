"""Secret questions: which seats are asked, which answers are held, and what the others must not notice."""

from __future__ import annotations

import random
from typing import Any

import pytest

import silverhook as sh
from silverhook.table import Place, TableSettings, TimeControl, commands
from silverhook.table.errors import SettingsError

HOST = Place(None, True)


@pytest.mark.parametrize("choices", [0, 1, 2])
def test_everybody_sees_the_same_pause_whoever_holds_a_knight(seating: Any, choices: int) -> None:
    at = seating.in_secret(1, choices)
    assert at.table.turn is None
    assert at.table.deadline == at.table.since + at.table.settings.pause
    assert at.table.awake
    for seat in (None, *range(4)):
        decision = at.table.view(seat)["decision"]
        if at.table.asks(seat) is None:
            assert (decision["seat"], decision["kind"]) == (None, "wait")
        else:
            assert (decision["seat"], decision["kind"]) == (seat, "knight")


def test_answers_are_held_and_the_first_asked_seat_counts(seating: Any) -> None:
    at = seating.in_secret(2, 2)
    first, second = [seat for seat in at.table.questions if at.table.asks(seat)]
    counter = {seat: at.table.asks(seat).legal_actions()[1] for seat in (first, second)}
    ply, views = at.table.ply, [at.table.view(seat) for seat in (None, *range(4))]
    for seat in (second, first):
        (entry,) = at.do(commands.Act(Place(seat), counter[seat], ply, "k"))
        assert entry.kind == "answered" and entry.ply is None
    assert at.table.ply == ply
    assert at.table.recorded(first, "k") == ply
    assert [at.table.view(seat) for seat in (None, *range(4))] == views
    entries = at.do(commands.EndPause(ply), later=6)
    assert (entries[-1].data["seat"], entries[-1].data["action"]) == (first, counter[first])
    assert not any(entry.data["action"] == counter[second] for entry in entries)
    assert at.do(commands.EndPause(ply)) == []
    at.folds()


def test_silence_declines(seating: Any) -> None:
    at = seating.in_secret(3, 1)
    asked = list(at.table.questions)
    entries = at.do(commands.EndPause(at.table.ply), later=6)
    assert [entry.data["seat"] for entry in entries if entry.kind == "acted"] == asked
    assert len({entry.at for entry in entries}) == 1


def test_a_seat_without_a_knight_cannot_answer(seating: Any) -> None:
    at = seating.in_secret(4, 1)
    for seat in range(4):
        if at.table.asks(seat) is None:
            with pytest.raises(sh.OutOfTurn, match="not your turn"):
                at.do(commands.Act(Place(seat), 0, at.table.ply))


def test_the_clock_stands_still_in_a_pause(seating: Any) -> None:
    at = seating.in_secret(5, 1, clock=TimeControl("bank", 100))
    banks = list(at.table.clocks.banks)
    assert [at.table.remaining(seat, at.now + 50) for seat in range(4)] == banks
    at.do(commands.EndPause(at.table.ply), later=50)
    assert list(at.table.clocks.banks) == banks


def test_no_timestamp_reveals_a_held_answer(seating: Any) -> None:
    at = seating.in_secret(8, 1)
    (holder,) = (seat for seat in range(4) if at.table.asks(seat))
    before = at.table.at, at.table.since, at.table.deadline, at.table.ply
    act = commands.Act(Place(holder), at.table.asks(holder).legal_actions()[1], at.table.ply, "k")
    (entry,) = at.do(act, later=2)
    assert (at.table.at, at.table.since, at.table.deadline, at.table.ply) == before
    assert entry.at > at.table.at
    (said,) = at.do(commands.Say(Place(holder), "hm"))
    assert said.at >= entry.at and at.table.at == said.at  # the log itself is in order of time


@pytest.mark.parametrize("goes", [commands.Leave, commands.Resign])
def test_an_answer_counts_after_its_player_leaves(seating: Any, goes: Any) -> None:
    at = seating.in_secret(9, 1)
    (holder,) = (seat for seat in range(4) if at.table.asks(seat))
    silence, counter = at.table.asks(holder).legal_actions()[:2]
    at.do(commands.Act(Place(holder), counter, at.table.ply))
    at.do(goes(Place(holder)))
    entries = at.do(commands.EndPause(at.table.ply, {holder: silence}), later=6)
    assert (entries[-1].data["seat"], entries[-1].data["action"]) == (holder, counter)
    assert entries[-1].data["bot"] == ""


@pytest.mark.parametrize(("spectators", "waits"), [(False, False), (True, True)])
def test_a_person_alone_among_bots_waits_only_to_answer(seating: Any, spectators: bool, waits: bool) -> None:
    def asked(choices: bool) -> Any:
        """A table of one person among bots at a question for Knights; the person has a Knight or not."""
        for n in range(400):
            at = seating("hanataz", ["person", "random", "random"], spectators=spectators).full()
            chance = random.Random(n)
            while at.table.phase == "playing" and at.table.ply < 200:
                if 0 in at.table.questions and (at.table.asks(0) is not None) == choices:
                    return at
                if at.table.in_secret:
                    at.do(commands.EndPause(at.table.ply))
                elif at.table.turn == 0:
                    at.act(chance=chance)
                else:
                    action = chance.choice(at.table.game.legal_actions())
                    at.do(commands.BotActs(at.table.turn, action, at.table.ply))
        raise AssertionError("no such position was found")

    without, holds = asked(False).table, asked(True)
    assert without.alone != spectators
    assert without.deadline == without.since + (6 if waits else 0)
    assert holds.table.deadline == holds.table.since + 6
    holds.do(commands.Act(Place(0), holds.table.asks(0).legal_actions()[1], holds.table.ply))
    assert holds.table.deadline == holds.table.since + (6 if waits else 0)


def test_secret_tables_show_their_progress_only_to_allowed_readers(seating: Any) -> None:
    """A host without a seat could learn from the timing, so a host sees no more than spectators may."""
    at = seating(spectators=False)
    assert at.table.may_watch(HOST) and not at.table.may_watch(Place())
    at.full()
    assert not at.table.may_watch(HOST) and at.table.may_watch(Place(0)) and at.table.may_watch(Place(1, True))
    at.play()
    assert at.table.may_watch(HOST) and not at.table.may_watch(Place())
    assert seating().full().table.may_watch(Place())


def test_where_only_bots_are_asked_nobody_waits(seating: Any) -> None:
    at = seating.in_secret(6, 1)
    asked = list(at.table.questions)
    for seat in asked:
        at.do(commands.Leave(Place(seat)))
    assert at.table.deadline == at.table.since


def moved(at: Any, chance: random.Random) -> None:
    """One change at a table of one person and bots."""
    seat, table = at.table.game.to_act, at.table
    action = chance.choice(table.game.legal_actions())
    if table.in_secret:
        assert table.awake, "without a choice for the person, the pause ends by itself"
        at.do(commands.EndPause(table.ply))
    elif seat:
        at.do(commands.BotActs(seat, action, table.ply))
    else:
        at.act(action)


def test_an_open_pause_waits_for_the_one_person_however_long_it_takes(seating: Any) -> None:
    for n in range(400):
        at = seating("hanataz", ["person", "random", "random"], spectators=False, pause=None).full()
        chance = random.Random(n)
        while at.table.phase == "playing" and at.table.ply < 300 and not (at.table.in_secret and at.table.asks(0)):
            moved(at, chance)
        if at.table.in_secret:
            break
    assert at.table.asks(0) is not None
    assert at.table.deadline is None and not at.table.awake
    at.folds()
    at.do(commands.Act(Place(0), at.table.asks(0).legal_actions()[0], at.table.ply))
    assert at.table.awake and at.table.deadline == at.table.since


def test_a_pause_is_left_open_only_where_nobody_else_waits() -> None:
    with pytest.raises(SettingsError, match="only at the table of one person"):
        TableSettings.of("hanataz", ["person", "person"], spectators=False, pause=None)
    with pytest.raises(SettingsError, match="only at the table of one person"):
        TableSettings.of("hanataz", ["person", "random"], pause=None)
