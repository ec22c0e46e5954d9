"""Hanataz: turns, control, the lone player, hands that nobody wins, guards."""

from __future__ import annotations

from collections import Counter

import pytest

from silverhook.testing import HanatazTable, Scenario, cites

DOUBLED = """
name = "doubled"
suits = ["Flames", "Stones"]
numbers = [2, 10]
decks = 2
[faces]
suited = ["Wizard", "Crown", "Dragon"]
[faces.suitless]
Priest = 1
Fool = 1
"""


def three(a: str = "", b: str = "", c: str = "", options: dict[str, object] | None = None) -> Scenario:
    return Scenario("hanataz", options=options or {}).seat("A", a).seat("B", b).seat("C", c)


# --- one option a turn ----------------------------------------------------------------------------


@cites("HZ-T1", "HZ-T2", "HZ-T3", "HZ-T4", "R-H13", "R-H20")
@pytest.mark.parametrize("action", ["play 6Wi", "play WFl", "pass", "nub out"])
def test_a_turn_is_one_option_and_then_the_next_player_has_a_turn(action: str) -> None:
    table = three("hand {6Wi,WFl}", "hand {2St}", "hand {2Wa}").begin("A")

    assert table.do(action).to_act == "B"


@cites("HZ-T3")
def test_a_pass_costs_one_silv_paid_into_the_pot() -> None:
    table = three("hand {2Fl}, 4 silvs", "hand {2St}").table("3 pot").begin("A").do("pass")

    assert (table.silvs("A"), table.pot) == (3, 4)


@cites("HZ-T4", "HZ-FN1", "HZ-FN2", "R-H12")
def test_nubbing_out_costs_nothing_and_lasts_until_the_next_hand() -> None:
    table = three("hand {2Fl}, 4 silvs", "hand {2St}", "hand {2Wa}").begin("A")

    table.do("nub out", "pass", "pass", "pass", "pass")

    assert (table.silvs("A"), table.hand("A")) == (4, ["2Fl"])
    assert table.to_act == "B", "A was passed over twice"


@cites("R-H10", "R-H74")
def test_without_silvs_and_without_a_legal_card_one_is_out_without_a_question() -> None:
    table = three("hand {3St,KFl}, 0 silvs", "hand {2St}", "hand {9Fl}").table("row (7Fl)", control="C").begin("A")

    assert not table.is_in("A")
    assert table.to_act == "B"


@cites("R-H10", "R-H17")
def test_without_silvs_a_higher_number_is_still_free() -> None:
    table = three("hand {8Fl,7St}, 0 silvs", "hand {2St}").table("row (7Fl)", control="C").begin("A")

    assert table.legal == ["nub out", "play 8 of Flames"]


@cites("R-H70")
@pytest.mark.parametrize("card", ["DFl", "Troll", "WFl", "Jester", "Priest"])
def test_a_face_whose_effect_comes_to_nothing_may_be_played(card: str) -> None:
    table = (
        Scenario("hanataz")
        .seat("A", f"hand {{{card}}}")
        .seat("B", "hand {2St}", out=True)
        .seat("C", "hand {2Wa}", out=True)
        .table("deck [], discard (), H []")
        .begin("A")
    )

    table.do(f"play {card}")

    assert table.turn == "A", "alone, so it is A's turn again"
    assert (table.silvs("A"), table.pot, table.control) == (10, 0, None)
    assert table.discard == [card]


# --- control --------------------------------------------------------------------------------------


@cites("HZ-C1", "HZ-C2", "HZ-C3", "R-H15", "R-H16")
@pytest.mark.parametrize("value", range(2, 11))
@pytest.mark.parametrize("suit", ["Fl", "St", "Wa", "Wi"])
def test_exactly_greater_ones_of_the_suit_and_equal_ones_take_control(value: int, suit: str) -> None:
    others = [f"{n}{s}" for s in ("Fl", "St", "Wa", "Wi") for n in range(2, 11) if (n, s) != (value, suit)]
    table = (
        three(f"hand {{{','.join(others)}}}", "hand {WFl}")
        .table(f"row ({value}{suit}), H [CFl,CSt,CWa,CWi,DFl]", control="C")
        .begin("A")
    )

    free = [card for card in others if f"play {card}" in short(table)]
    paid = [card for card in others if f"play {card} for 1 silv" in short(table)]

    assert free == [f"{n}{suit}" for n in range(value + 1, 11)]
    assert paid == [f"{value}{s}" for s in ("Fl", "St", "Wa", "Wi") if s != suit]


def short(table: HanatazTable) -> list[str]:
    """The legal actions with the cards in short."""
    suits = ("Flames", "Stones", "Waves", "Winds")
    found = table.legal
    for suit in suits:
        found = [text.replace(f" of {suit}", suit[:2]) for text in found]
    return found


