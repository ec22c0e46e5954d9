"""Hanataz: Jester, Fool, Priest and Wizard, and what they lead to."""

from __future__ import annotations

from collections import Counter

import pytest

from silverhook.hanataz.composition import N
from silverhook.testing import HanatazTable, Scenario, cites

HOUSE = ["2Wi", "3Wi", "4Wi", "5Wi", "6Wi"]
LOOK = ("play Jester", "position 1", "put it back")


def jester(hand: str, top: str = "2St", options: dict[str, object] | None = None) -> Scenario:
    """A holds a Jester and these cards; B and C have a card each; the deck's top card is known."""
    return (
        Scenario("hanataz", options=options or {})
        .seat("A", f"hand {{Jester,{hand}}}")
        .seat("B", "hand {9St}")
        .seat("C", "hand {9Wa}")
        .table(f"H [{','.join(HOUSE)}], deck [{top},…], 5 pot")
    )


def nothing_known(table: HanatazTable) -> bool:
    return not any(table.known(seat, n) for seat in "ABC" for n in range(1, 6))


# --- Jester ---------------------------------------------------------------------------------------


@cites("HZ-FJ1", "HZ-FJ2", "HZ-FJ3", "HZ-FJ4", "R-H26")
def test_the_jester_looks_puts_back_draws_and_plays_in_this_order() -> None:
    table = jester("5Fl").begin("A")

    table.do("play Jester")
    assert table.legal == [f"position {n}" for n in range(1, 6)]
    table.do("position 3")
    assert table.known("A", 3)
    assert not table.known("B", 3)
    assert (table.legal, table.hand("A")) == (["put it back", "shuffle the Hanataz hand"], ["5Fl"])
    table.do("put it back")
    assert table.hand("A") == ["5Fl", "2St"]
    assert table.legal == ["play 5 of Flames", "play 2 of Stones"], "no pass and no nubbing out"
    table.do("play 2St")

    assert (table.control, table.row, table.to_act) == ("A", ["2St"], "B")
    assert (table.house, table.known("A", 3)) == (HOUSE, True)
    assert table.discard == ["Jester"]


@cites("R-H26", "HZ-X4")
def test_what_a_jester_showed_is_known_until_the_position_is_emptied() -> None:
    table = jester("5Fl").begin("A").do("play Jester", "position 3", "put it back", "play 5Fl", "pass", "pass")

    table.do("position 2").keep_all()
    assert table.known("A", 3), "the next hand's refilling leaves it there"

    assert table.house[2] == "4Wi"
    assert not table.known("A", 2)


@cites("R-H61", "HZ-FJ2")
def test_a_jesters_shuffle_is_fair_and_hides_the_card_from_the_looker() -> None:
    first = Counter()
    for seed in range(150):
        scenario = Scenario("hanataz", seed=seed).seat("A", "hand {Jester,5Fl}").seat("B", "hand {9St}")
        table = scenario.table(f"H [{','.join(HOUSE)}]").begin("A")
        table.do("play Jester", "position 1", "shuffle the Hanataz hand")
        first[table.house[0]] += 1
        assert nothing_known(table)

    assert set(first) == set(HOUSE)
    assert min(first.values()) > 15


@cites("R-H60", "R-H74")
def test_the_only_card_that_can_be_played_is_played_without_a_question() -> None:
    table = jester("KFl", top="2St").begin("A").do(*LOOK)

    assert (table.control, table.row, table.hand("A")) == ("A", ["2St"], ["KFl"])


@cites("R-H60")
def test_by_option_the_jester_may_leave_it() -> None:
    table = jester("KFl", top="2St", options={"jester_play": "may"}).begin("A").do(*LOOK)

    assert table.legal == ["play 2 of Stones", "play nothing"]
    table.do("play nothing")

    assert (table.control, table.hand("A"), table.to_act) == (None, ["KFl", "2St"], "B")
    assert (table.silvs("A"), table.pot) == (10, 5), "and it is no pass"


@cites("R-H60")
def test_with_may_too_nothing_is_asked_where_nothing_can_be_played() -> None:
    table = jester("KFl", top="KSt", options={"jester_play": "may"}).begin("A").do(*LOOK)

    assert (table.hand("A"), table.to_act) == (["KFl", "KSt"], "B")


@cites("R-H60", "HZ-FJ4")
def test_jesters_can_follow_each_other() -> None:
    table = jester("Jester,Jester,5Fl", top="Jester").begin("A")

    table.do(*LOOK * 3)
    table.do("play Jester", "position 2", "shuffle the Hanataz hand")
    assert table.turn == "A"
    table.do("play 5Fl")

    assert (table.discard, table.row, table.turn) == (["Jester"] * 4, ["5Fl"], "B")
    assert nothing_known(table)


