"""The review of a game: every hook and every silv of the final score has a source, in each game and ruleset."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import silverhook as sh
import silverhook.deckhand
from silverhook.core.review import Review, plays
from silverhook.testing import battery

TABLES = [("deckhand", edition, n) for edition in ("treasure", "tokens", "indicator") for n in (2, 3, 4)]
TABLES += [("hanataz", "hz-default", n) for n in (2, 3, 4, 5, 6)]
HANATAZ_OPTIONS = [
    {name: value}
    for name, option in sh.games()["hanataz"].options("hz-default").items()
    for value in option.values
    if value is not None and value != option.default
]


def played(game: str, players: int, seed: int, **ruleset: object) -> sh.Game:
    dealt = sh.new(game, players, seed=seed, **ruleset)  # type: ignore[arg-type]
    pick = random.Random(seed)
    while not dealt.over:
        dealt.apply(pick.choice(dealt.legal_actions()))
    return dealt


def reviewed(game: sh.Game) -> Review:
    review: Review = game.rules.narrator().review(plays(game))
    return review


def sums(review: Review) -> list[int]:
    return [sum(source.n for source in sources) for sources in review.sources]


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_the_sources_sum_up_to_the_score(game: str, edition: str, players: int) -> None:
    for seed in range(30):
        over = played(game, players, seed, edition=edition)
        review = reviewed(over)
        assert sums(review) == over.scores
        assert all(source.n and source.title for sources in review.sources for source in sources)


@pytest.mark.parametrize("options", HANATAZ_OPTIONS, ids=str)
def test_every_silv_is_accounted_for_under_every_option(options: dict[str, object]) -> None:
    for seed in range(12):
        over = played("hanataz", 4, seed, options=options)
        assert sums(reviewed(over)) == over.scores


def test_every_silv_is_accounted_for_at_every_moment() -> None:
    for seed in range(3):
        for game, _ in battery.random_walk(sh.new("hanataz", 3, seed=seed).rules, seed):
            assert sums(reviewed(game)) == game.scores


REFERENCE = Path(silverhook.deckhand.__file__).with_name("sets") / "reference.toml"


def test_end_effects_that_move_cards_or_coins_are_sources_too() -> None:
    cards = REFERENCE.read_text(encoding="utf-8").replace('end = "-2 hooks."', 'end = "+1 coin. -2 hooks."')
    met = False
    for seed in range(20):
        over = played("deckhand", 3, seed, cards=cards)
        review = reviewed(over)
        assert sums(review) == over.scores
        met = met or any(source.title == "Scurvy, at the end" for sources in review.sources for source in sources)
    assert met


def test_hooks_are_listed_by_card_and_by_end_effect() -> None:
    over = played("deckhand", 3, 5)
    for seat, sources in enumerate(reviewed(over).sources):
        owned = [
            card for zone in ("deck", "hand", "stash", "aside") for card in over.view(seat)["zones"][f"{zone}.{seat}"]
        ]
        for source in sources:
            assert source.card in owned
            if not source.title.endswith(", at the end"):
                hooks = over.rules.narrator().card(source.card).hooks
                assert source.n == hooks * owned.count(source.card)
                several = owned.count(source.card) > 1
                assert source.title == (f"{owned.count(source.card)}x {source.card}" if several else source.card)


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_a_series_goes_from_the_deal_to_the_result(game: str, edition: str, players: int) -> None:
    over = played(game, players, 3, edition=edition)
    score, *more = reviewed(over).series
    view = over.view(None)
    assert score.points[-1] == over.scores
    assert score.points[0] == ([15] * players if game == "hanataz" else [0] * players)
    assert len(score.points) == 1 + (view["turn"]["hand"] if game == "hanataz" else view["turn"]["number"])
    for series in more:
        assert len(series.points) == len(score.points)
        assert all(len(point) == players for point in series.points)


def test_a_game_without_a_review_has_its_scores_as_sources() -> None:
    from silverhook.core.narrator import Narrator

    over = played("deckhand", 2, 1)
    review = Narrator().review(plays(over))
    assert sums(review) == over.scores
    assert review.series[0].points[-1] == over.scores and len(review.series[0].points) == over.ply + 1


@pytest.mark.parametrize(("game", "players"), [("deckhand", 3), ("hanataz", 4)])
def test_an_action_is_told_in_full_with_the_players_names(game: str, players: int) -> None:
    names = [f"Player {n}" for n in range(players)]
    aimed = set()
    for position, action in battery.random_walk(sh.new(game, players, seed=1).rules, 1):
        if position.over:
            break
        notation, narrator = position.rules.notation, position.rules.narrator()
        letters = [narrator.seat_name(seat) for seat in range(players)]
        assert narrator.deed(position, action, letters) == re.sub(r" \(s\d\)", "", position.describe(action))
        seat = notation.about(position, action).seat
        if seat is not None:
            assert names[seat] in narrator.deed(position, action, names)
            aimed.add(seat)
    assert aimed
