"""The searching player: information-set Monte-Carlo tree search over the seat's own knowledge."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

from silverhook.bots.tree import Tree
from silverhook.core.seat import Candidate, Seat, Thought

__all__ = ["SearchBot"]

SLICE = 500  # simulations between two looks at the clock
MOST_NODES = 2_000_000


class SearchBot:
    """Searches by a number of simulations, which is reproducible, or by milliseconds.

    It never holds the true game: its trees start from resampled ones. Ctrl-C or `stop` ends a search with the
    best so far. With several threads each grows a tree of its own, and their visits are added up.
    """

    def __init__(
        self,
        seed: int = 0,
        simulations: int = 0,
        milliseconds: int = 0,
        *,
        threads: int = 1,
        exploration: float = 1.0,
        margin: float = 0.1,
        trust: float = 1.0,
        playouts: bool = True,
        horizon: int = 0,
    ) -> None:
        self.name = f"search:{milliseconds}ms" if milliseconds else f"search:{simulations}"
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.threads = threads
        self.settings = (exploration, margin, trust, playouts, horizon)
        self.stopped = False
        self._random = Random(seed)

    def stop(self) -> None:
        """End the search that is under way; it answers with the best so far."""
        self.stopped = True

    def think(self, seat: Seat) -> Thought:
        """The action tried most, with the value and the share of the search of each."""
        seeds = [self._random.getrandbits(64) for _ in range(2 * self.threads)]
        if len(seat.actions) == 1:
            only = seat.actions[0]
            return Thought(only, (Candidate(only, 1 / seat.players, 1.0, "the only one"),))
        self.stopped = False
        each = -(-self.simulations // self.threads) if self.simulations else MOST_NODES
        trees = [
            Tree(seat.resample(seeds[2 * i]), seat.seat, min(each, MOST_NODES) + 2, seeds[2 * i + 1], *self.settings)
            for i in range(self.threads)
        ]
        if self.threads == 1:
            self._grow(trees[0], each)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda tree: self._grow(tree, each), trees))
        return self._thought(seat, trees)

    def _grow(self, tree: Tree, simulations: int) -> None:
        """Search until the simulations or the time are used up, or somebody stops it."""
        end = time.perf_counter() + self.milliseconds / 1000 if self.milliseconds else None
        done = 0
        try:
            while done < simulations and not self.stopped:
                part = min(SLICE, simulations - done)
                tree.think(part)
                done += part
                if end is not None and time.perf_counter() >= end:
                    break
        except KeyboardInterrupt:
            self.stopped = True

    def _thought(self, seat: Seat, trees: list[Tree]) -> Thought:
        visits: dict[int, int] = {}
        worth: dict[int, float] = {}
        for tree in trees:
            for action, tried, value in tree.children():
                visits[action] = visits.get(action, 0) + tried
                worth[action] = worth.get(action, 0.0) + value * tried
        total = sum(visits.values())
        if not total:
            return Thought(seat.actions[0], (Candidate(seat.actions[0], 1 / seat.players, 0.0, "no time to think"),))
        candidates = [
            Candidate(action, worth[action] / tried, tried / total, self._words(worth[action] / tried, tried / total))
            for action, tried in visits.items()
            if tried
        ]
        candidates.sort(key=lambda candidate: (-candidate.share, -candidate.value, candidate.action))
        return Thought(candidates[0].action, tuple(candidates))

    @staticmethod
    def _words(value: float, share: float) -> str:
        return f"wins about {100 * value:.0f} % of the games played on from it"
