"""The search against OpenSpiel's, on one pinned core in one run: part of `make bench`."""

from __future__ import annotations

import os
import random
import time
from typing import Any

import silverhook as sh
from engine import Spiel, best, rate, report
from silverhook.bots import DEFAULT, SearchBot, Seat, make
from silverhook.bots.search import SETTINGS
from silverhook.bots.tree import Tree

SIMULATIONS = 5_000
AIM = 40_000  # simulations per second in the middle of a game of Deck Hand


def middle(name: str, actions: int) -> sh.Game:
    """A two-player game after some moves."""
    pick = random.Random(1)
    game = sh.new(name, players=2, seed=3)
    for _ in range(actions):
        game.apply(pick.choice(game.legal_actions()))
    return game


def ours(game: sh.Game, **settings: float) -> float:
    """Simulations per second."""
    chosen = {**SETTINGS, **settings}
    del chosen["by_value"]

    seat = game.to_act
    assert seat is not None

    def work() -> int:
        Tree(game, seat, SIMULATIONS + 2, 1, **chosen).think(SIMULATIONS)
        return SIMULATIONS

    return rate(work)


def theirs(hearts: Spiel) -> float:
    """OpenSpiel's ISMCTSBot on hearts after some moves, in simulations per second."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 0.7, SIMULATIONS, -1, kind, False, False)
    state: Any = hearts.dealt.clone()
    pick = random.Random(1)
    for _ in range(16):
        state.apply_action(pick.choice(state.legal_actions()))

    def work() -> int:
        bot.step(state)
        return SIMULATIONS

    return rate(work)


def decision(game: sh.Game) -> float:
    """Seconds per decision at the default strength on one core."""
    bot = make(DEFAULT, 1)
    assert isinstance(bot, SearchBot)
    assert game.to_act is not None
    start = time.perf_counter()
    bot.think(Seat(game, game.to_act))
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    hearts = Spiel("hearts")
    print(f"{'search':<34} {'ours':>14} {'hearts':>14}")
    for name in ("deckhand", "hanataz"):
        game = middle(name, 80)
        for how, playouts in (("full playouts, random", 0), ("as it plays, by instinct", 1)):
            mine, other = best(lambda: ours(game, playouts=playouts), lambda: theirs(hearts))  # noqa: B023
            report(f"{name}, {how}", f"{mine / 1e3:.1f} k/s", f"{other / 1e3:.1f} k/s", mine / other, 1)
            if name == "deckhand":
                print(f"{'':<34} {mine:>14,.0f} /s   (aim {AIM:,} /s){'' if mine >= AIM else '  BELOW THE AIM'}")
        print(f"{name}, a decision of {DEFAULT:<12} {min(decision(game) for _ in range(5)):>10.2f} s   (aim 1 s)")


if __name__ == "__main__":
    main()
