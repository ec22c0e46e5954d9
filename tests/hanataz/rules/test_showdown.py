"""Hanataz: the showdown, Fool tokens, the end of a hand, reshuffling."""

from __future__ import annotations

from collections import Counter

import pytest

from silverhook.hanataz.composition import N
from silverhook.testing import HanatazTable, Scenario, cites

DOUBLED = """
name = "doubled"
suits = ["Flames", "Stones", "Waves", "Winds"]
numbers = [2, 10]
decks = 2
[faces]
suited = ["Crown", "Dragon"]
[faces.suitless]
Bard = 1
Fool = 2
"""
FLIPS = [f"position {n}" for n in range(1, 6)]


def won(
    flipped: str,
    *,
    pot: int = 9,
    row: str = "6Fl",
    options: dict[str, object] | None = None,
    tokens: tuple[int, int, int] = (0, 0, 0),
    cards: str | None = None,
) -> Scenario:
    """A has won the hand with the last card of the row; `flipped` lies at position 1."""
    return (
        Scenario("hanataz", options=options or {}, cards=cards)
        .seat("A", "hand {2St}, 10 silvs", tokens=tokens[0])
        .seat("B", "hand {3St}, 10 silvs", tokens=tokens[1])
        .seat("C", "hand {4St}, 10 silvs", tokens=tokens[2])
        .table(f"H [{flipped},2Wi,3Wi,4Wi,5Wi], row ({row}), {pot} pot", control="A")
    )


def purses(table: HanatazTable) -> list[int]:
    return [table.silvs(seat) for seat in "ABC"]


# --- the card that is turned up -------------------------------------------------------------------


@cites("HZ-W2", "HZ-W3", "R-H25")
@pytest.mark.parametrize("position", range(1, 6))
def test_the_winner_chooses_the_position(position: int) -> None:
    house = [f"{n}Wi" for n in range(2, 7)]
    house[position - 1] = "8Fl"
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2St}")
        .seat("B", "hand {3St}")
        .table(f"H [{','.join(house)}], row (6Fl), 9 pot", control="A")
        .begin("A")
    )

    assert (table.to_act, table.legal) == ("A", FLIPS)
    table.do(f"position {position}")

    assert (table.silvs("A"), table.purse) == (15, 4)
    assert table.house[position - 1] == "-"
    assert "8Fl" in table.discard


@cites("HZ-W3", "R-H25", "R-H78")
def test_by_option_chance_picks_a_card_that_is_there() -> None:
    picked = Counter()
    for seed in range(120):
        table = (
            Scenario("hanataz", options={"flip_choice": "random"}, seed=seed)
            .seat("A", "hand {2St}")
            .seat("B", "hand {3St}")
            .table("H [2Wi,–,4Wi,5Wi,6Wi], row (6Fl), 9 pot", control="A")
            .begin("A")
        )
        assert table.outcome == N.WON, "nobody was asked"
        picked.update(card for card in table.discard if card.endswith("Wi"))

    assert set(picked) == {"2Wi", "4Wi", "5Wi", "6Wi"}
    assert min(picked.values()) > 15


@cites("R-H78")
def test_that_chance_comes_from_the_seed() -> None:
    scenario = {"options": {"flip_choice": "random"}, "seed": 5}
    tables = [
        Scenario("hanataz", **scenario).seat("A", "hand {2St}").table("row (6Fl)", control="A").begin("A")
        for _ in range(2)
    ]

    assert tables[0].game == tables[1].game


@cites("HZ-H5", "R-H27")
def test_the_card_turned_up_is_discarded_and_its_place_filled_before_the_next_hand() -> None:
    table = won("8Fl").begin("A").do("position 1")

    assert table.house == ["-", "2Wi", "3Wi", "4Wi", "5Wi"]
    assert "8Fl" in table.discard
    table.keep_all()
    assert "-" not in table.house
    assert table.house[1:] == ["2Wi", "3Wi", "4Wi", "5Wi"]


@cites("R-H79", "R-H74")
def test_against_an_empty_house_hand_the_pot_is_won() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2St}")
        .seat("B", "hand {3St}")
        .table("H [], deck [], row (6Fl), 9 pot", control="A")
        .begin("A")
    )

    assert (table.silvs("A"), table.outcome, table.first) == (19, N.WON, "A")