@cites("R-H60", "R-H59")
def test_after_a_jester_the_bard_must_be_paid_again() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {Jester,WFl,KFl}, 1 silv").seat("B", "hand {9St}")
    table = scenario.table("deck [KSt,…]").bard("B").begin("A").do(*LOOK)

    assert (table.hand("A"), table.silvs("A")) == (["WFl", "KFl", "KSt"], 0)
    assert table.to_act == "B", "nothing could be played, and the turn is over"


@cites("R-H60", "R-H46", "R-H50")
def test_a_dragon_played_with_a_jester_can_be_countered() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {Jester,DFl}").seat("B", "hand {KSt,2Fl}")
    table = scenario.table("deck [KFl,…], 5 pot").begin("A")

    table.do(*LOOK)
    table.do("counter KSt")

    assert (table.silvs("A"), table.pot, table.turn) == (10, 5, "B")
    assert Counter(table.discard) == Counter(["Jester", "DFl", "KSt"])


@cites("R-H60", "R-H53")
def test_a_jester_cannot_lead_to_an_assassin_without_a_target() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {Jester,Assassin}").seat("B", out=True).seat("C", out=True)
    table = scenario.table("deck [KSt,…]").begin("A").do(*LOOK)

    assert table.hand("A") == ["Assassin", "KSt"]
    assert (table.to_act, table.legal) == ("A", ["nub out", "pass for 1 silv"])


@cites("R-H60", "HZ-FF1", "R-H26")
def test_jester_into_fool_takes_the_card_just_seen() -> None:
    table = jester("Fool", top="KSt").begin("A")

    table.do("play Jester", "position 4", "put it back", "position 4")

    assert table.hand("A") == ["KSt", "5Wi"]
    assert Counter(table.house) == Counter(["2Wi", "3Wi", "4Wi", "6Wi", "Fool"])
    assert (table.tokens("A"), nothing_known(table), table.to_act) == (1, True, "B")


@cites("HZ-R1", "R-H41", "R-H61")
def test_a_jesters_draw_may_replace_the_house_hand_just_looked_at() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Jester,KFl}")
        .seat("B", "hand {9St}")
        .table(f"H [{','.join(HOUSE)}], deck [], discard (KSt,KWa,KWi,DFl), row (10Fl)", control="B")
        .begin("A")
        .do(*LOOK)
    )

    assert nothing_known(table)
    assert "Jester" not in table.house + table.deck, "the card being carried out is not shuffled in"
    assert "-" not in table.house


@cites("R-H81", "HZ-FJ3")
def test_with_an_empty_house_hand_a_jester_looks_at_nothing_and_the_rest_happens() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Jester,5Fl}")
        .seat("B", "hand {9St}")
        .table("H [], deck [2St]")
        .begin("A")
        .do("play Jester")
    )

    assert table.legal == ["play 5 of Flames", "play 2 of Stones"]


# --- Fool -----------------------------------------------------------------------------------------


@cites("HZ-FF1", "HZ-FF2", "R-H38")
def test_the_fool_is_shuffled_in_fairly() -> None:
    places = Counter()
    for seed in range(150):
        scenario = Scenario("hanataz", seed=seed).seat("A", "hand {Fool}").table(f"H [{','.join(HOUSE)}]")
        table = scenario.begin("A").do("play Fool", "position 1")
        places[table.house.index("Fool")] += 1

    assert len(places) == 5
    assert min(places.values()) > 15


@cites("R-H80", "HZ-FF3")
def test_with_an_empty_house_hand_the_fool_becomes_its_only_card() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {Fool}").seat("B", "hand {2Fl}").table("H [], deck [2St]")
    table = scenario.begin("A").do("play Fool")

    assert (Counter(table.house), table.hand("A"), table.tokens("A")) == (Counter({"-": 4, "Fool": 1}), [], 1)


@cites("R-H38", "R-H79")
def test_a_fool_in_a_short_house_hand_keeps_its_number() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {Fool}").seat("B", "hand {2Fl}").table("H [–,x,–,y,–], deck [2St]")
    table = scenario.begin("A")

    table.do("play Fool")
    assert table.legal == ["position 2", "position 4"]
    table.do("position 4")

    assert table.hand("A") == ["y"]
    assert Counter(table.house) == Counter({"-": 3, "Fool": 1, "x": 1})


@cites("HZ-FF3", "R-H36", "R-H37")
def test_a_fool_played_again_by_its_token_holder_leaves_the_token_there() -> None:
    scenario = Scenario("hanataz", options={"fool_token_on_replace": "keep"})
    table = scenario.seat("A", "hand {Fool,2Fl}", tokens=1).seat("B", "hand {3Fl}").begin("A")

    table.do("play Fool", "position 1")

    assert (table.tokens("A"), table.tokens_in_centre) == (1, 0)