@cites("HZ-C1", "HZ-C2", "R-H19")
def test_beaten_numbers_stay_in_the_row_until_the_hand_ends() -> None:
    table = three("hand {5Fl,2Wa}", "hand {9Fl,3Wa}", "hand {10Fl,4Wa}").begin("A")

    table.do("play 5Fl", "play 9Fl", "play 10Fl")
    assert (table.row, table.control, table.discard) == (["5Fl", "9Fl", "10Fl"], "C", [])
    table.do("pass", "pass", "position 1")

    assert table.row == []
    assert {"5Fl", "9Fl", "10Fl"} <= set(table.discard)
    assert table.control is None


@cites("HZ-C3", "R-H16")
def test_the_same_number_of_the_same_suit_in_a_doubled_deck_is_equal_and_costs_a_silv() -> None:
    table = (
        Scenario("hanataz", cards=DOUBLED)
        .seat("A", "hand {2St}")
        .seat("B", "hand {7Fl}, 6 silvs")
        .seat("C", "hand {3St}")
        .table("row (7Fl), 5 pot", control="A")
        .begin("B")
    )

    assert "play 7 of Flames for 1 silv" in table.legal
    table.do("play 7Fl")

    assert (table.control, table.row, table.silvs("B"), table.pot) == ("B", ["7Fl", "7Fl"], 5, 6)


@cites("HZ-C3", "R-H16", "R-H17")
def test_it_is_not_possible_without_a_silv() -> None:
    scenario = Scenario("hanataz", cards=DOUBLED).seat("A").seat("B", "hand {7Fl,8Fl}, 0 silvs").seat("C", "hand {3St}")

    assert scenario.table("row (7Fl)", control="A").begin("B").legal == ["nub out", "play 8 of Flames"]


@cites("HZ-C1", "R-H14", "R-H19")
def test_at_the_start_of_a_hand_any_number_is_free_again() -> None:
    table = three("hand {2Fl,10Fl}", "hand {2St,2Wi}", "hand {2Wa,3Wa}").table("4 pot").begin("A")

    table.do("play 10Fl", "nub out", "nub out", "position 1").keep_all()

    assert (table.hand_number, table.control, table.row) == (2, None, [])
    assert "play 2 of Flames" in table.legal


# --- control goes back ----------------------------------------------------------------------------


@cites("HZ-FA2", "R-H18", "R-H83")
def test_with_beat_last_an_equal_number_still_costs_a_silv_though_nobody_controls() -> None:
    table = (
        three("hand {Assassin,3Fl}", "hand {4Fl}", "hand {9St,2Wa}", {"after_return": "beat_last"})
        .table("row (9Fl), 3 pot", control="B")
        .begin("A")
    )

    table.do("play Assassin", "target B")
    assert (table.control, table.row) == (None, ["9Fl"])
    table.do("play 9St")

    assert (table.control, table.row, table.silvs("C"), table.pot) == ("C", ["9Fl", "9St"], 9, 4)


@cites("R-H83", "HZ-FP1")
def test_with_beat_last_a_priest_clears_the_row_as_usual() -> None:
    table = (
        three("hand {Assassin,3Fl}", "hand {4Fl}", "hand {Priest}", {"after_return": "beat_last"})
        .table("row (10Fl), deck [2St,…]", control="B")
        .begin("A")
    )

    table.do("play Assassin", "target B", "play Priest")

    assert (table.control, table.row) == ("C", ["2St"])
    assert "10Fl" in table.discard


@cites("R-H18", "R-H83", "R-H14")
def test_with_beat_last_the_row_ends_with_the_hand_all_the_same() -> None:
    table = (
        three("hand {Assassin,3Fl}", "hand {4Fl}", "hand {2Wa}", {"after_return": "beat_last"})
        .table("row (10Fl)", control="B")
        .begin("A")
    )

    table.do("play Assassin", "target B", "nub out", "nub out").keep_all()

    assert (table.hand_number, table.row) == (2, [])
    assert "play 3 of Flames" in table.legal


# --- all out, the lone player ---------------------------------------------------------------------


@cites("R-H22", "R-H32")
@pytest.mark.parametrize(("option", "pot", "purse"), [("carry", 6, 0), ("house", 0, 6)])
def test_the_pot_when_all_are_out(option: str, pot: int, purse: int) -> None:
    table = three("hand {2Fl}", "hand {2St}", "hand {2Wa}", {"all_out": option}).table("6 pot").begin("B", first="B")

    table.do("nub out", "nub out", "nub out")

    assert (table.pot, table.purse) == (pot, purse)
    assert (table.first, table.to_act) == ("B", "B")


