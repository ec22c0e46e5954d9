"""Worked examples of the tokens edition (DH2)."""

from __future__ import annotations

import pytest

from silverhook.testing import Scenario, cites

SUPPLY = ["s1", "s2", "s3", "s4", "s5", "s6"]


def raided_reload() -> Scenario:
    return (
        Scenario("tokens")
        .seat("A", "hand {OdRel}, deck [a,b,c]")
        .seat("B", "hand {Raid,y}, deck [d,e]")
        .table("supply [s1,s2,s3,s4,s5,s6], reload deck [r1,r2]")
    )


@cites("DH2-G5", "DH2-G6", "R-D36")
def test_we_041_reload_earned_in_another_players_turn_is_used_at_once() -> None:
    table = raided_reload().begin("B")

    table.do("play Raid")
    assert (table.turn, table.to_act) == ("B", "A")
    table.do("reload s5")

    assert table.supply == ["s1", "s2", "s3", "s4", "r1", "s6"]
    assert table.reload_deck == ["r2", "s5"]
    assert (table.turn, table.to_act) == ("B", "B")


@cites("DH2-G5", "DH2-G6")
def test_we_041_it_may_be_declined() -> None:
    table = raided_reload().begin("B").do("play Raid", "no reload")

    assert table.supply == SUPPLY
    assert table.reload_deck == ["r1", "r2"], "without a Reload nothing is replaced"


@cites("DH2-G4", "R-D32", "R-D33")
@pytest.mark.parametrize("drawn", [0, 1, 2, 3])
def test_we_043_draws_are_decided_card_by_card(drawn: int) -> None:
    table = Scenario("tokens").seat("A", "hand {Draw3,x,y}, deck [a,b,c]").begin("A")

    table.do("play Draw3")
    for n in range(drawn):
        assert table.hand("A") == ["x", "y", "a", "b"][: 2 + n], "each card is seen before the next decision"
        table.do("draw a card")
    if drawn < 3:
        table.do("draw no more")

    assert table.hand("A") == ["x", "y", "a", "b", "c"][: 2 + drawn]
    expected = ["Draw3"] if drawn == 3 else ["a", "b", "c"][drawn:]
    assert table.deck("A") == expected
    assert table.stash("A") == ([] if drawn == 3 else ["Draw3"])


@cites("DH2-G5", "DH2-G6")
def test_we_044_declined_reload_is_gone() -> None:
    table = Scenario("tokens").seat("A", "hand {Rel1,Buy1,x}, deck [a]").table("reload deck [r1,r2]").begin("A")

    table.do("play Rel1", "no reload")

    assert not any(action.startswith("reload") for action in table.legal)
    table.do("play Buy1")
    assert not any(action.startswith("reload") for action in table.legal)
    assert table.reloads == 0


@cites("DH2-G7", "DH2-G8", "DH2-G9", "R-D48")
@pytest.mark.parametrize("buys", [0, 1])
def test_we_046_five_actions_are_the_most(buys: int) -> None:
    table = Scenario("tokens").seat("A", "hand {Lab1,m,n}, deck [Lab2]").begin("A", buys=buys)

    for card in ("Lab1", "Lab2", "Lab1", "Lab2", "Lab1"):
        table.do(f"play {card}", "draw a card")

    if buys:
        assert (table.used, table.actions) == (5, 2)
        assert not any(action.startswith("play") for action in table.legal)
        table.do("buy s1")
    assert table.turn == "B", "what is left of the Actions cannot be used"


@cites("DH2-T9", "DH2-T10", "DH2-G8", "R-D47", "R-D48")
def test_we_047_nested_play_uses_no_action() -> None:
    table = Scenario("tokens").seat("A", "hand {Nest,Coin1,x}, deck [a]").begin("A", actions=1, used=4, buys=1)

    table.do("play Nest")
    assert table.aside("A") == ["Nest"]
    table.do("play Coin1")

    assert table.coins("A") == 1
    assert table.stash("A") == ["Coin1", "Nest"]
    assert table.used == 5
    assert not table.may("play x")


