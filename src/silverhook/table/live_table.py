"""A table in memory: carries out one command at a time and stores each before telling anybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from silverhook.core.game import Game
from silverhook.core.seat import Thought
from silverhook.core.words import ENGLISH
from silverhook.table import commands
from silverhook.table.bot_threads import INSTANT
from silverhook.table.commands import Command
from silverhook.table.errors import Conflict, NoHints, StoreError
from silverhook.table.log import Entry
from silverhook.table.position import Place
from silverhook.table.table import Table
from silverhook.table.tokens import checked_token, new_token

if TYPE_CHECKING:
    from silverhook.table.registry import TableRegistry

__all__ = ["Listener", "LiveTable", "Sitting", "ignore_unretrieved_error"]

Listener = Callable[["LiveTable", Entry], None]
log = logging.getLogger(__name__)
_RETRY = 1.0  # seconds before another attempt at something that failed
_BEATS = 20  # slots of each seat in a short pause
_ANSWER = 1.0  # seconds for a thinking bot to answer a secret question, even if it has no choice


class Sitting(NamedTuple):
    """A seat and the token that holds it."""

    seat: int
    token: str


class LiveTable:
    """A table in this process: carries out commands, drives bots and clocks, and tells listeners."""

    def __init__(self, registry: TableRegistry, table: Table) -> None:
        self.registry = registry
        self.table = table
        self.used = registry.now()  # when it was last used
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._stale = False  # an append failed and may or may not be stored
        self._live = False  # whether the store marks this table as live
        self._changed = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._claimed = False  # whether this process has driven the table
        self._refused = 0.0  # when another process was last found to drive it
        self._closed = False

    # --- commands ----------------------------------------------------------------------------------

    async def do(self, command: Command) -> list[Entry]:
        """Carry out a command. Returns the entries written, none if it was carried out before.

        When this returns, the entries are durable and the listeners have been told. If the command is refused,
        this raises TableError or ActionError and nothing has changed.
        """
        self.used = self.registry.now()
        if self._closed:  # it was dropped while nobody used it
            return await (await self.registry.live_table(self.table.id)).do(command)
        doing = asyncio.ensure_future(self._do_in_time(command))
        doing.add_done_callback(ignore_unretrieved_error)
        return await asyncio.shield(doing)  # the caller may disconnect; the command is still finished and told

    async def _do_in_time(self, command: Command) -> list[Entry]:
        """During a secret question, carry out each seat's commands in time slots of its own.

        Otherwise an answer that waits while another seat's is written would reveal that there is another answer.
        """
        by: Place | None = getattr(command, "by", None)
        if by is not None and by.seat is not None and self.table.in_secret and not self.table.alone:
            await asyncio.sleep(self._moment(by.seat))
        return await self._do(command)

    def _moment(self, seat: int) -> float:
        """The seconds until the next time slot of a seat; no slot falls on the end of the pause."""
        beat = min(self.registry.beat, self.table.settings.pause / _BEATS)
        left = (self.table.deadline or 0.0) - self.registry.now()
        own = (seat + 1) / (len(self.table.chairs) + 1)
        return (left - beat * own) % beat if beat and left > 0 else 0.0

    async def _do(self, command: Command) -> list[Entry]:
        async with self._lock:
            if self._stale:
                await self._read_on()
            while True:
                now = self.registry.now()
                entries = self.table.number(command.decide(self.table, now), now)
                if not entries:
                    return []
                try:
                    await self._append(entries)
                except Conflict as problem:
                    before = self.table.n
                    await self._read_on()
                    if self.table.n == before:
                        raise StoreError(f"this table cannot be saved: {problem}") from None
                    continue
                self._follow(entries)
                return entries

    async def _append(self, entries: list[Entry]) -> None:
        mark = not self._live and (self.table.phase == "playing" or any(entry.kind == "started" for entry in entries))
        try:
            await self.registry.store.append(entries, mark)
        except StoreError:
            self._stale = True
            raise
        self._live = self._live or mark

    def _follow(self, entries: Iterable[Entry]) -> None:
        """Apply stored entries and tell the listeners."""
        for entry in entries:
            self.table.apply(entry)
            for listener in tuple(self._listeners):
                try:
                    listener(self, entry)
                except Exception:  # a failing listener must not affect the others
                    log.exception("a listener of table %s failed", self.table.id)
        self._changed.set()
        self.wake()

    async def sit(self, name: str, nonce: str, seat: int | None = None, token: str | None = None) -> Sitting:
        """Take a seat, with a token that you have or a new one. Repeating the call gives the same seat."""
        token = checked_token(token) if token else new_token()
        await self.do(commands.Sit(name, nonce, token, seat))
        live = await self.registry.live_table(self.table.id) if self._closed else self
        taken = live.table.place(token).seat
        assert taken is not None
        return Sitting(taken, token)

    async def hint(self, by: Place, language: str = ENGLISH) -> Thought:
        """What a strong bot would do in this seat and why, if the table allows hints."""
        if not self.table.settings.hints:
            raise NoHints("this table does not allow hints")
        game = self.table.asks(by.seat)
        if game is None:
            raise NoHints("hints are given only when it is your turn to decide")
        return await self.registry.advise(self.table, game, language)

    # --- listeners ----------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call a function after each entry, in order. During the call, `table.game.news(seat)` is that entry's.

        Returns a function that ends the subscription. An "answered" entry may be told only to its seat.
        """
        self._listeners.append(listener)
        self.used = self.registry.now()

        def end() -> None:
            self.used = self.registry.now()
            with suppress(ValueError):
                self._listeners.remove(listener)

        return end

    async def read_on(self, n: int = 0) -> None:
        """Follow what other processes wrote, unless this table is past entry n."""
        if n == 0 or self.table.n < n:
            async with self._lock:
                await self._read_on()

    async def _read_on(self) -> None:
        self.used = self.registry.now()
        self._follow(await self.registry.store.read(self.table.id, self.table.n))
        self._stale = False

    @property
    def idle(self) -> bool:
        """Whether nobody uses this table, so that it can be dropped from memory."""
        return not self._listeners and not self._lock.locked() and self._driver is None

    # --- bots and clocks -------------------------------------------------------------------------------

    def wake(self) -> None:
        """Drive bots and clocks if there is something to do and no other process does it."""
        if self._driver is None and not self._closed and self.table.phase == "playing" and self._may_drive():
            self._driver = asyncio.create_task(self._drive(), name=f"table {self.table.id}")

    def _may_drive(self) -> bool:
        """Whether to try for the claim or, with the claim, whether there is something to do."""
        if self.registry.claims.holds(self.table.id):
            return self.table.awake
        return self.registry.now() >= self._refused + _RETRY

    async def _drive(self) -> None:
        """Drive bots and clocks until a person without a clock is next."""
        try:
            if not await self._claim():
                return
            while self.table.awake and self.registry.claims.holds(self.table.id):
                try:
                    await self._drive_once()
                except StoreError as problem:
                    log.warning("table %s is waiting for its database: %s", self.table.id, problem)
                    await asyncio.sleep(_RETRY)
        except Exception:
            log.exception("driving table %s failed; trying again", self.table.id)
        finally:
            self._driver = None
            if self.table.awake and self.registry.claims.holds(self.table.id) and not self._closed:
                asyncio.get_running_loop().call_later(_RETRY, self.wake)

    async def _claim(self) -> bool:
        if self.registry.claims.holds(self.table.id) and self._claimed:
            return True
        if not await self.registry.claims.claim(self.table.id):
            self._refused = self.registry.now()
            return False
        self._claimed, self._live = True, False
        await self.do(commands.Resume())
        return True

    async def _drive_once(self) -> None:
        """Do one thing that the table does by itself: end a pause, let a bot act, or call time."""
        table, ply = self.table, self.table.ply
        if table.in_secret:
            ready = self.registry.now() + self._answering()
            answers = await self._bots_answers(ready)
            if await self._until(lambda: max(table.deadline or 0.0, ready), ply):
                await self.do(commands.EndPause(ply, answers))
        elif (seat := table.bot_to_act) is not None:
            then = self.registry.now() + self._pace()
            action = await self._chosen(seat, table.game)
            if await self._until(lambda: then, ply):
                await self.do(commands.BotActs(seat, action, ply))
        elif await self._until(lambda: table.deadline, ply):
            await self.do(commands.TimeIsUp(ply))

    async def _until(self, then: Callable[[], float | None], ply: int) -> bool:
        """Wait until a time. False if the question, the people or the clock changed before it came."""
        present, since = self.table.present, self.table.since
        while (time := then()) is not None and (seconds := time - self.registry.now()) > 0:
            self._changed.clear()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)
            if self.table.ply != ply or self.table.present != present or self.table.since != since:
                return False
        return self.table.ply == ply and self.table.present == present and time is not None

    @property
    def _seen(self) -> bool:
        """Whether anybody can see how long something takes."""
        return bool(self.table.present or self._listeners)

    def _pace(self) -> float:
        return self.registry.pace if self._seen else 0.0

    def _answering(self) -> float:
        """The seconds bots get for a secret question. They depend on who is asked, never on who has a choice."""
        if not self._seen:
            return 0.0
        asked = [self.table.level(seat) for seat in self.table.questions]
        return max(self._pace(), _ANSWER if any(level and level not in INSTANT for level in asked) else 0.0)

    async def _bots_answers(self, ready: float) -> dict[int, int]:
        """The bots' answers to a secret question; if anybody can see how long it takes, by a deadline."""
        table = self.table
        asked = {
            seat: game
            for seat, game in table.questions.items()
            if table.level(seat) and table.answer(seat) is None and len(game.legal_actions()) > 1
        }
        seconds = max(0.0, ready - self.registry.now()) if self._seen else None
        chosen = await asyncio.gather(*(self._chosen(seat, game, seconds) for seat, game in asked.items()))
        return dict(zip(asked, chosen, strict=True))

    async def _chosen(self, seat: int, game: Game, seconds: float | None = None) -> int:
        """The action of a seat's bot. If it fails or is too slow, a simpler bot stands in, so that play continues."""
        try:
            return (await self.registry.think(self.table, self.table.level(seat), game, seconds)).action
        except TimeoutError:
            return (await self.registry.think(self.table, "heuristic", game)).action
        except Exception:
            log.exception("the bot in seat %d of table %s failed; playing at random", seat, self.table.id)
            return (await self.registry.think(self.table, "random", game)).action

    async def mark_idle(self) -> None:
        """Tell the store that no process needs to drive this table until it is written to again."""
        async with self._lock:
            await self.registry.store.mark_idle(self.table.id)
            self._live = False

    async def close(self) -> None:
        """Stop driving, and let other processes claim the table."""
        self._closed = True
        driver = self._driver
        if driver is not None:
            driver.cancel()
            with suppress(asyncio.CancelledError):
                await driver
        async with self._lock:  # commands under way are finished
            await self.registry.claims.release(self.table.id)


def ignore_unretrieved_error(done: asyncio.Future[Any]) -> None:
    """Mark an error as seen: a refusal whose caller has disconnected is no accident."""
    if not done.cancelled():
        done.exception()