@cites("R-H22", "R-H65")
def test_a_carried_pot_is_won_in_the_next_hand() -> None:
    table = (
        three("hand {10Fl,2Fl,3Fl,4Fl,5Fl}", "hand {2St,3St,4St,5St,6St}", "hand {2Wa,3Wa,4Wa,5Wa,6Wa}")
        .table("H [2Wi,3Wi,4Wi,5Wi,6Wi], 6 pot")
        .begin("A")
    )

    table.do("nub out", "nub out", "nub out").keep_all()
    table.do("play 10Fl", "pass", "nub out", "position 1")

    assert table.silvs("A") == 17


@cites("R-H23", "R-H53")
def test_killing_the_last_opponent_is_legal_and_wins_nothing_by_itself() -> None:
    table = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {Assassin,5Fl,6Wa}")
        .seat("B", "hand {4Fl}")
        .table("H [2Wi,3Wi,4Wi,5Wi,6Wi], row (9Fl), 4 pot", control="B")
        .begin("A")
    )

    table.do("play Assassin")
    assert not table.is_in("B"), "the only target is taken without a question"
    assert (table.to_act, table.pot, table.control) == ("A", 4, None)
    table.do("play 5Fl")
    assert table.legal == [f"position {n}" for n in range(1, 6)], "the next turn begins with the token"

    assert table.do("position 1").silvs("A") == 14


@cites("R-H20", "R-H23", "R-H24")
def test_a_lone_player_may_pass_again_and_again_and_then_nub_out() -> None:
    table = three("hand {2Fl}, 5 silvs", "hand {2St}", "hand {2Wa}").begin("B").do("nub out", "nub out")

    table.do("pass", "pass", "pass", "nub out")

    assert (table.hand_number, table.pot, table.silvs("A")) == (2, 3, 2)


@cites("R-H23", "R-H84", "HZ-W2")
@pytest.mark.parametrize("option", ["must_control", "wins_pot"])
def test_a_lone_player_in_control_faces_the_house_with_either_option(option: str) -> None:
    table = (
        three("hand {2Fl}", "hand {2St}", "hand {2Wa}", {"lone_player": option})
        .table("H [8Fl,3Wi,4Wi,5Wi,6Wi], row (6Fl), 6 pot", control="A")
        .begin("B")
    )

    table.do("nub out", "nub out")
    assert table.legal == [f"position {n}" for n in range(1, 6)]

    assert table.do("position 1").silvs("A") == 13


@cites("R-H84")
def test_with_wins_pot_a_crown_is_first_carried_out_whole() -> None:
    table = (
        three("hand {CFl,2Fl}", "hand {2St}", "hand {2Wa}", {"lone_player": "wins_pot"})
        .table("row (6Fl), 4 pot", control="B")
        .begin("A")
    )

    table.do("play CFl", "pay 1 silv", "nub out")
    assert table.to_act == "C", "C is asked though B is out"
    table.do("nub out")

    assert table.silvs("A") == 10 - 1 + 4 + 1 + 1, "the house pays before the pot is taken"
    assert (table.first, table.hand_number, table.purse) == ("A", 2, -1)


@cites("R-H84", "R-H22")
def test_with_wins_pot_nobody_left_in_wins_nothing() -> None:
    table = (
        Scenario("hanataz", players=2, options={"lone_player": "wins_pot"})
        .seat("A", "hand {CFl,2Fl}")
        .seat("B", "hand {2St}")
        .table("4 pot")
        .begin("A")
    )

    table.do("play CFl", "nub out", "nub out")

    assert (table.pot, table.hand_number) == (5, 2)


# --- guards ---------------------------------------------------------------------------------------


@cites("R-H66", "R-H82")
@pytest.mark.parametrize(("option", "pot", "purse"), [("carry", 3, 0), ("house", 0, 3)])
def test_the_turn_guard_takes_control_away_and_discards_the_row(option: str, pot: int, purse: int) -> None:
    table = (
        three("hand {7Fl,2Fl}", "hand {8Fl,2St}", "hand {2Wa}", {"turn_guard": 10, "all_out": option})
        .table("row (6Fl), 3 pot", control="C")
        .begin("A", turns=8, first="C")
    )

    table.do("play 7Fl")
    assert table.hand_number == 1
    table.do("play 8Fl")

    assert table.hand_number == 2
    assert (table.pot, table.purse) == (pot, purse)
    assert (table.control, table.row, table.first) == (None, [], "C")
    assert Counter(table.discard) == Counter(["6Fl", "7Fl", "8Fl"])


@cites("R-H66")
def test_the_turn_guard_counts_each_hand_anew() -> None:
    table = three("hand {2Fl}", "hand {2St}", "hand {2Wa}", {"turn_guard": 10}).begin("A", turns=9)

    table.do("pass").keep_all()
    table.do(*["pass"] * 9)

    assert table.hand_number == 2
