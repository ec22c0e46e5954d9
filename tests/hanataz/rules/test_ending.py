"""Hanataz: when the game ends, and who has won."""

from __future__ import annotations

import pytest

import silverhook as sh
from silverhook.testing import HanatazTable, Scenario, cites

HANDS = {"A": "2Fl,3Fl,4Fl,5Fl,6Fl", "B": "2St,3St,4St,5St,6St", "C": "2Wa,3Wa,4Wa,5Wa,6Wa", "D": "2Wi,3Wi,4Wi,5Wi,6Wi"}


def after_hand(
    silvs: dict[str, int], hand: int = 3, tokens: str = "", first: str = "A", **options: object
) -> HanatazTable:
    """A hand has just ended with these silvs."""
    scenario = Scenario("hanataz", players=len(silvs), options=options)
    for seat, n in silvs.items():
        scenario.seat(seat, f"hand {{{HANDS[seat]}}}, {n} silvs", tokens=int(seat == tokens))
    return scenario.table("4 pot").begin(first, at="hand end", hand=hand, first=first)


# --- first bust -----------------------------------------------------------------------------------


@cites("R-H67")
def test_by_default_the_game_goes_on_while_everybody_has_silvs() -> None:
    table = after_hand({"A": 1, "B": 1, "C": 40})

    assert not table.game.over
    assert (table.hand_number, table.pot) == (4, 4)


@cites("R-H67")
def test_a_pot_that_is_left_counts_for_nobody() -> None:
    table = after_hand({"A": 5, "B": 0, "C": 4})

    assert (table.winners, table.game.scores, table.pot) == (["A"], [5, 0, 4], 4)


@cites("R-H68", "R-H67")
def test_equal_silvs_share_the_win() -> None:
    assert after_hand({"A": 7, "B": 0, "C": 7}).winners == ["A", "C"]


@cites("R-H10", "R-H67")
def test_having_no_silvs_during_a_hand_does_not_end_the_game() -> None:
    table = (
        Scenario("hanataz", players=2)
        .seat("A", "hand {10Fl,2Fl,3Fl,4Fl,5Fl}, 0 silvs")
        .seat("B", "hand {2St,3St,4St,5St,6St}, 10 silvs")
        .table("H [2Wi,3Wi,4Wi,5Wi,6Wi], 4 pot")
        .begin("A")
    )

    table.do("play 10Fl", "nub out", "position 1")

    assert not table.game.over
    assert table.silvs("A") == 4


@cites("R-H67", "R-H71", "HZ-FB3")
def test_bards_pay_before_the_game_is_judged() -> None:
    table = (
        Scenario("hanataz")
        .seat("A", "hand {2Fl}, 5 silvs")
        .seat("B", "hand {2St}, 0 silvs")
        .seat("C", "hand {2Wa}, 5 silvs")
        .bard("B")
        .begin("A", at="hand end")
    )

    assert not table.game.over
    assert table.silvs("B") == 5


# --- the limit ------------------------------------------------------------------------------------


@cites("R-H67")
@pytest.mark.parametrize("end", ["first_bust", "last_standing", "hands", "target"])
@pytest.mark.parametrize(("hand", "over"), [(23, False), (24, True)])
def test_the_game_ends_after_24_hands_at_the_latest(end: str, hand: int, over: bool) -> None:
    table = after_hand({"A": 9, "B": 12, "C": 9}, hand=hand, game_end=end)

    assert table.game.over is over
    assert table.winners == (["B"] if over else [])


@cites("R-H67")
@pytest.mark.parametrize(("limit", "over"), [(3, True), (4, False), (None, False)])
def test_the_limit_can_be_set_or_taken_away(limit: int | None, over: bool) -> None:
    assert after_hand({"A": 9, "B": 12, "C": 9}, hand=3, hand_limit=limit).game.over is over


@cites("R-H67")
def test_without_a_limit_a_game_passes_the_24th_hand() -> None:
    assert after_hand({"A": 9, "B": 12, "C": 9}, hand=500, hand_limit=None).hand_number == 501


# --- hands and target -----------------------------------------------------------------------------


@cites("R-H67", "R-H10")
@pytest.mark.parametrize("end", ["hands", "target"])
def test_with_hands_or_target_a_player_without_silvs_plays_on(end: str) -> None:
    table = after_hand({"A": 9, "B": 0, "C": 9}, game_end=end, tokens="B").keep_all()

    assert not table.game.over
    assert table.is_in("B")
    assert (len(table.hand("B")), table.tokens("B")) == (5, 1)
    table.do("pass")
    assert (table.to_act, table.may("pass")) == ("B", False)