@cites("DH2-G19", "DH2-G20", "R-D44")
def test_we_049_enemy_with_four_cards_cannot_be_robbed_of_one() -> None:
    table = (
        Scenario("tokens", players=4)
        .seat("A", "hand {Steal1,x}, deck [a,b,c]")
        .seat("B", "deck [q,r,s], stash (p)")
        .seat("C", "deck [c1,c2,c3,c4], stash (u,v)")
        .seat("D", "deck [d1,d2,d3,d4], stash (w)")
        .begin("A")
    )

    table.do("play Steal1")

    assert table.legal == ["target C", "target D"]


@cites("DH2-G19", "R-D81")
def test_we_049_the_only_target_is_taken_without_a_question() -> None:
    table = (
        Scenario("tokens", players=3)
        .seat("A", "hand {Steal1,x}, deck [a,b,c]")
        .seat("B", "deck [q,r,s], stash (p)")
        .seat("C", "deck [c1,c2,c3,c4], stash (u,v)")
        .begin("A")
    )

    table.do("play Steal1")

    assert table.legal == ["steal u", "steal v"]


@cites("DH2-G19")
def test_we_050_effect_that_does_nothing_cannot_be_chosen() -> None:
    table = (
        Scenario("tokens", players=3)
        .seat("A", "hand {OneOf,x}, deck [a,b,c]")
        .seat("B", "deck [q,r,s], stash (p)")
        .seat("C", "deck [c1,c2,c3,c4,c5]")
        .begin("A")
    )

    table.do("play OneOf")

    assert table.coins("A") == 1
    assert table.stash("A") == ["OneOf"]


@cites("DH2-G19")
def test_we_050_with_a_target_both_effects_can_be_chosen() -> None:
    table = (
        Scenario("tokens").seat("A", "hand {OneOf,x}, deck [a,b,c]").seat("B", "deck [q,r,s,t], stash (p)").begin("A")
    )

    table.do("play OneOf")

    assert len(table.legal) == 2


@cites("DH2-G10", "DH2-G18", "DH2-G19", "R-D41")
def test_we_052_price_that_cannot_be_paid_in_full_is_not_offered() -> None:
    table = Scenario("tokens").seat("A", "hand {PayDraw,x}, deck [a,b,c,d], 1 coin").begin("A")

    table.do("play PayDraw")

    assert table.coins("A") == 1
    assert table.hand("A") == ["x"]
    assert table.stash("A") == ["PayDraw"]
    assert table.may("play x")


@cites("DH2-G4", "DH2-G10", "R-D33")
def test_we_053_price_goes_to_the_bank() -> None:
    table = Scenario("tokens").seat("A", "hand {PayDraw,x}, deck [a,b,c,d], 2 coins").table(bank=10).begin("A")

    table.do("play PayDraw", "pay 2", "draw a card", "draw a card", "draw no more")

    assert table.coins("A") == 0
    assert table.bank == 12
    assert table.hand("A") == ["x", "a", "b"]
    assert table.deck("A") == ["c", "d"]
    assert table.stash("A") == ["PayDraw"]


@cites("DH2-G14", "R-D37", "R-D87")
@pytest.mark.parametrize("first", ["B", "C"])
def test_we_055_initiator_orders_effects_that_fall_together(first: str) -> None:
    table = (
        Scenario("tokens", players=3)
        .seat("A", "hand {RaidTogether,x}, deck [a,b,c]")
        .seat("B", "hand {OdCoin}, deck [d,e,f]")
        .seat("C", "hand {OdGain}, deck [g,h,i]")
        .begin("A")
    )

    table.do("play RaidTogether")
    assert (table.stash("B"), table.stash("C")) == (["OdCoin"], ["OdGain"]), "both are discarded before any effect"
    assert (table.to_act, table.legal) == ("A", ["B first", "C first"])
    table.do(f"{first} first")

    assert table.coins("B") == (1 if first == "B" else 0)
    assert table.to_act == "C", "the owner chooses the supply card"
    table.do("gain s4")
    assert table.stash("C") == ["OdGain", "s4"]
    assert table.coins("B") == 1


