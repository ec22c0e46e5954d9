"""Effects: other players' turns, order, targets, costs, the floor of four; beyond the examples."""

from __future__ import annotations

import pytest

from silverhook.deckhand.edition import EDITIONS
from silverhook.testing import Scenario, cites, generic_cards, with_card

STRICT = ("tokens", "indicator")  # an effect that would do nothing may not be picked


# --- revealed cards ------------------------------------------------------------------------------


@cites("DH3-G7", "R-D30", "R-D35")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_effect_keeps_its_revealed_cards_when_another_one_looks_at_them(edition: str) -> None:
    cards = with_card(
        "Dig", play="Reveal the top 2 cards of your deck. +1 Discard. Trash 2 cards from the revealed cards."
    )
    cards = with_card("OdLook", cards=cards, discarded="Look at the top 3 cards of your deck.")
    scenario = Scenario(edition, cards=cards).seat("A", "hand {Dig,OdLook}, deck [a,b,c,d], stash (e)")

    table = scenario.begin("A").do("play Dig", "trash b from the revealed cards")

    assert table.out == ["b", "a"], "not c, which only the other effect looked at"


# --- in another player's turn ------------------------------------------------------------------


@cites("DH1-G14", "R-D36")
@pytest.mark.parametrize("edition", EDITIONS)
def test_actions_and_buys_earned_in_anothers_turn_are_void(edition: str) -> None:
    cards = with_card("RaidHand", play="Each enemy: they discard their hand.")
    scenario = Scenario(edition, cards=cards).seat("A", "hand {OdAct,OdBuy}, deck [a,b,c,d]")
    table = scenario.seat("B", "hand {RaidHand,y}, deck [e,f]").begin("B").do("play RaidHand", "OdAct first")

    assert (table.turn, table.actions, table.buys) == ("B", 1, 0), "neither is B's"
    table.do("end turn")
    assert (table.turn, table.actions, table.buys) == ("A", 2, 0), "nor saved up"


@cites("DH1-G14", "R-D36")
@pytest.mark.parametrize("edition", EDITIONS)
def test_coins_and_cards_of_a_gift_stay_and_its_reload_is_used_at_once_or_void(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Gift,x}, deck [a,b]").seat("B", "deck [c,d,e,f]").begin("A")

    table.do("play Gift").draw()
    if edition == "treasure":
        assert table.to_act == "A"
    else:
        assert table.to_act == "B"
        assert table.may("reload s1")
        table.do("no reload")

    assert (table.coins("B"), table.hand("B")) == (2, ["c"])
    assert (table.actions, table.buys, table.reloads) == (1, 0, 0)
    table.do("end turn")
    assert (table.turn, table.actions, table.buys, table.reloads) == ("B", 2, 0, 0)


@cites("R-D36")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("usable", [True, False])
def test_offturn_reload_is_an_option(edition: str, usable: bool) -> None:
    scenario = Scenario(edition, options={"offturn_reload": usable}).seat("A", "hand {OdRel}, deck [a,b,c]")
    table = scenario.seat("B", "hand {Raid,y}, deck [d,e]").begin("B").do("play Raid")

    assert table.to_act == ("A" if usable else "B")
    assert table.may("reload s1") == usable
    if usable:
        assert table.do("reload s1").supply[0] == "r1"
    assert table.reloads == 0, "never stored"


