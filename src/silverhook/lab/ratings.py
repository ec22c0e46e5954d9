"""Statistics of matches: intervals over deals, and Bradley-Terry ratings with a bootstrap over deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

__all__ = ["Interval", "Rating", "elo", "mean_interval", "rate", "strengths", "t_quantile"]

Floats = NDArray[np.float64]

RESAMPLES = 1000
MOST_CELLS = 4_000_000  # numbers held at a time by the bootstrap
_T = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)  # 97.5 %, 1 to 9 degrees of freedom
_Z = 1.959964


@dataclass(frozen=True)
class Interval:
    """An estimate and where the true value lies in 95 of 100 cases."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating(Interval):
    """A bot's Elo."""

    bot: str


def t_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t; beyond the table by its expansion around the normal one, right to 0.0005."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    z = _Z
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_interval(shares: Sequence[float]) -> Interval:
    """The mean of shares from 0 to 1, one for each deal, with its 95 % interval by Student's t.

    Where all are the same value v there is no spread to go by. With q the chance of it in a deal, n deals
    show nothing else with chance q**n, and the mean is between v*q and 1 - (1-v)*q: q is taken where that
    chance is 2.5 %.
    """
    n, mean = len(shares), fmean(shares)
    if min(shares) == max(shares):
        q = 0.025 ** (1 / n)
        return Interval(mean, mean * q, 1 - (1 - mean) * q)
    half = t_quantile(n - 1) * stdev(shares) / sqrt(n)
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))


def strengths(copies: Floats, games: Floats, wins: Floats) -> Floats:
    """Bradley-Terry strengths by MM iterations (Hunter 2004), for many samples at once.

    A seat wins with the chance of its bot's strength among those of all seats. `copies[match, bot]` is how many
    seats a bot has, `games[sample, match]` how many games there were and `wins[sample, bot]` how many a bot won.
    """
    strength: Floats = np.ones(wins.shape)
    for _ in range(10_000):
        fitted = wins / ((games / (strength @ copies.T)) @ copies)
        fitted /= np.exp(np.log(fitted).mean(axis=1, keepdims=True))
        change = np.abs(np.log(fitted / strength)).max()
        strength = fitted
        if change < 1e-7:
            break
    return strength


def elo(strength: Floats, anchor: int | None) -> Floats:
    """Elo of strengths[sample, bot]: the anchor is 0; without one the mean is 1500."""
    rating: Floats = 400 * np.log10(strength)
    if anchor is not None:
        rating -= rating[:, [anchor]]
    else:
        rating += 1500 - rating.mean(axis=1, keepdims=True)
    return rating


def rate(
    bots: Sequence[str], matches: Sequence[tuple[str, str]], players: int, shares: Floats, anchor: int | None
) -> list[Rating]:
    """Elo of each bot from shares[match, deal], the share of a match's first bot in a deal (nan: not played).

    Each match counts one deal more, which went as among equals, so that who never lost has a finite rating.
    The intervals are those of a Bayesian bootstrap (Rubin 1981): every deal gets a random weight, the same in all
    matches, as they share their deals; the won and the lost part of the added one get theirs.
    """
    seats = np.array([[(bot == a) + (players - 1) * (bot == b) for bot in bots] for a, b in matches], dtype=float)
    first = np.array([[bot == a for bot in bots] for a, _ in matches], dtype=float)
    second = np.array([[bot == b for bot in bots] for _, b in matches], dtype=float)
    there = ~np.isnan(shares)
    won = np.where(there, shares, 0.0)

    def fit(weights: Floats, extra: Floats) -> Floats:
        """Ratings by weights[sample, deal] and extra[win or loss, sample, match]."""
        played = weights @ there.T + extra[0] + extra[1]
        wins = weights @ won.T + extra[0]
        return elo(strengths(seats, played, wins @ first + (played - wins) @ second), anchor)

    deals = shares.shape[1]
    even = np.ones((2, 1, len(matches))) * np.array([1 / players, 1 - 1 / players]).reshape(2, 1, 1)
    best = fit(np.ones((1, deals)), even)[0]
    chance = np.random.default_rng(deals)
    chunk = max(1, min(RESAMPLES, MOST_CELLS // deals))
    samples = [
        fit(chance.standard_gamma(1.0, (size, deals)), chance.standard_gamma(np.repeat(even, size, axis=1)))
        for size in _parts(RESAMPLES, chunk)
    ]
    low, high = np.percentile(np.concatenate(samples), (2.5, 97.5), axis=0)
    return [Rating(float(best[i]), float(low[i]), float(high[i]), bot) for i, bot in enumerate(bots)]


def _parts(total: int, size: int) -> list[int]:
    return [min(size, total - start) for start in range(0, total, size)]
