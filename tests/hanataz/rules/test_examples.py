"""Worked examples of Hanataz: set-up, turns, control, the showdown, and what is open."""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest

import silverhook as sh
from silverhook.testing import HanatazTable, Scenario, cites
from silverhook.testing.battery import random_walk

HOUSE = "H [2Wi,3Wi,4Wi,5Wi,6Wi]"


def dealt(players: int, first: str = "A") -> HanatazTable:
    """A new game that this seat opens."""
    games = (sh.new("hanataz", players, seed=seed) for seed in count())
    return next(table for table in (HanatazTable(game) for game in games) if table.first == first)


def showdown(row: str, pot: int, flipped: str, options: dict[str, object] | None = None) -> HanatazTable:
    """A controls the pot with the last card of the row and turns over position 1."""
    table = (
        Scenario("hanataz", options=options or {})
        .seat("A", "hand {2St}, 10 silvs")
        .seat("B", "hand {3St}, 10 silvs")
        .seat("C", "hand {4St}, 10 silvs", out=True)
        .table(f"H [{flipped},2Wi,3Wi,4Wi,5Wi], row ({row}), {pot} pot", control="A")
        .begin("A")
    )
    assert table.legal == [f"position {n}" for n in range(1, 6)]
    return table.do("position 1")


# --- before a hand --------------------------------------------------------------------------------


@cites("HZ-S3", "HZ-S4", "HZ-S5", "HZ-S6", "R-H02")
def test_we_082_two_players_leave_a_deck_of_fifty() -> None:
    table = dealt(2)

    assert len(table.deck) == 50
    assert table.pot == 2
    assert [table.silvs(seat) for seat in "AB"] == [14, 14]
    assert [len(table.hand(seat)) for seat in "AB"] == [5, 5]
    assert len(table.house) == 5
    assert "-" not in table.house


@cites("HZ-H2", "HZ-H3", "R-H06", "R-H08")
def test_we_083_a_swap_of_three_cards_before_the_first_hand_costs_one_silv() -> None:
    table = dealt(4)
    before = table.hand("A")

    table.do(*(f"swap {card}" for card in before[:3]), "draw the new cards")

    assert table.silvs("A") == 13
    assert table.pot == 5
    assert table.discard == before[:3]
    assert table.hand("A")[:2] == before[3:]
    assert len(table.hand("A")) == 5
    deck = len(table.deck)
    table.keep_all()
    assert (len(table.deck), table.pot) == (deck, 5), "step 3 draws nothing"
    assert "nub out" in table.legal


@cites("HZ-S5", "R-H05", "R-H73")
def test_we_085_no_ante_from_the_second_hand_on() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl,3Fl,4Fl,5Fl,6Fl}, 10 silvs")
        .seat("B", "hand {2St,3St,4St,5St,6St}, 10 silvs")
        .seat("C", "hand {2Wa,3Wa,4Wa,5Wa,6Wa}, 10 silvs")
        .begin("A", at="set-up", hand=2)
    )

    table.keep_all()

    assert table.pot == 0
    assert (table.to_act, table.hand_number) == ("A", 2)
    assert "pass for 1 silv" in table.legal


# --- turns and control ----------------------------------------------------------------------------


@cites("HZ-T1", "HZ-C1", "R-H14")
def test_we_086_the_first_number_takes_control_free_of_charge() -> None:
    table = Scenario("hanataz").seat("A", "hand {2Wa,3St}, 5 silvs").begin("A")

    table.do("play 2Wa")

    assert table.control == "A"
    assert table.row == ["2Wa"]
    assert (table.silvs("A"), table.pot) == (5, 0)


@cites("HZ-C2", "HZ-C3", "R-H15")
def test_we_088_a_number_that_does_not_take_control_cannot_be_played() -> None:
    table = Scenario("hanataz").seat("B", "hand {4Fl,9St}").table("row (7Fl)", control="A").begin("B")

    assert table.legal == ["nub out", "pass for 1 silv"]


@cites("HZ-C3", "R-H16")
def test_we_089_an_equal_number_costs_a_silv_and_brings_its_suit() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl}")
        .seat("B", "hand {7St}, 6 silvs")
        .seat("C", "hand {8Fl,10Fl,8St,6St,10St,7Wa,7Wi}")
        .table("row (7Fl), 5 pot", control="A")
        .begin("B")
    )

    table.do("play 7St")

    assert table.control == "B"
    assert table.row == ["7Fl", "7St"]
    assert (table.silvs("B"), table.pot) == (5, 6)
    playable = [card for card in table.hand("C") if table.may(f"play {card}")]
    assert playable == ["8St", "10St", "7Wa", "7Wi"]