@cites("R-D36")
@pytest.mark.parametrize("edition", EDITIONS)
def test_action_of_a_card_discarded_in_ones_own_turn_counts(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {OdAct,OdBuy}, deck [a,b,c,d]").begin("A", at="step 2")

    table.do("OdBuy first")

    assert (table.actions, table.buys) == (3, 1)


# --- order and choices -------------------------------------------------------------------------


@cites("DH2-G14", "DH3-G4", "R-D37")
@pytest.mark.parametrize("edition", EDITIONS)
def test_attacker_orders_the_effects_of_one_enemys_hand(edition: str) -> None:
    cards = with_card("RaidHand", play="Choose an enemy: they discard their hand.")
    scenario = Scenario(edition, cards=cards).seat("A", "hand {RaidHand,x}, deck [a,b]")
    table = scenario.seat("B", "hand {OdGain,OdCoin,p}, deck [c,d]").begin("A").do("play RaidHand")

    assert (table.to_act, table.legal) == ("A", ["OdGain first", "OdCoin first"])
    table.do("OdGain first")
    assert table.to_act == "B", "choices within the effect are its owner's"
    assert table.coins("B") == 0
    table.do("gain s1")
    assert table.coins("B") == 1


@cites("DH3-G4", "R-D37", "R-D87")
@pytest.mark.parametrize("edition", EDITIONS)
def test_attacker_may_go_back_and_forth_between_enemies(edition: str) -> None:
    cards = with_card("RaidTwo", play="All enemies discard 2 cards together.")
    scenario = Scenario(edition, players=3, cards=cards).seat("A", "hand {RaidTwo,x}, deck [a,b]")
    scenario.seat("B", "hand {OdCoin,OdGain}, deck [c,d]").seat("C", "hand {OdCoin2,p}, deck [e,f]")
    table = scenario.begin("A").do("play RaidTwo")
    for picked in ("OdCoin", "OdCoin2"):
        if table.to_act in ("B", "C"):
            table.do(f"discard {picked}")

    assert (table.to_act, table.legal) == ("A", ["B first", "C first"])
    table.do("B first")
    assert table.legal == ["OdCoin first", "OdGain first"]
    table.do("OdCoin first")
    assert table.legal == ["B first", "C first"]
    table.do("C first")
    assert (table.coins("B"), table.coins("C")) == (1, 1)
    assert table.to_act == "B", "OdGain is the last"


@cites("R-D87", "R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
def test_simultaneous_picks_of_enemies_stay_hidden_until_all_have_picked(edition: str) -> None:
    scenario = Scenario(edition, players=4).seat("B", "hand {RaidTogether,x}, deck [a,b]")
    scenario.seat("C", "hand {p,q}, deck [c,d]").seat("D", "hand {r,s}, deck [e,f]").seat("A", "hand {t,u}, deck [g,h]")
    table = scenario.begin("B").do("play RaidTogether")

    assert table.to_act == "C", "clockwise from the player of the card"
    before = [table.game.view(seat)["zones"] for seat in (0, 1, 3, None)]
    table.do("discard q")
    assert table.to_act == "D"
    assert [table.game.view(seat)["zones"] for seat in (0, 1, 3, None)] == before
    assert all(not news.card for news in table.game.news(3))
    table.do("discard r")
    assert table.to_act == "A"
    assert table.stash("C") == table.stash("D") == []
    table.do("discard u")
    assert [table.stash(seat) for seat in "ACD"] == [["u"], ["q"], ["r"]]


@cites("R-D37", "R-D71")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", ["B", "C"])
def test_effect_of_a_discarded_card_is_its_owners_even_if_the_card_is_stolen_first(edition: str, first: str) -> None:
    scenario = Scenario(edition, players=3).seat("A", "hand {RaidTogether,x}, deck [a,b,c]")
    scenario.seat("B", "hand {OdSteal}, deck [d,e,f]").seat("C", "hand {OdCoin}, deck [g,h,i,j]")
    table = scenario.begin("A").do("play RaidTogether", f"{first} first")
    if edition == "treasure":  # A has nothing to steal, but may be chosen there
        table.do("target C")

    assert table.stash("B") == ["OdSteal", "OdCoin"]
    assert [table.coins(seat) for seat in "ABC"] == [0, 0, 1], "C discarded it"


@cites("R-D38", "R-D74")
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_enemy_goes_clockwise_from_the_turn_player(edition: str) -> None:
    """B's discarded card acts in A's turn: it goes A, C, D."""
    without_circle = generic_cards().replace('discarded = "+1 Card."\n', "")
    cards = with_card("OdRaid", cards=without_circle, discarded="Each enemy: they discard 1 card.")
    scenario = Scenario(edition, players=4, cards=cards).seat("A", "hand {Raid,x,y}, deck [a,b]")
    scenario.seat("B", "hand {OdRaid}, deck [c,d,e]").seat("C", "hand {p,q,r}, deck [f,g]")
    table = scenario.seat("D", "hand {s,t,u}, deck [h,i]").begin("A").do("play Raid")

    order = []
    while table.game.view()["decision"]["kind"] == "discard":
        order.append(table.to_act)
        table.do(table.legal[0])
    assert "".join(map(str, order)) == "ACDCD", "B's effect within, then A's Raid goes on to C and D"


@cites("R-D35", "DH1-G15", "DH2-T9", "DH3-T9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_triggered_effect_interrupts_the_card_that_caused_it(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {DiscDraw,OdGain}, deck [a,b,c]").begin("A").do("play DiscDraw")

    assert table.legal[0].startswith("gain")
    assert table.aside("A") == ["DiscDraw"], "still being played"
    assert table.hand("A") == [], "its draw comes later"


# --- targets and choices -----------------------------------------------------------------------


@cites("R-D39")
def test_in_treasure_a_pointless_effect_may_be_chosen() -> None:
    scenario = Scenario("treasure").seat("A", "hand {OneOf,x}, deck [a,b,c]").seat("B", "deck [d,e,f,g]")
    table = scenario.begin("A").do("play OneOf")
    assert len(table.legal) == 2

    table.do(table.legal[0])

    assert table.coins("A") == 0
    assert table.stash("A") == ["OneOf"]


@cites("R-D39")
def test_in_treasure_a_condition_on_the_target_still_holds() -> None:
    cards = with_card("RobRich", play="Choose an enemy who has 2 or more coins: steal 1 coin from them.")
    scenario = Scenario("treasure", players=4, cards=cards).seat("A", "hand {RobRich,x}, deck [a,b]")
    scenario.seat("B", "deck [c,d,e,f], 1 coin").seat("C", "deck [g,h,i,j], 2 coins")
    table = scenario.seat("D", "deck [k,l,m,n], 3 coins").begin("A").do("play RobRich")

    assert table.legal == ["target C", "target D"]


@cites("DH2-G18", "DH2-G19", "DH3-G8", "DH3-G9")
@pytest.mark.parametrize("edition", STRICT)
def test_without_any_target_the_effect_is_skipped_and_the_card_goes_on(edition: str) -> None:
    cards = with_card("RobCoin", play="Choose an enemy: steal 1 coin from them. +1 Buy.")
    scenario = Scenario(edition, players=3, cards=cards).seat("A", "hand {RobCoin,x}, deck [a,b]")
    table = scenario.begin("A").do("play RobCoin")

    assert table.buys == 1
    assert table.stash("A") == ["RobCoin"]


@cites("R-D40")
@pytest.mark.parametrize("edition", EDITIONS)
def test_card_of_which_nothing_can_happen_may_be_played(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Rob2,Trash1}, deck [a,b]").begin("A")

    table.do("play Rob2", "play Trash1")

    assert table.stash("A") == ["Rob2", "Trash1"]
    assert table.turn == "B"


@cites("R-D75")
def test_card_from_a_hidden_hand_is_no_choice() -> None:
    scenario = Scenario("indicator").seat("A", "hand {HandThief,x}, deck [a,b]").seat("B", "hand {p,q,r}, deck [c,d]")
    table = scenario.begin("A").do("play HandThief")

    assert table.game.view()["decision"]["kind"] == "main"
    assert len(table.hand("A")) == 2


@cites("R-D79", "DH1-G13", "DH2-G12", "DH3-G3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_printed_order_is_kept(edition: str) -> None:
    """Paying comes before the coin that would have paid for it."""
    cards = with_card("PayFirst", play="Pay 1: +1 Buy. +1 coin.")
    table = Scenario(edition, cards=cards).seat("A", "hand {PayFirst,x}, deck [a,b]").begin("A").do("play PayFirst")

    assert (table.coins("A"), table.buys) == (1, 0)


@cites("R-D81")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_is_asked_if_there_is_only_one_answer(edition: str) -> None:
    """Three copies of one card are one answer."""
    table = Scenario(edition).seat("A", "hand {Disc1,p,p,p}, deck [a]").begin("A").do("play Disc1")

    assert table.stash("A") == ["p", "Disc1"]
    assert table.game.view()["decision"]["kind"] == "main"


# --- costs and penalties -----------------------------------------------------------------------


@cites("R-D41")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("coins", "actions"), [(0, 1), (1, 2)])
def test_price_before_a_benefit_is_paid_in_full_or_not_at_all(edition: str, coins: int, actions: int) -> None:
    table = Scenario(edition).seat("A", f"hand {{ForAction,x}}, deck [a,b], {coins} coins").begin("A")

    table.do("play ForAction")

    assert (table.coins("A"), table.actions) == (0, actions)


@cites("R-D41")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("cost", ["discard 2 cards together", "+2 Discard", "trash 2 cards from your hand", "pay 2"])
def test_a_cost_of_a_benefit_is_given_up_in_full(edition: str, cost: str) -> None:
    cards = with_card("Deal", play=f"You may {cost} and +1 Buy.")
    scenario = Scenario(edition, cards=cards).seat("A", "hand {Deal,p}, deck [a,b,c,d,e], 1 coin")

    table = scenario.begin("A").do("play Deal")

    assert table.game.view()["decision"]["kind"] == "main", "with one card and one coin it is not offered"
    assert (table.hand("A"), table.coins("A"), table.buys) == (["p"], 1, 0)


@cites("R-D41")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_cost_that_can_be_met_is_offered(edition: str) -> None:
    cards = with_card("Deal", play="You may discard 2 cards together and +1 Buy.")
    scenario = Scenario(edition, cards=cards).seat("A", "hand {Deal,p,q}, deck [a,b,c,d,e]")

    table = scenario.begin("A").do("play Deal", "yes", "discard p")

    assert (table.hand("A"), table.buys) == ([], 1)


@cites("R-D41", "R-D44")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_cost_in_cards_must_leave_four(edition: str) -> None:
    cards = with_card("Deal", play="You may trash 2 cards from your hand and +1 Buy.")
    scenario = Scenario(edition, cards=cards).seat("A", "hand {Deal,p,q}, deck [a,b]")

    table = scenario.begin("A").do("play Deal")

    assert (table.hand("A"), table.buys) == (["p", "q"], 0), "of five cards only one could go"


@cites("DH2-G18", "DH3-G8")
@pytest.mark.parametrize("edition", STRICT)
def test_optional_effects_are_offered_if_any_part_of_them_applies(edition: str) -> None:
    cards = with_card("Perhaps", play="You may +1 coin and +1 Buy.")
    scenario = Scenario(edition, cards=cards, options={"money_cap": 3}).seat(
        "A", "hand {Perhaps,x}, deck [a,b], 3 coins"
    )

    table = scenario.begin("A").do("play Perhaps", "yes")

    assert (table.coins("A"), table.buys) == (3, 1)


@cites("R-D42", "R-D86", "DH2-G10", "DH3-G17")
@pytest.mark.parametrize("edition", EDITIONS)
def test_penalty_never_leads_below_zero(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Lose1,Fine2,x}, deck [a]").seat("B", "deck [b,c,d,e], 1 coin")
    table = table.table(bank=5).begin("A").do("play Lose1", "play Fine2")

    assert (table.coins("A"), table.coins("B"), table.bank) == (0, 0, 6)


@cites("R-D86")
def test_treasure_cards_say_pay_in_words() -> None:
    narrator = Scenario("treasure").begin("A").game.rules.narrator()

    assert narrator.card_text("Lose1") == {"play": "Put back 1 Treasure."}
    assert narrator.card_text("Fine2") == {"play": "Each enemy: they put back 2 Treasures."}


# --- the floor of four -------------------------------------------------------------------------


@cites("DH1-G21", "DH2-G20", "DH3-G10", "R-D43", "R-D44", "R-D56")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("deck", "gone"), [("c", 0), ("c,d", 1), ("c,d,e", 2), ("c,d,e,f", 2)])
def test_only_as_many_cards_are_removed_as_leave_four(edition: str, deck: str, gone: int) -> None:
    """Hand {Trash2,a,b} and the deck; the card being played counts."""
    table = Scenario(edition).seat("A", f"hand {{Trash2,a,b}}, deck [{deck}]").begin("A").do("play Trash2")
    for _ in range(2):
        if table.game.view()["decision"]["kind"] == "trash":
            table.do(table.legal[0])

    assert len(table.out) == gone
    assert table.owned("A") >= 4
    for seat in (0, 1, None):
        assert table.game.view(seat)["zones"]["out"] == table.out, "face up"
    assert len(table.reload_deck) == 5


@cites("R-D45")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("mine", "theirs"), [("", "p"), ("c", "")])
def test_swap_with_an_empty_stash_is_barred(edition: str, mine: str, theirs: str) -> None:
    scenario = Scenario(edition).seat("A", f"hand {{Swap,x}}, deck [a,b], stash ({mine})")
    table = scenario.seat("B", f"deck [d,e,f,g], stash ({theirs})").begin("A").do("play Swap")

    assert table.stash("A") == [*filter(None, [mine]), "Swap"]
    assert table.stash("B") == [*filter(None, [theirs])]


