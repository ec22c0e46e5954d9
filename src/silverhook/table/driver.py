"""Drives a table: does what is due at it, be it a bot's move, the end of a clock or the end of a pause."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from silverhook.core.event_log import log_event
from silverhook.core.game import Game
from silverhook.table import commands
from silverhook.table.bot_threads import INSTANT
from silverhook.table.claims import Claim
from silverhook.table.commands import Command
from silverhook.table.errors import StoreError, TableClosed, TableDeleted

if TYPE_CHECKING:
    from silverhook.table.live_table import LiveTable

__all__ = ["TableDriver"]

_RETRY = 1.0  # seconds before another attempt at something that failed
_ANSWER = 1.0  # seconds for a thinking bot to answer a secret question, even if it has no choice


class TableDriver:
    """Does what is due at a live table, for as long as this process holds the claim to it.

    It runs only while there is something to do or to wait for; `wake` starts it again.
    """

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._table = live.table
        self._registry = live.registry
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._refused = 0.0  # when another process was last found to drive it
        self._stopped = False

    @property
    def running(self) -> bool:
        """Whether it does something or waits to do it."""
        return self._task is not None

    def wake(self) -> None:
        """Look at the table again: something has changed, or nobody drives it."""
        self._changed.set()
        if not self.running and not self._stopped and self._table.phase == "playing" and self._may_drive():
            self._task = asyncio.create_task(self._drive(), name=f"table {self._table.id}")

    async def stop(self) -> None:
        """Stop for good. The next driver of the table continues its work."""
        self._stopped = True
        if self._task is not None:
            task = self._task
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    # --- whether to drive ------------------------------------------------------------------------------

    @property
    def _held(self) -> Claim | None:
        """The claim to the table, if this process holds it."""
        return self._registry.claims.held(self._table.id)

    @property
    def _has_to_drive(self) -> bool:
        claim = self._held
        return self._table.awake and claim is not None and claim.fence == self._table.fence

    def _may_drive(self) -> bool:
        """Whether to try for the claim or, with the claim, whether there is something to do."""
        return self._table.awake if self._held else self._registry.clock.now() >= self._refused + _RETRY

    async def _claim(self) -> None:
        """Get the claim to the table, if no other process has it, and take over."""
        claim = self._held or await self._registry.claims.claim(self._table.id)
        if claim is None:
            self._refused = self._registry.clock.now()
        elif claim.fence is None:
            await self._live.resume()
            claim.fence = self._table.fence

    async def _drive(self) -> None:
        """Do what is due, one thing after the other, until a person without a clock is next."""
        try:
            await self._claim()
            while self._has_to_drive:
                await self._do_next_or_wait()
        except (TableClosed, TableDeleted):
            pass  # the registry drops this table as soon as it reads the operator's change
        except StoreError as problem:
            log_event("table_waits_for_database", logging.WARNING, str(problem), table=self._table.id)
        except Exception:
            log_event("table_driving_failed", logging.ERROR, "trying again", trace=True, table=self._table.id)
        finally:
            self._task = None
            if self._table.awake and self._held and not self._stopped:
                asyncio.get_running_loop().call_later(_RETRY, self.wake)

    async def _do_next_or_wait(self) -> None:
        """Do the next thing; if the database does not answer, wait a little."""
        try:
            await self._do_next()
        except StoreError as problem:
            log_event("table_waits_for_database", logging.WARNING, str(problem), table=self._table.id)
            await asyncio.sleep(_RETRY)

    # --- what is due -----------------------------------------------------------------------------------

    async def _do_next(self) -> None:
        """Do the next thing that the table does by itself, as soon as it is due."""
        if self._table.in_secret:
            await self._end_pause()
        elif (seat := self._table.bot_to_act) is not None:
            await self._move_bot(seat)
        else:
            await self._end_clock()

    async def _end_pause(self) -> None:
        """End the pause of a secret question, with the bots' answers."""
        ply = self._table.ply
        ready = self._live.now() + self._answering()
        answers = await self._bots_answers(ready)
        if await self._until(lambda: max(self._table.deadline or 0.0, ready), ply):
            await self._do(commands.EndPause(ply, answers))

    async def _move_bot(self, seat: int) -> None:
        """Let a seat's bot act, not faster than people can follow."""
        await self._registry.turns.take()
        ply = self._table.ply
        then = self._live.now() + self._pace()
        action = await self._chosen(seat, self._table.game)
        if await self._until(lambda: then, ply):
            await self._do(commands.BotActs(seat, action, ply))

    async def _end_clock(self) -> None:
        """Call time when a person's clock has run out."""
        ply = self._table.ply
        if await self._until(lambda: self._table.deadline, ply):
            await self._do(commands.TimeIsUp(ply))

    async def _do(self, command: Command) -> None:
        """Carry out a command as the driver, unless another process has taken over."""
        if (claim := self._held) and claim.fence is not None:
            await self._live.do(commands.Fenced(command, claim.fence))

    async def _until(self, then: Callable[[], float | None], ply: int) -> bool:
        """Wait until a time. False if the question, the people or the clock changed before it came."""
        table = self._table
        present, since = table.present, table.since
        while (time := then()) is not None and (seconds := time - self._live.now()) > 0:
            self._changed.clear()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)
            if table.ply != ply or table.present != present or table.since != since:
                return False
        return table.ply == ply and table.present == present and time is not None

    # --- what bots do, and how fast --------------------------------------------------------------------

    def _pace(self) -> float:
        """The seconds that a bot takes for a move at least."""
        return self._registry.pace if self._live.watched and not self._live.at_once else 0.0

    def _answering(self) -> float:
        """The seconds bots get for a secret question. They depend on who is asked, never on who has a choice."""
        if not self._live.watched:
            return 0.0
        asked = [self._table.level(seat) for seat in self._table.questions]
        return max(self._registry.pace, _ANSWER if any(level and level not in INSTANT for level in asked) else 0.0)

    async def _bots_answers(self, ready: float) -> dict[int, int]:
        """The bots' answers to a secret question; if anybody can see how long it takes, by a deadline."""
        table = self._table
        asked = {
            seat: game
            for seat, game in table.questions.items()
            if table.level(seat) and table.answer(seat) is None and len(game.legal_actions()) > 1
        }
        seconds = max(0.0, ready - self._live.now()) if self._live.watched else None
        chosen = await asyncio.gather(*(self._chosen(seat, game, seconds) for seat, game in asked.items()))
        return dict(zip(asked, chosen, strict=True))

    async def _chosen(self, seat: int, game: Game, seconds: float | None = None) -> int:
        """The action of a seat's bot. If it fails or is too slow, a simpler bot stands in, so that play continues."""
        try:
            return await self._thought_out(self._table.level(seat), game, seconds)
        except TimeoutError:
            return await self._thought_out("heuristic", game)
        except Exception:
            log_event("bot_failed", logging.ERROR, "it plays at random", trace=True, table=self._table.id, seat=seat)
            return await self._thought_out("random", game)

    async def _thought_out(self, level: str, game: Game, seconds: float | None = None) -> int:
        return (await self._registry.think(self._table, level, game, seconds)).action
