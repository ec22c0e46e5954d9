"""Which bot thinks first: people's tables, then a fair share for each table; no endless thought while others wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from silverhook.bots import SearchBot
from silverhook.core.game import Game
from silverhook.games import new
from silverhook.table.bot_threads import BotThreads
from silverhook.testing.server import PATIENCE


class Slow:
    """A bot that thinks until the test releases it, or until it is told to stop, if it can stop."""

    name = "slow"

    def __init__(self, name: str, began: list[str], stops: bool = True) -> None:
        self.named, self.began, self.free = name, began, threading.Event()
        if stops:
            self.stop = self.free.set

    def think(self, seat: Any = None) -> Any:
        self.began.append(self.named)
        assert self.free.wait(PATIENCE)
        return self.named


class Room:
    """BotThreads, and the thoughts in the order in which they began."""

    def __init__(self, threads: int = 2, turn: float = 3600) -> None:
        self.bot_threads = BotThreads(threads, turn)
        self.began: list[str] = []
        self.bots: list[Slow] = []

    def ask(
        self, table: str, people: bool = True, stops: bool = True, seconds: float | None = None
    ) -> asyncio.Task[Any]:
        bot = Slow(table, self.began, stops)
        self.bots.append(bot)
        return asyncio.create_task(self.bot_threads.think(table, people, bot, bot.think, seconds))

    async def filled(self, *before: str) -> tuple[asyncio.Task[Any], asyncio.Task[Any]]:
        """Let two people's tables, a and b, take both threads."""
        a = self.ask("a")
        await self.begun(*before, "a")
        b = self.ask("b")
        await self.begun(*before, "a", "b")
        return a, b

    async def begun(self, *tables: str) -> None:
        for _ in range(60_000):
            if self.began == list(tables):
                await asyncio.sleep(0.02)
                break
            await asyncio.sleep(0.01)
        assert self.began == list(tables)

    async def free(self, table: str, task: asyncio.Task[Any]) -> None:
        """End a table's oldest thought, which this task waits for."""
        next(bot for bot in self.bots if bot.named == table and not bot.free.is_set()).free.set()
        assert await task == table


