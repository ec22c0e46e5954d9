"""Hanataz: Assassin, Bard, Crown, Troll, Dragon, Rogue and Knight beyond the worked examples."""

from __future__ import annotations

from collections import Counter

import pytest

import silverhook as sh
from silverhook.hanataz.composition import N
from silverhook.testing import HanatazTable, Scenario, cites
from silverhook.testing.battery import random_walk

TWO_BARDS = """
name = "two bards"
suits = ["Flames", "Stones", "Waves", "Winds"]
numbers = [2, 10]
[faces]
suited = ["Crown", "Dragon", "Knight", "Rogue", "Wizard"]
[faces.suitless]
Bard = 2
Jester = 2
Troll = 1
"""


def three(
    a: str = "", b: str = "", c: str = "", options: dict[str, object] | None = None, cards: str | None = None
) -> Scenario:
    return Scenario("hanataz", options=options or {}, cards=cards).seat("A", a).seat("B", b).seat("C", c)


def purses(table: HanatazTable) -> list[int]:
    return [table.silvs(seat) for seat in "ABC"]


# --- Assassin -------------------------------------------------------------------------------------


@cites("HZ-FA1", "R-H53")
def test_the_assassin_aims_at_others_who_are_in() -> None:
    scenario = Scenario("hanataz", players=4).seat("A", "hand {Assassin}").seat("B", "hand {2Fl}")
    table = scenario.seat("C", "hand {3Fl}", out=True).seat("D", "hand {4Fl}").begin("A")

    assert table.do("play Assassin").legal == ["target B", "target D"]


@cites("HZ-FA1", "HZ-FA2")
def test_the_assassin_leaves_control_where_it_is_if_it_strikes_another() -> None:
    table = three("hand {Assassin}", "hand {2Fl}", "hand {3Fl}").table("row (6Fl)", control="C").begin("A")

    table.do("play Assassin", "target B")

    assert (table.control, table.row, table.is_in("B"), table.to_act) == ("C", ["6Fl"], False, "C")


@cites("HZ-FA1", "R-H45")
def test_nothing_else_than_rogues_and_dragons_is_asked_about_knights() -> None:
    knights = ("hand {KFl,2Fl}", "hand {KSt,2St}")
    for card in ("Assassin", "Bard", "CFl", "WFl", "Troll", "Jester", "Priest", "Fool"):
        table = three(f"hand {{{card},5Wa}}", *knights).begin("A").do(f"play {card}")
        assert "let it happen" not in table.legal, card


# --- Bard -----------------------------------------------------------------------------------------


@cites("HZ-FB3", "HZ-FB4", "R-H58")
@pytest.mark.parametrize(("on_it", "gain", "purse"), [(0, 5, -5), (1, 1, 0), (4, 4, 0)])
def test_a_bard_pays_what_lies_on_it_or_five_from_the_house(on_it: int, gain: int, purse: int) -> None:
    table = three("hand {2Fl}", "hand {2St}", "hand {2Wa}").bard("B", on_it).begin("A")

    table.do("nub out", "nub out", "nub out")

    assert purses(table) == [10, 10 + gain, 10]
    assert (table.purse, table.bards, table.discard) == (purse, [], ["Bard"])


@cites("HZ-FB3", "R-H58")
def test_a_bards_player_who_folded_still_collects() -> None:
    table = three("hand {Bard,2Fl}", "hand {WFl,9Fl}", "hand {2Wa}").begin("A")

    table.do("play Bard", "play WFl", "pass", "nub out", "play 9Fl", "pass", "position 1")

    assert table.silvs("A") == 11


@cites("HZ-FB2", "R-H56")
@pytest.mark.parametrize(("option", "a", "on_bard"), [(True, 9, 1), (False, 10, 0)])
def test_an_option_decides_whether_the_bards_own_player_pays(option: bool, a: int, on_bard: int) -> None:
    table = (
        three("hand {Bard,WFl}", "hand {2St}", "hand {2Wa}", {"bard_self_pays": option})
        .begin("A")
        .do("play Bard", "pass", "pass", "play WFl")
    )

    assert (table.silvs("A"), table.bards) == (a, [("A", on_bard)])


@cites("R-H56", "HZ-FB4")
@pytest.mark.parametrize(("option", "a"), [(True, 10), (False, 15)])
def test_paying_ones_own_bard_forfeits_the_five_of_the_house(option: bool, a: int) -> None:
    table = three("hand {WFl,2Fl}", "hand {2St}", "hand {2Wa}", {"bard_self_pays": option}).bard("A").begin("A")

    table.do("play WFl", "nub out", "nub out", "nub out")

    assert table.silvs("A") == a


