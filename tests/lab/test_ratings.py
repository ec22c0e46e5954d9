"""Intervals and ratings, against cases worked out by hand."""

from __future__ import annotations

from math import log10, sqrt

import numpy as np
import pytest

from silverhook.lab.ratings import elo, mean_interval, rate, strengths, t_quantile
from silverhook.lab.thinking_time import ThinkingTime


def test_the_interval_is_students_t_over_deals() -> None:
    found = mean_interval([1.0, 0.5, 0.5, 0.0, 1.0])  # mean 0.6, squared deviations sum to 0.7
    half = 2.7764 * sqrt(0.7 / 4) / sqrt(5)
    assert (found.value, found.low, found.high) == pytest.approx((0.6, 0.6 - half, 1.0))  # 1.119 is cut to 1


def test_an_interval_stays_between_0_and_1() -> None:
    found = mean_interval([1.0, 1.0, 0.5])
    assert found.high == 1.0 and 0 <= found.low < 0.84


def test_an_interval_stays_open_when_all_deals_go_one_way() -> None:
    all_won = mean_interval([1.0] * 20)
    assert (all_won.low, all_won.high) == pytest.approx((0.025 ** (1 / 20), 1.0))  # 0.832
    all_split = mean_interval([0.5] * 20)
    assert (all_split.low, all_split.high) == pytest.approx((0.416, 0.584), abs=0.001)
    assert mean_interval([1.0]).low == pytest.approx(0.025)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (9, 2.2622), (10, 2.2281), (30, 2.0423), (1000, 1.9623)]
)
def test_quantiles_of_students_t(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=5e-4)


def test_bradley_terry_of_two_is_the_ratio_of_their_wins() -> None:
    fitted = strengths(np.array([[1.0, 1.0]]), np.array([[100.0]]), np.array([[75.0, 25.0]]))
    assert fitted[0, 0] / fitted[0, 1] == pytest.approx(3)
    assert elo(fitted, 1)[0] == pytest.approx([400 * log10(3), 0])
    assert elo(fitted, None)[0] == pytest.approx([1500 + 200 * log10(3), 1500 - 200 * log10(3)])


def test_bradley_terry_of_three_finds_the_strengths_that_made_the_results() -> None:
    true = np.array([4.0, 2.0, 1.0])
    copies = np.array([[1.0, 1, 0], [1, 0, 1], [0, 1, 1]])
    wins = np.array([[60 * 4 / 6 + 60 * 4 / 5, 60 * 2 / 6 + 60 * 2 / 3, 60 * 1 / 5 + 60 * 1 / 3]])
    fitted = strengths(copies, np.full((1, 3), 60.0), wins)[0]
    assert fitted / fitted[2] == pytest.approx(true, rel=1e-4)


def test_bradley_terry_at_a_table_of_three_counts_both_copies() -> None:
    fitted = strengths(np.array([[1.0, 2.0]]), np.array([[90.0]]), np.array([[60.0, 30.0]]))
    assert fitted[0, 0] / fitted[0, 1] == pytest.approx(4)  # 4 / (4 + 1 + 1) is 60 of 90


def test_equals_are_rated_equal_at_a_table_of_three() -> None:
    shares = np.full((2, 40), 1 / 3)
    rated = rate(["a", "b"], [("a", "b"), ("b", "a")], 3, shares, None)
    assert [rating.value for rating in rated] == pytest.approx([1500, 1500])


def test_a_rating_adds_one_even_deal() -> None:
    first, second = rate(["a", "b"], [("a", "b")], 2, np.array([[1.0, 1.0, 0.5, 0.5]]), 1)
    assert first.value == pytest.approx(400 * log10(3.5 / 1.5))
    assert first.low < first.value < first.high
    assert (second.value, second.low, second.high) == (0, 0, 0)


def test_a_bot_that_never_lost_has_a_finite_rating_with_a_wide_interval() -> None:
    best = rate(["a", "b"], [("a", "b")], 2, np.ones((1, 20)), 1)[0]
    assert best.value == pytest.approx(400 * log10(20.5 / 0.5))
    assert best.low < 500 and 1000 < best.high < 10_000


def test_the_bootstrap_agrees_with_the_normal_interval() -> None:
    shares = np.array([[1.0, 0.0] * 200])
    best = rate(["a", "b"], [("a", "b")], 2, shares, 1)[0]
    half = 400 * log10((0.5 + 1.96 * 0.5 / 20) / (0.5 - 1.96 * 0.5 / 20))
    assert (best.low, best.high) == pytest.approx((-half, half), abs=5)


def test_unplayed_deals_do_not_count() -> None:
    shares = np.array([[1.0, 0.5, np.nan], [0.5, np.nan, np.nan], [np.nan] * 3])
    matches = [("a", "b"), ("a", "c"), ("b", "c")]
    whole = rate(["a", "b", "c"], matches, 2, shares, None)
    assert all(rating.low < rating.value < rating.high for rating in whole)
    assert whole[0].value > whole[2].value > whole[1].value


def test_a_clock_gives_mean_and_percentile() -> None:
    clock, other = ThinkingTime(), ThinkingTime()
    for ms in range(1, 51):
        clock.note(ms / 1000)
        other.note((ms + 50) / 1000)
    clock.add(ThinkingTime.from_json(other.to_json()))
    assert clock.decisions == 100
    assert clock.mean == pytest.approx(0.0505)
    assert clock.percentile(95) == pytest.approx(0.095, rel=0.03)
    assert ThinkingTime().mean == ThinkingTime().percentile(95) == 0
