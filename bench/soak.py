"""`make soak`: the long version of the random tests.

First it runs every check of `silverhook.testing.trials` on 5,000 random card sets of Deck Hand and 2,000 random
decks of Hanataz, each with random options. Then it plays a million games of Deck Hand and a million hands of
Hanataz with their own cards, over all editions, options and numbers of players, with every invariant checked at
every decision. It uses both cores.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import silverhook as sh
from silverhook.core.errors import BrokenInvariant
from silverhook.hanataz.composition import N
from silverhook.testing.random_rulesets import deckhand_options, random_options
from silverhook.testing.trials import Tally, random_ruleset, shrunk
from silverhook.testing.workers import Failure, Workers, fails

GAMES_EACH = 1_000  # games of one Deck Hand ruleset before the next one
PROGRESS = 20  # seconds between progress lines
SETS = {"deckhand": "card-sets", "hanataz": "decks"}
HANDS_AT_MOST = 400  # hands of a Hanataz game that runs to the first bust

Result = tuple[str, int, bool, int, int, list[int]]  # edition, players, options changed, games, decisions, wins


# --- Deck Hand -------------------------------------------------------------------------------------


def deckhand(number: int) -> Result:
    """One random ruleset and its games, all from one seed."""
    edition = ("treasure", "tokens", "indicator")[number % 3]
    players = 2 + number // 3 % 3
    options = deckhand_options(edition, players, random.Random(number)) if number % 2 else {}
    rules = sh.new("deckhand", players, edition=edition, options=options, seed=0).rules
    decisions, wins = rules.random_games(GAMES_EACH, number, True)
    return edition, players, bool(options), GAMES_EACH, decisions, wins


def soak_deckhand(games: int) -> None:
    """Play, and report by edition and number of players."""
    start = time.perf_counter()
    table: dict[tuple[str, int, bool], list[Any]] = {}
    with ThreadPoolExecutor(2) as pool:  # the engine releases the GIL
        for edition, players, changed, count, decisions, wins in pool.map(deckhand, range(-(-games // GAMES_EACH))):
            row = table.setdefault((edition, players, changed), [0, 0, [0] * players])
            row[0] += count
            row[1] += decisions
            row[2] = [a + b for a, b in zip(row[2], wins, strict=True)]
    seconds = time.perf_counter() - start
    print(f"{'edition':<10} {'players':>7} {'options':>8} {'games':>9} {'decisions/game':>15}   wins by seat")
    for (edition, players, changed), (count, decisions, wins) in sorted(table.items()):
        shares = " ".join(f"{100 * won / count:5.1f} %" for won in wins)
        rules = "house" if changed else "default"
        print(f"{edition:<10} {players:>7} {rules:>8} {count:>9,} {decisions / count:>15.1f}   {shares}")
    total, decisions = sum(row[0] for row in table.values()), sum(row[1] for row in table.values())
    told(f"{total:,} games of Deck Hand", decisions, seconds)


def told(what: str, decisions: int, seconds: float) -> None:
    """Print the summary line."""
    pace = decisions / seconds / 1e6
    print(f"{what}, {decisions:,} decisions, every invariant held at every decision; {seconds:.0f} s, {pace:.2f} M/s\n")


# --- Hanataz ---------------------------------------------------------------------------------------


class Hands:
    """Statistics of the hands of many games."""

    def __init__(self) -> None:
        self.games = self.hands = self.decisions = self.turns = self.reshuffles = 0
        self.lengths: list[int] = []
        self.ends = [0] * (N.ALONE + 1)

    def play(self, rules: Any, seed: int) -> None:
        """Play one game with all checks, and add its hands."""
        game = sh.Game(rules, seed)
        self.decisions += game.playout(seed + 1, True)
        self.games += 1
        self.hands += game.count(N.HAND_NUMBER)
        self.lengths.append(game.count(N.HAND_NUMBER))
        self.turns += game.count(N.ALL_TURNS)
        self.reshuffles += game.count(N.RESHUFFLES)
        for end in range(len(self.ends)):
            self.ends[end] += game.count(N.HANDS_SO + end)

    def row(self, name: str) -> str:
        """A line of the table."""
        tenths = statistics.quantiles(self.lengths, n=10) if len(self.lengths) > 1 else [0.0] * 9
        share = [100 * n / self.hands for n in self.ends]
        length = f"{statistics.median(self.lengths):.0f} ({tenths[0]:.0f}-{tenths[-1]:.0f})"
        return (
            f"{name:<10} {self.games:>8,} {self.hands:>9,} {length:>14} {self.turns / self.hands:>10.1f} "
            + " ".join(f"{share[end]:>6.1f} %" for end in (N.WON, N.SPLIT, N.FOOLED, N.FOOL_UNCLAIMED, N.ALL_OUT))
            + f" {self.reshuffles / self.hands:>10.2f}"
        )


def soak_hanataz(hands: int) -> None:
    """Play to the first bust by the default rules, then under random options, and report the hands."""
    start = time.perf_counter()
    print(f"Hanataz, uniformly random play; the first rows run to the first bust, or {HANDS_AT_MOST} hands")
    print(
        f"{'players':<10} {'games':>8} {'hands':>9} {'hands a game':>14} {'turns/hand':>10} "
        f"{'won':>8} {'split':>8} {'Fool':>8} {'unclaimed':>8} {'nobody':>8} {'reshuffles':>10}"
    )
    everything: list[Hands] = []
    for players in range(2, 7):
        rules = sh.new("hanataz", players, options={"hand_limit": HANDS_AT_MOST}, seed=0).rules
        result, seed = Hands(), 0
        while result.hands < hands // 10:
            result.play(rules, seed)
            seed += 1
        print(result.row(str(players)))
        everything.append(result)
    house, number = Hands(), 0
    while house.hands < hands // 2:
        pick = random.Random(number)
        options = random_options(sh.games()["hanataz"].options("hz-default"), pick)
        rules = sh.new("hanataz", 2 + number % 5, options=options, seed=0).rules
        for seed in range(20):
            house.play(rules, 1_000 * number + seed)
        number += 1
    print(house.row("house"))
    everything.append(house)
    total = sum(result.hands for result in everything)
    told(f"{total:,} hands of Hanataz", sum(r.decisions for r in everything), time.perf_counter() - start)


# --- random rulesets -------------------------------------------------------------------------------


def soak_rulesets(game: str, count: int, first: int) -> None:
    """Try random rulesets in two processes; the first failure is reduced, reported, and ends the run."""
    start = told_at = time.perf_counter()
    tally = Tally()
    with Workers(2) as workers:
        for done, result in enumerate(workers.results(game, range(first, first + count)), 1):
            if isinstance(result, Failure):
                fail(game, result)
            tally += result
            if time.perf_counter() - told_at > PROGRESS:
                told_at = time.perf_counter()
                print(f"  {done:,} of {count:,} rulesets", flush=True)
    told(
        f"{tally.rulesets:,} random rulesets and {tally.games:,} games of {sh.games()[game].title}",
        tally.decisions,
        time.perf_counter() - start,
    )


def fail(game: str, failure: Failure) -> NoReturn:
    """Report a failure with the smallest ruleset that still fails, and how to reproduce it."""
    print(f"{failure.seed}: {failure.problem}\nmaking it smaller ...", flush=True)
    ruleset = shrunk(random_ruleset(game, failure.seed), lambda smaller: bool(fails(smaller, failure.seed)))
    options = dict(ruleset.options)
    print(f"\n{ruleset.players} players, {ruleset.edition}, {options}\n\n{ruleset.cards}\n")
    counts = {"games": 0, "hands": 0, **dict.fromkeys(SETS.values(), 0), SETS[game]: 1, "first": failure.seed}
    again = " ".join(f"--{name} {count}" for name, count in counts.items())
    sys.exit(f"{failure.problem}\nAgain: make soak ARGS='{again}'")


def main() -> None:
    """Run everything, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--card-sets", type=int, default=5_000, help="random card sets of Deck Hand")
    parser.add_argument("--decks", type=int, default=2_000, help="random decks and options of Hanataz")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first random ruleset")
    parser.add_argument("--games", type=int, default=1_000_000, help="games of Deck Hand with its own cards")
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands of Hanataz with its own deck")
    arguments = parser.parse_args()
    try:
        if arguments.card_sets:
            soak_rulesets("deckhand", arguments.card_sets, arguments.first)
        if arguments.decks:
            soak_rulesets("hanataz", arguments.decks, arguments.first)
        if arguments.games:
            soak_deckhand(arguments.games)
        if arguments.hands:
            soak_hanataz(arguments.hands)
    except BrokenInvariant as problem:
        sys.exit(f"broken: {problem}")


if __name__ == "__main__":
    main()
