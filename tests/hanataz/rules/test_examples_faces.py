"""Worked examples of Hanataz: the eleven faces, and the options that concern them."""

from __future__ import annotations

from collections import Counter

import pytest

from silverhook.testing import HanatazTable, Scenario, cites

DOUBLED = """
name = "doubled"
suits = ["Flames", "Stones", "Waves", "Winds"]
numbers = [2, 10]
decks = 2
[faces]
suited = ["Crown", "Dragon", "Knight", "Rogue", "Wizard"]
[faces.suitless]
Bard = 1
Fool = 1
"""


# --- Fool -----------------------------------------------------------------------------------------


@cites("HZ-FF1", "HZ-FF2", "HZ-FF3", "R-H26", "R-H38")
def test_we_104_the_fool_takes_a_house_card_and_is_shuffled_in() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Fool,2Fl}")
        .table("H [3Wa,DFl,8Wi,WSt,2St]")
        .knows("C", 2)
        .knows("C", 4)
        .begin("A")
    )

    table.do("play Fool", "position 2")

    assert table.hand("A") == ["2Fl", "DFl"], "as many cards as before"
    assert Counter(table.house) == Counter(["3Wa", "8Wi", "WSt", "2St", "Fool"])
    assert not any(table.known(seat, n) for seat in "ABC" for n in range(1, 6))
    assert (table.tokens("A"), table.tokens_in_centre) == (1, 0)


@cites("HZ-FF1", "HZ-FF2", "HZ-FF3", "R-H38", "R-H39")
def test_we_175_a_second_fool_may_take_the_first() -> None:
    table = (
        Scenario("hanataz", options={"fools": 2})
        .seat("A", "hand {2Fl}", tokens=1)
        .seat("B", "hand {Fool,3Fl}")
        .seat("C", "hand {4Fl}")
        .table("H [2Wi,3Wi,4Wi,Fool,5Wi]")
        .begin("B")
    )

    table.do("play Fool", "position 4")

    assert table.hand("B") == ["3Fl", "Fool"]
    assert Counter(table.house) == Counter(["2Wi", "3Wi", "4Wi", "5Wi", "Fool"])
    assert (table.tokens("A"), table.tokens("B"), table.tokens_in_centre) == (1, 1, 0)


# --- Assassin -------------------------------------------------------------------------------------


def assassinated(**options: str) -> HanatazTable:
    """WE-106: A's Assassin has struck B, who was in control; C's turn."""
    return (
        Scenario("hanataz", options=options)
        .seat("A", "hand {Assassin,3Fl}")
        .seat("B", "hand {4Fl}")
        .seat("C", "hand {2St,10Fl,9St}")
        .table("row (5Fl,9Fl), 3 pot", control="B")
        .begin("A")
        .do("play Assassin", "target B")
    )


@cites("HZ-FA1", "HZ-FA2", "R-H19", "R-H21")
def test_we_106_the_assassin_strikes_the_player_in_control() -> None:
    table = assassinated()

    assert not table.is_in("B")
    assert table.control is None
    assert table.row == []
    assert table.discard == ["5Fl", "9Fl", "Assassin"]


@cites("HZ-C1", "R-H18")
def test_we_107_nothing_has_to_be_beaten_then() -> None:
    table = assassinated()

    assert table.to_act == "C"
    table.do("play 2St")

    assert table.control == "C"
    assert (table.silvs("C"), table.pot) == (10, 3)


@cites("R-H18")
def test_we_185_with_beat_last_the_last_card_must_still_be_beaten() -> None:
    table = assassinated(after_return="beat_last")

    assert table.row == ["5Fl", "9Fl"]
    assert table.control is None
    assert [action for action in table.legal if action.startswith("play")] == [
        "play 10 of Flames",
        "play 9 of Stones for 1 silv",
    ]


@cites("HZ-FA1", "R-H53", "R-H70")
def test_we_109_an_assassin_without_a_target_cannot_be_played() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {Assassin}").seat("B", out=True).seat("C", out=True)

    assert scenario.begin("A").legal == ["nub out", "pass for 1 silv"]


# --- Crown and Troll ------------------------------------------------------------------------------


@cites("HZ-FC1", "HZ-FC2", "HZ-FC3", "R-H21", "R-H54")
def test_we_110_the_crown_taxes_all_in_order_and_the_house_too() -> None:
    table = (
        Scenario("hanataz", players=4)
        .seat("A", "hand {CFl,2Fl}, 3 silvs")
        .seat("B", "hand {3Fl}, 0 silvs")
        .seat("C", "hand {4Fl}, 5 silvs")
        .seat("D", "hand {5Fl}, 2 silvs")
        .table("row (6Fl), 4 pot", control="B")
        .begin("A")
    )

    table.do("play CFl")
    assert table.to_act == "A"
    table.do("pay 1 silv")
    assert (table.to_act, table.is_in("B"), table.control) == ("C", False, None)
    table.do("pay 1 silv")
    assert table.to_act == "D"
    table.do("nub out")

    assert [table.silvs(seat) for seat in "ABCD"] == [2, 0, 4, 2]
    assert [table.is_in(seat) for seat in "ABCD"] == [True, False, True, False]
    assert (table.pot, table.purse) == (7, -1)


