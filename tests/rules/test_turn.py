"""The turn: start, hand, drawing, reshuffling, discarding and revealing, beyond the worked examples."""

from __future__ import annotations

from collections import Counter

import pytest

from silverhook.deckhand.edition import EDITIONS
from silverhook.testing import Scenario, cites, with_card

MAY_DRAW = ("tokens", "indicator")


# --- step 1 ------------------------------------------------------------------------------------


@cites("DH1-T3", "DH2-T3", "DH3-T3", "R-D18")
@pytest.mark.parametrize("edition", EDITIONS)
def test_start_effect_whose_card_has_left_the_stash_is_skipped(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "deck [a,b,c,d], hand {x}, stash (StTop,StCoin)")
    table = scenario.begin("A", at="start")

    table.do("StTop first", "put StCoin from your stash on top of your deck".replace("stash", pile(edition)))

    assert table.coins("A") == 0, "StCoin lay in the deck when its moment came"
    assert table.hand("A") == ["StCoin", "a", "b"]


def pile(edition: str) -> str:
    return "discard" if edition == "treasure" else "stash"


@cites("R-D18", "R-D23")
def test_start_effect_lapses_when_a_reshuffle_carries_its_card_off() -> None:
    table = Scenario("treasure").seat("A", "deck [a], hand {x,y}, stash (StCard,StCoin)").begin("A", at="start")

    table.do("StCard first")

    assert table.coins("A") == 0, "drawing the last card shuffled StCoin into the deck"


@cites("R-D18")
def test_start_effect_happens_before_a_reshuffle_if_it_is_ordered_first() -> None:
    table = Scenario("treasure").seat("A", "deck [a], hand {x,y}, stash (StCard,StCoin)").begin("A", at="start")

    assert table.do("StCoin first").coins("A") == 1


@cites("R-D18", "R-D35")
@pytest.mark.parametrize("edition", EDITIONS)
def test_start_effect_lapses_when_an_enemy_steals_its_card_in_step_1(edition: str) -> None:
    cards = with_card("StRaid", start="Each enemy: they discard 1 card.")
    scenario = Scenario(edition, cards=cards).seat("A", "deck [a,b,c,d], hand {x}, stash (StRaid,StCoin)")
    table = scenario.seat("B", "hand {OdSteal}, deck [e,f,g]").begin("A", at="start")

    table.do("StRaid first", "steal StCoin")

    assert table.stash("B") == ["OdSteal", "StCoin"]
    assert (table.coins("A"), table.coins("B")) == (0, 0)


@cites("R-D18")
@pytest.mark.parametrize("edition", EDITIONS)
def test_start_card_that_leaves_and_comes_back_is_a_newcomer(edition: str) -> None:
    cards = with_card("StSwap", start="Choose an enemy: swap a card from your stash with a card from their stash.")
    scenario = Scenario(edition, cards=cards).seat("A", "deck [a,b,c,d], stash (StSwap,StSwap2,StCoin)")
    table = scenario.seat("B", "deck [e,f,g], stash (p)").begin("A", at="start")

    table.do("StSwap first", "swap StCoin")  # p is here now, StCoin there
    assert table.stash("B") == ["StCoin"]
    table.do("swap p")

    assert "StCoin" in table.stash("A")
    assert table.coins("A") == 0


@cites("R-D18", "R-D37")
@pytest.mark.parametrize("edition", EDITIONS)
def test_turn_player_orders_start_effects(edition: str) -> None:
    scenario = Scenario(edition, players=3).seat("B", "deck [a,b,c,d], stash (StCoin,StGain,StAct)")
    table = scenario.begin("B", at="start")

    assert (table.to_act, table.legal) == ("B", ["StCoin first", "StGain first", "StAct first"])
    table.do("StAct first")
    assert table.actions == 3
    assert table.legal == ["StCoin first", "StGain first"]


