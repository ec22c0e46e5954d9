"""Worked examples of the indicator edition (DH3)."""

from __future__ import annotations

from collections import Counter

import pytest

import silverhook
from silverhook.testing import Scenario, cites


@cites("DH3-S1", "DH3-S2", "DH3-S3", "DH3-S4", "DH3-S5", "DH3-S6", "DH3-S7", "R-D07")
def test_we_065_set_up_for_four() -> None:
    game = silverhook.new("deckhand", players=4, edition="indicator", seed=65)
    view = game.view()
    zones = view["zones"]

    assert len(zones["supply_deck"]) == 44
    assert len(zones["supply"]) == 6
    assert len(zones["reload_deck"]) == 7
    assert zones["out"] == []
    assert [seat["coins"] for seat in view["seats"]] == [1, 1, 1, 1]
    assert view["bank"] is None
    for seat in range(4):
        deck = next(batch for batch in view["hidden"] if [f"deck.{seat}", 0] in batch["places"])
        assert Counter(deck["cards"]) == {"Fist Fight": 2, "Celebrate": 2}


@cites("DH3-G8", "DH3-G17", "R-D42")
def test_we_067_penalty_takes_what_is_there() -> None:
    table = (
        Scenario("indicator", players=3)
        .seat("A", "hand {Fine2,x}, deck [a,b,c]")
        .seat("B", "deck [d,e,f,g], 1 coin")
        .seat("C", "deck [h,i,j,k], 5 coins")
        .begin("A")
    )

    table.do("play Fine2")

    assert (table.coins("B"), table.coins("C")) == (0, 3)
    assert table.coins("A") == 0, "what is paid is nobody's"


@cites("DH3-G18")
def test_we_068_the_best_card_must_go_if_it_is_the_only_one() -> None:
    table = Scenario("indicator").seat("A", "hand {Disc1,h9}, deck [a,b]").begin("A")

    table.do("play Disc1")

    assert table.hand("A") == []
    assert table.stash("A") == ["h9", "Disc1"]


@cites("DH3-T3", "DH3-G4", "R-D18")
def test_we_070_card_gained_in_step_1_waits_for_the_next_turn() -> None:
    table = (
        Scenario("indicator")
        .seat("A", "stash (StCoin,StGain), hand {x}, deck [a,b,c,d]")
        .table("supply [StCoin2,s2,s3,s4,s5,s6]")
        .begin("A", at="start")
    )

    assert table.legal == ["StCoin first", "StGain first"]
    table.do("StGain first", "gain StCoin2")

    assert table.coins("A") == 1
    assert table.stash("A") == ["StCoin", "StGain", "StCoin2", "x"]
    assert table.hand("A") == ["a", "b", "c"]


@cites("DH3-G3", "R-D72")
def test_we_071_buying_within_an_effect_is_refused() -> None:
    table = Scenario("indicator").seat("A", "hand {Draw2,x}, deck [a,b,c]").begin("A", buys=1)

    table.do("play Draw2", "draw a card")
    with pytest.raises(silverhook.ActionError):
        table.do("buy s1")
    table.do("draw a card")

    assert table.stash("A") == ["Draw2"]
    table.do("buy s1")
    assert table.stash("A") == ["Draw2", "s1"]


@cites("DH3-G9")
def test_we_073_enemy_without_coins_cannot_be_robbed() -> None:
    table = (
        Scenario("indicator", players=4)
        .seat("A", "hand {Rob2,x}, deck [a,b,c]")
        .seat("B", "deck [d,e,f,g]")
        .seat("C", "deck [h,i,j,k], 2 coins")
        .seat("D", "deck [l,m,n,o], 1 coin")
        .begin("A")
    )

    table.do("play Rob2")

    assert table.legal == ["target C", "target D"]
    table.do("target D")
    assert (table.coins("A"), table.coins("D")) == (1, 0)


@cites("DH3-G9", "R-D81")
def test_we_073_the_only_enemy_with_coins_is_robbed_at_once() -> None:
    table = (
        Scenario("indicator", players=3)
        .seat("A", "hand {Rob2,x}, deck [a,b,c]")
        .seat("B", "deck [d,e,f,g]")
        .seat("C", "deck [h,i,j,k], 2 coins")
        .begin("A")
    )

    table.do("play Rob2")

    assert [table.coins(seat) for seat in "ABC"] == [2, 0, 0]


@cites("DH3-G8", "DH3-G10", "R-D44")
def test_we_074_theft_stops_at_four_cards() -> None:
    table = (
        Scenario("indicator")
        .seat("A", "hand {Steal2,x}, deck [a,b,c]")
        .seat("B", "deck [d,e,f], stash (p,q)")
        .begin("A")
    )

    table.do("play Steal2")
    assert table.legal == ["steal p", "steal q"]
    table.do("steal p")

    assert table.stash("A") == ["p", "Steal2"]
    assert table.stash("B") == ["q"]
    assert table.owned("B") == 4


@cites("DH3-G6", "DH3-G7", "R-D30")
def test_we_076_a_card_looked_at_is_seen_by_one_player_only() -> None:
    table = Scenario("indicator").seat("A", "deck [a,b], hand {Look1,x}").begin("A")

    table.do("play Look1")

    tell = table.game.rules.narrator().tell
    own, enemy = ([tell(news) for news in table.game.news(seat)] for seat in (0, 1))
    assert "A looks at a in A's deck." in own
    assert "A looks at a card in A's deck." in enemy
    assert table.game.view(0)["zones"]["deck.0"] == [None, "a"]
    assert table.game.view(1)["zones"]["deck.0"] == [None, None]
    assert table.game.view(None)["zones"]["deck.0"] == [None, None]
    assert table.deck("A") == ["a", "b"]
    assert table.hand("A") == ["x"]


@cites("DH3-E6", "DH3-E7")
def test_we_077_more_coins_break_a_tie() -> None:
    table = (
        Scenario("indicator")
        .seat("A", "deck [h6,a,b,c]")
        .seat("B", "deck [h6,d,e,f], 1 coin")
        .table("supply deck []")
        .begin("A", at="scoring", ender="A")
    )

    assert table.game.scores == [6, 6]
    assert table.winners == ["B"]


@cites("DH3-E4", "DH3-G14", "R-D61")
def test_we_079_final_turn_begins_with_one_action_and_can_earn_more() -> None:
    table = (
        Scenario("indicator")
        .seat("B", "hand {z}, deck [Lab,Coin1,x,Coin3,a]")
        .table("supply deck []")
        .begin("B", at="start", ender="A", final_turns=1)
    )
    assert (table.hand("B"), table.actions) == (["Lab", "Coin1", "x"], 1)

    table.do("play Lab", "draw a card", "play Coin1")

    assert table.coins("B") == 1
    assert table.game.over, "the third play is refused: there is no Action left"


@cites("R-D64", "R-D65")
def test_we_080_after_200_rounds_the_game_is_scored_without_an_ender() -> None:
    game = silverhook.new("deckhand", players=3, edition="indicator", seed=80)

    turns = 0
    while not game.over:
        if game.view()["decision"]["kind"] == "main":
            turns += 1
            game.apply("end turn")
        else:
            game.apply(game.legal_actions()[-1])

    assert turns == 600
    assert game.view()["ender"] is None
    assert game.scores == [0, 0, 0]
    assert game.winners == [0, 1, 2]