@cites("HZ-T2", "HZ-T3", "HZ-T4", "R-H10")
def test_we_091_without_silvs_a_face_or_nubbing_out_remain() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl}")
        .seat("B", "hand {3St,WWi}, 0 silvs")
        .table("row (7Fl)", control="A")
        .begin("B")
    )

    assert table.legal == ["nub out", "play Wizard of Winds"]


@cites("HZ-T3", "HZ-T4", "HZ-W1", "HZ-W2")
def test_we_092_whoever_begins_a_turn_with_the_token_has_won_and_must_flip() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl,WFl}, 5 silvs")
        .seat("B", "hand {2St}, 5 silvs")
        .seat("C", "hand {2Wa}, 5 silvs")
        .table("row (6Fl), 6 pot", control="A")
        .begin("B")
    )

    table.do("pass", "nub out")

    assert (table.silvs("B"), table.pot) == (4, 7)
    assert not table.is_in("C")
    assert table.to_act == "A"
    assert table.legal == [f"position {n}" for n in range(1, 6)], "no turn option is offered"


@cites("HZ-FN2", "R-H20")
def test_we_139_players_who_are_out_are_skipped() -> None:
    table = (
        Scenario("hanataz", players=4)
        .seat("A", "hand {5Wi,2Fl}")
        .seat("B", "hand {3Fl}", out=True)
        .seat("C", "hand {4Fl}")
        .seat("D", "hand {5Fl}")
        .begin("A")
    )

    assert table.do("play 5Wi").to_act == "C"


@cites("HZ-T1", "R-H13")
def test_we_176_a_turn_is_one_card_and_nothing_is_drawn() -> None:
    table = Scenario("hanataz").seat("A", "hand {6Wi,2Fl,3Fl,4Fl,5Fl}").seat("B", "hand {2St}").begin("A")
    deck = table.deck

    table.do("play 6Wi")

    assert table.hand("A") == ["2Fl", "3Fl", "4Fl", "5Fl"]
    assert table.deck == deck
    assert table.to_act == "B"


# --- the showdown ---------------------------------------------------------------------------------


@cites("HZ-W7")
def test_we_094_a_lower_house_card_wins_the_pot() -> None:
    table = showdown("6Fl", 7, "5Fl")

    assert (table.silvs("A"), table.pot, table.purse) == (17, 0, 0)


@cites("HZ-W8", "HZ-H6", "R-H30", "R-H31", "R-H32")
def test_we_095_a_higher_house_card_splits_the_pot() -> None:
    table = showdown("6Wa", 9, "8Wa")

    assert (table.silvs("A"), table.purse, table.pot) == (15, 4, 0)
    assert table.first == "A"
    assert table.keep_all().to_act == "A", "A opens the next hand"


@cites("HZ-W4", "HZ-W7")
def test_we_097_a_face_of_another_suit_wins_the_pot() -> None:
    assert showdown("10Fl", 8, "KSt").silvs("A") == 18


@cites("HZ-W5", "HZ-W8", "R-H28")
def test_we_098_a_face_without_suit_splits() -> None:
    table = showdown("10Fl", 8, "Troll")

    assert (table.silvs("A"), table.purse) == (14, 4)


@cites("HZ-W8", "R-H31")
def test_we_143_a_split_pot_of_one_goes_to_the_winner() -> None:
    table = showdown("7Fl", 1, "9Fl")

    assert (table.silvs("A"), table.purse, table.pot) == (11, 0, 0)


def fooled(pot: int, b: int = 0, c: int = 0, fools: int = 1) -> HanatazTable:
    """A controls the pot and is about to flip; a Fool lies at position 1; B and C hold so many tokens."""
    return (
        Scenario("hanataz", options={"fools": fools})
        .seat("A", "hand {2St}, 10 silvs")
        .seat("B", "hand {3St}, 10 silvs", tokens=b)
        .seat("C", "hand {4St}, 10 silvs", out=True, tokens=c)
        .table(f"H [Fool,2Wi,3Wi,4Wi,5Wi], row (10Fl), discard (6Wi,7Wi), {pot} pot", control="A")
        .begin("A")
    )


