"""The heuristic player of Hanataz: it judges every action from its own seat, and knows the obvious."""

from __future__ import annotations

import random
from typing import Any

import pytest

import silverhook as sh
from silverhook.bots import HeuristicBot, RandomBot, Seat, think
from silverhook.hanataz.judgement.heuristic import advise
from silverhook.testing.hanataz import HanatazTable
from silverhook.testing.scenario import Scenario

OPTIONS: list[dict[str, Any]] = [
    {},
    {"refill": "may", "ante": "every_hand", "after_return": "beat_last", "jester_play": "may"},
    {"game_end": "last_standing", "fools": 2, "knight_scope": "target_only", "crown_self": False},
    {"flip_choice": "random", "fool_unclaimed": "winner", "priest_scope": "all_hands", "game_end": "target"},
    {"lone_player": "wins_pot", "fool_token_on_replace": "keep", "hand_limit": 3, "bard_self_pays": False},
]
SMALL = """
name = "small"
suits = ["Red", "Blue"]
numbers = [4, 9]

[faces]
suited = ["Rogue", "Jester"]

[faces.suitless]
Fool = 2
Bard = 2
Troll = 1
"""


def check(game: sh.Game) -> None:
    assert game.to_act is not None
    advice = advise(Seat(game, game.to_act))
    assert sorted(one.action for one in advice) == sorted(game.legal_actions())
    assert [one.value for one in advice] == sorted((one.value for one in advice), reverse=True)
    assert all(0 <= one.value <= 1 and one.words for one in advice)
    assert sum(one.share for one in advice) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", OPTIONS)
def test_it_judges_every_action_in_random_games(players: int, options: dict[str, Any]) -> None:
    pick = random.Random(players)
    for seed in range(3):
        game = sh.new("hanataz", players, seed=seed, options=options)
        for _ in range(400):
            if game.over:
                break
            check(game)
            game.apply(pick.choice(game.legal_actions()))


def test_another_deck_is_judged_too() -> None:
    pick = random.Random(1)
    for seed in range(5):
        game = sh.new("hanataz", 2, seed=seed, cards=SMALL)
        while not game.over:
            check(game)
            game.apply(pick.choice(game.legal_actions()))


@pytest.mark.parametrize("players", [2, 4])
def test_the_advice_is_the_same_whatever_the_hidden_cards_are(players: int) -> None:
    pick = random.Random(players)
    game = sh.new("hanataz", players, seed=3)
    for _ in range(150):
        if game.over:
            break
        assert game.to_act is not None
        advice = advise(Seat(game, game.to_act))
        for deal in range(2):
            other = game.resample(game.to_act, deal)
            assert advise(Seat(other, game.to_act)) == advice
        game.apply(pick.choice(game.legal_actions()))


def test_it_clearly_beats_random() -> None:
    won = 0.0
    for deal in range(20):
        seats: list[Any] = [HeuristicBot(), RandomBot(deal)]
        game = sh.new("hanataz", 2, seed=deal // 2)
        if deal % 2:
            seats.reverse()
        while not game.over:
            assert game.to_act is not None
            game.apply(think(seats[game.to_act], game).action)
        won += (deal % 2 in game.winners) / len(game.winners)
    assert won >= 17


# --- the obvious -----------------------------------------------------------------------------------------


def best(table: HanatazTable) -> str:
    game = table.game
    assert game.to_act is not None
    return game.describe(advise(Seat(game, game.to_act))[0].action)


def test_it_turns_up_the_house_card_that_it_knows_to_lose() -> None:
    table = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {2Wa}, 10 silvs")
        .seat("B", "hand {3Wi,4Wi}, 10 silvs")
        .table("H [10Fl,KFl,3Wa,Bard,9Fl], row (8Fl), 6 pot", control="A")
        .knows("A", 3)
        .begin("A", at="showdown")
    )
    assert "3" in best(table)


def test_it_does_not_turn_up_the_house_card_that_it_knows_to_win() -> None:
    scenario = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {2Wa}, 10 silvs")
        .seat("B", "hand {3Wi,4Wi}, 10 silvs")
        .table("H [10Fl,4St,3Wa,5Wa,6Wa], row (8Fl), 6 pot", control="A")
        .knows("A", 1)
    )
    assert "1" not in best(scenario.begin("A", at="showdown"))


def test_it_takes_control_rather_than_leave_a_pot() -> None:
    table = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {10Fl,2Wa}, 10 silvs")
        .seat("B", "hand {3Wi,4Wi}, 10 silvs")
        .table("6 pot")
        .begin("A")
    )
    assert best(table) == "play 10 of Flames"


def test_it_never_pays_to_pass_when_the_next_turn_is_the_winners() -> None:
    table = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {2Wa,KFl}, 10 silvs")
        .seat("B", "hand {3Wi,4Wi}, 10 silvs")
        .table("row (8Fl), 6 pot", control="B")
        .begin("A")
    )
    assert best(table) == "nub out"


def test_it_takes_what_a_dragon_can_save_of_a_lost_pot() -> None:
    table = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {2Wa,DFl,CSt}, 10 silvs")
        .seat("B", "hand {3Wi,4Wi}, 10 silvs")
        .table("row (8Fl), 6 pot", control="B")
        .begin("A")
    )
    assert best(table) == "play Dragon of Flames"


def test_it_counters_a_rogue_aimed_at_itself_and_not_one_aimed_at_others() -> None:
    def robbed(victim: str) -> HanatazTable:
        table = (
            Scenario("hanataz", players=3)
            .seat("A", "hand {RFl,3Wi}, 10 silvs")
            .seat("B", "hand {KFl,2Wa}, 10 silvs")
            .seat("C", "hand {5Wa,6Wa}, 10 silvs")
            .table("4 pot")
            .begin("A")
        )
        table.do("play Rogue of Flames")
        table.do(next(words for words in table.legal if victim in words))
        return table.do(next(words for words in table.legal if "two" in words or "2" in words))

    assert "Knight" in best(robbed("B"))
    assert "Knight" not in best(robbed("C"))


def test_it_pays_a_troll_rather_than_give_up_a_pot_that_is_nearly_won() -> None:
    table = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {Troll,3Wi}, 10 silvs")
        .seat("B", "hand {KFl,2Wa}, 10 silvs")
        .table("row (8Fl), 7 pot", control="B")
        .begin("A")
        .do("play Troll")
    )
    assert best(table).startswith("pay")


def test_an_assassin_meets_whoever_controls_the_pot() -> None:
    table = (
        Scenario("hanataz", players=3)
        .seat("A", "hand {Assassin,9Fl,9Wa}, 10 silvs")
        .seat("B", "hand {KFl,2Wa,5Wi,6Wi,7Wi}, 30 silvs")
        .seat("C", "hand {5Wa}, 3 silvs")
        .table("row (10St), 12 pot", control="C")
        .begin("A")
    )
    assert best(table) == "play Assassin"
    assert "C" in best(table.do("play Assassin"))


def test_it_keeps_a_good_hand_and_gives_away_a_bad_one() -> None:
    good = Scenario("hanataz", players=2).seat("A", "hand {10Fl,9Wa,Bard,RFl,Jester}, 10 silvs").seat("B", "hand {5Wa}")
    bad = Scenario("hanataz", players=2).seat("A", "hand {2Fl,3Wa,2St,3Wi,10Fl}, 10 silvs").seat("B", "hand {5Wa}")
    assert best(good.begin("A", at="set-up")) == "keep the hand"
    table = bad.begin("A", at="set-up")
    while best(table).startswith("swap"):
        table.do(best(table))
    assert table.hand("A") == ["10Fl"]
