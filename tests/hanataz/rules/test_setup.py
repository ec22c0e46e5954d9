"""Hanataz: getting ready, and the steps before each hand."""

from __future__ import annotations

from collections import Counter

import pytest

import silverhook as sh
from silverhook.hanataz.composition import default_composition
from silverhook.testing import HanatazTable, Scenario, cites

FIVE = {"A": "2Fl,3Fl,4Fl,5Fl,6Fl", "B": "2St,3St,4St,5St,6St", "C": "2Wa,3Wa,4Wa,5Wa,6Wa"}


def dealt(players: int, seed: int = 0, **options: object) -> HanatazTable:
    return HanatazTable(sh.new("hanataz", players, options=options, seed=seed))


def before_hand(a: str = "", b: str = "", c: str = "", options: dict[str, object] | None = None) -> Scenario:
    """Three players before a hand; who is not mentioned has five cards and 10 silvs."""
    scenario = Scenario("hanataz", options=options or {})
    for seat, text in zip("ABC", (a, b, c), strict=True):
        scenario.seat(seat, text or f"hand {{{FIVE[seat]}}}, 10 silvs")
    return scenario


# --- once -----------------------------------------------------------------------------------------


@cites("HZ-S1", "HZ-S2", "HZ-S3", "HZ-S4", "HZ-S5", "HZ-S6", "HZ-S7", "HZ-S8", "R-H01", "R-H02", "R-H03")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_table_at_the_start(players: int) -> None:
    table = dealt(players)
    seats = "ABCDEF"[:players]
    composition = default_composition()

    assert [table.silvs(seat) for seat in seats] == [14] * players
    assert table.pot == players
    assert [len(table.hand(seat)) for seat in seats] == [5] * players
    assert len(table.house) == 5
    assert len(table.deck) == 60 - 5 * players
    assert all(table.is_in(seat) for seat in seats)
    assert table.control is None
    assert table.tokens_in_centre == 1
    everything = Counter(table.deck + table.house + [card for seat in seats for card in table.hand(seat)])
    assert everything == Counter(dict(zip([k.short for k in composition.kinds], composition.copies, strict=True)))
    assert not any(card.startswith(("1F", "1S", "1W", "N")) for card in everything), "no Nub and no 1"


@cites("R-H04")
def test_each_seat_opens_about_as_often_and_the_seed_decides() -> None:
    opened = Counter(dealt(3, seed).first for seed in range(600))

    assert all(150 < opened[seat] < 250 for seat in "ABC")
    assert [dealt(3, seed).first for seed in range(20)] == [dealt(3, seed).first for seed in range(20)]


@cites("HZ-S8", "R-H36")
def test_there_are_as_many_tokens_as_fools() -> None:
    table = dealt(2, fools=2)

    assert table.tokens_in_centre == 2
    assert len(table.deck) == 51


@cites("HZ-S5", "R-H05")
def test_the_first_ante_is_paid_once_with_every_hand_too() -> None:
    assert dealt(3, ante="every_hand").pot == 3


@cites("R-H05", "R-H07")
def test_a_later_ante_is_paid_before_the_swap() -> None:
    table = before_hand(options={"ante": "every_hand"}).begin("B", at="set-up", hand=2)

    assert (table.pot, table.to_act, table.legal[0]) == (3, "B", "keep the hand")


# --- Nubs, swap -----------------------------------------------------------------------------------


@cites("HZ-H1", "HZ-FN2", "R-H12")
def test_whoever_was_out_is_in_again_with_the_same_cards() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", f"hand {{{FIVE['A']}}}", out=True)
        .seat("B", f"hand {{{FIVE['B']}}}", out=True)
        .seat("C", f"hand {{{FIVE['C']}}}", out=True)
        .begin("A", at="set-up", hand=2)
    )

    table.keep_all()

    assert all(table.is_in(seat) for seat in "ABC")
    assert [",".join(table.hand(seat)) for seat in "ABC"] == list(FIVE.values())


