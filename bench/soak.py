"""A million random games over all editions, options and numbers of players, every invariant checked: `make soak`."""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import silverhook as sh
from silverhook.core.errors import BrokenInvariant
from silverhook.deckhand.edition import edition_options

ENDLESS = {("max_rounds", None)}  # with it players who never buy play on for ever: that is what it says
GAMES_EACH = 1_000  # games of one ruleset before another is drawn

Result = tuple[str, int, bool, int, int, list[int]]  # edition, players, options changed, games, decisions, wins


def random_options(edition: str, pick: random.Random) -> dict[str, Any]:
    """A house rule or two, or none: every value that words allow, and small numbers."""
    chosen: dict[str, Any] = {}
    for name, option in edition_options(edition).items():
        if pick.random() < 0.25:
            values: list[Any] = [value for value in option.values if (name, value) not in ENDLESS]
            if option.least is not None:
                values += [max(option.least, n) for n in (0, 1, 2, 3, 5, 12, 40) if n <= option.most]
            chosen[name] = pick.choice(values)
    if "bank_limit" in chosen and chosen["bank_limit"] is not None:
        chosen["bank_limit"] = max(chosen["bank_limit"], 4 * chosen.get("start_money", 1))
    if chosen.get("money_cap") is not None:
        chosen["money_cap"] = max(chosen["money_cap"], chosen.get("start_money", 1))
    return chosen


def play(number: int) -> Result:
    """One ruleset and its games, all drawn from a number."""
    pick = random.Random(number)
    edition = ("treasure", "tokens", "indicator")[number % 3]
    players = 2 + number // 3 % 3
    options = random_options(edition, pick) if number % 2 else {}
    if options and edition == "tokens" and options.get("bank_limit", 17) is not None:
        options["bank_limit"] = max(options.get("bank_limit", 17), players * options.get("start_money", 1))
    rules = sh.new("deckhand", players, edition=edition, options=options, seed=0).rules
    decisions, wins = rules.random_games(GAMES_EACH, number, True)
    return edition, players, bool(options), GAMES_EACH, decisions, wins


def main() -> None:
    """Play, and report by edition and number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args().games
    start = time.perf_counter()
    table: dict[tuple[str, int, bool], list[Any]] = {}
    try:
        with ThreadPoolExecutor(2) as pool:  # the engine releases the GIL
            for edition, players, changed, count, decisions, wins in pool.map(play, range(-(-games // GAMES_EACH))):
                row = table.setdefault((edition, players, changed), [0, 0, [0] * players])
                row[0] += count
                row[1] += decisions
                row[2] = [a + b for a, b in zip(row[2], wins, strict=True)]
    except BrokenInvariant as problem:
        sys.exit(f"broken: {problem}")
    seconds = time.perf_counter() - start
    print(f"{'edition':<10} {'players':>7} {'options':>8} {'games':>9} {'decisions/game':>15}   wins by seat")
    for (edition, players, changed), (count, decisions, wins) in sorted(table.items()):
        shares = " ".join(f"{100 * won / count:5.1f} %" for won in wins)
        rules = "house" if changed else "default"
        print(f"{edition:<10} {players:>7} {rules:>8} {count:>9,} {decisions / count:>15.1f}   {shares}")
    total, decisions = sum(row[0] for row in table.values()), sum(row[1] for row in table.values())
    print(
        f"{total:,} games, {decisions:,} decisions, every invariant held at every decision; "
        f"{seconds:.0f} s, {decisions / seconds / 1e6:.2f} M decisions/s"
    )


if __name__ == "__main__":
    main()
