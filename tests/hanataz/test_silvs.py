"""Hanataz: the number of silvs never changes, with any number of players and under any option."""

from __future__ import annotations

from typing import Any

import pytest

import silverhook as sh
from silverhook.hanataz.prepared import hanataz_options
from silverhook.testing import cites
from silverhook.testing.battery import random_walk

OPTIONS: list[dict[str, Any]] = [
    {name: value}
    for name, option in hanataz_options("hz-default").items()
    for value in option.values
    if value is not None
]


def total(view: dict[str, Any]) -> int:
    """The silvs of the players, the pot, the Bards and the house."""
    held = sum(seat["silvs"] for seat in view["seats"]) + sum(bard["silvs"] for bard in view["bards"])
    return held + int(view["pot"]) + int(view["purse"])


@cites("R-H65", "HZ-X1", "HZ-X2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_sum_is_fifteen_for_each_player_at_every_decision(players: int) -> None:
    for seed in range(4):
        for game, _ in random_walk(sh.new("hanataz", players, seed=0).rules, seed):
            view = game.view(None)
            assert total(view) == 15 * players
            assert min(seat["silvs"] for seat in view["seats"]) >= 0
            assert view["pot"] >= 0


@cites("R-H65")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_sum_stays_under_every_option(options: dict[str, Any]) -> None:
    for seed in range(2):
        for game, _ in random_walk(sh.new("hanataz", 4, options=options, seed=0).rules, seed):
            assert total(game.view(None)) == 60


@cites("R-H65", "R-H67", "R-H68")
def test_ten_thousand_playouts_keep_every_invariant() -> None:
    for players in (2, 3, 4, 5, 6):
        decisions, won = sh.new("hanataz", players, seed=0).rules.random_games(2000, seed=players, checked=True)
        assert decisions > 2000 * 20
        assert sum(won) >= 2000