@cites("R-H74", "R-H79")
def test_the_only_card_of_a_house_hand_is_turned_up_without_a_question() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2St}")
        .seat("B", "hand {3St}")
        .table("H [–,–,8Fl], deck [], row (6Fl), 9 pot", control="A")
        .begin("A")
    )

    assert (table.silvs("A"), table.purse, table.outcome) == (15, 4, N.SPLIT)


# --- comparison -----------------------------------------------------------------------------------


@cites("HZ-W4", "HZ-W5", "HZ-W7", "HZ-W8", "R-H28")
@pytest.mark.parametrize(
    ("flipped", "outcome"),
    [
        ("2Fl", N.WON),
        ("9Fl", N.WON),
        ("10Wi", N.WON),
        ("CSt", N.WON),
        ("CFl", N.SPLIT),
        ("DFl", N.SPLIT),
        ("KFl", N.SPLIT),
        ("RFl", N.SPLIT),
        ("WFl", N.SPLIT),
        ("Jester", N.SPLIT),
        ("Assassin", N.SPLIT),
        ("Bard", N.SPLIT),
        ("Priest", N.SPLIT),
        ("Troll", N.SPLIT),
        ("Fool", N.FOOL_UNCLAIMED),
    ],
)
def test_the_ten_of_flames_against_the_house(flipped: str, outcome: int) -> None:
    assert won(flipped, row="10Fl").begin("A").do("position 1").outcome == outcome


@cites("HZ-W9", "R-H28")
def test_the_house_loses_ties() -> None:
    table = won("6Fl", cards=DOUBLED).begin("A").do("position 1")

    assert (table.outcome, table.silvs("A")) == (N.WON, 19)


@cites("HZ-W3", "R-H16")
def test_only_the_last_card_of_the_row_counts() -> None:
    assert won("8Fl", row="6Fl,6Wa").begin("A").do("position 1").outcome == N.WON
    assert won("8Wa", row="6Fl,6Wa").begin("A").do("position 1").outcome == N.SPLIT


@cites("R-H29", "R-H56")
@pytest.mark.parametrize("face", ["CFl", "DFl", "WFl", "Priest", "Troll", "Assassin", "Jester"])
def test_a_face_that_is_turned_up_does_nothing_and_pays_no_bard(face: str) -> None:
    table = won(face).bard("B", 2).begin("A").do("position 1")

    assert purses(table) == [15, 12, 10]
    assert (table.purse, table.pot) == (4, 0)
    assert table.hand("A") == ["2St"]


# --- split ----------------------------------------------------------------------------------------


@cites("HZ-W8", "R-H30", "R-H31")
@pytest.mark.parametrize(
    ("rest", "odd", "pot", "winner", "house", "left"),
    [
        ("house", "winner", 9, 5, 4, 0),
        ("house", "rest", 9, 4, 5, 0),
        ("pot", "winner", 9, 5, 0, 4),
        ("pot", "rest", 9, 4, 0, 5),
        ("house", "rest", 8, 4, 4, 0),
        ("house", "rest", 1, 0, 1, 0),
        ("pot", "rest", 1, 0, 0, 1),
        ("pot", "winner", 1, 1, 0, 0),
    ],
)
def test_how_a_pot_is_split(rest: str, odd: str, pot: int, winner: int, house: int, left: int) -> None:
    table = won("8Fl", pot=pot, options={"split_rest": rest, "split_odd": odd}).begin("A").do("position 1")

    assert (table.silvs("A") - 10, table.purse, table.pot) == (winner, house, left)


@cites("R-H73")
@pytest.mark.parametrize("flipped", ["2Fl", "8Fl", "Fool"])
def test_an_empty_pot_changes_nothing(flipped: str) -> None:
    table = won(flipped, pot=0, tokens=(0, 1, 0)).begin("A").do("position 1")

    assert (purses(table), table.purse, table.pot) == ([10, 10, 10], 0, 0)
    assert table.first == "A"