@cites("R-H67")
@pytest.mark.parametrize(("most", "over"), [(29, False), (30, True), (31, True)])
def test_with_target_the_game_ends_when_somebody_has_the_sum(most: int, over: bool) -> None:
    table = after_hand({"A": 9, "B": most, "C": 9}, game_end="target", target_silvs=30)

    assert table.game.over is over
    assert table.winners == (["B"] if over else [])


@cites("R-H67")
def test_the_target_means_nothing_elsewhere() -> None:
    assert not after_hand({"A": 9, "B": 60, "C": 9}, target_silvs=30).game.over


@cites("R-H67")
def test_hands_without_a_limit_would_never_end_and_is_refused() -> None:
    with pytest.raises(sh.RulesetError, match="hand_limit = null is not possible with game_end = hands"):
        sh.new("hanataz", 2, options={"game_end": "hands", "hand_limit": None})


# --- last standing --------------------------------------------------------------------------------


@cites("R-H72", "R-H77")
def test_a_bust_player_is_out_for_good() -> None:
    silvs = {"A": 9, "B": 0, "C": 9}
    table = after_hand(silvs, game_end="last_standing", tokens="B", ante="every_hand", refill="may")

    assert not table.game.over
    assert table.hand("B") == []
    assert set(HANDS["B"].split(",")) <= set(table.discard)
    assert (table.tokens("B"), table.tokens_in_centre) == (0, 1)
    assert table.pot == 4 + 2, "no ante from B"
    assert table.game.view(None)["seats"][1]["state"] == "out of the game"
    table.keep_all()
    assert table.to_act == "A"
    assert table.do("pass").to_act == "C", "the seat is skipped"


@cites("R-H72", "R-H77")
def test_the_next_seat_opens_instead_of_a_bust_player() -> None:
    table = after_hand({"A": 9, "B": 0, "C": 9, "D": 9}, first="B", game_end="last_standing")

    assert (table.first, table.to_act) == ("C", "C")


@cites("R-H77", "R-H54", "R-H55")
@pytest.mark.parametrize("card", ["CFl", "Troll", "RFl", "DFl", "Assassin"])
def test_a_bust_player_is_neither_taxed_nor_robbed_nor_asked(card: str) -> None:
    table = (
        Scenario("hanataz", players=4, options={"game_end": "last_standing"})
        .seat("A", f"hand {{{card},2Fl,3Fl,4Fl,5Fl}}")
        .seat("B", "hand {KFl,2St,3St,4St,5St}, 0 silvs")
        .seat("C", "hand {2Wa,3Wa,4Wa,5Wa,6Wa}")
        .seat("D", "hand {2Wi,3Wi,4Wi,5Wi,6Wi}")
        .begin("A", at="hand end")
        .keep_all()
    )

    table.do(f"play {card}")
    asked = set()
    while table.turn == "A":
        asked.add(table.to_act)
        assert "target B" not in table.legal
        table.do(table.legal[0])

    assert "B" not in asked


@cites("R-H72", "R-H77")
@pytest.mark.parametrize(
    ("silvs", "winners"),
    [({"A": 9, "B": 0, "C": 0}, ["A"]), ({"A": 0, "B": 0, "C": 0}, ["A", "B", "C"])],
)
def test_it_ends_when_at_most_one_player_has_silvs(silvs: dict[str, int], winners: list[str]) -> None:
    table = after_hand(silvs, game_end="last_standing")

    assert table.game.over
    assert table.winners == winners


@cites("R-H68", "R-H77")
def test_if_the_last_ones_lose_all_in_one_hand_everybody_shares_the_win() -> None:
    scenario = Scenario("hanataz", options={"game_end": "last_standing"}).seat("A", "hand {2Fl}, 1 silv")
    table = scenario.seat("B", "hand {2St}, 0 silvs").seat("C", "hand {2Wa}, 1 silv").begin("A", at="hand end")
    assert table.game.view()["seats"][1]["state"] == "out of the game"
    table.keep_all()
    while not table.game.over:
        table.do("pass" if table.may("pass") else "nub out")

    assert table.game.scores == [0, 0, 0]
    assert table.winners == ["A", "B", "C"]


@cites("R-H77", "R-H67")
def test_with_last_standing_the_hand_limit_ends_the_game_too() -> None:
    table = after_hand({"A": 9, "B": 0, "C": 11}, hand=5, game_end="last_standing", hand_limit=5)

    assert table.game.over
    assert table.winners == ["C"]


@cites("R-H72", "R-H22")
def test_all_out_counts_only_those_who_still_play() -> None:
    table = after_hand({"A": 9, "B": 0, "C": 9}, game_end="last_standing").keep_all()

    table.do("nub out", "nub out")

    assert (table.hand_number, table.pot) == (5, 4)
