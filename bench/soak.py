"""A million random games of Deck Hand and a million random hands of Hanataz, over all editions, options and
numbers of players, every invariant checked at every decision: `make soak`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import silverhook as sh
from silverhook.core.errors import BrokenInvariant
from silverhook.core.options import Option
from silverhook.deckhand.edition import edition_options
from silverhook.hanataz.composition import N
from silverhook.hanataz.prepared import hanataz_options

# With it players who never buy play on for ever: that is what it says. So does a game without its last hand.
ENDLESS = {("max_rounds", None), ("hand_limit", None)}
GAMES_EACH = 1_000  # games of one Deck Hand ruleset before another is drawn
HANDS_AT_MOST = 400  # of a Hanataz game that runs to the first bust

Result = tuple[str, int, bool, int, int, list[int]]  # edition, players, options changed, games, decisions, wins


def random_options(options: Mapping[str, Option], pick: random.Random) -> dict[str, Any]:
    """A house rule or two, or none: every value that words allow, and small numbers."""
    chosen: dict[str, Any] = {}
    for name, option in options.items():
        if pick.random() < 0.25:
            values: list[Any] = [value for value in option.values if (name, value) not in ENDLESS]
            if option.least is not None:
                values += [max(option.least, n) for n in (0, 1, 2, 3, 5, 12, 40) if n <= option.most]
            chosen[name] = pick.choice(values)
    return chosen


# --- Deck Hand -------------------------------------------------------------------------------------


def deckhand_options(edition: str, players: int, pick: random.Random) -> dict[str, Any]:
    """House rules that go together."""
    chosen = random_options(edition_options(edition), pick)
    start = chosen.get("start_money", 1)
    if chosen.get("money_cap") is not None:
        chosen["money_cap"] = max(chosen["money_cap"], start)
    limit = chosen.get("bank_limit", edition_options(edition)["bank_limit"].default if edition == "tokens" else None)
    if limit is not None:
        chosen["bank_limit"] = max(limit, players * start)
    return chosen


def deckhand(number: int) -> Result:
    """One ruleset and its games, all drawn from a number."""
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
    """The line that sums up."""
    pace = decisions / seconds / 1e6
    print(f"{what}, {decisions:,} decisions, every invariant held at every decision; {seconds:.0f} s, {pace:.2f} M/s\n")


# --- Hanataz ---------------------------------------------------------------------------------------


class Hands:
    """What the hands of many games came to."""

    def __init__(self) -> None:
        self.games = self.hands = self.decisions = self.turns = self.reshuffles = 0
        self.lengths: list[int] = []
        self.ends = [0] * (N.ALONE + 1)

    def play(self, rules: Any, seed: int) -> None:
        """One game, checked, and what it adds."""
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
        options = random_options(hanataz_options("hz-default"), pick)
        rules = sh.new("hanataz", 2 + number % 5, options=options, seed=0).rules
        for seed in range(20):
            house.play(rules, 1_000 * number + seed)
        number += 1
    print(house.row("house"))
    everything.append(house)
    total = sum(result.hands for result in everything)
    told(f"{total:,} hands of Hanataz", sum(r.decisions for r in everything), time.perf_counter() - start)


def main() -> None:
    """Play both, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games of Deck Hand")
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands of Hanataz")
    arguments = parser.parse_args()
    try:
        soak_deckhand(arguments.games)
        soak_hanataz(arguments.hands)
    except BrokenInvariant as problem:
        sys.exit(f"broken: {problem}")


if __name__ == "__main__":
    main()
