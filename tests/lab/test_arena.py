"""Matches, seatings and processes: the same games in any process and in any order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from silverhook.bots import RandomBot
from silverhook.core.errors import ArenaError, BotError
from silverhook.core.game import Game
from silverhook.games import rules
from silverhook.lab import Outcome, Results, play_deal, play_game, report, run
from silverhook.lab import match as matches

Make = Any


def games(results: Results) -> list[Any]:
    return sorted(results.played.items())


def test_two_players_every_pair_meets_once(settings: Make) -> None:
    assert settings("random,search:5,search:6").matches == [
        ("random", "search:5"),
        ("random", "search:6"),
        ("search:5", "search:6"),
    ]


def test_more_players_each_bot_meets_copies_of_each_other(settings: Make) -> None:
    three = settings(players=3, games=4)
    assert three.matches == [("random", "search:5"), ("search:5", "random")]
    assert [three.seating(0, seat) for seat in range(3)] == [
        ("random", "search:5", "search:5"),
        ("search:5", "random", "search:5"),
        ("search:5", "search:5", "random"),
    ]
    assert three.deals == 2  # 4 games are rounded up to two whole deals of 3


def test_a_deal_is_played_in_every_seating(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def spy(game: Game, names: tuple[str, ...], *rest: Any) -> Outcome:
        seen.append((game.seed, game.position(), names))
        return play_game(game, names, *rest)

    monkeypatch.setattr(matches, "play_game", spy)
    two = settings("random,search:5,search:6")
    play_deal(two, 0, 3)
    play_deal(two, 2, 3)
    play_deal(two, 0, 4)
    assert len({deal for deal, _, _ in seen[:4]}) == len({position for _, position, _ in seen[:4]}) == 1
    assert [names for _, _, names in seen[:4]] == [
        ("random", "search:5"),
        ("search:5", "random"),
        ("search:5", "search:6"),
        ("search:6", "search:5"),
    ]
    assert seen[4][0] != seen[0][0]


def test_every_bot_has_a_seed_of_its_own(settings: Make) -> None:
    three = settings(players=3)
    seeds = [seed for deal in range(9) for at in range(3) for seed in three.bot_seeds(deal, three.seating(0, at))]
    assert len(set(seeds)) == len(seeds)
    assert settings(seed=1).bot_seeds(0, ("random", "search:5")) != settings().bot_seeds(0, ("random", "search:5"))


def test_a_shared_win_counts_in_equal_parts() -> None:
    outcome = Outcome((3, 5, 5), (1, 2), 0, 10)
    assert [outcome.share(seat) for seat in range(3)] == [0.0, 0.5, 0.5]


def test_a_game_is_a_function_of_deal_seating_and_seeds(settings: Make) -> None:
    made = rules(settings().ruleset)
    names = ("search:5", "random")
    assert play_game(Game(made, 5), names, (1, 2)) == play_game(Game(made, 5), names, (1, 2))
    assert play_game(Game(made, 5), names, (1, 2)) != play_game(Game(made, 6), names, (1, 2))


@pytest.mark.parametrize(("game", "players"), [("deckhand", 2), ("hanataz", 3)])
def test_results_do_not_depend_on_the_jobs(settings: Make, game: str, players: int) -> None:
    chosen = settings("random,search:5", 6 * players, players, game=game)
    one, three = Results(chosen), Results(chosen)
    run(one, 1)
    run(three, 3)
    assert games(one) == games(three)
    assert len(games(one)) == 6 * len(chosen.matches)
    here = Results(chosen)
    for match, deal in reversed(list(here.missing())):  # nor on the order, or on processes at all
        here.add(play_deal(chosen, match, deal))
    assert games(here) == games(one)
    assert report(here).ratings == report(one).ratings


def test_the_first_deals_of_all_matches_come_first(settings: Make) -> None:
    results = Results(settings("random,search:5,search:6", 4))
    assert list(results.missing())[:4] == [(0, 0), (1, 0), (2, 0), (0, 1)]


def test_the_report_counts_from_the_first_bots_side(settings: Make) -> None:
    results = Results(settings("random,search:5", 4))
    won, lost = Outcome((9, 1), (0,), 0, 100), Outcome((1, 9), (1,), 1, 50)
    results.played = {(0, 0): (won, lost), (1, 0): (won, won)}  # random at seat 0, then at seat 1
    results.seconds = 2.0
    told = report(results)
    assert told.matches[0].share.value == 0.75
    assert told.first_seat.value == 1.0
    assert (told.games, told.of, told.length, told.games_per_second) == (4, 4, 87.5, 2.0)
    assert [rating.bot for rating in told.ratings] == ["random", "search:5"]
    assert json.dumps(told.to_json())


def test_the_clock_counts_decisions_between_several_actions(settings: Make) -> None:
    deal = play_deal(settings(), 0, 0)
    counted = sum(clock.decisions for clock in deal.clocks.values())
    assert 0 < counted <= sum(outcome.length for outcome in deal.outcomes)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"bots": "random"}, "at least two bots"),
        ({"bots": "random,random"}, "named twice"),
        ({"games": 0}, "from 1 to"),
        ({"games": 10**9}, "from 1 to"),
    ],
)
def test_impossible_settings_are_refused(settings: Make, wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        settings(**wrong)


def test_an_impossible_number_of_jobs_is_refused(settings: Make) -> None:
    with pytest.raises(ArenaError, match="jobs is from 1"):
        run(Results(settings()), 0)


def test_a_bot_that_breaks_is_named(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def think(self: RandomBot, seat: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(RandomBot, "think", think)
    with pytest.raises(BotError, match='the bot "random" failed: ZeroDivisionError: oh'):
        play_deal(settings(), 0, 0)


def test_the_file_holds_settings_report_and_every_game(settings: Make, tmp_path: Path) -> None:
    results = Results(settings(games=4))
    run(results, 2, tmp_path / "a.json")
    data = json.loads((tmp_path / "a.json").read_text())
    assert data["settings"]["bots"] == ["random", "search:5"]
    assert data["report"]["games"] == len(data["games"]) == 4
    assert [game["bots"] for game in data["games"]] == 2 * [["random", "search:5"], ["search:5", "random"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json"]