@cites("HZ-H2", "HZ-H3", "R-H07")
def test_all_swap_in_turn_order_before_anybody_refills() -> None:
    table = before_hand("hand {2Fl}, 9 silvs", "hand {2St}, 9 silvs", "hand {2Wa}, 9 silvs").begin(
        "B", at="set-up", hand=2
    )

    for seat in "BCA":
        assert table.to_act == seat
        assert [len(table.hand(other)) for other in "ABC"] == [1, 1, 1]
        table.do("keep the hand")

    assert [len(table.hand(seat)) for seat in "ABC"] == [5, 5, 5]
    assert table.to_act == "B"


@cites("HZ-H2", "R-H06")
def test_no_swap_before_the_first_hand_by_option() -> None:
    table = dealt(3, first_hand_swap=False)

    assert "nub out" in table.legal
    assert table.to_act == table.first


@cites("R-H06")
def test_that_option_leaves_later_hands_alone() -> None:
    table = before_hand(options={"first_hand_swap": False}).begin("A", at="set-up", hand=2)

    assert "keep the hand" in table.legal


@cites("HZ-H2", "R-H08", "R-H76")
def test_the_silv_of_a_swap_is_paid_with_the_first_card_and_only_once() -> None:
    table = before_hand().table("deck [x,y,…]").begin("A", at="set-up")

    table.do("swap 3Fl")
    assert (table.silvs("A"), table.pot, table.discard) == (9, 1, ["3Fl"])
    assert len(table.hand("A")) == 4, "nothing is drawn yet"
    table.do("swap 5Fl")
    assert (table.silvs("A"), table.pot, table.discard) == (9, 1, ["3Fl", "5Fl"])
    assert table.game.view(1)["zones"]["discard"] == ["3 of Flames", "5 of Flames"], "face up"
    table.do("draw the new cards")

    assert table.hand("A") == ["2Fl", "4Fl", "6Fl", "x", "y"]
    assert table.to_act == "B", "at most once per hand"


@cites("HZ-H2", "R-H08", "R-H74")
def test_the_whole_hand_can_be_swapped() -> None:
    table = before_hand().table("deck [v,w,x,y,z,…]").begin("A", at="set-up")

    table.do(*(f"swap {card}" for card in FIVE["A"].split(",")))

    assert table.hand("A") == ["v", "w", "x", "y", "z"], "drawn without a further question"
    assert (table.silvs("A"), table.to_act) == (9, "B")


@cites("HZ-H2", "R-H08", "R-H10")
def test_a_swap_takes_a_silv() -> None:
    table = before_hand(f"hand {{{FIVE['A']}}}, 0 silvs").begin("A", at="set-up", hand=2)

    assert table.to_act == "B"


@cites("R-H08", "R-H40", "R-H41")
def test_swapped_cards_can_come_back_when_the_deck_runs_out() -> None:
    table = before_hand().table("deck [], discard (), H [2Wi,3Wi,4Wi,5Wi,6Wi]").begin("A", at="set-up")

    table.do("swap 2Fl", "swap 3Fl", "draw the new cards")

    assert len(table.hand("A")) == 5
    assert "-" not in table.house
    assert (table.deck, table.discard) == ([], [])
    assert Counter(table.hand("A")[3:] + table.house) == Counter(["2Fl", "3Fl", "2Wi", "3Wi", "4Wi", "5Wi", "6Wi"])


@cites("HZ-H2", "HZ-H4", "R-H08")
def test_a_hand_above_five_can_be_swapped_before_it_is_cut() -> None:
    table = before_hand("hand {2Fl,3Fl,4Fl,5Fl,6Fl,7Fl,8Fl}").table("deck [w,…]").begin("A", at="set-up", hand=2)

    table.do("swap 8Fl", "draw the new cards", "keep the hand", "keep the hand")

    assert table.hand("A") == ["2Fl", "3Fl", "4Fl", "5Fl", "6Fl", "7Fl", "w"]
    assert (table.to_act, table.legal[0]) == ("A", "discard 2 of Flames")