@cites("HZ-H6", "R-H32")
@pytest.mark.parametrize("flipped", ["2Fl", "8Fl", "Fool"])
@pytest.mark.parametrize("holder", [(0, 0, 0), (0, 0, 1)])
def test_the_winner_of_the_hand_opens_the_next_whoever_got_the_pot(flipped: str, holder: tuple[int, int, int]) -> None:
    table = won(flipped, tokens=holder).begin("A", first="B").do("position 1")

    assert table.first == "A"
    assert table.keep_all().to_act == "A"


# --- Fools ----------------------------------------------------------------------------------------


@cites("HZ-W10", "HZ-FF4", "R-H34", "R-H35", "R-H85")
@pytest.mark.parametrize(
    ("tokens", "fools", "pot", "gains", "left"),
    [
        ((0, 1, 0), 1, 9, [0, 9, 0], 0),
        ((1, 0, 0), 1, 9, [9, 0, 0], 0),
        ((1, 1, 0), 2, 9, [4, 4, 0], 1),
        ((0, 1, 1), 2, 1, [0, 0, 0], 1),
        ((0, 1, 0), 2, 9, [0, 9, 0], 0),
        ((0, 2, 0), 2, 9, [0, 9, 0], 0),
    ],
)
def test_token_holders_share_a_fooled_pot(
    tokens: tuple[int, int, int], fools: int, pot: int, gains: list[int], left: int
) -> None:
    table = won("Fool", pot=pot, tokens=tokens, options={"fools": fools}).begin("A").do("position 1")

    assert [silvs - 10 for silvs in purses(table)] == gains
    assert (table.pot, table.purse) == (left, 0)
    assert (table.tokens_in_centre, table.outcome) == (fools, N.FOOLED)


@cites("R-H34")
def test_a_holder_of_two_tokens_has_one_share() -> None:
    table = won("Fool", pot=9, tokens=(0, 2, 1), cards=DOUBLED).begin("A").do("position 1")

    assert (purses(table), table.pot) == ([10, 14, 14], 1)
    assert table.tokens_in_centre == 4


@cites("HZ-W10", "R-H33")
@pytest.mark.parametrize(
    ("option", "gain", "pot", "purse"), [("carry", 0, 9, 0), ("house", 0, 0, 9), ("winner", 9, 0, 0)]
)
def test_a_fool_that_nobody_claims(option: str, gain: int, pot: int, purse: int) -> None:
    table = won("Fool", options={"fool_unclaimed": option}).begin("A").do("position 1")

    assert (table.silvs("A") - 10, table.pot, table.purse) == (gain, pot, purse)
    assert (table.discard, table.outcome) == ([], N.FOOL_UNCLAIMED)
    assert "-" not in table.house


@cites("HZ-FF5", "R-H36")
@pytest.mark.parametrize("option", ["return", "keep"])
def test_tokens_go_back_when_a_fool_is_turned_up_with_either_option(option: str) -> None:
    table = won("Fool", tokens=(0, 1, 0), options={"fool_token_on_replace": option}).begin("A").do("position 1")

    assert (table.tokens("B"), table.tokens_in_centre) == (0, 1)


@cites("HZ-R1", "R-H36", "R-H43")
@pytest.mark.parametrize(("option", "kept"), [("return", 0), ("keep", 1)])
def test_tokens_when_a_planted_fool_is_shuffled_away(option: str, kept: int) -> None:
    table = (
        Scenario("hanataz", options={"fool_token_on_replace": option})
        .seat("A", "hand {WFl}")
        .seat("B", "hand {2Fl}", tokens=1)
        .table("deck [x], discard (3Fl,4Fl,5Fl), H [Fool,2Wi,3Wi,4Wi,5Wi]")
        .begin("A")
    )

    table.do("play WFl")

    assert (table.tokens("B"), table.tokens_in_centre) == (kept, 1 - kept)