@cites("HZ-W6", "HZ-W10", "HZ-FF4", "HZ-FF5", "HZ-R2", "HZ-R3", "HZ-R4", "HZ-R5", "R-H32", "R-H71")
def test_we_100_the_fool_gives_the_pot_to_the_token_holder_who_is_out() -> None:
    table = fooled(pot=8, c=1)
    hidden = Counter(table.deck + table.house + table.discard + table.row)

    table.do("position 1")

    assert [table.silvs(seat) for seat in "ABC"] == [10, 10, 18]
    assert table.pot == 0
    assert (table.tokens("C"), table.tokens_in_centre) == (0, 1)
    assert table.discard == []
    assert Counter(table.deck + table.house) == hidden, "house hand and discard are in the deck again"
    assert "-" not in table.house
    assert table.first == "A"


@cites("HZ-W10", "HZ-R2", "R-H33")
def test_we_101_a_fool_that_nobody_claims_leaves_the_pot() -> None:
    table = fooled(pot=8)
    hidden = Counter(table.deck + table.house + table.discard + table.row)

    table.do("position 1")

    assert [table.silvs(seat) for seat in "ABC"] == [10, 10, 10]
    assert (table.pot, table.purse) == (8, 0)
    assert table.discard == []
    assert Counter(table.deck + table.house) == hidden


@cites("HZ-FF4", "HZ-FF5", "HZ-X3", "R-H34")
def test_we_103_two_token_holders_share_and_the_rest_stays() -> None:
    table = fooled(pot=7, b=1, c=1, fools=2)

    table.do("position 1")

    assert [table.silvs(seat) for seat in "ABC"] == [10, 13, 13]
    assert table.pot == 1
    assert (table.tokens("B"), table.tokens("C"), table.tokens_in_centre) == (0, 0, 2)


# --- the end of a hand and of the game ------------------------------------------------------------


@cites("HZ-H5", "HZ-X4", "R-H26", "R-H27")
def test_we_134_the_house_fills_the_empty_position_and_the_others_stay() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl,3Fl,4Fl,5Fl,6Fl}")
        .seat("B", "hand {2St,3St,4St,5St,6St}")
        .seat("C", "hand {2Wa,3Wa,4Wa,5Wa,6Wa}")
        .table("H [p,q,–,r,s], deck [z,…]")
        .knows("B", 2)
        .begin("A", at="set-up", hand=2)
    )

    table.keep_all()

    assert table.house == ["p", "q", "z", "r", "s"]
    assert table.known("B", 2)
    assert not any(table.known(seat, 3) for seat in "ABC")


@cites("HZ-T4", "HZ-FN1", "HZ-FN2", "R-H22", "R-H32")
def test_we_136_all_out_leaves_the_pot_and_the_same_player_opens() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl}")
        .seat("B", "hand {2St}")
        .seat("C", "hand {2Wa}")
        .table(f"{HOUSE}, 6 pot")
        .begin("A")
    )

    table.do("nub out", "nub out", "nub out")

    assert (table.pot, table.purse) == (6, 0)
    assert table.house == ["2Wi", "3Wi", "4Wi", "5Wi", "6Wi"], "nothing is turned up"
    assert (table.hand_number, table.first, table.to_act) == (2, "A", "A")
    assert all(table.is_in(seat) for seat in "ABC")


@cites("R-H67")
def test_we_140_the_game_ends_when_a_player_has_no_silvs_after_a_hand() -> None:
    table = (
        Scenario("hanataz").seat("A", "31 silvs").seat("B", "0 silvs").seat("C", "12 silvs").begin("A", at="hand end")
    )

    assert table.game.over
    assert table.winners == ["A"]
    assert table.game.scores == [31, 0, 12]


@cites("HZ-X2", "R-H65")
def test_we_142_the_sum_of_all_silvs_never_changes() -> None:
    for seed in range(5):
        for game, _ in random_walk(sh.new("hanataz", 3, seed=0).rules, seed):
            seen = game.view(None)
            on_bards = sum(bard["silvs"] for bard in seen["bards"])
            assert sum(seat["silvs"] for seat in seen["seats"]) + seen["pot"] + seen["purse"] + on_bards == 45


# --- supplement -----------------------------------------------------------------------------------


