"""The searching player: information-set Monte-Carlo tree search over the seat's own knowledge."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import MappingProxyType

from silverhook.bots.tree import Tree
from silverhook.core.reason import Reason
from silverhook.core.seat import Candidate, Seat, Thought
from silverhook.core.words import phrases

__all__ = ["PHRASES", "SETTINGS", "SearchBot"]

PHRASES = Path(__file__).parent / "phrases"
SLICE = 100  # simulations between two looks at the clock, and at whether the choice is settled
MOST_NODES = 2_000_000
RARE = 0.1  # of the share of the most tried: with less, a value is mere luck
SETTINGS = {
    "exploration": 0,  # how much curiosity counts beside what was found; 0 as the game's rules say
    "margin": 0.1,  # how much the lead counts beside the win
    "trust": 1.0,  # how steeply instinct tells actions apart; 0 for not at all
    "playouts": 1,  # whether games are played on by instinct, or else at random
    "horizon": 0,  # after how many actions they are judged at a glance; 0 as the game's rules say
    "redeal": 1,  # whether every simulation deals the hidden cards again, or all search one guess
    "by_value": 0,  # whether the action of the best value is taken, or else the one tried most
}


class SearchBot:
    """Searches for a number of simulations, which is reproducible, or for a time in milliseconds.

    It never sees the true game: its trees start from resampled ones. Ctrl-C or `stop` ends a search with the
    best so far. With several threads each grows a tree of its own, and their visits are added up.
    """

    def __init__(
        self,
        seed: int = 0,
        simulations: int = 0,
        milliseconds: int = 0,
        *,
        threads: int = 1,
        settings: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        budget = f"{milliseconds}ms" if milliseconds else f"{simulations}"
        self.name = "+".join((f"search:{budget}", *(f"{key}={value:g}" for key, value in settings.items())))
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.threads = threads
        self.settings = {**SETTINGS, **settings}
        self.by_value = bool(self.settings.pop("by_value"))
        self.stopped = False
        self._random = Random(seed)

    def stop(self) -> None:
        """End the current search; it answers with the best action so far."""
        self.stopped = True

    def think(self, seat: Seat) -> Thought:
        """The action tried most, with the value and the share of the search of each."""
        seeds = [self._random.getrandbits(64) for _ in range(2 * self.threads)]
        if len(seat.actions) == 1:
            only = seat.actions[0]
            return Thought(only, (Candidate(only, 1 / seat.players, 1.0, _reason(seat, "only")),))
        self.stopped = False
        each = -(-self.simulations // self.threads) if self.simulations else MOST_NODES
        trees = [
            Tree(seat.resample(seeds[2 * i]), seat.seat, min(each, MOST_NODES) + 2, seeds[2 * i + 1], **self.settings)
            for i in range(self.threads)
        ]
        if self.threads == 1:
            self._grow(trees[0], each)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda tree: self._grow(tree, each), trees))
        return self._thought(seat, trees)

    def _grow(self, tree: Tree, simulations: int) -> None:
        """Search until the simulations or the time are used up, or `stop` is called."""
        end = time.perf_counter() + self.milliseconds / 1000 if self.milliseconds else None
        done = 0
        try:
            while done < simulations and not self.stopped:
                part = min(SLICE, simulations - done)
                tree.think(part)
                done += part
                if self.threads == 1 and self._settled(tree, simulations - done):
                    break
                if end is not None and time.perf_counter() >= end:
                    break
        except KeyboardInterrupt:
            self.stopped = True

    def _settled(self, tree: Tree, left: int) -> bool:
        """Whether the remaining simulations can no longer change which action was tried most."""
        most = sorted((tried for _, tried, _ in tree.children()), reverse=True)
        return not self.by_value and most[0] - sum(most[1:2]) > left

    def _thought(self, seat: Seat, trees: list[Tree]) -> Thought:
        visits: dict[int, int] = {}
        worth: dict[int, float] = {}
        for tree in trees:
            for action, tried, value in tree.children():
                visits[action] = visits.get(action, 0) + tried
                worth[action] = worth.get(action, 0.0) + value * tried
        total = sum(visits.values())
        if not total:
            unweighed = Candidate(seat.actions[0], 1 / seat.players, 0.0, _reason(seat, "no_time"))
            return Thought(unweighed.action, (unweighed,))
        candidates = [
            Candidate(action, value, tried / total, _reason(seat, "wins", chance=round(100 * value)))
            for action, tried in visits.items()
            if tried
            for value in (worth[action] / tried,)
        ]
        candidates.sort(key=lambda candidate: (-candidate.share, -candidate.value, candidate.action))
        if self.by_value:
            often = [candidate for candidate in candidates if candidate.share > RARE * candidates[0].share]
            candidates.sort(key=lambda candidate: -candidate.value if candidate in often else 1 - candidate.share)
        return Thought(candidates[0].action, tuple(candidates))


def _reason(seat: Seat, key: str, **values: int) -> Reason:
    table: Mapping[str, str] = phrases(PHRASES, seat.language)["search"]
    return Reason(key, lambda key, n, **gaps: table[key].format(**gaps), values=values)
