"""The odds of the showdown, counted with the engine over every other card of the deck."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from silverhook.hanataz.composition import N, default_composition
from silverhook.testing import Scenario, cites

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "hanataz.md"
SUITS = ("Fl", "St", "Wa", "Wi")
CARDS = [
    kind.short
    for kind, copies in zip(default_composition().kinds, default_composition().copies, strict=True)
    for _ in range(copies)
]


def outcome(winning: str, flipped: str) -> int:
    """How a showdown of this number against this house card ends."""
    table = Scenario("hanataz").seat("A", "1 silv").table(f"H [{flipped}], row ({winning}), deck []", control="A")
    return table.begin("A", at="showdown").outcome


@cache
def odds(winning: str) -> Counter[int]:
    others = list(CARDS)
    others.remove(winning)
    return Counter(outcome(winning, flipped) for flipped in others)


@cites("HZ-W4", "HZ-W5", "HZ-W6", "HZ-W7", "HZ-W8", "HZ-W10", "R-H28")
@pytest.mark.parametrize("number", range(2, 11))
@pytest.mark.parametrize("suit", SUITS)
def test_forty_plus_n_cards_win_and_23_minus_n_split(number: int, suit: str) -> None:
    found = odds(f"{number}{suit}")

    assert found == {N.WON: 40 + number, N.SPLIT: 23 - number, N.FOOL_UNCLAIMED: 1}
    assert found.total() == 64


@pytest.mark.parametrize("number", range(2, 11))
def test_the_document_shows_these_odds(number: int) -> None:
    row = re.search(rf"^\| {number} \| (\d+) \(([\d.]+) %\) \| (\d+) \(([\d.]+) %\) \| 1 \(1.6 %\) \|$", text(), re.M)

    assert row
    win, split = 40 + number, 23 - number
    assert (int(row[1]), int(row[3])) == (win, split)
    assert float(row[2]) == pytest.approx(100 * win / 64, abs=0.051)
    assert float(row[4]) == pytest.approx(100 * split / 64, abs=0.051)


@cites("HZ-FF2", "R-H38")
def test_a_blind_pick_hits_a_planted_fool_one_time_in_five() -> None:
    hits = 0
    for seed in range(200):
        scenario = Scenario("hanataz", seed=seed).seat("A", "hand {Fool}")
        table = scenario.begin("A").do("play Fool", "position 1")
        hits += table.house[2] == "Fool"

    assert 20 < hits < 60


@cache
def text() -> str:
    return DOCUMENT.read_text(encoding="utf-8")