# --- refill and discard down ----------------------------------------------------------------------


@cites("HZ-H3", "R-H09")
def test_drawing_up_to_five_costs_a_silv_for_each_card() -> None:
    table = before_hand("hand {2Fl,3Fl}, 10 silvs").table("deck [x,y,z,…]").begin("A", at="set-up", hand=2).keep_all()

    assert table.hand("A") == ["2Fl", "3Fl", "x", "y", "z"]
    assert (table.silvs("A"), table.pot) == (7, 3)


@cites("HZ-H3", "R-H09", "R-H10")
@pytest.mark.parametrize(("silvs", "cards"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_refilling_stops_where_the_silvs_end(silvs: int, cards: int) -> None:
    table = before_hand(f"hand {{2Fl,3Fl}}, {silvs} silvs").begin("A", at="set-up", hand=2).keep_all()

    assert len(table.hand("A")) == cards
    assert (table.silvs("A"), table.pot) == (0, silvs)


@cites("HZ-H3", "R-H09")
@pytest.mark.parametrize("drawn", [0, 1, 3])
def test_with_may_one_draws_as_many_as_one_likes(drawn: int) -> None:
    options = {"refill": "may"}
    table = before_hand("hand {2Fl,3Fl}, 10 silvs", options=options).begin("A", at="set-up", hand=2).keep_all()

    table.do(*["draw a card for 1 silv"] * drawn)
    if drawn < 3:
        table.do("draw no more")

    assert (len(table.hand("A")), table.silvs("A"), table.pot) == (2 + drawn, 10 - drawn, drawn)
    assert (table.to_act, table.legal[0]) == ("A", "nub out"), "B and C hold five and are not asked"


@cites("R-H41")
@pytest.mark.parametrize("refill", ["must", "may"])
def test_a_draw_that_lapses_costs_nothing(refill: str) -> None:
    table = (
        before_hand("hand {2Fl,3Fl}, 10 silvs", options={"refill": refill})
        .table("deck [x], discard (), H []")
        .begin("A", at="set-up", hand=2)
        .keep_all()
    )
    if refill == "may":
        table.do("yes", "yes")

    assert table.hand("A") == ["2Fl", "3Fl", "x"]
    assert (table.silvs("A"), table.pot) == (9, 1)
    assert table.house == ["-"] * 5


@cites("HZ-R1", "R-H41")
def test_a_refill_from_an_empty_deck_goes_on_after_the_new_house_hand() -> None:
    table = (
        before_hand("hand {2Fl,3Fl}, 10 silvs")
        .table("deck [x], discard (7Wi,8Wi,9Wi), H [2Wi,3Wi,4Wi,5Wi,6Wi]")
        .knows("B", 1)
        .begin("A", at="set-up", hand=2)
        .keep_all()
    )

    assert len(table.hand("A")) == 5
    assert table.hand("A")[2] == "x"
    assert (table.silvs("A"), table.pot) == (7, 3)
    assert "-" not in table.house
    assert (len(table.deck), table.discard) == (1, [])
    assert not any(table.known("B", n) for n in range(1, 6))


@cites("HZ-H4", "R-H11", "R-H76")
@pytest.mark.parametrize("refill", ["must", "may"])
def test_the_owner_chooses_what_is_discarded_down_to_five_and_pays_nothing(refill: str) -> None:
    table = (
        before_hand("hand {2Fl,3Fl,4Fl,5Fl,6Fl,KFl,WFl}", options={"refill": refill})
        .begin("A", at="set-up", hand=2)
        .keep_all()
    )

    assert table.legal == [f"discard {c} of Flames" for c in (2, 3, 4, 5, 6, "Knight", "Wizard")]
    table.do("discard KFl", "discard 2Fl")

    assert table.hand("A") == ["3Fl", "4Fl", "5Fl", "6Fl", "WFl"]
    assert table.discard == ["KFl", "2Fl"]
    assert (table.silvs("A"), table.pot) == (10, 0)
    assert "nub out" in table.legal


@cites("HZ-H4", "R-H10", "R-H11")
def test_discarding_down_needs_no_silvs() -> None:
    table = before_hand("hand {2Fl,3Fl,4Fl,5Fl,6Fl,KFl}, 0 silvs").begin("A", at="set-up", hand=2).keep_all()

    assert len(table.do("discard KFl").hand("A")) == 5


@cites("HZ-FW1", "HZ-H4", "R-H64")
def test_a_wizard_may_lift_a_hand_above_five_until_the_next_hand() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {WFl,WSt,2Fl,3Fl,4Fl}")
        .seat("B", "hand {2St,3St,4St,5St,6St}")
        .seat("C", "hand {2Wa,3Wa,4Wa,5Wa,6Wa}")
        .begin("A")
    )

    table.do("play WFl", "nub out", "nub out", "play WSt")
    assert len(table.hand("A")) == 7
    table.do("nub out").keep_all()

    assert all(action.startswith("discard") for action in table.legal)
    table.do("discard 2Fl", "discard 3Fl")
    assert len(table.hand("A")) == 5


# --- the house refills ----------------------------------------------------------------------------


@cites("HZ-H5", "HZ-R1", "R-H42", "R-H36")
def test_when_the_deck_runs_out_while_the_house_refills_all_five_are_new() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", f"hand {{{FIVE['A']}}}", tokens=1)
        .seat("B", f"hand {{{FIVE['B']}}}")
        .seat("C", f"hand {{{FIVE['C']}}}")
        .table("H [Fool,q,–,–,s], deck [z], discard (7Wi,8Wi,9Wi)")
        .knows("B", 2)
        .begin("A", at="set-up", hand=2)
        .keep_all()
    )

    assert Counter(table.house + table.deck) == Counter(["Fool", "q", "s", "z", "7Wi", "8Wi", "9Wi"])
    assert "-" not in table.house
    assert table.discard == []
    assert not any(table.known("B", n) for n in range(1, 6))
    assert (table.tokens("A"), table.tokens_in_centre) == (0, 1)


