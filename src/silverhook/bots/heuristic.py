"""The heuristic player: each game's own judgement, at once."""

from __future__ import annotations

from silverhook.core.errors import BotError
from silverhook.core.seat import Seat, Thought
from silverhook.games import game_spec

__all__ = ["HeuristicBot"]


class HeuristicBot:
    """Takes what the game's own advice judges best."""

    name = "heuristic"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def think(self, seat: Seat) -> Thought:
        """The judgement of every action."""
        spec = game_spec(seat.ruleset.game)
        if spec.advise is None:
            raise BotError(f'{spec.title} has no heuristic player; use "search:1000" or "random"')
        candidates = tuple(spec.advise(seat))
        return Thought(candidates[0].action, candidates)