@cites("HZ-FT1", "R-H21", "R-H23", "R-H55")
def test_we_112_the_troll_taxes_the_others_who_are_in() -> None:
    table = (
        Scenario("hanataz", players=4)
        .seat("A", "hand {Troll,2Fl}, 5 silvs")
        .seat("B", "hand {3Fl}, 1 silv", out=True)
        .seat("C", "hand {4Fl}, 0 silvs")
        .seat("D", "hand {5Fl}, 4 silvs")
        .table("row (6Fl)", control="D")
        .begin("A")
    )

    table.do("play Troll")
    assert (table.to_act, table.is_in("C")) == ("D", False)
    table.do("nub out")

    assert [table.silvs(seat) for seat in "ABCD"] == [5, 1, 0, 4]
    assert table.control is None
    assert (table.to_act, table.turn) == ("A", "A"), "A is alone and acts again"
    assert "nub out" in table.legal


# --- Dragon, Rogue and Knight ---------------------------------------------------------------------


@cites("HZ-FD1", "R-H52")
def test_we_113_the_dragon_takes_what_is_there() -> None:
    table = Scenario("hanataz").seat("A", "hand {DWa,2Fl}, 4 silvs").table("2 pot").begin("A")

    table.do("play DWa").no_knights()

    assert (table.silvs("A"), table.pot) == (6, 0)


def rogue(b: str, *, out: bool = False, a: int = 10) -> Scenario:
    """A holds a Rogue and a Dragon, B the given cards, C nothing."""
    scenario = Scenario("hanataz").seat("A", f"hand {{RWi,DWa,2Fl}}, {a} silvs").seat("B", b, out=out)
    return scenario.seat("C", "5 silvs").table("9 pot")


@cites("HZ-FK3", "R-H48")
@pytest.mark.parametrize("actions", [("play DWa",), ("play RWi", "target C", "take two silvs")])
def test_we_115_a_player_who_is_out_counters_nothing_that_is_not_aimed_at_them(actions: tuple[str, ...]) -> None:
    table = rogue("hand {KSt}", out=True).begin("A")

    table.do(*actions)

    assert table.turn == "C", "nobody was asked"
    assert table.hand("B") == ["KSt"]


@cites("HZ-FK3", "HZ-FR1", "R-H48", "R-H51")
def test_we_116_a_player_who_is_out_counters_a_rogue_aimed_at_them() -> None:
    table = rogue("hand {KSt}, 2 silvs", out=True).begin("A")

    table.do("play RWi", "target B", "take two silvs", "counter KSt")

    assert (table.silvs("A"), table.silvs("B")) == (10, 2)
    assert not table.is_in("B")
    assert Counter(table.discard) == Counter(["RWi", "KSt"])
    assert table.turn == "C"


@cites("HZ-FB2", "HZ-FK1", "R-H49", "R-H50", "R-H59")
def test_we_118_a_knight_pays_the_bard_as_well() -> None:
    table = rogue("hand {KSt}, 1 silv", a=3).bard("C", 1).begin("A")

    table.do("play RWi", "target B", "take two silvs", "counter KSt")

    assert (table.silvs("A"), table.silvs("B")) == (2, 0)
    assert table.bards == [("C", 3)]


@cites("HZ-FB2", "R-H49")
def test_we_118_without_a_silv_the_counter_is_impossible() -> None:
    table = rogue("hand {KSt}, 0 silvs", a=3).bard("C", 1).begin("A")

    table.do("play RWi", "target B", "take two silvs")

    assert table.hand("B") == ["KSt"], "nobody was asked"
    assert table.silvs("A") == 2
    assert table.bards == [("C", 2)]


@cites("HZ-FK1", "HZ-T3", "HZ-T4", "R-H47")
def test_we_119_a_knight_cannot_be_played_in_the_own_turn() -> None:
    assert Scenario("hanataz").seat("A", "hand {KFl}").begin("A").legal == ["nub out", "pass for 1 silv"]


@cites("HZ-FR2", "R-H51")
def test_we_121_an_empty_hand_loses_no_card() -> None:
    table = rogue("hand {}, 4 silvs", a=2).begin("A")

    table.do("play RWi", "target B", "take a silv and a card")

    assert (table.silvs("A"), table.silvs("B")) == (3, 3)
    assert table.hand("A") == ["DWa", "2Fl"]


