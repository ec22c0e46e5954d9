"""The game at a table: its deal, its actions, and the changes that led to it.

The changes form a tree. An action follows the position that it was taken in; an undo goes back to an earlier position,
from which the game may continue differently. So any past position costs one replay of the actions that led to it,
however many others were taken back.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from silverhook.core.game import Game
from silverhook.core.rules import Rules

__all__ = ["History"]

_NOBODY = -1  # the actor of an action from before this table began
_STRIDE = 1000  # plies between two positions that are kept, so that no replay is longer
_UNDO = -1  # stands for an action where actions were taken back


class History:
    """The game at a table and how it came about. `Table.apply` changes it; everything else only reads it."""

    def __init__(self, rules: Rules, seed: bytes | str, given: Sequence[int] = (), keep_last: bool = True) -> None:
        self._keep_last = keep_last  # whether the position before the last action is kept
        self._before_last: Game | None = None
        self._seed = seed
        self.game = _played(Game(rules, seed), given)  # `given` was played before the table began
        self._kept = {0: self.game.clone()} if given else {}  # positions, by ply
        self._given = len(given)
        self.game.listen()
        self.changes = array("i")  # for each ply an action, or _UNDO
        self._origins = array("i")  # for each ply the one it followed or, for an undo, went back to; 0: the start
        self._line = array("i", [0])  # the start, and the ply of each action that counts
        self.actors: list[int | None] = [_NOBODY] * self._given  # of each action; None: a silence in secret

    # --- changes -----------------------------------------------------------------------------------

    def act(self, action: int, seat: int, silent: bool) -> None:
        """Follow an action."""
        self._before_last = self.game.clone() if self._keep_last else None
        self.game.apply(action, seat)
        self.actors.append(None if silent else seat)
        self._origins.append(self._line[-1])
        self.changes.append(action)
        self._line.append(len(self.changes))
        if len(self.changes) % _STRIDE == 0:
            self._kept[len(self.changes)] = self.game.clone()

    def take_back(self, to: int) -> None:
        """Keep only the first actions."""
        self._before_last, game = None, self.at_action(to)
        del self.actors[to:]
        del self._line[to - self._given + 1 :]
        self._origins.append(self._line[-1])
        self.changes.append(_UNDO)
        self.game = game
        self.game.listen()

    # --- reading -----------------------------------------------------------------------------------

    def last_action(self, seat: int) -> int | None:
        """The number of the last action that a seat took itself; None if it took none."""
        return next((n for n in range(len(self.actors) - 1, -1, -1) if self.actors[n] == seat), None)

    def at_action(self, n: int) -> Game:
        """A copy of the game after its first n actions."""
        before = self._before_last
        if before and before.ply == n:
            return before.clone()
        if n < self._given:
            return _played(self._dealt(), self.game.actions[:n])
        return self._after(self._line[n - self._given])

    def undone_at(self, ply: int) -> bool:
        """Whether this ply took actions back."""
        return self.changes[ply - 1] == _UNDO

    def retell(self, since: int, last: int | None = None) -> Iterator[tuple[int, Game]]:
        """The game after each change since a ply, up to another or up to now, for its news; an undo has none.

        It costs one replay of the game at most, and the changes that are told. Changes that happen meanwhile do not
        disturb it, so it can run in another thread.
        """
        last = len(self.changes) if last is None else last
        if since >= last:
            return
        targets = {self._position_at(ply) for ply in range(since + 1, last + 1) if self.undone_at(ply)}
        passed: dict[int, Game] = {}  # the positions that undos go back to, by ply, once they are known
        game = self._after(self._position_at(since))
        game.listen()
        for ply in range(since + 1, last + 1):
            if self.undone_at(ply):
                game = self._returned(passed, self._position_at(ply))
            else:
                game.apply(self.changes[ply - 1])
            if ply in targets:
                passed[ply] = game.clone()
            yield ply, game

    def _returned(self, passed: dict[int, Game], ply: int) -> Game:
        """The game taken back to the position after an action."""
        if ply not in passed:
            passed[ply] = self._after(ply)
        game = passed[ply].clone()
        game.listen()
        return game

    def _position_at(self, ply: int) -> int:
        """The ply of the action that led to the position at a ply."""
        return self._origins[ply - 1] if ply and self.undone_at(ply) else ply

    def _after(self, ply: int) -> Game:
        """A game in the position after the action of a ply, replayed from the last kept position before it."""
        actions: list[int] = []
        while ply and ply not in self._kept:
            actions.append(self.changes[ply - 1])
            ply = self._origins[ply - 1]
        return _played(self._kept[ply].clone() if ply in self._kept else self._dealt(), reversed(actions))

    def _dealt(self) -> Game:
        return Game(self.game.rules, self._seed)


def _played(game: Game, actions: Iterable[int]) -> Game:
    """The game after some more actions."""
    for action in actions:
        game.apply(action)
    return game