@cites("R-D61", "DH1-G8", "DH2-G7", "DH3-G14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_action_earned_in_step_1_counts_for_this_turn(edition: str) -> None:
    table = Scenario(edition).seat("A", "deck [a,b,c,d], stash (StAct)").begin("A", at="start")

    assert table.actions == 3


@cites("R-D17")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("zone", "coins"), [("stash", 2), ("hand", 1), ("any", 3)])
def test_start_trigger_zone(edition: str, zone: str, coins: int) -> None:
    """Never from the deck, which nobody may look at."""
    scenario = Scenario(edition, options={"start_trigger_zone": zone})
    table = scenario.seat("A", "deck [StCoin,a,b,c], hand {StCoin2}, stash (StCoin3,StCoin4)").begin("A", at="start")
    while table.game.view()["decision"]["kind"] == "order":
        table.do(table.legal[0])

    assert table.coins("A") == coins


@cites("R-D91")
@pytest.mark.parametrize("zone", ["hand", "any"])
def test_card_that_acts_from_a_hand_is_shown_to_all(zone: str) -> None:
    """StGain asks for a choice, so the hand can be looked at before step 2."""
    scenario = Scenario("indicator", players=3, options={"start_trigger_zone": zone})
    table = scenario.seat("A", "deck [a,b,c,d], hand {x,StGain}").begin("A", at="start")

    for seat in (1, 2, None):
        assert table.game.view(seat)["zones"]["hand.0"] == [None, "StGain"]


@cites("R-D17", "R-D66")
def test_with_the_default_zone_a_start_card_in_hand_stays_hidden_and_idle() -> None:
    table = (
        Scenario("indicator").seat("A", "deck [a,b,c,d], hand {x}").seat("B", "deck [e,f,g], hand {StCoin}").begin("A")
    )

    assert table.game.view(0)["zones"]["hand.1"] == [None]
    table.do("end turn")
    assert table.coins("B") == 0


@cites("DH3-T4", "DH3-T5", "DH3-G12", "R-D19")
def test_card_drawn_in_step_1_is_discarded_with_its_effect() -> None:
    table = Scenario("indicator").seat("A", "deck [OdCoin,b,c,d], hand {x}, stash (StCard)").begin("A", at="start")

    table.do("draw a card")

    assert table.coins("A") == 1
    assert len(table.hand("A")) == 3


# --- step 2 and the hand -----------------------------------------------------------------------