@cites("HZ-FB2", "HZ-FK3", "HZ-FR1", "R-H48", "R-H49", "R-H51")
@pytest.mark.parametrize(
    ("answer", "a", "on_bard", "left"), [("counter KSt", 1, 2, []), ("let it happen", 2, 1, ["KSt"])]
)
def test_we_181_a_robbed_player_who_is_out_under_a_bard(answer: str, a: int, on_bard: int, left: list[str]) -> None:
    table = rogue("hand {KSt}, 1 silv", out=True, a=2).bard("C", 0).begin("A")

    table.do("play RWi", "target B", "take two silvs", answer)

    assert (table.silvs("A"), table.silvs("B")) == (a, 0)
    assert table.bards == [("C", on_bard)]
    assert table.hand("B") == left
    assert Counter(table.discard) == Counter(["RWi"] if left else ["RWi", "KSt"])


# --- Bard -----------------------------------------------------------------------------------------


@cites("HZ-FB1", "HZ-FB2", "HZ-FB3", "HZ-FB5", "R-H56")
def test_we_122_every_later_face_pays_the_bard_and_its_player_collects() -> None:
    table = (
        Scenario("hanataz", options={"hand_limit": 1})
        .seat("A", "hand {Bard,RWi,2Fl}, 6 silvs")
        .seat("B", "hand {WFl}, 5 silvs")
        .seat("C", "hand {DSt}, 4 silvs")
        .table("7 pot")
        .begin("A")
    )

    table.do("play Bard", "play WFl", "play DSt").no_knights()
    table.do("play RWi", "target C", "take two silvs").no_knights()
    assert table.bards == [("A", 3)]
    assert [table.silvs(seat) for seat in "ABC"] == [7, 4, 4]
    table.do("nub out", "nub out", "nub out")

    assert [table.silvs(seat) for seat in "ABC"] == [10, 4, 4]
    assert table.pot == 4
    assert table.bards == []
    assert "Bard" in table.discard


@cites("HZ-FB2", "R-H10", "R-H59")
def test_we_124_a_player_who_cannot_pay_the_bard_cannot_play_a_face() -> None:
    table = Scenario("hanataz").seat("B", "hand {WFl,3St}, 0 silvs").bard("A").begin("B")

    assert table.legal == ["nub out", "play 3 of Stones"]


@cites("HZ-FB2", "R-H57")
def test_we_125_each_of_two_bards_wants_its_own_silv() -> None:
    table = (
        Scenario("hanataz", cards=DOUBLED)
        .seat("A", "hand {2Fl}, 5 silvs")
        .seat("B", "hand {Bard,3Fl}, 5 silvs")
        .seat("C", "hand {WFl,4Fl}, 5 silvs")
        .bard("A")
        .begin("B")
    )

    table.do("play Bard")
    assert (table.silvs("B"), table.bards) == (4, [("A", 1), ("B", 0)])
    table.do("play WFl")

    assert (table.silvs("C"), table.bards) == (3, [("A", 2), ("B", 1)])
    assert len(table.hand("C")) == 3, "the Wizard drew two"


# --- Jester ---------------------------------------------------------------------------------------


@cites("HZ-FJ2", "R-H26", "R-H61")
def test_we_127_a_jesters_shuffle_ends_all_knowledge_of_positions() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Jester,2Fl,3Fl}")
        .table("H [2Wi,3Wi,4Wi,5Wi,6Wi], deck [KFl,…]")
        .knows("B", 5)
        .begin("A")
    )

    table.do("play Jester", "position 1", "shuffle the Hanataz hand")

    assert Counter(table.house) == Counter(["2Wi", "3Wi", "4Wi", "5Wi", "6Wi"])
    assert not any(table.known(seat, n) for seat in "AB" for n in range(1, 6))


@cites("HZ-FJ4", "R-H60")
def test_we_128_if_nothing_can_be_played_after_a_jester_the_turn_just_ends() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Jester,KFl}, 2 silvs")
        .seat("B", "hand {2Fl}")
        .table("row (10Wi), deck [3St,…]", control="C")
        .begin("A")
    )

    table.do("play Jester", "position 1", "put it back")

    assert table.hand("A") == ["KFl", "3St"]
    assert (table.silvs("A"), table.pot) == (2, 0)
    assert table.to_act == "B"


# --- Priest ---------------------------------------------------------------------------------------


def priest(scope: str = "table") -> HanatazTable:
    return (
        Scenario("hanataz", options={"priest_scope": scope})
        .seat("A", "hand {Priest,5St,RFl}")
        .seat("B", "hand {10Fl,2St}")
        .seat("C", "hand {6Wa,WWa}")
        .table("row (4Fl,9Fl), deck [KSt,Jester,3Wi,8Wi,…]", control="C")
        .begin("A")
        .do("play Priest")
    )


