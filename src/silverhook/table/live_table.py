"""A table while somebody is there: commands one after the other, written before anybody is told."""

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
_RETRY = 1.0  # seconds before something that did not work is tried again
_BEATS = 20  # how often each seat has its moment in a short pause
_ANSWER = 1.0  # seconds that a thinking bot has to answer a secret question, whether it has something to think about


class Sitting(NamedTuple):
    """A seat that was taken, and the token that holds it."""

    seat: int
    token: str


class LiveTable:
    """The live table of one process: carries out commands, drives bots and clocks, tells listeners."""

    def __init__(self, registry: TableRegistry, table: Table) -> None:
        self.registry = registry
        self.table = table
        self.used = registry.now()  # when something was last asked of it
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._stale = False  # an append failed without saying whether it was stored
        self._live = False  # whether the store marks this table as one to go on with
        self._changed = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._claimed = False  # whether this process has driven the table
        self._refused = 0.0  # when another process was found to drive it
        self._closed = False

    # --- commands ----------------------------------------------------------------------------------

    async def do(self, command: Command) -> list[Entry]:
        """Carry out a command; returns what was written down, nothing if it had been done before.

        It is durable when this returns, and the listeners have been told. TableError or ActionError if it is
        refused, and nothing has changed.
        """
        self.used = self.registry.now()
        if self._closed:  # it was dropped while nobody was there
            return await (await self.registry.live_table(self.table.id)).do(command)
        doing = asyncio.ensure_future(self._do_in_time(command))
        doing.add_done_callback(ignore_unretrieved_error)
        return await asyncio.shield(doing)  # whoever asked may go; what is on its way is still done and told

    async def _do_in_time(self, command: Command) -> list[Entry]:
        """While somebody may be asked in secret, what each seat asks is done at moments of its own.

        Otherwise its answer would come later when another seat's is being written, and tell that there is one.
        """
        by: Place | None = getattr(command, "by", None)
        if by is not None and by.seat is not None and self.table.in_secret and not self.table.alone:
            await asyncio.sleep(self._moment(by.seat))
        return await self._do(command)

    def _moment(self, seat: int) -> float:
        """The seconds until the next moment of a seat; none falls on the end of the pause."""
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
                        raise StoreError(f"the log cannot be continued: {problem}") from None
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
        """Apply what is durable, and tell of it."""
        for entry in entries:
            self.table.apply(entry)
            for listener in tuple(self._listeners):
                try:
                    listener(self, entry)
                except Exception:  # one listener's trouble is not the others'
                    log.exception("a listener of table %s failed", self.table.id)
        self._changed.set()
        self.wake()

    async def sit(self, name: str, nonce: str, seat: int | None = None, token: str | None = None) -> Sitting:
        """Take a seat; a token given before, as for a rematch, is used again. Repeating it gives the same seat."""
        token = checked_token(token) if token else new_token()
        await self.do(commands.Sit(name, nonce, token, seat))
        live = await self.registry.live_table(self.table.id) if self._closed else self
        taken = live.table.place(token).seat
        assert taken is not None
        return Sitting(taken, token)

    async def hint(self, by: Place, language: str = ENGLISH) -> Thought:
        """What a strong bot would do for this seat and why, if the table gives hints."""
        if not self.table.settings.hints:
            raise NoHints("this table gives no hints")
        game = self.table.asks(by.seat)
        if game is None:
            raise NoHints("you are not asked now, so there is nothing to give a hint on")
        return await self.registry.advise(self.table, game, language)

    # --- news ----------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call a function at once after each entry, in order; `table.game.news(seat)` is that entry's then.

        Returns what ends it. An entry of the kind "answered" concerns nobody but its seat.
        """
        self._listeners.append(listener)
        self.used = self.registry.now()

        def end() -> None:
            self.used = self.registry.now()
            with suppress(ValueError):
                self._listeners.remove(listener)

        return end

    async def read_on(self, n: int = 0) -> None:
        """Follow what other processes wrote, if this one is not past entry n."""
        if n == 0 or self.table.n < n:
            async with self._lock:
                await self._read_on()

    async def _read_on(self) -> None:
        self.used = self.registry.now()
        self._follow(await self.registry.store.read(self.table.id, self.table.n))
        self._stale = False

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if it were gone."""
        return not self._listeners and not self._lock.locked() and self._driver is None

    # --- bots and clocks -------------------------------------------------------------------------------

    def wake(self) -> None:
        """Have the table's own part done, if there is one and no other process does it."""
        if self._driver is None and not self._closed and self.table.phase == "playing" and self._may_drive():
            self._driver = asyncio.create_task(self._drive(), name=f"table {self.table.id}")

    def _may_drive(self) -> bool:
        """Whether there is a claim to try for, or something to do."""
        if self.registry.claims.holds(self.table.id):
            return self.table.awake
        return self.registry.now() >= self._refused + _RETRY

    async def _drive(self) -> None:
        """Do the table's part until somebody else's is next."""
        try:
            if not await self._claim():
                return
            while self.table.awake and self.registry.claims.holds(self.table.id):
                try:
                    await self._drive_once()
                except StoreError as problem:
                    log.warning("table %s waits for its database: %s", self.table.id, problem)
                    await asyncio.sleep(_RETRY)
        except Exception:
            log.exception("table %s cannot go on by itself", self.table.id)
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
        """One thing that the table does by itself: end a pause, let a bot act, or call time."""
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
        """Wait until a time; whether it has come with the same question, the same people and the same clock."""
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
        """Whether there is anybody who sees how long something takes."""
        return bool(self.table.present or self._listeners)

    def _pace(self) -> float:
        return self.registry.pace if self._seen else 0.0

    def _answering(self) -> float:
        """The seconds that bots have for a secret question: by who is asked, never by who has something to answer."""
        if not self._seen:
            return 0.0
        asked = [self.table.level(seat) for seat in self.table.questions]
        return max(self._pace(), _ANSWER if any(level and level not in INSTANT for level in asked) else 0.0)

    async def _bots_answers(self, ready: float) -> dict[int, int]:
        """What the bots answer to a secret question, by a time if anybody would see that it takes longer."""
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
        """What the bot of a seat does; one that fails or takes too long is stood in for, so that the table goes on."""
        try:
            return (await self.registry.think(self.table, self.table.level(seat), game, seconds)).action
        except TimeoutError:
            return (await self.registry.think(self.table, "heuristic", game)).action
        except Exception:
            log.exception("the bot of seat %d at table %s failed; it plays at random", seat, self.table.id)
            return (await self.registry.think(self.table, "random", game)).action

    async def mark_idle(self) -> None:
        """Have it known that nobody needs to go on with this table until something more is written."""
        async with self._lock:
            await self.registry.store.mark_idle(self.table.id)
            self._live = False

    async def close(self) -> None:
        """Stop driving, and leave it to others."""
        self._closed = True
        driver = self._driver
        if driver is not None:
            driver.cancel()
            with suppress(asyncio.CancelledError):
                await driver
        async with self._lock:  # what is on its way is finished
            await self.registry.claims.release(self.table.id)


def ignore_unretrieved_error(done: asyncio.Future[Any]) -> None:
    """Nobody may be left to hear of a refusal; it is not an accident."""
    if not done.cancelled():
        done.exception()