@cites("HZ-H5", "R-H41", "R-H42", "R-H79")
def test_without_deck_and_discard_the_house_cards_are_laid_out_anew() -> None:
    table = (
        before_hand()
        .table("H [p,q,–,r,s], deck [], discard ()")
        .knows("B", 2)
        .begin("A", at="set-up", hand=2)
        .keep_all()
    )

    assert Counter(table.house) == Counter(["p", "q", "r", "s", "-"])
    assert not any(table.known("B", n) for n in range(1, 6)), "they were discarded and shuffled"


@cites("HZ-H5", "R-H40")
def test_an_empty_deck_alone_does_not_replace_a_complete_house_hand() -> None:
    table = (
        before_hand()
        .table("H [p,q,r,s,t], deck [], discard (7Wi,8Wi)")
        .knows("B", 2)
        .begin("A", at="set-up", hand=2)
        .keep_all()
    )

    assert table.house == ["p", "q", "r", "s", "t"]
    assert table.known("B", 2)
    assert table.discard == ["7Wi", "8Wi"]


@cites("HZ-H5", "R-H40")
def test_the_last_card_of_the_deck_fills_the_house_without_a_reshuffle() -> None:
    table = before_hand().table("H [p,–,r,s,t], deck [z], discard (7Wi,8Wi)").begin("A", at="set-up", hand=2).keep_all()

    assert table.house == ["p", "z", "r", "s", "t"]
    assert (table.deck, table.discard) == ([], ["7Wi", "8Wi"])