@cites("R-H59", "R-H56")
@pytest.mark.parametrize(("option", "may"), [(True, False), (False, True)])
def test_without_silvs_only_an_exempt_bards_player_plays_a_face(option: bool, may: bool) -> None:
    table = three("hand {WFl,2Fl}, 0 silvs", "hand {2St}", "", {"bard_self_pays": option}).bard("A").begin("A")

    assert table.may("play WFl") is may


@cites("HZ-FB1", "R-H56")
def test_the_bard_itself_is_free_and_a_number_too() -> None:
    table = three("hand {Bard}, 0 silvs", "hand {2St}, 0 silvs", "hand {2Wa}").begin("A")

    table.do("play Bard", "play 2St")

    assert (purses(table), table.bards) == ([0, 0, 10], [("A", 0)])


@cites("R-H57", "R-H59")
@pytest.mark.parametrize(("silvs", "may"), [(1, False), (2, True)])
def test_under_two_bards_a_face_costs_two_silvs(silvs: int, may: bool) -> None:
    table = three(f"hand {{WFl}}, {silvs} silvs", cards=TWO_BARDS).bard("B").bard("C").begin("A")

    assert table.may("play WFl") is may


@cites("R-H57", "R-H58")
def test_each_of_two_bards_pays_its_own_player() -> None:
    table = three("hand {WFl}", "hand {2St}", "hand {2Wa}", cards=TWO_BARDS).bard("B", 2).bard("C").begin("A")

    table.do("play WFl", "nub out", "nub out", "nub out")

    assert (purses(table), table.purse) == ([8, 13, 11], 0)
    assert Counter(table.discard)["Bard"] == 2


@cites("R-H57", "R-H49", "R-H60", "R-H50")
def test_jester_into_rogue_into_knight_under_two_bards() -> None:
    table = (
        three("hand {Jester,RFl}, 6 silvs", "hand {KSt}, 3 silvs", "hand {2Wa}, 1 silv", cards=TWO_BARDS)
        .table("deck [2St,…]")
        .bard("A")
        .bard("C")
        .begin("A")
    )

    table.do("play Jester", "position 1", "put it back")
    assert (table.silvs("A"), table.bards) == (4, [("A", 1), ("C", 1)])
    table.do("play RFl", "target B", "take two silvs")
    assert (table.silvs("A"), table.bards) == (2, [("A", 2), ("C", 2)])
    assert table.to_act == "B"
    table.do("counter KSt")

    assert (purses(table), table.bards) == ([2, 1, 1], [("A", 3), ("C", 3)])
    assert Counter(table.discard) == Counter(["Jester", "RFl", "KSt"])
    assert (table.hand("A"), table.to_act) == (["2St"], "B"), "the turn is over"


# --- Crown and Troll ------------------------------------------------------------------------------


@cites("HZ-FC1", "HZ-FC3", "R-H54")
def test_the_crown_asks_its_own_player_first() -> None:
    table = three("hand {CFl}, 3 silvs", "hand {2St}", "hand {2Wa}").begin("A")

    table.do("play CFl", "nub out", "pay", "pay")

    assert (table.is_in("A"), purses(table), table.pot, table.purse) == (False, [3, 9, 9], 3, -1)
    assert table.to_act == "B"


@cites("R-H54")
def test_by_option_the_crown_spares_its_own_player() -> None:
    table = three("hand {CFl}, 3 silvs", "hand {2St}", "hand {2Wa}", {"crown_self": False}).begin("A")

    assert table.do("play CFl").to_act == "B"
    table.do("pay", "pay")

    assert (purses(table), table.pot) == ([3, 9, 9], 3)


@cites("R-H54", "R-H10")
def test_a_crown_played_without_silvs_puts_its_own_player_out() -> None:
    table = three("hand {CFl,2Fl}, 0 silvs", "hand {2St}", "hand {2Wa}").begin("A").do("play CFl")

    assert (table.is_in("A"), table.to_act) == (False, "B")


@cites("HZ-FC3", "R-H22", "R-H54")
def test_the_house_pays_for_the_crown_even_if_all_nub_out() -> None:
    table = three("hand {CFl}", "hand {2St}", "hand {2Wa}").table("2 pot").begin("A")

    table.do("play CFl", "nub out", "nub out", "nub out")

    assert (table.pot, table.purse, table.hand_number) == (3, -1, 2)


@cites("HZ-FC2", "R-H18", "R-H19")
def test_a_controller_who_nubs_out_for_a_crown_gives_control_back() -> None:
    table = three("hand {CFl}", "hand {2St}", "hand {2Wa}").table("row (5Fl,9Fl)", control="B").begin("A")

    table.do("play CFl", "pay", "nub out")
    assert (table.control, table.row) == (None, [])
    table.do("pay")

    assert table.may("play 2Wa"), "nothing has to be beaten"


