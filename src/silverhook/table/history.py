"""The game at a table: its deal, its actions, and the changes that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from silverhook.core.game import Game
from silverhook.core.ruleset import Ruleset
from silverhook.games import rules

__all__ = ["History"]

_NOBODY = -1  # the actor of an action from before this table began


class History:
    """The game at a table and how it came about. `Table.apply` changes it; everything else only reads it."""

    def __init__(self, ruleset: Ruleset, seed: bytes | str, given: Sequence[int] = (), keep_last: bool = True) -> None:
        self._ruleset = ruleset
        self._seed = seed
        self._given = given  # actions that were taken before the table began
        self._keep_last = keep_last  # whether the position before the last action is kept
        self._before_last: Game | None = None
        self.game = self._listening(self._replayed(given))
        self.changes: list[int] = []  # for each ply an action, or -1 - to where actions were taken back
        self.actors: list[int | None] = [_NOBODY] * len(given)  # of each action; None: a silence in secret

    # --- changes -----------------------------------------------------------------------------------

    def act(self, action: int, seat: int, silent: bool) -> None:
        """Follow an action."""
        self._before_last = self.game.clone() if self._keep_last else None
        self.game.apply(action, seat)
        self.actors.append(None if silent else seat)
        self.changes.append(action)

    def take_back(self, to: int) -> None:
        """Keep only the first actions."""
        self._before_last = None
        self.game = self._listening(self.at_action(to))
        del self.actors[to:]
        self.changes.append(-1 - to)

    # --- reading -----------------------------------------------------------------------------------

    def last_action(self, seat: int) -> int | None:
        """The number of the last action that a seat took itself; None if it took none."""
        return next((n for n in range(len(self.actors) - 1, -1, -1) if self.actors[n] == seat), None)

    def at_action(self, n: int) -> Game:
        """A copy of the game after its first n actions."""
        before = self._before_last
        return before.clone() if before and before.ply == n else self._replayed(self.game.actions[:n])

    def undone_at(self, ply: int) -> bool:
        """Whether this ply took actions back."""
        return self.changes[ply - 1] < 0

    def retell(self, since: int, last: int | None = None) -> Iterator[tuple[int, Game]]:
        """The game after each change since a ply, up to another or up to now, for its news; an undo has none."""
        if since >= (len(self.changes) if last is None else last):
            return
        game = self._listening(self._replayed(self._given))
        for ply, change in enumerate(self.changes[:last], 1):
            if change < 0:
                game = self._listening(self._replayed(game.actions[: -1 - change]))
            else:
                game.apply(change)
            if ply > since:
                yield ply, game

    def _replayed(self, actions: Iterable[int]) -> Game:
        game = Game(rules(self._ruleset), self._seed)
        for action in actions:
            game.apply(action)
        return game

    @staticmethod
    def _listening(game: Game) -> Game:
        game.listen()
        return game