@cites("R-D45")
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_swapped_card_takes_the_place_of_the_other(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {Swap}, deck [a], stash (b,c)").seat("B", "deck [d], stash (p,q,r)")
    table = scenario.begin("A").do("play Swap")
    assert table.legal == ["swap b", "swap c"]

    table.do("swap b")
    assert (table.to_act, table.legal) == ("A", ["for p", "for q", "for r"])
    table.do("for q")

    assert table.stash("A") == ["q", "c", "Swap"]
    assert table.stash("B") == ["p", "b", "r"]


@cites("R-D44", "R-D45")
@pytest.mark.parametrize("edition", EDITIONS)
def test_giving_and_then_stealing_is_no_swap(edition: str) -> None:
    text = (
        "Choose an enemy: give 1 card from your stash into their stash; steal 1 card from their stash into your stash."
    )
    scenario = Scenario(edition, cards=with_card("Barter", play=text)).seat("A", "hand {Barter}, deck [a,b], stash (c)")
    table = scenario.seat("B", "deck [d,e,f], stash (p)").begin("A").do("play Barter")

    assert (table.stash("A"), table.stash("B")) == (["c", "Barter"], ["p"]), "both own four: neither can lose a card"


@cites("R-D46", "R-D56")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("deck", "out", "stash"), [("a,b", [], ["Gone"]), ("a,b,c", ["Gone"], [])])
def test_card_that_removes_itself_stays_at_four(edition: str, deck: str, out: list[str], stash: list[str]) -> None:
    table = Scenario(edition).seat("A", f"hand {{Gone,x}}, deck [{deck}]").begin("A").do("play Gone")

    assert (table.out, table.stash("A")) == (out, stash)
    assert table.owned("A") == 4