@cites("R-H54", "R-H55")
@pytest.mark.parametrize("card", ["CFl", "Troll"])
def test_players_who_are_out_are_exempt(card: str) -> None:
    scenario = Scenario("hanataz", options={"crown_self": False}).seat("A", f"hand {{{card}}}")
    table = scenario.seat("B", "hand {2St}", out=True).seat("C", "hand {2Wa}").begin("A")

    assert table.do(f"play {card}").to_act == "C"
    assert table.do("pay").silvs("B") == 10


@cites("HZ-FT1", "R-H55")
def test_the_troll_brings_its_player_a_silv_from_each_who_pays() -> None:
    table = three("hand {Troll}", "hand {2St}", "hand {2Wa}").begin("A")

    table.do("play Troll", "pay", "pay")

    assert (purses(table), table.pot) == ([12, 9, 9], 0)


@cites("HZ-FT1", "R-H21", "R-H55")
def test_a_controller_without_silvs_loses_control_to_a_troll() -> None:
    table = three("hand {Troll}", "hand {2St}, 0 silvs", "hand {2Wa}").table("row (9Fl)", control="B").begin("A")

    table.do("play Troll", "pay")

    assert (table.is_in("B"), table.control, table.row, table.to_act) == (False, None, [], "C")


@cites("R-H54", "R-H56", "R-H59")
def test_the_last_silv_paid_to_a_bard_for_a_crown_leaves_none_to_pay_the_crown() -> None:
    table = three("hand {CFl,2Fl}, 1 silv", "hand {2St}", "hand {2Wa}").bard("C").begin("A").do("play CFl")

    assert (table.is_in("A"), table.silvs("A"), table.bards, table.to_act) == (False, 0, [("C", 1)], "B")


# --- Dragon and Rogue -----------------------------------------------------------------------------


@cites("HZ-FD1", "R-H52", "R-H65")
@pytest.mark.parametrize(("pot", "taken"), [(0, 0), (1, 1), (3, 3), (8, 3)])
def test_the_dragon_takes_three_or_what_is_there(pot: int, taken: int) -> None:
    table = three("hand {DFl}").table(f"{pot} pot").begin("A").do("play DFl")

    assert (table.silvs("A"), table.pot) == (10 + taken, pot - taken)


