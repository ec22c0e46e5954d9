"""The engine against OpenSpiel, on one pinned core in one run: `make bench`.

The two engines take turns several times, and the best result of each counts, so that other programs on the
machine affect both alike. A decision is one choice of a player. The time for dealing counts on both sides.
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import silverhook as sh
from silverhook.core.batch import Batch

ROUNDS = 7
NUMBERS = itertools.cycle(random.Random(1).choices(range(2**30), k=10_007))  # so that choosing takes little time


def best(*measures: Callable[[], float]) -> list[float]:
    """The best rate of each measure; the measures take turns."""
    rates = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return [max(column) for column in zip(*rates, strict=True)]


def rate(work: Callable[[], int]) -> float:
    """Units of work per second."""
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


# --- ours ------------------------------------------------------------------------------------


def core_rollouts(game: Any) -> float:
    """Random rollouts inside the core from a dealt game, in decisions per second."""
    return rate(lambda: int(game.rollouts(3_000, 5)[0]))


def whole_games(rules: Any) -> float:
    """Whole random games inside the core, with their deals, in decisions per second."""
    return rate(lambda: int(rules.random_games(3_000, 5)[0]))


def python_loop(rules: Any) -> float:
    """Random games driven from Python, decisions a second."""
    pick = NUMBERS.__next__

    def work() -> int:
        decisions = 0
        for seed in range(150):
            game = sh.Game(rules, seed)
            while not game.over:
                actions = game.legal_actions()
                game.apply(actions[pick() % len(actions)])
                decisions += 1
        return decisions

    return rate(work)


def clones(thing: Any) -> float:
    """Clones per second."""

    def work() -> int:
        clone = thing.clone
        for _ in range(50_000):
            clone()
        return 50_000

    return rate(work)


def batch_steps(rules: Any) -> float:
    """Steps of one game per second in a batch of 4096, with masks, without the time to pick the actions."""
    import numpy

    batch = Batch(rules, 4096, seed=1)
    generator = numpy.random.default_rng(1)
    spent = 0.0
    for _ in range(60):
        weights = generator.random(batch.masks.shape, dtype=numpy.float32) * batch.masks
        actions = weights.argmax(axis=1).astype(numpy.int32)
        start = time.perf_counter()
        batch.step(actions)
        spent += time.perf_counter() - start
    return 4096 * 60 / spent


def first_game(name: str) -> float:
    """Seconds from starting Python to a dealt game, minus Python's own start."""
    deal = f"import silverhook; silverhook.new({name!r}, players=2, seed=7)"

    def seconds(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    return min(seconds(deal) for _ in range(ROUNDS)) - min(seconds("pass") for _ in range(ROUNDS))


# --- OpenSpiel ---------------------------------------------------------------------------------


class Spiel:
    """One of OpenSpiel's games, used as its users would."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self.game = pyspiel.load_game(name)
        self.rollouts = 2_000
        evaluator = pyspiel.RandomRolloutEvaluator(self.rollouts, 1)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 1000, False, 1, False)
        self.random = random.Random(1)
        self.dealt = self.deal()

    def deal(self) -> Any:
        """A state in which the first player decides."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(self.random.random() * len(outcomes))][0])
        return state

    def native_rollouts(self) -> float:
        """Random rollouts inside its C++ from a dealt state, in decisions per second."""
        state, length = self.dealt.clone(), 0
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
            length += 1

        def work() -> int:
            self.bot.mcts_search(self.dealt)  # one simulation: all its rollouts from the root
            return length * self.rollouts

        return rate(work)

    def python_loop(self) -> float:
        """Random games driven from Python, decisions a second."""
        pick = NUMBERS.__next__

        def work() -> int:
            decisions = 0
            for _ in range(300):
                state = self.deal()
                while not state.is_terminal():
                    actions = state.legal_actions()
                    state.apply_action(actions[pick() % len(actions)])
                    decisions += 1
            return decisions

        return rate(work)


def report(what: str, ours: str, theirs: str, ratio: float, wanted: float) -> None:
    """One line of the table."""
    verdict = "" if ratio >= wanted else "  BELOW THE AIM"
    print(f"{what:<34} {ours:>14} {theirs:>14} {ratio:>8.2f}x   (aim {wanted:g}x){verdict}")


def limit(what: str, measured: float, unit: str, aim: float) -> None:
    """One line about a figure with an upper limit."""
    verdict = "" if measured <= aim else "  ABOVE THE AIM"
    print(f"{what:<34} {measured:>14.3g} {unit:<14} {'':>9}   (aim {aim:g} {unit}){verdict}")


def compare(name: str, spades: Spiel) -> None:
    """One of our games against spades."""
    game = sh.new(name, players=2, seed=7)
    rules = game.rules
    print(f"{name + ', two players':<34} {'ours':>14} {'spades':>14}")
    mine, deals, theirs = best(lambda: core_rollouts(game), lambda: whole_games(rules), spades.native_rollouts)
    report("random playouts in the core", f"{mine / 1e6:.2f} M/s", f"{theirs / 1e6:.2f} M/s", mine / theirs, 1.2)
    report("... with dealing each game", f"{deals / 1e6:.2f} M/s", f"{theirs / 1e6:.2f} M/s", deals / theirs, 1.2)
    mine, theirs = best(lambda: python_loop(rules), spades.python_loop)
    report("from a Python loop", f"{mine / 1e6:.2f} M/s", f"{theirs / 1e6:.2f} M/s", mine / theirs, 5)
    mine, theirs = best(lambda: clones(game), lambda: clones(spades.dealt))
    report("clone", f"{1e9 / mine:.0f} ns", f"{1e9 / theirs:.0f} ns", mine / theirs, 1)
    limit("clone", 1e9 / mine, "ns", 200)
    (steps,) = best(lambda: batch_steps(rules))
    limit("Batch of 4096, a game and step", 1e9 / steps, "ns", 250)
    limit("import and first game", first_game(name), "s", 0.15)
    print()


def main() -> None:
    """Measure everything and print it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if not sh.compiled:
        print("The engine runs interpreted here; these figures are not the compiled engine's.")
    spades = Spiel("spades")
    for name in ("deckhand", "hanataz"):
        compare(name, spades)


if __name__ == "__main__":
    main()
