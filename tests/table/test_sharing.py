"""What clients share fairly: the side thread and the turns on the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any

import pytest

import silverhook as sh
from silverhook.games import rules
from silverhook.table import Place, Table, TableRegistry, TableSettings, commands
from silverhook.table.errors import LogFull, StoreError
from silverhook.table.log import MOST_ENTRIES, SPARE_ENTRIES
from silverhook.table.sharing import PAYER, FairQueue, SideThread, Turns


def paid_by(client: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Some work for the request of a client."""

    async def run() -> Any:
        PAYER.set(client)
        return await work

    return asyncio.create_task(run())


def test_next_is_whoever_has_been_charged_least() -> None:
    queue: FairQueue[str] = FairQueue()
    for thing in ("a1", "a2", "a3", "b1", "b2"):
        queue.put(thing[0], thing)
    order = []
    while queue:
        payer, thing = queue.take()
        queue.charge(payer, 3 if payer == "b" else 1)
        order.append(thing)
        if thing == "a2":
            queue.put("c", "c1")  # new, so it starts level with the others instead of before everybody for ever
    assert order == ["a1", "b1", "a2", "c1", "a3", "b2"]


def test_nobody_saves_up_by_staying_away() -> None:
    queue: FairQueue[int] = FairQueue()
    for n in range(10):
        queue.put("a", n)
        queue.charge(queue.take()[0], 1)
    for n in range(3):
        queue.put("a", n)
        queue.put("b", n)
    served = []
    while queue:
        payer, _ = queue.take()
        queue.charge(payer, 1)
        served.append(payer)
    assert served in (list("bababa"), list("ababab"), list("baabab"), list("babaab"))


def test_work_for_a_flood_of_requests_does_not_delay_one_request_of_another_client() -> None:
    async def body() -> None:
        side, done = SideThread(), []
        let_go = threading.Event()
        flood = [paid_by("flood", side.do(lambda n=n: (let_go.wait(), done.append(n)))) for n in range(20)]
        await asyncio.sleep(0)
        one = paid_by("one", side.do(lambda: done.append("one")))
        await asyncio.sleep(0)
        let_go.set()
        await asyncio.gather(one, *flood)
        assert done.index("one") == 1 and len(done) == 21
        await side.close()

    asyncio.run(body())


def test_work_of_a_client_that_is_gone_is_not_done_and_errors_are_told() -> None:
    async def body() -> None:
        side, done = SideThread(), []
        let_go = threading.Event()
        first = paid_by("a", side.do(let_go.wait))
        await asyncio.sleep(0)
        gone, wrong = paid_by("a", side.do(lambda: done.append(1))), paid_by("a", side.do(lambda: 1 // 0))
        await asyncio.sleep(0)
        gone.cancel()
        let_go.set()
        assert await first
        with pytest.raises(ZeroDivisionError):
            await wrong
        assert done == []
        await side.close()
        with pytest.raises(StoreError, match="stopping"):
            await side.do(lambda: None)

    asyncio.run(body())


def test_in_each_round_of_the_event_loop_a_few_requests_go_on_and_fairly() -> None:
    async def body() -> None:
        turns, order = Turns(each_round=2), []
        rounds = 0

        async def ask(client: str) -> None:
            PAYER.set(client)
            await turns.take()
            order.append((client, rounds))

        flood = [asyncio.create_task(ask("flood")) for _ in range(20)]
        await asyncio.sleep(0)
        one = asyncio.create_task(ask("one"))
        while not all(task.done() for task in flood):
            rounds += 1
            await asyncio.sleep(0)
        await one
        assert [client for client, _ in order].index("one") <= 4
        most = max(sum(n == at for _, n in order) for at in range(rounds + 1))
        assert most <= 4  # two of a round, and two that were granted at its end
        await turns.take()  # at once when nobody else asks

    asyncio.run(body())


# --- what runs aside -----------------------------------------------------------------------------


def test_logs_are_read_and_folded_in_the_side_thread(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    threads = []
    fold = Table.fold.__func__  # type: ignore[attr-defined]

    def noted(cls: type[Table], id: str, entries: Any) -> Table:
        threads.append(threading.current_thread().name)
        table: Table = fold(cls, id, entries)
        return table

    monkeypatch.setattr(Table, "fold", classmethod(noted))

    async def body() -> None:
        settings = TableSettings.of("deckhand", ["person", "person"])
        async with await TableRegistry.open(database) as registry:
            opened = await registry.create(settings)
        async with await TableRegistry.open(database) as registry:
            assert [table.id for table in await registry.tables_of([opened.host])] == [opened.live.table.id]
            await registry.live_table(opened.live.table.id)

    asyncio.run(body())
    assert len(threads) == 2 and all(name.startswith("silverhook-side") for name in threads)


# --- what is bounded -----------------------------------------------------------------------------


def test_rules_in_use_are_never_prepared_twice_however_many_rulesets_there_are() -> None:
    first = sh.new("deckhand", 2)
    for start in range(2, 72):
        sh.new("deckhand", 2, options={"max_rounds": start})
    assert rules(first.ruleset) is first.rules


def test_a_long_log_keeps_room_for_the_game(seating: Any) -> None:
    at = seating().full()
    place = Place(at.table.turn)
    at.table.n = SPARE_ENTRIES
    for command in (
        commands.Say(place, "hello"),
        commands.OfferUndo(place),
        commands.Leave(place),
        commands.Sit("Ann", "0" * 32, "another-token-of-twenty"),
    ):
        with pytest.raises(LogFull, match="you can finish the game"):
            command.decide(at.table, at.now)
    action = at.table.asks(place.seat).legal_actions()[0]
    assert commands.Act(place, action, at.table.ply).decide(at.table, at.now)
    assert commands.Resign(place).decide(at.table, at.now)


def test_bots_do_not_write_a_log_without_end(seating: Any) -> None:
    at = seating(seats=["person", "random"]).full()
    while at.table.bot_to_act is None:
        at.act()
    assert at.table.awake
    at.table.n = MOST_ENTRIES
    assert not at.table.awake


def test_slots_of_secret_questions_are_apart_and_unforeseeable(database: str) -> None:
    async def body() -> None:
        async with await TableRegistry.open(database) as registry:
            lives = [(await registry.create(TableSettings.of("hanataz", ["person"] * 4))).live for _ in range(2)]
            beats = range(20)
            slots = [[[live._slot(seat, beat) for seat in range(4)] for beat in beats] for live in lives]
            for of_table in slots:
                for at in of_table:
                    ordered = sorted(at)
                    assert min(ordered) > 0.1 and max(ordered) < 0.9
                    assert all(b - a > 0.19 for a, b in pairwise(ordered))
                orders = {tuple(sorted(range(4), key=at.__getitem__)) for at in of_table}
                assert len(orders) > 5  # of 24; they repeat in no beat
            assert slots[0] != slots[1]

    asyncio.run(body())