@cites("DH1-T4", "DH2-T4", "DH3-T4", "R-D20")
@pytest.mark.parametrize("edition", EDITIONS)
def test_unplayed_cards_stay_until_the_next_step_2(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {OdCoin,y}, deck [a,b,c,d]").seat("B", "deck [e,f,g,h]")
    table = scenario.begin("A").do("end turn")
    assert table.hand("A") == ["OdCoin", "y"]
    assert table.coins("A") == 0

    table.do("end turn")

    assert table.stash("A") == ["OdCoin", "y"]
    assert table.coins("A") == 1
    assert table.hand("A") == ["a", "b", "c"]


@cites("R-D20")
@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_drawn_in_anothers_turn_are_kept_until_step_2(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {OdCard}, deck [a,b,c,d,e]").seat("B", "hand {Raid,y}, deck [f,g]")
    table = scenario.begin("B").do("play Raid").draw()
    assert table.hand("A") == ["a"]

    table.do("end turn")

    assert table.stash("A") == ["OdCard", "a"]
    assert table.hand("A") == ["b", "c", "d"]


@cites("R-D20", "R-D90")
@pytest.mark.parametrize("edition", EDITIONS)
def test_with_end_of_turn_cards_drawn_in_between_stay(edition: str) -> None:
    scenario = Scenario(edition, options={"hand_discard": "end_of_turn"})
    scenario.seat("A", "deck [a,b,c,d,e]").seat("B", "hand {Gift,y}, deck [f,g]")
    table = scenario.begin("B").do("play Gift").draw()
    if table.to_act == "A":
        table.do("no reload")
    assert table.hand("A") == ["a"]

    table.do("end turn")

    assert table.turn == "A"
    assert table.hand("A") == ["a", "b", "c", "d"]


@cites("R-D90")
def test_step_2_alone_discards_nothing_with_end_of_turn() -> None:
    scenario = Scenario("indicator", options={"hand_discard": "end_of_turn"}).seat("A", "hand {x}, deck [a,b,c,d]")

    assert scenario.begin("A", at="step 2").hand("A") == ["x", "a", "b", "c"]


@cites("R-D20", "R-D21")
def test_at_the_end_of_the_turn_the_hand_goes_together_and_its_owner_orders() -> None:
    scenario = Scenario("indicator", options={"hand_discard": "end_of_turn"})
    table = scenario.seat("A", "hand {OdCoin,OdCard,z}, deck [a,b,c,d]").begin("A").do("end turn")

    assert table.turn == "A"
    assert table.legal == ["OdCoin first", "OdCard first"]
    table.do("OdCard first", "draw a card")
    assert table.turn == "B"
    assert table.hand("A") == ["a"], "drawn after the discarding"


@cites("R-D22", "R-D68")
@pytest.mark.parametrize("edition", EDITIONS)
def test_there_is_no_hand_limit(edition: str) -> None:
    deck = ",".join(f"d{n}" for n in range(20))
    hand = ",".join(["OdCard"] * 9)
    table = Scenario(edition).seat("A", f"hand {{{hand}}}, deck [{deck}]").begin("A", at="start")
    while table.game.view()["decision"]["kind"] != "main":
        table.do(table.legal[0])

    assert len(table.hand("A")) == 12


@cites("R-D24", "R-D25", "DH1-T5", "DH2-T5", "DH3-T5", "DH1-T12", "DH2-T14", "DH3-T14")
@pytest.mark.parametrize("edition", EDITIONS)
def test_step_2_reshuffles_in_the_middle_of_its_draw(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {x}, deck [a], stash (b,c)").begin("A", at="step 2")

    assert table.hand("A")[0] == "a"
    assert Counter(table.hand("A")[1:] + table.deck("A")) == Counter("xbc")
    assert (len(table.hand("A")), len(table.deck("A")), table.stash("A")) == (3, 1, [])


@cites("R-D25")
@pytest.mark.parametrize("edition", EDITIONS)
def test_step_2_draws_what_there_is(edition: str) -> None:
    """Four cards, one of them about to act: it draws itself or another, three remain to be drawn."""
    table = Scenario(edition).seat("A", "hand {p,q,r,OdCard}").begin("A", at="step 2").draw()

    assert len(table.hand("A")) == 4
    assert table.deck("A") == []


# --- drawing and reshuffling -------------------------------------------------------------------


@cites("DH1-G7", "R-D79")
def test_in_treasure_a_draw_cannot_be_declined() -> None:
    table = Scenario("treasure").seat("A", "hand {Draw2,x}, deck [a,b,c]").begin("A").do("play Draw2")

    assert table.hand("A") == ["x", "a", "b"]


@cites("DH2-G4", "DH3-G12", "R-D82")
@pytest.mark.parametrize("edition", MAY_DRAW)
def test_declining_one_draw_declines_the_rest(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Draw3,x}, deck [a,b,c,d]").begin("A")

    table.do("play Draw3", "draw a card", "draw no more")

    assert table.game.view()["decision"]["kind"] == "main"
    assert table.hand("A") == ["x", "a"]


@cites("R-D25", "R-D81")
@pytest.mark.parametrize("edition", MAY_DRAW)
def test_a_draw_that_finds_nothing_is_not_offered(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Draw3,x,y}, deck [a]").begin("A")

    table.do("play Draw3", "draw a card")

    assert table.game.view()["decision"]["kind"] == "main"
    assert table.deck("A") == ["Draw3"]


@cites("R-D24", "R-D55")
@pytest.mark.parametrize("edition", EDITIONS)
def test_bought_card_may_come_back_in_the_same_turn(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Draw1,x,y,z}").begin("A").do("buy s1")
    assert table.deck("A") == ["s1"]

    table.do("play Draw1").draw()

    assert table.hand("A") == ["x", "y", "z", "s1"]
    assert table.deck("A") == ["Draw1"]


@cites("R-D24", "R-D55")
@pytest.mark.parametrize("edition", EDITIONS)
def test_gained_card_becomes_the_deck_before_the_effect_goes_on(edition: str) -> None:
    """Supply cards come one after the other, so that the first one's place is filled before the second is chosen."""
    table = Scenario(edition).seat("A", "hand {Gain2,x,y,z}").begin("A").do("play Gain2", "gain s1", "gain s2")

    assert table.deck("A") == ["s1"], "the first gained card alone"
    assert table.stash("A") == ["s2", "Gain2"]


@cites("R-D24")
@pytest.mark.parametrize("edition", EDITIONS)
def test_stolen_card_becomes_the_deck_and_all_saw_which_it_was(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {Steal1,x,y,z}").seat("B", "deck [c,d,e,f], stash (p)")
    table = scenario.begin("A").do("play Steal1")

    assert table.deck("A") == ["p"]
    moved = [news for news in table.game.news(None) if news.source == "stash.1"]
    assert [news.card for news in moved] == ["p"]


@cites("R-D27")
@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_discarded_together_make_one_new_deck(edition: str) -> None:
    orders = set()
    for seed in range(40):
        table = Scenario(edition, seed=seed).seat("A", "hand {DiscHand,p,q,r}").begin("A").do("play DiscHand")
        assert sorted(table.deck("A")) == ["p", "q", "r"]
        assert table.stash("A") == ["DiscHand"]
        orders.add(tuple(table.deck("A")))

    assert len(orders) == 6


@cites("R-D27")
@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_that_one_instruction_moves_make_one_new_deck(edition: str) -> None:
    orders = set()
    for seed in range(20):
        scenario = Scenario(edition, seed=seed).seat("A", "hand {Steal2,x,y,z}")
        table = scenario.seat("B", "deck [c,d,e,f], stash (p,q,r)").begin("A").do("play Steal2", "steal p")
        assert (table.deck("A"), table.stash("A")) == ([], ["p"]), "in the middle of the move"
        table.game.check()

        table.do("steal r")

        assert sorted(table.deck("A")) == ["p", "r"]
        assert table.stash("A") == ["Steal2"]
        orders.add(tuple(table.deck("A")))

    assert len(orders) == 2


@cites("R-D27", "R-D44")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_new_deck_does_not_wait_for_a_card_that_cannot_come(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {Steal2,x,y,z}").seat("B", "deck [c,d,e], stash (p,q)")
    table = scenario.begin("A").do("play Steal2", "steal p")

    assert (table.deck("A"), table.stash("A")) == (["p"], ["Steal2"])


@cites("R-D27", "R-D71")
def test_waiting_effects_still_happen_after_the_reshuffle() -> None:
    table = Scenario("treasure").seat("A", "hand {DiscHand,OdCoin,OdCoin2,OdCoin3}").begin("A")

    table.do("play DiscHand")
    assert len(table.deck("A")) == 3, "shuffled before anything happens"
    table.do("OdCoin3 first", "OdCoin first")

    assert table.coins("A") == 3


@cites("R-D32", "R-D24")
@pytest.mark.parametrize("edition", EDITIONS)
def test_discards_one_by_one_make_a_deck_of_the_first(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Disc2,p,q,r}").begin("A").do("play Disc2", "discard p", "discard q")

    assert table.deck("A") == ["p"], "contrast with cards that go together"
    assert table.stash("A") == ["q", "Disc2"]


@cites("R-D23", "R-D24")
@pytest.mark.parametrize("edition", EDITIONS)
def test_lazy_reshuffle_waits_for_a_draw_that_finds_nothing(edition: str) -> None:
    scenario = Scenario(edition, options={"reshuffle": "lazy"}).seat("A", "hand {Lab,Lab2,x}, deck [a], stash (b)")
    table = scenario.begin("A").do("play Lab").draw()
    assert (table.deck("A"), table.stash("A")) == ([], ["b", "Lab"])

    table.do("play Lab2").draw()

    assert len(table.hand("A")) == 3
    assert (len(table.deck("A")), table.stash("A")) == (1, ["Lab2"])


@cites("R-D23", "R-D24")
@pytest.mark.parametrize("edition", EDITIONS)
def test_lazy_two_cards_that_replace_themselves_go_round_by_draws_alone(edition: str) -> None:
    table = Scenario(edition, options={"reshuffle": "lazy"}).seat("A", "hand {Lab1,m,n}, deck [Lab2]").begin("A")

    table.do("play Lab1").draw()
    assert (table.deck("A"), table.stash("A")) == ([], ["Lab1"]), "the card just played waits in the stash"
    table.do("play Lab2").draw()

    assert table.hand("A") == ["m", "n", "Lab1"]
    assert (table.deck("A"), table.stash("A")) == ([], ["Lab2"])


@cites("R-D24")
@pytest.mark.parametrize("edition", EDITIONS)
def test_lazy_bought_card_stays_in_the_stash(edition: str) -> None:
    scenario = Scenario(edition, options={"reshuffle": "lazy"}).seat("A", "hand {w,x,y,z}")

    table = scenario.begin("A").do("buy s1")

    assert (table.deck("A"), table.stash("A")) == ([], ["s1"])


@cites("R-D28")
@pytest.mark.parametrize("edition", EDITIONS)
def test_lazy_revealing_does_not_reshuffle_either(edition: str) -> None:
    scenario = Scenario(edition, options={"reshuffle": "lazy"}).seat("A", "hand {Rev3,x}, stash (b,c)")

    table = scenario.begin("A").do("play Rev3")

    assert (table.deck("A"), table.stash("A")) == ([], ["b", "c", "Rev3"])


# --- discarding --------------------------------------------------------------------------------


@cites("R-D31")
@pytest.mark.parametrize("edition", EDITIONS)
def test_gained_and_stolen_cards_are_not_discarded(edition: str) -> None:
    scenario = (
        Scenario(edition).seat("A", "hand {Gain2,Steal1,x}, deck [a,b]").seat("B", "deck [c,d,e,f], stash (OdCoin)")
    )
    table = scenario.table("supply [OdCoin2,OdCoin3,s3,s4,s5,s6]").begin("A")

    table.do("play Gain2", "gain OdCoin2", "gain OdCoin3", "play Steal1")

    assert table.stash("A") == ["OdCoin2", "OdCoin3", "Gain2", "OdCoin", "Steal1"]
    assert (table.coins("A"), table.coins("B")) == (0, 0)


@cites("R-D34", "R-D35")
@pytest.mark.parametrize("edition", EDITIONS)
def test_owner_of_the_hand_chooses_what_goes(edition: str) -> None:
    scenario = Scenario(edition, players=3).seat("A", "hand {Raid,x}, deck [a,b]").seat("B", "deck [c,d,e,f]")
    table = scenario.seat("C", "hand {p,OdCoin}, deck [g,h]").begin("A").do("play Raid")

    assert (table.to_act, table.legal) == ("C", ["discard p", "discard OdCoin"]), "B has no hand: nothing happens"
    table.do("discard OdCoin")

    assert table.coins("C") == 1
    assert table.stash("A") == ["Raid"]


@cites("R-D79", "R-D73", "DH1-G12", "DH2-G11", "DH3-G18")
@pytest.mark.parametrize("edition", EDITIONS)
def test_discard_is_a_duty(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Disc1,p,q}, deck [a]").begin("A").do("play Disc1")

    assert table.legal == ["discard p", "discard q"]


# --- revealing and looking ---------------------------------------------------------------------


@cites("DH1-G18", "DH1-G19", "DH2-G16", "DH2-G17", "DH3-G6", "DH3-G7", "R-D28", "R-D30")
@pytest.mark.parametrize("edition", EDITIONS)
def test_revealing_more_than_there_are_reveals_what_there_is(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Rev3,x}, deck [a,b], stash (c)").begin("A").do("play Rev3")

    assert table.deck("A") == ["a", "b"], "back in their places, and nothing was shuffled"
    assert table.hand("A") == ["x"]
    assert table.stash("A") == ["c", "Rev3"]
    for seat in (0, 1, None):
        assert table.game.view(seat)["zones"]["deck.0"] == ["b", "a"]
        assert [news.card for news in table.game.news(seat) if news.source == "deck.0"] == ["a", "b"]


@cites("R-D29")
@pytest.mark.parametrize("edition", EDITIONS)
def test_taking_the_revealed_last_card_empties_the_deck(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {TakeTop,x}, deck [a], stash (b)").begin("A").do("play TakeTop")

    assert table.hand("A") == ["x", "a"]
    assert table.deck("A") == ["b"]
    assert table.stash("A") == ["TakeTop"]


@cites("R-D30", "R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_see_which_card_went_from_deck_to_stash_though_it_is_shuffled_at_once(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {MillTop,x}, deck [a], stash (b)").begin("A").do("play MillTop")

    for seat in (0, 1, None):
        moves = [news for news in table.game.news(seat) if news.source == "deck.0" and news.target == "stash.0"]
        assert [news.card for news in moves] == ["a"]
        assert table.game.view(seat)["zones"]["deck.0"] == [None, None], "shuffled, nobody can tell them apart"