@cites("HZ-W10", "R-H36")
def test_a_kept_token_still_claims_a_fool_that_was_dealt_to_the_house_again() -> None:
    options = {"fool_token_on_replace": "keep"}
    for seed in range(60):
        table = (
            Scenario("hanataz", options=options, seed=seed)
            .seat("A", "hand {WFl}")
            .seat("B", "hand {2Fl}", tokens=1)
            .seat("C", "hand {3Fl}")
            .table("deck [2St], discard (4Fl,5Fl,6Fl), H [Fool,2Wi,3Wi,4Wi,5Wi], row (7Fl), 6 pot", control="B")
            .begin("A")
            .do("play WFl")
        )
        if "Fool" in table.house:
            break
    table.do(f"position {table.house.index('Fool') + 1}")

    assert (table.silvs("B"), table.outcome) == (16, N.FOOLED)


@cites("HZ-FF3", "R-H37", "R-H39")
def test_without_a_token_in_the_centre_it_is_taken_from_whoever_has_held_one_longest() -> None:
    table = (
        Scenario("hanataz", options={"fools": 2})
        .seat("A", "hand {RWi}")
        .seat("B", "hand {Fool}")
        .seat("C", "hand {Fool}")
        .table("H [2Wi,3Wi,4Wi,5Wi,6Wi]")
        .begin("B")
    )
    table.do("play Fool", "position 1")
    table.do("play Fool", f"position {table.house.index('Fool') + 1}")
    assert ([table.tokens(seat) for seat in "ABC"], table.hand("C")) == ([0, 1, 1], ["Fool"])
    table.do("play RWi", "target C", "take a silv and a card").no_knights()
    table.do("pass", "pass", "play Fool", "position 1")

    assert [table.tokens(seat) for seat in "ABC"] == [1, 0, 1], "B's was the older one"
    assert table.house.count("Fool") + table.hand("A").count("Fool") == 2


# --- the end of a hand ----------------------------------------------------------------------------


@cites("R-H71", "HZ-FB3", "HZ-FB5")
def test_a_bard_pays_after_the_pot_and_is_shuffled_in_after_a_fool() -> None:
    table = won("Fool", tokens=(0, 1, 0)).bard("C", 2).begin("A").do("position 1")

    assert purses(table) == [10, 19, 12]
    assert table.discard == []
    assert "Bard" in table.deck + table.house


@cites("R-H71", "HZ-FF4")
def test_tokens_stay_when_no_fool_is_turned_up() -> None:
    table = won("8Fl", tokens=(0, 1, 0)).begin("A").do("position 1").keep_all()

    assert table.tokens("B") == 1


@cites("R-H40", "HZ-R1")
def test_drawing_the_last_card_does_not_reshuffle() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {WFl}")
        .seat("B", "hand {2Fl}")
        .table("deck [x,y], discard (3Fl), H [2Wi,3Wi,4Wi,5Wi,6Wi]")
        .begin("A")
        .do("play WFl")
    )

    assert (table.deck, table.discard, table.hand("A")) == ([], ["3Fl", "WFl"], ["x", "y"])
    assert table.house == ["2Wi", "3Wi", "4Wi", "5Wi", "6Wi"]


@cites("R-H41", "R-H79", "HZ-R5")
def test_a_new_house_hand_may_be_short_and_the_draw_then_lapses() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {WFl}")
        .seat("B", "hand {2Fl}")
        .table("deck [], discard (3Fl), H [2Wi,3Wi]")
        .begin("A")
        .do("play WFl")
    )

    assert Counter(table.house) == Counter(["3Fl", "2Wi", "3Wi", "-", "-"])
    assert table.hand("A") == []
    assert table.discard == ["WFl"]


@cites("R-H43", "R-H58")
def test_hands_row_and_bards_are_not_shuffled_in() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {WFl}")
        .seat("B", "hand {2Fl,4Fl}")
        .seat("C", "hand {5Fl}")
        .table("deck [], discard (3Fl,6Fl), row (7Fl,9Fl), H [2Wi,3Wi,4Wi,5Wi,6Wi]", control="C")
        .bard("B", 1)
        .begin("A")
        .do("play WFl")
    )

    assert Counter(table.hand("A") + table.house) == Counter(["3Fl", "6Fl", "2Wi", "3Wi", "4Wi", "5Wi", "6Wi"])
    assert (table.row, table.bards) == (["7Fl", "9Fl"], [("B", 2)])
    assert table.hand("B") == ["2Fl", "4Fl"]