@cites("HZ-S2", "R-H01", "R-H03")
def test_we_173_six_can_play_and_seven_cannot() -> None:
    table = dealt(6)

    assert len(table.deck) == 30
    assert all(table.is_in(seat) for seat in "ABCDEF"), "six Nubs, face up"
    with pytest.raises(sh.RulesetError, match="2 to 6 players"):
        sh.new("hanataz", 7)


@cites("R-H22", "R-H66")
def test_we_178_a_hand_ends_after_500_turns_as_if_all_were_out() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl}, 400 silvs")
        .seat("B", "hand {2St}, 400 silvs")
        .seat("C", "hand {2Wa}, 400 silvs")
        .begin("A")
    )

    table.do(*["pass"] * 499)
    assert (table.hand_number, table.pot) == (1, 499)
    table.do("pass")

    assert (table.hand_number, table.pot) == (2, 500)
    assert (table.first, table.to_act) == ("A", "A")


@cites("R-H26", "R-H46", "R-H69")
def test_we_179_what_a_seat_sees() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl,KSt}, 4 silvs", tokens=1)
        .seat("B", "hand {3Fl}, 5 silvs", out=True)
        .seat("C", "hand {4Fl,RWi}, 6 silvs")
        .table(f"{HOUSE}, row (6Fl), discard (WFl), 7 pot", control="A")
        .knows("C", 2)
        .knows("B", 3)
        .begin("C")
    )

    seen = table.game.view(2)

    assert [seat["silvs"] for seat in seen["seats"]] == [4, 5, 6]
    assert [seat["state"] for seat in seen["seats"]] == ["in", "nubbed out", "in"]
    assert [seat["fool_tokens"] for seat in seen["seats"]] == [1, 0, 0]
    assert (seen["pot"], seen["control"], seen["fool_tokens"]) == (7, 0, 0)
    assert seen["zones"]["row"] == ["6 of Flames"]
    assert seen["zones"]["discard"] == ["Wizard of Flames"]
    assert seen["zones"]["hand.2"] == ["4 of Flames", "Rogue of Winds"]
    assert seen["zones"]["hand.0"] == [None, None]
    assert seen["zones"]["hand.1"] == [None]
    assert seen["zones"]["house"] == [None, "3 of Winds", None, None, None]
    assert set(seen["zones"]["deck"]) == {None}


@cites("R-H46", "R-H69", "R-H75")
def test_we_179_a_poll_for_knights_leaves_no_trace() -> None:
    views, told = [], []
    for hand in ("{3Fl,KSt}", "{3Fl,8Wa}"):
        table = (
            Scenario("hanataz").seat("A", "hand {DWi,2St}").seat("B", f"hand {hand}").seat("C", "hand {4Fl}").begin("A")
        )
        table.do("play DWi")
        views.append([table.game.view(seat) for seat in (0, 2, None)])
        table.do("let it happen")
        told.append([table.game.news(seat) for seat in (0, 2, None)])
        views[-1] += [table.game.view(seat) for seat in (0, 2, None)]

    assert views[0] == views[1]
    assert told[0] == told[1]


@cites("R-H05")
def test_we_184_with_an_ante_every_hand_a_player_without_silvs_pays_nothing() -> None:
    table = (
        Scenario("hanataz", options={"ante": "every_hand"})
        .seat("A", "hand {2Fl,3Fl,4Fl,5Fl,6Fl}, 10 silvs")
        .seat("B", "hand {2St,3St,4St,5St,6St}, 1 silv")
        .seat("C", "hand {2Wa,3Wa,4Wa,5Wa,6Wa}, 0 silvs")
        .begin("A", at="set-up", hand=2)
    )

    assert table.pot == 2
    assert [table.silvs(seat) for seat in "ABC"] == [9, 0, 0]


@cites("HZ-FF4", "HZ-FF5", "R-H71")
def test_we_191_a_fool_token_stays_with_its_holder_from_hand_to_hand() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2St}")
        .seat("B", "hand {3St}")
        .seat("C", "hand {4St}", tokens=1)
        .table("H [2Wi,Fool,3Wi,4Wi,5Wi], row (10Fl), 4 pot", control="A")
        .begin("A")
    )

    table.do("position 1").keep_all()

    assert (table.hand_number, table.silvs("A")) == (2, 10)
    assert table.tokens("C") == 1
    assert table.house[1] == "Fool"
