"""The heuristic player of Deck Hand judges every action, knows only what its seat knows, and prefers the obvious."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import silverhook as sh
from silverhook import deckhand
from silverhook.bots import HeuristicBot, RandomBot, Seat, think
from silverhook.deckhand.judgement.heuristic import advise
from silverhook.testing.deckhand import DeckHandTable
from silverhook.testing.scenario import Scenario

EDITIONS = ("indicator", "tokens", "treasure")
REFERENCE = (Path(deckhand.__file__).parent / "sets" / "reference.toml").read_text(encoding="utf-8")


def seat_of(game: sh.Game) -> Seat:
    assert game.to_act is not None
    return Seat(game, game.to_act)


def choice(table: DeckHandTable) -> str:
    """The best action of the advice, in words."""
    return table.game.describe(advise(seat_of(table.game))[0].action)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_judges_every_legal_action_of_any_decision(edition: str, players: int) -> None:
    pick = random.Random(players)
    for deal in range(6):
        game = sh.new("deckhand", players, edition=edition, seed=deal)
        while not game.over:
            candidates = advise(seat_of(game))
            assert sorted(candidate.action for candidate in candidates) == sorted(game.legal_actions())
            assert all(0 <= candidate.value <= 1 and candidate.words for candidate in candidates)
            assert [candidate.value for candidate in candidates] == sorted((c.value for c in candidates), reverse=True)
            assert sum(candidate.share for candidate in candidates) == pytest.approx(1)
            game.apply(pick.choice(game.legal_actions()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_thinks_the_same_whatever_the_hidden_cards_are(edition: str) -> None:
    pick = random.Random(5)
    game = sh.new("deckhand", 3, edition=edition, seed=8)
    while not game.over:
        if game.ply % 7 == 0:
            candidates = advise(seat_of(game))
            for deal in range(2):
                assert advise(seat_of(game.resample(game.to_act, deal))) == candidates
        game.apply(pick.choice(game.legal_actions()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_clearly_beats_random(edition: str) -> None:
    won = 0.0
    for deal in range(20):
        game = sh.new("deckhand", 2, edition=edition, seed=deal // 2)
        seats: list[HeuristicBot | RandomBot] = [HeuristicBot(), RandomBot(deal)]
        if deal % 2:
            seats.reverse()
        while not game.over:
            assert game.to_act is not None
            game.apply(think(seats[game.to_act], game).action)
        won += (deal % 2 in game.winners) / len(game.winners)
    assert won >= 16


# --- obvious choices ---------------------------------------------------------------------------------------


def test_in_the_last_turn_it_buys_the_hooks() -> None:
    table = (
        Scenario(cards=REFERENCE)
        .seat("A", "deck [Celebrate, Celebrate2], hand {Fist Fight}, stash (Fist Fight2), 5 coins")
        .table("supply [Plunder, Buried Chest, Ship's Cat, Lookout, Cutpurse, Sea Shanty], supply deck []")
        .begin("A", actions=1, ender="B", final_turns=1)
    )
    assert choice(table) == "buy Buried Chest (s2)"


def test_early_it_buys_income() -> None:
    table = (
        Scenario(cards=REFERENCE)
        .seat("A", "deck [Celebrate, Celebrate2], hand {}, stash (Fist Fight, Fist Fight2), 4 coins")
        .table("supply [Scurvy, Plunder, Cabin Boy, Grog Ration, Cutpurse, Scurvy2]")
        .begin("A", actions=1)
    )
    assert choice(table) == "buy Plunder (s2)"


def test_it_plays_first_what_keeps_the_turn_going() -> None:
    table = (
        Scenario(cards=REFERENCE)
        .seat("A", "deck [Celebrate, Celebrate2, Fist Fight2], hand {Plunder, Ship's Cat, Fist Fight}, 0 coins")
        .begin("A")
    )
    assert choice(table) == "play Ship's Cat"


def test_it_trashes_a_starter_and_not_a_galleon() -> None:
    table = (
        Scenario(cards=REFERENCE)
        .seat("A", "deck [Celebrate, Celebrate2, Plunder], hand {Barber Surgeon, Galleon, Fist Fight}, 0 coins")
        .begin("A", actions=1)
        .do("play Barber Surgeon")
    )
    assert choice(table) == "trash Fist Fight from your hand"


def test_it_robs_the_rich_enemy() -> None:
    table = (
        Scenario(players=3, cards=REFERENCE)
        .seat("A", "deck [Celebrate, Celebrate2, Plunder], hand {Cutpurse}, 1 coin")
        .seat("B", "deck [Fist Fight, Fist Fight2, Celebrate3, Celebrate4], 0 coins")
        .seat("C", "deck [Fist Fight3, Fist Fight4, Celebrate5, Celebrate6], 7 coins")
        .begin("A")
        .do("play Cutpurse")
    )
    assert choice(table) == "target C"


def test_it_gets_rid_of_cards_that_cost_hooks() -> None:
    table = (
        Scenario(cards=REFERENCE)
        .seat("A", "deck [Celebrate, Celebrate2, Plunder], hand {Castaway, Scurvy, Plunder2}, 0 coins")
        .begin("A", actions=1)
        .do("play Castaway")
        .draw()
    )
    assert choice(table) == "give Scurvy from your hand"


def test_it_judges_cards_that_it_has_never_seen() -> None:
    table = Scenario("tokens").seat("A", "deck [a,b,c,d], hand {Lab, x}, stash (e), 3 coins").begin("A")
    pick = random.Random(1)
    for _ in range(40):
        if table.game.over:
            break
        assert {c.action for c in advise(seat_of(table.game))} == set(table.game.legal_actions())
        table.game.apply(pick.choice(table.game.legal_actions()))