@cites("HZ-FP1", "HZ-FP2", "HZ-FP3", "HZ-FP4", "R-H62", "R-H63")
def test_we_130_the_priest_clears_the_row_and_plays_the_next_number_of_the_deck() -> None:
    table = priest()

    assert table.control == "A"
    assert table.row == ["3Wi"]
    assert (table.silvs("A"), table.pot) == (10, 0), "no fee"
    assert Counter(table.discard) == Counter(["4Fl", "9Fl", "KSt", "Jester", "Priest"])
    assert table.deck[0] == "8Wi"
    assert table.hand("B") == ["10Fl", "2St"]


@cites("R-H62")
def test_we_188_with_all_hands_every_number_goes_before_the_reveal() -> None:
    table = priest("all_hands")

    assert (table.hand("A"), table.hand("B"), table.hand("C")) == (["RFl"], [], ["WWa"])
    assert (table.control, table.row) == ("A", ["3Wi"])
    assert {"5St", "10Fl", "2St", "6Wa"} <= set(table.discard)


@cites("HZ-R1", "HZ-R3", "HZ-R4", "HZ-R5", "HZ-FP2", "HZ-FP4", "R-H41", "R-H43", "R-H44")
def test_we_131_a_priest_goes_on_through_an_exhausted_deck() -> None:
    for seed in range(200):  # until the shuffle leaves a face on top
        table = (
            Scenario("hanataz", seed=seed)
            .seat("A", "hand {Priest}")
            .seat("B", "hand {2Fl}")
            .table(
                "deck [KSt,DFl], discard (3Wa,9Wi,WSt), row (5Fl,8Fl), H [RSt,CFl,CSt,CWa,CWi]", control="C"
            )
            .begin("A")
            .do("play Priest")
        )  # fmt: skip
        shuffled = ["3Wa", "9Wi", "WSt", "5Fl", "8Fl", "RSt", "CFl", "CSt", "CWa", "CWi"]
        revealed = [card for card in table.discard if card not in ("KSt", "DFl", "Priest")]
        assert len(table.house) == 5
        assert Counter(table.house + table.deck + table.row + revealed) == Counter(shuffled)
        assert {"KSt", "DFl", "Priest"} <= set(table.discard), "what was turned up before was not shuffled in"
        if table.control == "A" and len(revealed) == 1:
            assert len(table.deck) == 3
            break
    else:
        raise AssertionError("no shuffle went as in the example")


# --- Wizard and the lone player -------------------------------------------------------------------


@cites("HZ-R1", "HZ-R3", "HZ-R4", "HZ-R5", "R-H40", "R-H41", "R-H43")
def test_we_133_a_draw_from_an_empty_deck_replaces_the_house_hand_first() -> None:
    discard = ",".join(f"{n}{suit}" for suit in ("Fl", "St") for n in range(2, 11)) + ",2Wa,3Wa"
    table = (
        Scenario("hanataz")
        .seat("A", "hand {WFl}")
        .seat("B", "hand {4Wa}")
        .table(f"deck [x1], discard ({discard}), H [2Wi,3Wi,4Wi,5Wi,6Wi]")
        .begin("A")
    )

    table.do("play WFl")

    assert len(table.hand("A")) == 2
    assert table.hand("A")[0] == "x1"
    assert "-" not in table.house
    assert len(table.deck) == 19
    assert table.discard == ["WFl"]


def alone(**options: str) -> HanatazTable:
    """WE-137: A is left with a Knight and a Troll, after C has nubbed out, and nobody controls."""
    return (
        Scenario("hanataz", options=options)
        .seat("A", "hand {KFl,Troll}, 3 silvs")
        .seat("B", "hand {2Fl}, 4 silvs", out=True)
        .seat("C", "hand {3Fl}, 5 silvs")
        .table("H [2Wi,3Wi,4Wi,5Wi,6Wi], 6 pot")
        .begin("C")
        .do("nub out")
    )


@cites("HZ-W1", "R-H23", "R-H24", "R-H70")
def test_we_137_the_lone_player_has_not_won() -> None:
    table = alone()

    assert (table.to_act, table.pot) == ("A", 6)
    assert table.legal == ["nub out", "pass for 1 silv", "play Troll"]
    table.do("play Troll")
    assert (table.to_act, table.silvs("A")) == ("A", 3), "nobody is left to pay"
    table.do("pass")
    assert (table.to_act, table.pot) == ("A", 7)


@cites("R-H23")
def test_we_187_with_wins_pot_the_lone_player_takes_it_without_a_flip() -> None:
    table = alone(lone_player="wins_pot")

    assert table.silvs("A") == 9
    assert table.house == ["2Wi", "3Wi", "4Wi", "5Wi", "6Wi"]
    assert (table.hand_number, table.first) == (2, "A")
