"""The heuristic player: each game's own judgement, without a search."""

from __future__ import annotations

from silverhook.bots.search import SearchBot
from silverhook.core.seat import Seat, Thought
from silverhook.games import game_spec

__all__ = ["HeuristicBot"]


class HeuristicBot:
    """Takes the action that the game's own advice judges best. If a game has none, it searches a little."""

    name = "heuristic"

    def __init__(self, seed: int = 0) -> None:
        self._search = SearchBot(seed, 1_000)

    def think(self, seat: Seat) -> Thought:
        """The judgement of every action."""
        spec = game_spec(seat.ruleset.game)
        if spec.advise is None:
            return self._search.think(seat)
        candidates = tuple(spec.advise(seat))
        return Thought(candidates[0].action, candidates)
