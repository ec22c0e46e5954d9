"""The analyst: a search over every decision of a finished game, in small portions.

A decision is searched as the seat that took it knew the position. The action that was tried most is the best. Then
the action that was taken is tried as often, so that the two can be compared. How far they can be told apart is part
of every judgement: an error is reported only if it is larger than twice its uncertainty.

The chances over time are a simpler measure, the same for every reader: the games that are won when everybody plays
on by instinct. What a reader does not know is dealt again for each of these games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from silverhook.bots.search import SETTINGS
from silverhook.bots.tree import Tree
from silverhook.core.game import Game

__all__ = ["STRENGTH", "Analysis", "Analyst", "Judged", "Judgement", "Point", "analyse"]

STRENGTH = 1600  # simulations of a decision
INACCURACY, MISTAKE = 0.05, 0.12  # the chance to win that is lost by one
_SURE = 2.0  # an error is larger than its uncertainty by this factor
_NEAR = 3.0  # one that is smaller than this is looked at once more
_PLAYED_ON = 300  # games for each reader's chances at each decision
_LEAST = 100  # simulations of a decision, in the longest game
_FULL = 160  # decisions that are judged at full strength; longer games share the same effort
_SLICE = 100  # simulations between two looks at whether to stop
_SETTINGS = {**{key: value for key, value in SETTINGS.items() if key != "by_value"}, "margin": 0.0}


@dataclass(frozen=True)
class Judged:
    """An action, the chance to win after it, and the standard error of that chance."""

    action: int
    chance: float
    error: float


@dataclass(frozen=True)
class Judgement:
    """A decision: what was played, and what would have been best, as far as the search can tell."""

    step: int  # the number of actions before it
    seat: int
    played: Judged
    best: Judged

    @property
    def loss(self) -> float:
        """The chance to win that was given away."""
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def error(self) -> float:
        """The standard error of the loss."""
        return sqrt(self.best.error**2 + self.played.error**2) if self.best.action != self.played.action else 0.0

    @property
    def verdict(self) -> str:
        """good, inaccuracy or mistake. A loss that may be chance is good."""
        if self.loss <= _SURE * self.error or self.loss < INACCURACY:
            return "good"
        return "mistake" if self.loss >= MISTAKE else "inaccuracy"


@dataclass(frozen=True)
class Point:
    """The chances at a moment of the game: a row of all seats for each reader."""

    step: int
    seats: tuple[tuple[float, ...], ...]  # as each seat could know them
    watching: tuple[float, ...]  # as a spectator could
    open: tuple[float, ...]  # as they were, with all cards where they lay


@dataclass(frozen=True)
class Analysis:
    """All judgements of a game, and the chances over time."""

    simulations: int  # of each decision, at least
    played_on: int  # games behind each chance over time
    points: tuple[Point, ...]
    decisions: tuple[Judgement, ...]


class Analyst:
    """Judges a finished game, decision by decision. Equal games and seeds give equal analyses.

    Each call of `advance` takes some hundredths of a second, so that other work can come between.
    """

    def __init__(self, game: Game, strength: int = STRENGTH, seed: int = 0) -> None:
        if not game.over:
            raise ValueError("only a finished game can be analysed")
        self._end = game
        self._actions = game.actions
        self._seed = seed
        self._all = _choices(game)
        effort = min(1.0, _FULL / max(1, self._all))
        self._strength = max(_LEAST, round(strength * effort))
        self._played_on = max(_LEAST // 2, round(_PLAYED_ON * effort))
        self._points: list[Point] = []
        self._decisions: list[Judgement] = []
        self._stopped = False
        self._game = _dealt(game)
        self._go_on()

    @property
    def done(self) -> bool:
        """Whether every decision is judged."""
        return self._game.over

    @property
    def progress(self) -> float:
        """The part that is done, from 0 to 1."""
        return len(self._decisions) / self._all if self._all else 1.0

    def stop(self) -> None:
        """End the current `advance` without a result; the next one begins the same decision again."""
        self._stopped = True

    def advance(self) -> None:
        """Judge one more decision."""
        self._stopped = False
        point, decision = self._point(), self._judged()
        if self._stopped or point is None or decision is None:
            return
        self._points.append(point)
        self._decisions.append(decision)
        self._game.apply(self._actions[self._game.ply])
        self._go_on()

    def analysis(self) -> Analysis:
        """The result, when everything is done."""
        won = tuple(
            1 / len(self._end.winners) if seat in self._end.winners else 0.0 for seat in range(self._end.players)
        )
        last = Point(self._end.ply, (won,) * self._end.players, won, won)
        return Analysis(self._strength, self._played_on, (*self._points, last), tuple(self._decisions))

    def _go_on(self) -> None:
        """Go on to the next decision that is a choice."""
        while not self._game.over and len(self._game.legal_actions()) == 1:
            self._game.apply(self._actions[self._game.ply])

    # --- chances ---------------------------------------------------------------------------------------

    def _point(self) -> Point | None:
        game = self._game
        rows = [self._chances(game.resample(reader, self._number(1)), reader) for reader in range(game.players)]
        watching = self._chances(game.resample(None, self._number(1)), None)
        truth = self._chances(game, 0, redeal=False)
        if watching is None or truth is None or None in rows:
            return None
        return Point(game.ply, tuple(row for row in rows if row is not None), watching, truth)

    def _chances(self, game: Game, reader: int | None, redeal: bool = True) -> tuple[float, ...] | None:
        """The chance of each seat if everybody plays on by instinct; None if stopped."""
        tree = self._tree(game, reader, 1, redeal)
        row: list[float] = []
        for part in _slices(self._played_on):
            if self._stopped:
                return None
            row = tree.play_on(part)
        return tuple(row)

    # --- decisions -------------------------------------------------------------------------------------

    def _judged(self) -> Judgement | None:
        """The decision at hand: the best action, and the one that was taken, tried as often."""
        game = self._game
        seat, action = game.to_act, self._actions[game.ply]
        assert seat is not None
        tree = self._tree(game.resample(seat, self._number(2)), seat, 4 * self._strength + 2)
        if not self._think(tree.think, self._strength):
            return None
        best = max(tree.children(), key=lambda child: (child[1], child[2]))[0]
        if best == action:
            judged = _judged(tree, best)
            return Judgement(game.ply, seat, judged, judged)
        for _ in range(2):
            tried = {child: visits for child, visits, _ in tree.children()}
            missing = tried[best] - tried.get(action, 0)
            if not self._think(lambda part: tree.think(part, action), missing):
                return None
            found = Judgement(game.ply, seat, _judged(tree, action), _judged(tree, best))
            if found.loss < INACCURACY / 2 or found.loss > _NEAR * found.error:
                break
            if not self._think(lambda part: tree.think(part, best), self._strength // 2):
                return None
        return found

    def _think(self, think: Callable[[int], None], simulations: int) -> bool:
        """Search in slices; False if stopped."""
        for part in _slices(simulations):
            if self._stopped:
                return False
            think(part)
        return not self._stopped

    def _tree(self, game: Game, reader: int | None, room: int, redeal: bool = True) -> Tree:
        settings = {**_SETTINGS, "redeal": float(redeal)}
        return Tree(game, _SPECTATOR if reader is None else reader, room, self._number(3), **settings)

    def _number(self, use: int) -> int:
        """A seed for one use at this decision."""
        return (self._seed << 32) + (self._game.ply << 4) + use


_SPECTATOR = 7  # the knowledge bit of spectators


def analyse(game: Game, strength: int = STRENGTH, told: Callable[[float], None] = lambda progress: None) -> Analysis:
    """The analysis of a finished game, at once. `told` hears of the progress."""
    analyst = Analyst(game, strength)
    while not analyst.done:
        analyst.advance()
        told(analyst.progress)
    return analyst.analysis()


def _judged(tree: Tree, action: int) -> Judged:
    """An action as the search found it. A chance spreads at most as much as a single win or loss would."""
    visits, chance = next((visits, value) for child, visits, value in tree.children() if child == action)
    return Judged(action, chance, sqrt(max(chance * (1 - chance), 1 / (visits + 2)) / max(1, visits)))


def _slices(simulations: int) -> list[int]:
    return [min(_SLICE, simulations - done) for done in range(0, max(0, simulations), _SLICE)]


def _dealt(game: Game) -> Game:
    """A game as it was dealt."""
    return type(game)(game.rules, game.seed)


def _choices(game: Game) -> int:
    """How many decisions of a game were a choice."""
    again, found = _dealt(game), 0
    for action in game.actions:
        found += len(again.legal_actions()) > 1
        again.apply(action)
    return found