@cites("HZ-FR1", "R-H51")
@pytest.mark.parametrize(("silvs", "taken"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_the_rogue_takes_two_silvs_or_what_is_there(silvs: int, taken: int) -> None:
    table = three("hand {RFl}", f"hand {{2St}}, {silvs} silvs", "hand {2Wa}").begin("A")

    table.do("play RFl", "target B", "take two silvs").no_knights()

    assert (table.silvs("A"), table.silvs("B")) == (10 + taken, silvs - taken)
    assert table.hand("A") == []


@cites("HZ-FR2", "R-H51")
def test_the_rogue_takes_a_silv_and_a_random_card() -> None:
    taken = Counter()
    for seed in range(90):
        scenario = Scenario("hanataz", seed=seed).seat("A", "hand {RFl}").seat("B", "hand {2St,3St,4St}")
        table = scenario.begin("A").do("play RFl", "target B", "take a silv and a card").no_knights()
        assert (table.silvs("A"), table.silvs("B"), len(table.hand("B"))) == (11, 9, 2)
        taken.update(table.hand("A"))

    assert set(taken) == {"2St", "3St", "4St"}
    assert min(taken.values()) > 15


@cites("HZ-FR2", "R-H51")
def test_a_rogue_takes_a_card_even_if_there_is_no_silv() -> None:
    table = three("hand {RFl}", "hand {2St}, 0 silvs").begin("A")

    table.do("play RFl", "target B", "take a silv and a card").no_knights()

    assert (table.silvs("A"), table.hand("A"), table.hand("B")) == (10, ["2St"], [])


@cites("HZ-FR1", "R-H51", "HZ-FN2")
def test_players_who_are_out_can_be_robbed() -> None:
    scenario = Scenario("hanataz", players=4).seat("A", "hand {RFl}").seat("B", "hand {2Fl}", out=True)
    table = scenario.seat("C", "hand {3Fl}").seat("D").begin("A")

    table.do("play RFl")
    assert table.legal == ["target B", "target C", "target D"]
    table.do("target B")
    assert table.legal == ["take two silvs", "take a silv and a card"]
    table.do("take two silvs").no_knights()

    assert (table.silvs("B"), table.is_in("B")) == (8, False)


# --- Knight ---------------------------------------------------------------------------------------


def four(scope: str = "any") -> Scenario:
    return (
        Scenario("hanataz", players=4, options={"knight_scope": scope})
        .seat("A", "hand {RFl,DFl}")
        .seat("B", "hand {KSt}")
        .seat("C", "hand {KWa,2Wa}")
        .seat("D", "hand {KWi}", out=True)
        .table("5 pot")
    )


@cites("HZ-FK1", "HZ-FK2", "R-H45", "R-H46", "R-H50")
def test_anybody_may_counter_and_the_first_yes_counts() -> None:
    table = four().begin("A").do("play DFl")

    assert table.to_act == "B", "clockwise from the left of the one who acts"
    table.do("let it happen")
    assert table.to_act == "C"
    table.do("counter KWa")

    assert (table.silvs("A"), table.pot) == (10, 5)
    assert (table.hand("B"), table.hand("C"), table.hand("A")) == (["KSt"], ["2Wa"], ["RFl"])
    assert Counter(table.discard) == Counter(["DFl", "KWa"])
    assert (table.turn, table.to_act) == ("B", "B"), "A's turn is over, and C's place in the order is as before"


@cites("HZ-FK1", "R-H46")
def test_one_knight_is_enough_and_it_cannot_be_countered() -> None:
    table = four().begin("A").do("play DFl", "counter KSt")

    assert (table.turn, table.hand("C")) == ("B", ["KWa", "2Wa"])


@cites("R-H45", "R-H46", "R-H48")
@pytest.mark.parametrize(("target", "asked"), [("B", "BC"), ("C", "BC"), ("D", "BCD")])
def test_every_possible_holder_is_asked_about_a_rogue(target: str, asked: str) -> None:
    table = four().begin("A").do("play RFl", f"target {target}", "take two silvs")

    for seat in asked:
        assert table.to_act == seat
        assert (table.silvs("A"), table.silvs(target)) == (10, 10), "nothing has moved yet"
        table.do("let it happen")

    assert (table.silvs("A"), table.silvs(target), table.turn) == (12, 8, "B")


@cites("R-H45", "R-H48")
@pytest.mark.parametrize("target", ["B", "C", "D"])
def test_with_target_only_nobody_but_the_victim_is_asked(target: str) -> None:
    table = four("target_only").begin("A").do("play RFl", f"target {target}", "take two silvs")

    assert (table.turn, table.to_act) == ("A", target)
    table.do("let it happen")
    assert table.turn == "B"


@cites("R-H45")
def test_with_target_only_nothing_stops_a_dragon() -> None:
    assert four("target_only").begin("A").do("play DFl").silvs("A") == 13


@cites("R-H75", "R-H49")
@pytest.mark.parametrize(("silvs", "asked"), [(0, ""), (1, ""), (2, "B")])
def test_only_who_can_pay_every_bard_is_asked(silvs: int, asked: str) -> None:
    table = (
        three("hand {DFl}", f"hand {{KSt}}, {silvs} silvs", cards=TWO_BARDS)
        .table("5 pot")
        .bard("B")
        .bard("C")
        .begin("A")
        .do("play DFl")
    )

    assert (table.to_act if table.turn == "A" else "") == asked


@cites("R-H49", "R-H56")
def test_by_option_a_knight_need_not_pay_ones_own_bard() -> None:
    table = three("hand {DFl}", "hand {KSt}, 0 silvs", "", {"bard_self_pays": False}).bard("B").begin("A")

    table.do("play DFl", "counter KSt")

    assert (table.silvs("B"), table.bards) == (0, [("B", 1)])


@cites("R-H75", "R-H74")
def test_seats_are_asked_with_and_without_a_knight_if_they_have_a_card() -> None:
    scenario = Scenario("hanataz", players=4).seat("A", "hand {DFl}").seat("B", "hand {2St}").seat("C")
    table = scenario.seat("D", "hand {KWi}").begin("A").do("play DFl")

    assert (table.to_act, table.legal) == ("B", ["let it happen"])
    table.do("let it happen")
    assert (table.to_act, table.legal) == ("D", ["let it happen", "counter with Knight of Winds"])


@cites("HZ-FK1", "R-H46")
def test_each_of_several_knights_in_a_hand_can_be_chosen() -> None:
    table = three("hand {DFl}", "hand {KSt,KWa,2Fl}").begin("A").do("play DFl")

    assert table.legal == ["let it happen", "counter with Knight of Stones", "counter with Knight of Waves"]


@cites("HZ-FK2", "R-H46", "R-H20")
def test_a_knight_played_out_of_turn_is_no_turn() -> None:
    table = three("hand {DFl}", "hand {2St}", "hand {KWa,2Wa}").begin("A")

    table.do("play DFl", "let it happen", "counter KWa")

    assert (table.turn, table.to_act) == ("B", "B")
    assert table.do("pass").to_act == "C"


@cites("HZ-FK2")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_out_of_turn_nothing_but_a_knight_is_played(players: int) -> None:
    for seed in range(6):
        for game, _ in random_walk(sh.new("hanataz", players, seed=0).rules, seed):
            if not game.over and game.to_act != game.count(N.CURRENT):
                words = [game.describe(action) for action in game.legal_actions()]
                assert not any(text.startswith("play") for text in words), words
