"""Bots see what their seat sees, keep to their seed, and get stronger by thinking."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

import silverhook as sh
from silverhook import bots
from silverhook.bots import Bot, MonteCarloBot, RandomBot


def play(game: sh.Game, seats: list[Bot]) -> sh.Game:
    while not game.over:
        seat = game.to_act
        assert seat is not None
        game.apply(seats[seat].choose(game, seat), seat)
    return game


def some_positions(name: str, edition: str, players: int, count: int) -> list[sh.Game]:
    positions = []
    for seed in range(count):
        game, mover = sh.new(name, players, edition=edition, seed=seed), RandomBot(seed)
        for _ in range(7 * seed):
            if not game.over and game.to_act is not None:
                game.apply(mover.choose(game, game.to_act))
        if not game.over:
            positions.append(game)
    return positions


@pytest.mark.parametrize("make", [RandomBot, lambda seed: MonteCarloBot(seed, 40)], ids=["random", "montecarlo"])
@pytest.mark.parametrize(
    "name, edition, players",
    [
        ("deckhand", "indicator", 2),
        ("deckhand", "tokens", 3),
        ("deckhand", "treasure", 4),
        ("hanataz", "hz-default", 2),
        ("hanataz", "hz-default", 6),
    ],
)
def test_a_bot_picks_the_same_whatever_it_cannot_see(
    make: Callable[[int], Bot], name: str, edition: str, players: int
) -> None:
    for game in some_positions(name, edition, players, 10):
        seat = game.to_act
        assert seat is not None
        picked = make(5).choose(game, seat)
        for deal in range(3):
            assert make(5).choose(game.resample(seat, deal), seat) == picked


def test_the_same_seed_plays_the_same_game() -> None:
    games = [play(sh.new("deckhand", seed=3), [MonteCarloBot(1, 20), RandomBot(2)]) for _ in range(2)]
    assert games[0].actions == games[1].actions
    other = play(sh.new("deckhand", seed=3), [MonteCarloBot(1, 20), RandomBot(3)])
    assert other.actions != games[0].actions


def test_choosing_changes_nothing_in_the_game() -> None:
    game = sh.new("deckhand", seed=3)
    before = game.to_bytes()
    MonteCarloBot(1, 50).choose(game, game.to_act)
    assert game.to_bytes() == before


@pytest.mark.parametrize("name", ["deckhand", "hanataz"])
def test_montecarlo_clearly_beats_random(name: str) -> None:
    won = 0
    for seed in range(24):
        thinker = seed % 2
        seats: list[Bot] = [RandomBot(seed), RandomBot(seed)]
        seats[thinker] = MonteCarloBot(seed, 60)
        won += play(sh.new(name, seed=seed), seats).winners == [thinker]
    assert won >= 20  # a fair coin gets there once in 1,300 tries


@pytest.mark.skipif(not sh.compiled, reason="interpreted, thinking takes its time")
def test_a_decision_takes_no_longer_than_a_person_notices() -> None:
    game = sh.new("deckhand", 4, seed=1)
    began = time.perf_counter()
    bots.make("montecarlo", 1).choose(game, game.to_act)
    assert time.perf_counter() - began < 0.5


def test_make_gives_the_bots_by_name() -> None:
    assert isinstance(bots.make("random", 1), RandomBot)
    assert bots.make("montecarlo", 1).name == "montecarlo:1000"
    assert bots.make("montecarlo:25", 1).name == "montecarlo:25"


@pytest.mark.parametrize(
    "name", ["", "montecarol", "montecarlo:", "montecarlo:0", "montecarlo:many", "random:3", "x:1"]
)
def test_an_unknown_bot_is_refused_with_a_remedy(name: str) -> None:
    with pytest.raises(sh.BotError, match=r'"random"|random|playouts are'):
        bots.make(name, 1)