def in_room(test: Callable[[Room], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        room = Room(**settings)
        try:
            await test(room)
        finally:
            for bot in room.bots:
                bot.free.set()
            await room.bot_threads.close()

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_tables_of_bots_alone_leave_a_thread_for_people() -> None:
    async def test(room: Room) -> None:
        bots = [room.ask(f"bots {n}", people=False) for n in range(10)]
        await room.begun("bots 0")
        person = room.ask("person")
        await room.begun("bots 0", "person")
        await room.free("person", person)
        await room.free("bots 0", bots[0])
        await room.begun("bots 0", "person", "bots 1")
        for bot in bots[1:]:
            bot.cancel()

    in_room(test)


def test_tables_with_people_come_before_bots_that_wait_longer() -> None:
    async def test(room: Room) -> None:
        first = await room.filled()
        bots, person = room.ask("bots", people=False), room.ask("person")
        await asyncio.sleep(0)
        await room.free("a", first[0])
        await room.begun("a", "b", "person")
        await room.free("person", person)
        await room.begun("a", "b", "person", "bots")
        await room.free("b", first[1])
        await room.free("bots", bots)

    in_room(test)


def test_a_thought_among_bots_ends_when_people_need_the_thread() -> None:
    async def test(room: Room) -> None:
        person = room.ask("a")
        await room.begun("a")
        bots = room.ask("bots", people=False)
        await room.begun("a", "bots")
        other = room.ask("b")
        assert await bots == "bots"  # nobody has released it
        await room.begun("a", "bots", "b")
        await room.free("a", person)
        await room.free("b", other)

    in_room(test)


def test_a_table_that_has_used_much_time_waits_for_others() -> None:
    async def test(room: Room) -> None:
        deep = room.ask("deep")
        await room.begun("deep")
        await asyncio.sleep(0.1)  # the thinking time that it has used
        await room.free("deep", deep)
        blocks = await room.filled("deep")
        again, light = room.ask("deep"), room.ask("light")
        await asyncio.sleep(0)
        await room.free("a", blocks[0])
        await room.begun("deep", "a", "b", "light")
        await room.free("light", light)
        await room.begun("deep", "a", "b", "light", "deep")
        await room.free("deep", again)
        await room.free("b", blocks[1])

    in_room(test)


def test_a_table_with_many_requests_takes_turns_with_others() -> None:
    async def test(room: Room) -> None:
        blocks = await room.filled()
        greedy = [room.ask("greedy") for _ in range(3)]
        await asyncio.sleep(0)
        modest = room.ask("modest")
        await asyncio.sleep(0)
        await room.free("a", blocks[0])
        await room.begun("a", "b", "greedy")
        await room.free("greedy", greedy[0])
        await room.begun("a", "b", "greedy", "modest")
        await room.free("modest", modest)
        await room.begun("a", "b", "greedy", "modest", "greedy")
        await room.free("b", blocks[1])
        for task in greedy[1:]:
            await room.free("greedy", task)

    in_room(test)


def test_while_others_wait_a_thought_ends_with_the_best_so_far() -> None:
    async def test(room: Room) -> None:
        tasks = await room.filled()
        await asyncio.sleep(0.2)
        assert not any(task.done() for task in tasks)  # nobody waits
        waits = room.ask("c")
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)  # nobody has released it
        await room.begun("a", "b", "c")
        await room.free("c", waits)

    in_room(test, turn=0.05)


def test_waiting_bots_do_not_cut_the_thought_of_a_persons_bot_short() -> None:
    async def test(room: Room) -> None:
        people = await room.filled()
        bots = room.ask("bots", people=False)
        await asyncio.sleep(0.3)
        assert not any(task.done() for task in people)
        await room.free("a", people[0])
        await room.free("b", people[1])
        await room.free("bots", bots)

    in_room(test, turn=0.05)


def test_a_thought_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("silverhook.table.bot_threads._HASTE", 29.9)

    async def test(room: Room) -> None:
        assert await room.ask("told", seconds=30) == "told"  # nobody has released it
        with pytest.raises(TimeoutError):
            await room.ask("cannot be told", stops=False, seconds=0.05)

    in_room(test)


def test_a_thought_that_waits_too_long_is_given_up() -> None:
    async def test(room: Room) -> None:
        blocks = await room.filled()
        with pytest.raises(TimeoutError):
            await room.ask("late", seconds=0.05)
        await room.free("a", blocks[0])
        await room.free("b", blocks[1])
        await room.begun("a", "b")

    in_room(test)


def test_a_cancelled_thought_does_not_begin() -> None:
    async def test(room: Room) -> None:
        blocks = await room.filled()
        unwanted = room.ask("c")
        await asyncio.sleep(0)
        unwanted.cancel()
        await asyncio.sleep(0)
        last = room.ask("d")
        await room.free("a", blocks[0])
        await room.begun("a", "b", "d")
        await room.free("b", blocks[1])
        await room.free("d", last)

    in_room(test)


def test_a_bot_that_fails_raises_its_error_and_the_next_one_thinks() -> None:
    async def test(room: Room) -> None:
        def fail() -> None:
            raise ValueError("a defect")

        bot = Slow("x", [])
        for _ in range(5):
            with pytest.raises(ValueError, match="a defect"):
                await room.bot_threads.think("x", True, bot, fail)
        await room.free("a", room.ask("a"))

    in_room(test)


def test_a_deep_search_does_not_outlive_its_process() -> None:
    """Closing ends a search of minutes at once, with the real bot."""
    game: Game = new("deckhand", players=4, seed=1)
    done = threading.Event()

    def search(bot: SearchBot) -> None:
        from silverhook.bots import think

        think(bot, game)
        done.set()

    async def main() -> None:
        bot_threads = BotThreads(2)
        bot = SearchBot(1, simulations=2_000_000)
        task = asyncio.create_task(bot_threads.think("a", True, bot, lambda: search(bot)))
        await asyncio.sleep(0.1)
        await bot_threads.close()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert done.wait(PATIENCE)
