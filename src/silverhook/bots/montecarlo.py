"""A bot that plays each of its actions out many times, with the cards it cannot see dealt anew each time."""

from __future__ import annotations

from random import Random

from silverhook.core.game import Game

__all__ = ["MonteCarloBot"]

PLAYOUTS = 1000  # 20 to 50 ms a decision on an idle core, in both games
MARGIN = 0.1  # what the largest lead adds to a win: enough to tell wins apart, never enough to give one up
HALF_MARGIN = 10  # a lead of so many points is worth half of that


class MonteCarloBot:
    """Takes the action after which it wins most of its random playouts."""

    def __init__(self, seed: int = 0, playouts: int = PLAYOUTS) -> None:
        self.name = f"montecarlo:{playouts}"
        self.playouts = playouts
        self._random = Random(seed)

    def choose(self, game: Game, seat: int) -> int:
        """The action with the best average; every action meets the same deals, so that luck cancels out."""
        actions = game.legal_actions()
        if len(actions) == 1:
            return actions[0]
        values = dict.fromkeys(actions, 0.0)
        for _ in range(max(1, self.playouts // len(actions))):
            deal, course = self._random.getrandbits(64), self._random.getrandbits(32)
            world = game.resample(seat, deal)
            for action in actions:
                values[action] += played_out(world.clone(), action, course, seat)
        return max(actions, key=values.__getitem__)


def played_out(game: Game, action: int, course: int, seat: int) -> float:
    """What an action was worth to a seat in one playout."""
    game.apply(action)
    game.playout(course)
    scores, winners = game.results()
    won = 1 / len(winners) if seat in winners else 0.0
    lead = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    return won + MARGIN * lead / (abs(lead) + HALF_MARGIN)