@cites("R-D43", "R-D67")
@pytest.mark.parametrize("edition", EDITIONS)
def test_card_set_aside_is_visible_and_out_of_reach(edition: str) -> None:
    """A's Nest is being played: neither its own discard nor a thief finds it."""
    cards = with_card("OdThief", discarded="Choose an enemy: steal 1 card from their stash into your stash.")
    scenario = Scenario(edition, cards=cards).seat("A", "hand {Nest,Raid,Disc1}, deck [a,b,c]")
    table = scenario.seat("B", "hand {OdThief}, deck [d,e,f,g]").begin("A").do("play Nest")
    for seat in (0, 1, None):
        assert table.game.view(seat)["zones"]["aside.0"] == ["Nest"]

    table.do("play Raid")

    assert table.stash("B") == ["OdThief"], "A's stash was empty while Nest and Raid lay aside"
    assert table.stash("A") == ["Raid", "Nest"]
    assert table.owned("A") == 6


@cites("R-D43", "R-D67")
@pytest.mark.parametrize("edition", STRICT)
@pytest.mark.parametrize(("hand", "stolen"), [("Raid", []), ("Raid,x", ["c"])])
def test_the_card_set_aside_counts_for_the_floor_of_an_enemys_effect(
    edition: str, hand: str, stolen: list[str]
) -> None:
    scenario = Scenario(edition).seat("A", f"hand {{{hand}}}, deck [a,b], stash (c)")
    table = scenario.seat("B", "hand {OdSteal}, deck [d,e,f]").begin("A").do("play Raid")

    assert table.stash("B") == ["OdSteal", *stolen]
    assert table.owned("A") == 4