# --- Priest ---------------------------------------------------------------------------------------


@cites("R-H63", "HZ-FP3")
def test_the_priests_number_takes_control_from_anybody_and_wins_like_any_other() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Priest,2Fl}, 0 silvs")
        .seat("B", "hand {9St}")
        .seat("C", "hand {9Wa}")
        .table("H [4St,3Wi,4Wi,5Wi,6Wi], row (10Fl), deck [3St,…], 6 pot", control="B")
        .begin("A")
    )

    table.do("play Priest")
    assert (table.control, table.row, table.silvs("A")) == ("A", ["3St"], 0)
    assert table.may("play 9St")
    table.do("nub out", "nub out", "position 1")

    assert (table.outcome, table.silvs("A"), table.purse) == (N.SPLIT, 3, 3)


@cites("R-H44", "R-H43")
def test_the_row_just_discarded_is_part_of_a_priests_reshuffle() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Priest}")
        .seat("B", "hand {WFl}")
        .table("H [], deck [KFl], row (5Fl,8Fl,9Fl,10Fl,2St,3St)", control="B")
        .begin("A")
        .do("play Priest")
    )

    assert table.control == "A"
    assert len(table.row) == 1
    assert Counter(table.row + table.house) == Counter(["5Fl", "8Fl", "9Fl", "10Fl", "2St", "3St"])
    assert Counter(table.discard) == Counter(["KFl", "Priest"])


@cites("R-H44", "HZ-FP4")
def test_if_no_number_exists_in_deck_and_discard_nobody_controls() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Priest,2Fl}")
        .seat("B", "hand {3Fl}")
        .table("H [CFl,CSt,CWa,CWi,DFl], deck [KFl,KSt], discard (WFl,WSt)", control=None)
        .begin("A")
        .do("play Priest")
    )

    assert (table.control, table.row) == (None, [])
    everything = Counter(["CFl", "CSt", "CWa", "CWi", "DFl", "KFl", "KSt", "WFl", "WSt", "Priest"])
    assert Counter(table.house + table.deck + table.discard) == everything
    assert {"KFl", "KSt", "Priest"} <= set(table.discard)
    assert "-" not in table.house
    assert table.may("play 3Fl")


@cites("R-H44", "R-H63")
def test_a_priest_that_finds_no_number_takes_control_away_all_the_same() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Priest}")
        .seat("B", "hand {3Fl}")
        .table("H [], deck [KFl], row (9Fl)", control="B")
        .begin("A")
        .do("play Priest")
    )

    assert table.control is None, "the 9 of Flames is now the house's only card"
    assert (table.row, [card for card in table.house if card != "-"]) == ([], ["9Fl"])


@cites("R-H62")
@pytest.mark.parametrize(
    ("scope", "a", "b"),
    [
        ("table", ["5St", "RFl"], ["10Fl", "WFl"]),
        ("own_hand", ["RFl"], ["10Fl", "WFl"]),
        ("all_hands", ["RFl"], ["WFl"]),
    ],
)
def test_which_numbers_a_priest_discards(scope: str, a: list[str], b: list[str]) -> None:
    table = (
        Scenario("hanataz", options={"priest_scope": scope})
        .seat("A", "hand {Priest,5St,RFl}")
        .seat("B", "hand {10Fl,WFl}", out=True)
        .seat("C", "hand {KWa}")
        .table("row (4Fl), deck [3Wi,…]", control="C")
        .begin("A")
        .do("play Priest")
    )

    assert (table.hand("A"), table.hand("B"), table.hand("C")) == (a, b, ["KWa"])
    assert (table.row, table.control) == (["3Wi"], "A")
    assert len(table.discard) == 2 + (2 - len(a)) + (2 - len(b))


@cites("R-H60", "R-H63", "HZ-FP2")
def test_jester_into_priest_keeps_the_jester_out_of_the_reshuffle() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {Jester,Priest}")
        .seat("B", "hand {3Fl}")
        .table(f"H [{','.join(HOUSE)}], deck [KFl], discard (2Fl)")
        .begin("A")
        .do(*LOOK)
    )

    assert table.control == "A"
    assert Counter(table.discard) == Counter(["Jester", "Priest"])
    assert Counter(table.row + table.house) == Counter([*HOUSE, "2Fl"])


# --- Wizard ---------------------------------------------------------------------------------------


@cites("HZ-FW1", "R-H64")
def test_the_wizard_draws_two_without_a_fee_and_without_a_limit() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {WFl,2Fl,3Fl,4Fl,5Fl}").table("deck [x,y,…]")
    table = scenario.begin("A").do("play WFl")

    assert table.hand("A") == ["2Fl", "3Fl", "4Fl", "5Fl", "x", "y"]
    assert table.silvs("A") == 10