@cites("DH2-G9", "DH2-G13", "R-D53")
def test_we_056_buy_works_after_the_last_action_but_not_within_an_effect() -> None:
    table = Scenario("tokens").seat("A", "hand {Buy1,Draw2,x}, deck [a,b,c,d], 3 coins").begin("A")

    table.do("play Buy1", "play Draw2")
    assert not table.may("buy s1")
    table.do("draw a card")
    assert not table.may("buy s1"), "not between the two draws"
    table.do("draw a card")

    assert (table.actions, table.buys) == (0, 1)
    assert not table.may("play x")
    table.do("buy s1")
    assert table.stash("A") == ["Buy1", "Draw2", "s1"]


@cites("DH2-G11", "DH2-T9", "R-D32", "R-D35", "R-D73")
def test_we_058_second_discard_may_hit_the_card_that_the_first_one_drew() -> None:
    table = Scenario("tokens").seat("A", "hand {Disc2,OdCard}, deck [a,b,c]").begin("A")

    table.do("play Disc2")
    assert table.stash("A") == ["OdCard"]
    table.do("draw a card")

    assert table.hand("A") == []
    assert table.deck("A") == ["b", "c"]
    assert table.stash("A") == ["OdCard", "a", "Disc2"]


@cites("DH2-G11", "DH2-G18")
def test_we_058_without_the_draw_there_is_no_second_discard() -> None:
    table = Scenario("tokens").seat("A", "hand {Disc2,OdCard}, deck [a,b,c]").begin("A")

    table.do("play Disc2", "draw no more")

    assert table.stash("A") == ["OdCard", "Disc2"]
    assert table.deck("A") == ["a", "b", "c"]


@cites("DH2-T4", "DH2-T5", "DH2-T13", "R-D21", "R-D22", "R-D27", "R-D71")
def test_we_059_whole_hand_arrives_is_shuffled_once_and_then_takes_effect() -> None:
    table = Scenario("tokens").seat("A", "hand {p,q,r,OdCard}").begin("A", at="start")

    assert len(table.deck("A")) == 4, "the card that waits to act lies in the new deck"
    assert table.stash("A") == []
    table.do("draw a card")

    assert sorted(table.hand("A")) == ["OdCard", "p", "q", "r"]
    assert table.deck("A") == []
    assert table.stash("A") == []


@cites("DH2-T5", "R-D71")
def test_we_059_declining_leaves_one_card_in_the_deck() -> None:
    table = Scenario("tokens").seat("A", "hand {p,q,r,OdCard}").begin("A", at="start").do("draw no more")

    assert (len(table.hand("A")), len(table.deck("A"))) == (3, 1)


@cites("DH2-E1", "DH2-E2", "DH2-E3", "DH2-E4", "DH2-E8", "R-D58")
def test_we_061_turn_player_has_ended_the_game_whoever_took_the_card() -> None:
    table = (
        Scenario("tokens")
        .seat("A", "hand {Raid,x}, deck [a,b,c]")
        .seat("B", "hand {OdGain}, deck [d,e,f,g]")
        .table("supply deck [t1]")
        .begin("A")
    )

    table.do("play Raid")
    assert table.to_act == "B"
    table.do("gain s2")

    assert table.ender == "A"
    assert (table.turn, table.to_act) == ("A", "A")
    table.do("play x")
    assert (table.turn, table.actions) == ("B", 1)
    table.do("end turn")
    assert table.game.over


@cites("DH2-T5")
def test_we_062_the_three_cards_of_step_2_cannot_be_declined() -> None:
    table = Scenario("tokens").seat("A", "deck [a,b,c,d]").begin("A", at="step 2")

    assert table.hand("A") == ["a", "b", "c"]
    assert "draw a card" not in table.legal


@cites("DH2-G19", "R-D14")
def test_we_064_no_reload_without_a_reload_deck() -> None:
    table = Scenario("tokens").seat("A", "hand {Rel1,x}, deck [a,b]").table("reload deck []").begin("A")

    table.do("play Rel1")

    assert table.stash("A") == ["Rel1"]
    assert table.supply == SUPPLY
    assert table.may("play x"), "the choice is not offered; the turn goes on"
