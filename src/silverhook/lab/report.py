"""The report on the results of an arena."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import numpy as np

from silverhook.lab.ratings import Interval, Rating, mean_interval, rate
from silverhook.lab.results import Results

__all__ = ["MatchReport", "Report", "Thinking", "report"]


@dataclass(frozen=True)
class MatchReport:
    """How a bot did against another: its share of the wins."""

    bot: str
    against: str
    deals: int
    games: int
    share: Interval


@dataclass(frozen=True)
class Thinking:
    """How long a bot thinks about a decision between several actions."""

    bot: str
    decisions: int
    mean_ms: float
    p95_ms: float


@dataclass(frozen=True)
class Report:
    """Everything that is shown and saved."""

    games: int
    of: int
    fair: float  # the share of a win that each seat has among equals
    matches: list[MatchReport]
    anchor: str
    ratings: list[Rating]  # the best first
    thinking: list[Thinking]
    games_per_second: float
    first_seat: Interval  # the win share of the seat that acts first
    length: float  # decisions in a game

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)


def report(results: Results) -> Report:
    """The report of at least one deal."""
    settings = results.settings
    outcomes = [outcome for deal in results.played.values() for outcome in deal]
    firsts = [fmean(outcome.share(outcome.first) for outcome in deal) for deal in results.played.values()]
    return Report(
        games=results.games,
        of=results.all_games,
        fair=1 / settings.ruleset.players,
        matches=_matches(results),
        anchor="random = 0" if "random" in settings.bots else "mean = 1500",
        ratings=_ratings(results),
        thinking=[
            Thinking(name, clock.decisions, 1000 * clock.mean, 1000 * clock.percentile(95))
            for name, clock in results.clocks.items()
        ],
        games_per_second=results.games / results.seconds if results.seconds else 0.0,
        first_seat=mean_interval(firsts),
        length=fmean(outcome.length for outcome in outcomes),
    )


def _shares(results: Results) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The mean share of each match's first bot over the seatings of each deal; nan where it was not played."""
    shares = np.full((len(results.settings.matches), results.settings.deals), np.nan)
    for (deal, match), outcomes in results.played.items():
        shares[match, deal] = fmean(outcome.share(seat) for seat, outcome in enumerate(outcomes))
    return shares


def _matches(results: Results) -> list[MatchReport]:
    found = []
    for (bot, against), row in zip(results.settings.matches, _shares(results), strict=True):
        played = row[~np.isnan(row)].tolist()
        if played:
            games = len(played) * results.settings.ruleset.players
            found.append(MatchReport(bot, against, len(played), games, mean_interval(played)))
    return found


def _ratings(results: Results) -> list[Rating]:
    settings = results.settings
    anchor = settings.bots.index("random") if "random" in settings.bots else None
    rated = rate(settings.bots, settings.matches, settings.ruleset.players, _shares(results), anchor)
    return sorted(rated, key=lambda rating: -rating.value)
