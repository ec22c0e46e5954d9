"""Tables with prepared cards: lessons, and games that continue from a position of another table."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook import records
from silverhook.core.seeds import seed_bytes
from silverhook.table import (
    Entry,
    Origin,
    Place,
    Table,
    TableRegistry,
    TableSettings,
    commands,
    errors,
    hashed,
    new_nonce,
)
from silverhook.testing.server import PATIENCE

GAMES = [("deckhand", 2), ("deckhand", 4), ("hanataz", 3)]


def finished(seating: Any, game: str = "deckhand", players: int = 2) -> Table:
    table: Table = seating(game, ["person"] * players).full().play(seed=players).table
    return table


def begun(seating: Any, settings: TableSettings, origin: Origin) -> Any:
    """A table with prepared cards and its person."""
    at = seating()
    at.log, at.table = [], Table("testing")
    at.do(commands.Create(settings, hashed("host"), "", origin=origin))
    at.sit("Anna")
    return at


def continued(seating: Any, source: Table, step: int, seat: int = 0) -> Any:
    return begun(seating, *source.continued(step, seat, "random"))


def played_out(at: Any, seed: int = 1) -> Any:
    """The person and the bots act at random."""
    pick = random.Random(seed)
    while at.table.phase == "playing":
        if at.table.in_secret:
            bots = {
                seat: pick.choice(game.legal_actions())
                for seat, game in at.table.questions.items()
                if not at.table.chairs[seat].person
            }
            at.do(commands.EndPause(at.table.ply, bots), later=at.table.settings.pause)
        elif (seat := at.table.bot_to_act) is not None:
            at.do(commands.BotActs(seat, pick.choice(at.table.game.legal_actions()), at.table.ply))
        else:
            at.act(chance=pick)
    return at


# --- continuing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_continued_table_begins_in_the_position_it_comes_from(seating: Any, game: str, players: int) -> None:
    source = finished(seating, game, players)
    for step in (0, 1, len(source.game.actions) // 2, len(source.game.actions) - 1):
        at = continued(seating, source, step, players - 1)
        assert at.table.phase == "playing" and at.table.ply == 0
        assert at.table.game == source.history.at_action(step)
        assert at.table.origin.kind == "continued"
        assert (at.table.origin.table, at.table.origin.step) == (source.id, step)
        assert [chair.person for chair in at.table.chairs] == [seat == players - 1 for seat in range(players)]
        assert at.table.commitment == "" and at.table.secret is None


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_continued_table_is_the_fold_of_its_log(seating: Any, game: str, players: int) -> None:
    at = played_out(continued(seating, finished(seating, game, players), 20))
    again = Table.fold("testing", at.log)
    assert again.phase == "finished"
    assert again.game == at.table.game and again.game.actions == at.table.game.actions
    assert again.origin == at.table.origin and again.record() == at.table.record()
    assert again.secret is None


def test_the_news_of_a_continued_table_begin_at_its_start(seating: Any) -> None:
    source = finished(seating)
    at = played_out(continued(seating, source, 30))
    retold = list(at.table.history.retell(0))
    assert [ply for ply, _ in retold] == list(range(1, at.table.ply + 1))
    assert at.table.ply == len(at.table.game.actions) - 30


def test_undo_does_not_go_back_beyond_the_start(seating: Any) -> None:
    source = finished(seating)
    step = next(
        n
        for n in range(10, len(source.game.actions))
        if source.history.at_action(n).to_act == 0 == source.history.at_action(n - 1).to_act
    )
    at = continued(seating, source, step)
    with pytest.raises(errors.NoUndo, match="no action to take back"):
        at.do(commands.OfferUndo(Place(0)))


def test_undo_takes_back_an_action_of_the_continued_table(seating: Any) -> None:
    source = finished(seating)
    for step in range(len(source.game.actions)):
        if source.history.at_action(step).to_act != 0:
            continue
        at = continued(seating, source, step)
        at.act()
        if at.table.turn != 0:
            continue
        try:
            at.do(commands.OfferUndo(Place(0)))
        except errors.NoUndo:
            continue
        assert at.table.game == source.history.at_action(step)
        assert Table.fold("testing", at.log).game == source.history.at_action(step)
        return
    pytest.fail("there was nothing to take back in the whole game")


def test_an_impossible_continuation_is_refused(seating: Any) -> None:
    source = finished(seating)
    steps = len(source.game.actions)
    for step in (-1, steps, 10**9):
        with pytest.raises(errors.NoSuchStep, match=f"choose one from 0 to {steps - 1}"):
            source.continued(step, 0, "random")
    for seat in (-1, 2, 99):
        with pytest.raises(errors.SettingsError, match="seats are 0 to 1"):
            source.continued(0, seat, "random")
    with pytest.raises(errors.SettingsError, match="no bot"):
        source.continued(0, 0, "genius")
    running = seating().full().play(plies=20).table
    with pytest.raises(errors.NotNow, match="only a finished game"):
        running.continued(0, 0, "random")
    with pytest.raises(errors.NotNow, match="before that it would reveal the cards"):
        running.replay()


def test_a_continued_game_can_be_continued(seating: Any) -> None:
    first = finished(seating)
    second = played_out(continued(seating, first, 10)).table
    third = continued(seating, second, 25).table
    assert third.origin.table == second.id and third.origin.step == 25
    assert third.game == second.history.at_action(25) and third.origin.seed == first.game.seed.hex()


# --- lessons -----------------------------------------------------------------------------------------


def lesson(game: str = "hanataz") -> tuple[TableSettings, Origin]:
    return TableSettings.of(game, ["person", "random"], hints=True), Origin("lesson", seed_bytes(7).hex())


def test_a_lesson_is_dealt_the_same_for_everybody(seating: Any) -> None:
    tables = [begun(seating, *lesson()).table for _ in range(2)]
    assert tables[0].game == tables[1].game == sh.new("hanataz", 2, seed=7)
    assert tables[0].origin.step is None and tables[0].commitment == ""


# --- records ---------------------------------------------------------------------------------------------


def given(seating: Any, kind: str) -> Table:
    start = lesson("deckhand") if kind == "lesson" else finished(seating).continued(12, 0, "random")
    table: Table = played_out(begun(seating, *start)).table
    return table


@pytest.mark.parametrize("kind", ["lesson", "continued"])
def test_the_record_names_the_origin_of_the_cards_and_promises_nothing(seating: Any, kind: str) -> None:
    table = given(seating, kind)
    text = table.record()
    assert f"origin: {'lesson' if kind == 'lesson' else 'continued from testing after 12 actions'}\n" in text
    assert "commitment" not in text and "secret" not in text and "nonce" not in text
    game, proof = records.verify(text.encode())
    assert game == table.game and proof.origin and proof.names == tuple(table.names)
    assert sh.replay(text) == table.game


@pytest.mark.parametrize("kind", ["lesson", "continued"])
def test_every_altered_or_removed_line_is_detected(seating: Any, kind: str) -> None:
    lines = given(seating, kind).record().split("\n")
    for at, line in enumerate(lines[:-1]):
        for changed in ([], [line + "0"], [line, line]):
            with pytest.raises(sh.RecordError):
                records.verify("\n".join([*lines[:at], *changed, *lines[at + 1 :]]).encode())


@pytest.mark.parametrize("kind", ["lesson", "continued"])
def test_verify_says_that_the_deal_is_not_proven(seating: Any, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(given(seating, kind).record().encode())
    command = [sys.executable, "-m", "silverhook"]
    done = subprocess.run([*command, "verify", str(file)], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (1, "")
    assert "the deal is NOT proven" in done.stdout and kind in done.stdout
    assert "actions are legal and lead to the result" in done.stdout
    told = subprocess.run([*command, "replay", str(file)], capture_output=True, text=True, timeout=PATIENCE)
    assert told.returncode == 0 and f"The cards were given: {kind}" in told.stdout
    noted = subprocess.run(
        [*command, "verify", str(file), "--noted", ""], capture_output=True, text=True, timeout=PATIENCE
    )
    assert noted.returncode == 2


FORGERIES = [
    ("origin: continued from testing after 12 actions", None, 'no line "commitment'),
    ("origin: continued from testing after 12 actions", "origin: somewhere", "the origin is wrong"),
    ("origin: continued from testing after 12 actions", "origin: continued from testing after 9999 actions", "actions"),
    ("table: testing", None, 'no line "table'),
    ("table: testing", "table: testing\nsecret: " + "0" * 64, "nothing was promised"),
    ("table: testing", "table: testing\ncommitment: " + "0" * 64, "nothing was promised"),
    ("table: testing", "table: testing\nnonce 0: " + "0" * 64, "nothing was promised"),
    ("seat 1: Pip", None, "each of its 2 players"),
]


@pytest.mark.parametrize(("line", "new", "message"), FORGERIES)
def test_a_forger_cannot_disguise_it_as_a_fair_deal(seating: Any, line: str, new: str | None, message: str) -> None:
    lines = given(seating, "continued").record().split("\n")
    at = lines.index(line)
    lines[at : at + 1] = [] if new is None else [new]
    above = "\n".join(lines[:-2]) + "\n"
    forged = f"{above}sha256: {hashlib.sha256(above.encode()).hexdigest()}\n"
    with pytest.raises(sh.RecordError, match=message):
        records.verify(forged.encode())


# --- the log -----------------------------------------------------------------------------------------------


def test_older_logs_without_an_origin_fold_as_before(seating: Any) -> None:
    at = seating().full().play(plies=40)
    old = {name: value for name, value in at.log[0].data.items() if name != "origin"}
    table = Table.fold("testing", [dataclasses.replace(at.log[0], data=old), *at.log[1:]])
    assert table.game == at.table.game and table.origin.kind == "deal" and table.commitment


@pytest.mark.parametrize("change", [{"seed": "zz"}, {"actions": [99999]}, {"actions": None}, {"table": ...}])
def test_a_damaged_origin_is_refused(seating: Any, change: dict[str, Any]) -> None:
    at = continued(seating, finished(seating), 10)
    data = json.loads(json.dumps(at.log[0].data))
    for name, value in change.items():
        if value is ...:
            del data["origin"][name]
        else:
            data["origin"][name] = value
    with pytest.raises(errors.DamagedLog):
        Table.fold("testing", [Entry("testing", 1, "created", data, at.log[0].at, None), *at.log[1:]])


def test_a_continued_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    """A person against bots: continued in one registry, played to the end in the next."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def source(registry: TableRegistry) -> Table:
        live = (await registry.create(TableSettings.of("deckhand", ["random", "random"]))).live
        for _ in range(30_000):
            if live.table.phase == "finished":
                return live.table
            await asyncio.sleep(0.02)
        raise AssertionError("the bots have not come to an end")

    async def first() -> tuple[str, str, Any]:
        async with await TableRegistry.open(database, pace=0) as registry:
            over = await source(registry)
            live, sitting = await registry.begin(*over.continued(40, 0, "random"), "Anna", new_nonce())
            assert live.table.place(sitting.token) == Place(0, True)
            return live.table.id, sitting.token, over

    async def second(table: str, token: str) -> Table:
        async with await TableRegistry.open(database, pace=0) as registry:
            live = await registry.live_table(table)
            assert live.table.origin.step == 40
            await live.do(commands.Resign(live.table.place(token)))
            for _ in range(30_000):
                if live.table.phase == "finished":
                    return live.table
                await asyncio.sleep(0.02)
        raise AssertionError("the bots have not come to an end")

    table, token, over = asyncio.run(first())
    done = asyncio.run(second(table, token))
    assert done.game.actions[:40] == over.game.actions[:40] and done.game.seed == over.game.seed
    assert records.verify(done.record().encode())[1].origin == f"continued from {over.id} after 40 actions"


def test_a_bad_name_leaves_no_table_behind(tmp_path: Path) -> None:
    async def run() -> None:
        async with await TableRegistry.open(f"sqlite:///{tmp_path / 'tables.db'}", pace=0) as registry:
            with pytest.raises(errors.BadName):
                await registry.begin(*lesson(), "\u200b", new_nonce())
            with pytest.raises(errors.BadNonce):
                await registry.begin(*lesson(), "Anna", "zz")
            assert not registry.live_tables

    asyncio.run(run())
