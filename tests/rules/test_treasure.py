"""Worked examples of the treasure edition (DH1)."""

from __future__ import annotations

from collections import Counter

import pytest

import silverhook
from silverhook import ActionError
from silverhook.deckhand.operations import N
from silverhook.testing import Scenario, cites

STARTERS = Counter({"Fist Fight": 2, "Celebrate": 2})


def names(game: silverhook.Game, zone: str) -> list[str]:
    """The cards of a zone by name, top last, whoever may see them."""
    notation = game.rules.notation
    number = next(z for z in range(game.rules.zones) if notation.zone_name(z) == zone)
    return [notation.card_name(card) for card in game.zone(number)]


@cites("DH1-S1", "DH1-S4", "DH1-S5", "DH1-S6", "DH1-S7", "DH1-S9", "DH1-S10", "R-D01", "R-D02", "R-D04")
def test_we_001_set_up_for_two() -> None:
    for seed in range(20):
        game = silverhook.new("deckhand", players=2, edition="treasure", seed=seed)
        for seat in range(2):
            owned = names(game, f"deck.{seat}") + names(game, f"hand.{seat}")
            assert Counter(owned) == STARTERS
            assert names(game, f"stash.{seat}") == []
        waiting = 1 - game.view()["turn"]["seat"]
        assert names(game, f"hand.{waiting}") == []
        assert Counter(names(game, "out")) == {"Fist Fight": 4, "Celebrate": 4}
        assert len(names(game, "supply_deck")) == 22
        assert len(names(game, "supply")) == 6
        assert len(names(game, "reload_deck")) == 29
        assert [seat["coins"] for seat in game.view()["seats"]] == [1, 1]
        assert game.count(N.BANK) == 18


@cites("DH1-S8", "DH1-S9", "R-D04")
def test_we_002_set_up_for_four() -> None:
    game = silverhook.new("deckhand", players=4, edition="treasure", seed=2)

    assert len(names(game, "supply_deck")) == 40
    assert len(names(game, "supply")) == 6
    assert len(names(game, "reload_deck")) == 11
    assert names(game, "out") == []
    assert game.count(N.BANK) == 16


@cites("DH1-T3", "DH1-T4", "DH1-T5", "DH1-T6")
def test_we_004_first_turn_has_nothing_to_discard() -> None:
    table = Scenario("treasure").seat("A", "deck [Fist Fight,Celebrate,Fist Fight2,Celebrate2]").begin("A", at="start")

    assert table.hand("A") == ["Fist Fight", "Celebrate", "Fist Fight2"]
    assert table.deck("A") == ["Celebrate2"]
    assert table.stash("A") == []
    assert table.actions == 2
    assert (table.turn, table.to_act) == ("A", "A")


@cites("DH1-T3", "DH1-T4", "DH1-T5", "DH1-T11", "DH1-G7", "R-D17", "R-D19", "R-D23")
def test_we_005_card_drawn_in_step_1_is_discarded_in_step_2() -> None:
    table = Scenario("treasure").seat("A", "deck [a,b,c,d], hand {x}, stash (StCard)").begin("A", at="start")

    assert table.hand("A") == ["b", "c", "d"]
    assert sorted(table.deck("A")) == ["StCard", "a", "x"]
    assert table.stash("A") == []


@cites("DH1-T11", "R-D23", "R-D69")
def test_we_007_last_card_drawn_reshuffles_at_once() -> None:
    table = Scenario("treasure").seat("A", "deck [a,b,c], hand {d}, stash (e)").begin("A", at="start")

    assert table.hand("A") == ["a", "b", "c"]
    assert sorted(table.deck("A")) == ["d", "e"]
    assert table.stash("A") == []


@cites("DH1-T7", "DH1-T8", "DH1-T11", "DH1-T12", "DH1-G15", "R-D24", "R-D25", "R-D26")
def test_we_008_played_card_is_not_part_of_the_reshuffle_it_causes() -> None:
    table = Scenario("treasure").seat("A", "hand {Draw3,x}, deck [a,b], stash (c)").begin("A")

    table.do("play Draw3")

    assert table.hand("A") == ["x", "a", "b", "c"]
    assert table.deck("A") == ["Draw3"]
    assert table.stash("A") == []
    assert table.actions == 1


@cites("DH1-G20", "R-D24", "R-D25")
def test_we_010_draws_that_find_nothing_lapse() -> None:
    table = Scenario("treasure").seat("A", "hand {Draw3,x,y}, deck [a]").begin("A")

    table.do("play Draw3")

    assert table.hand("A") == ["x", "y", "a"]
    assert table.deck("A") == ["Draw3"]

    table.do("play x")

    assert table.hand("A") == ["y", "a"], "no draw is made up for later"


@cites("DH1-T9", "DH1-T10", "DH1-S11", "DH1-G1", "R-D09", "R-D11", "R-D24")
def test_we_011_bought_card_becomes_the_deck_when_all_is_in_hand() -> None:
    table = (
        Scenario("treasure", costs={"s1": 3})
        .seat("A", "hand {w,x,y,z}, 3 Treasures")
        .table("supply [s1,s2,s3,s4,s5,s6], supply deck [t1,t2,t3]", bank=10)
        .begin("A")
    )

    table.do("buy s1")

    assert table.coins("A") == 0
    assert table.bank == 13
    assert table.deck("A") == ["s1"]
    assert table.stash("A") == []
    assert table.supply == ["t1", "s2", "s3", "s4", "s5", "s6"]
    assert table.actions == 1


@cites("DH1-G13", "DH1-G16")
def test_we_013_discard_before_draw_cannot_take_the_card_drawn() -> None:
    table = Scenario("treasure").seat("A", "hand {DiscDraw,p}, deck [q,r,s]").begin("A")

    table.do("play DiscDraw")

    assert table.hand("A") == ["q"]
    assert table.deck("A") == ["r", "s"]
    assert table.stash("A") == ["p", "DiscDraw"]


@cites("DH1-G12", "DH1-G13")
@pytest.mark.parametrize(("kept", "gone"), [("q", "p"), ("p", "q")])
def test_we_014_draw_before_discard_lets_one_choose(kept: str, gone: str) -> None:
    table = Scenario("treasure").seat("A", "hand {DrawDisc,p}, deck [q,r,s]").begin("A")

    table.do("play DrawDisc")

    assert table.legal == ["discard p", "discard q"], "keeping both is not possible"
    table.do(f"discard {gone}")
    assert table.hand("A") == [kept]
    assert table.stash("A") == [gone, "DrawDisc"]


def banked_reload() -> Scenario:
    return (
        Scenario("treasure")
        .seat("A", "hand {Rel1,Coin1,x}, deck [a], 1 Treasure")
        .table("supply [s1,s2,s3,s4,s5,s6], refresh deck [r1,r2,r3]")
    )


@cites("DH1-G6", "DH1-G10", "DH1-G11", "R-D13", "R-D16")
def test_we_016_banked_reload_is_used_later_in_the_turn() -> None:
    table = banked_reload().begin("A")

    table.do("play Rel1", "play Coin1")

    assert table.supply == ["s1", "s2", "s3", "s4", "s5", "s6"]
    assert table.reload_deck == ["r1", "r2", "r3"]

    table.do("reload s2")

    assert table.supply == ["s1", "r1", "s3", "s4", "s5", "s6"]
    assert table.reload_deck == ["r2", "r3", "s2"]
    assert len(table.supply_deck) == 15
    assert table.coins("A") == 2
    assert table.turn == "B", "without actions and Reloads the turn is over"


@cites("DH1-G10", "R-D51")
def test_we_017_banked_reload_lapses_with_the_turn() -> None:
    table = banked_reload().begin("A")

    table.do("play Rel1", "end turn", "end turn")

    assert table.turn == "A"
    assert table.actions == 2
    assert table.reloads == 0
    assert not any(action.startswith("reload") for action in table.legal)


@cites("DH1-G14", "R-D36")
def test_we_019_reload_earned_in_another_players_turn_is_void() -> None:
    table = (
        Scenario("treasure").seat("A", "hand {OdRel}, deck [a,b,c]").seat("B", "hand {Raid,y}, deck [d,e]").begin("B")
    )

    table.do("play Raid")

    assert table.stash("A") == ["OdRel"]
    assert table.supply == ["s1", "s2", "s3", "s4", "s5", "s6"]
    assert (table.turn, table.to_act) == ("B", "B")
    assert table.reloads == 0


def two_labs(edition: str) -> Scenario:
    return Scenario(edition).seat("A", "hand {Lab1,m,n}, deck [Lab2]")


@cites("DH1-G8", "DH1-T11", "R-D24", "R-D49")
def test_we_020_without_a_cap_two_labs_go_on_until_the_guard() -> None:
    table = two_labs("treasure").begin("A")

    table.do("play Lab1")
    assert table.hand("A") == ["m", "n", "Lab2"]
    assert table.deck("A") == ["Lab1"]
    table.do("play Lab2", "play Lab1", "play Lab2", "play Lab1")

    assert (table.used, table.actions) == (5, 2)
    for turn in range(5, 100):
        assert table.turn == "A"
        table.do("play Lab2" if turn % 2 else "play Lab1")
    assert table.turn == "B", "the guard ends the turn after 100 actions"


@cites("DH1-T4", "R-D21", "R-D22")
@pytest.mark.parametrize("order", [["OdCoin first"], ["OdCard first"]])
def test_we_022_effects_of_the_discarded_hand_come_before_the_draw(order: list[str]) -> None:
    table = (
        Scenario("treasure").seat("A", "hand {OdCoin,OdCard,x}, deck [a,b,c,d,e], 1 Treasure").begin("A", at="step 2")
    )

    assert table.stash("A") == ["OdCoin", "OdCard", "x"], "all three have moved before anything happens"
    assert table.hand("A") == []
    assert table.legal == ["OdCoin first", "OdCard first"]
    table.do(*order)

    assert table.coins("A") == 2
    assert table.hand("A") == ["a", "b", "c", "d"]
    assert table.deck("A") == ["e"]


@cites("DH1-G16", "R-D31", "R-D54")
def test_we_023_playing_and_buying_are_not_discarding() -> None:
    table = (
        Scenario("treasure")
        .seat("A", "hand {OdCoin,x}, deck [a,b]")
        .table("supply [OdCoin2,s2,s3,s4,s5,s6]")
        .begin("A")
    )

    table.do("play OdCoin")
    assert table.coins("A") == 0
    table.do("buy OdCoin2")

    assert table.coins("A") == 0
    assert table.stash("A") == ["OdCoin", "OdCoin2"]
    assert table.turn == "B", "a card of price 0 uses the action"


@cites("DH1-T11", "DH1-G16", "R-D23", "R-D29", "R-D31")
def test_we_025_card_put_from_the_deck_is_not_discarded_and_may_empty_the_deck() -> None:
    table = Scenario("treasure").seat("A", "deck [OdCoin], hand {MillTop,x}, stash (b)").begin("A")

    table.do("play MillTop")

    assert table.coins("A") == 0
    assert sorted(table.deck("A")) == ["OdCoin", "b"]
    assert table.stash("A") == ["MillTop"]


@cites("DH1-G21", "R-D43", "R-D44")
def test_we_026_nothing_is_removed_from_four_cards() -> None:
    table = Scenario("treasure").seat("A", "hand {Trash1,a}, deck [b], stash (c)").begin("A")

    table.do("play Trash1")

    assert table.hand("A") == ["a"]
    assert table.stash("A") == ["c", "Trash1"]
    assert table.out == []


@cites("DH1-G21", "R-D39")
def test_we_028_pointless_target_may_be_chosen() -> None:
    table = (
        Scenario("treasure", players=3)
        .seat("A", "hand {Steal1,x}, deck [a,b,c]")
        .seat("B", "deck [q,r,s], stash (p)")
        .seat("C", "deck [c1,c2,c3,c4], stash (u,v)")
        .begin("A")
    )

    table.do("play Steal1")
    assert table.legal == ["target B", "target C"]
    table.do("target B")

    assert table.stash("B") == ["p"]
    assert table.stash("C") == ["u", "v"]
    assert table.stash("A") == ["Steal1"]


@cites("DH1-G21", "R-D45")
def test_we_029_even_swap_is_allowed_at_four_cards() -> None:
    table = (
        Scenario("treasure")
        .seat("A", "hand {Swap}, deck [a,b], stash (c)")
        .seat("B", "deck [q,r,s], stash (p)")
        .begin()
    )

    table.do("play Swap")

    assert table.stash("A") == ["p", "Swap"]
    assert table.stash("B") == ["c"]
    assert (table.owned("A"), table.owned("B")) == (4, 4)


@cites("DH1-E1", "DH1-E2", "DH1-S11", "R-D12", "R-D57")
def test_we_031_supply_shrinks_when_its_deck_is_empty() -> None:
    table = (
        Scenario("treasure", costs={"s3": 2, "s4": 1})
        .seat("A", "hand {x}, deck [a,b,c], 4 Treasures")
        .table("supply [s1,s2,s3,s4,s5,s6], supply deck [t1]")
        .begin("A")
    )
    assert table.ender is None

    table.do("buy s3")

    assert table.supply == ["s1", "s2", "t1", "s4", "s5", "s6"]
    assert table.supply_deck == []
    assert table.ender == "A"
    assert table.turn == "A", "the turn is completed"

    table.do("buy s4")

    assert table.supply == ["s1", "s2", "t1", "-", "s5", "s6"]
    assert table.coins("A") == 1


@cites("DH1-E2", "DH1-E3", "DH1-E4", "R-D60")
def test_we_032_each_other_player_has_one_final_turn_with_one_action() -> None:
    table = (
        Scenario("treasure", players=3)
        .seat("A", "hand {x}, deck [a,b,c]")
        .seat("B", "hand {OdCoin}, deck [d,e,f,g]")
        .table("supply deck [t1]")
        .begin("A")
    )

    table.do("buy s1", "end turn")

    assert (table.turn, table.actions) == ("B", 1)
    assert table.hand("B") == ["d", "e", "f"], "steps 1 and 2 as usual"
    assert table.coins("B") == 1, "with what they set off"
    table.do("play d")
    assert (table.turn, table.actions) == ("C", 1)
    assert not table.game.over
    table.do("end turn")
    assert table.game.over


def finished(edition: str, a: str, b: str, ender: str | None = "A", players: int = 2) -> Scenario:
    """A position at the scoring; blanks fill up to four cards."""
    scenario = Scenario(edition, players=players)
    return scenario.seat("A", a).seat("B", b).table("supply deck []" if ender else "")


@cites("DH1-E6", "DH1-E7")
def test_we_034_more_treasures_break_a_tie() -> None:
    table = finished("treasure", "deck [h7,a,b,c], 2 Treasures", "deck [h7,d,e,f], 4 Treasures").begin(
        "A", at="scoring", ender="A"
    )

    assert table.game.scores == [7, 7]
    assert table.winners == ["B"]


@cites("DH1-E8")
def test_we_035_having_ended_the_game_breaks_the_next_tie() -> None:
    for ender in "AB":
        table = finished("treasure", "deck [h7,a,b,c], 3 Treasures", "deck [h7,d,e,f], 3 Treasures").begin(
            "A", at="scoring", ender=ender
        )

        assert table.winners == [ender]


@cites("DH1-E5", "DH1-G3", "DH1-G4", "R-D62", "R-D63")
def test_we_037_all_cards_owned_are_counted_and_end_effects_too() -> None:
    table = finished("treasure", "hand {h2}, deck [h3], stash (h1,EndH)", "deck [Blank,Blank,Blank,Blank,EndH]").begin(
        "A", at="scoring", ender="A"
    )

    assert table.game.scores == [6, 4]
    assert table.winners == ["A"]


@cites("DH1-S11", "DH1-E1", "R-D11", "R-D57")
def test_we_038_second_gain_sees_the_first_replacement() -> None:
    table = (
        Scenario("treasure")
        .seat("A", "hand {Gain2,x}, deck [a,b,c]")
        .table("supply [s1,s2,s3,s4,s5,s6], supply deck [t1,t2]")
        .begin("A")
    )

    table.do("play Gain2", "gain s1")
    assert table.supply == ["t1", "s2", "s3", "s4", "s5", "s6"]
    assert table.ender is None
    table.do("gain t1")

    assert table.supply == ["t2", "s2", "s3", "s4", "s5", "s6"]
    assert table.stash("A") == ["s1", "t1", "Gain2"]
    assert table.ender == "A"


@cites("DH1-E1", "DH1-E2", "R-D58", "R-D59")
def test_we_040_end_set_off_in_step_1_leaves_the_whole_turn() -> None:
    table = (
        Scenario("treasure")
        .seat("A", "hand {x}, deck [a,b,c,d], stash (StGain)")
        .table("supply [s1,s2,s3,s4,s5,s6], supply deck [t1]")
        .begin("A", at="start")
    )

    table.do("gain s6")

    assert table.supply == ["s1", "s2", "s3", "s4", "s5", "t1"]
    assert table.ender == "A"
    assert table.hand("A") == ["a", "b", "c"]
    assert (table.turn, table.actions) == ("A", 2)
    table.do("play a", "play b")
    assert (table.turn, table.actions) == ("B", 1)


@cites("DH1-T6", "R-D81")
def test_an_action_that_does_not_exist_now_is_refused_and_changes_nothing() -> None:
    table = Scenario("treasure").seat("A", "hand {x}, deck [a,b,c]").begin("A")
    before = table.game.position()

    for wrong in ("play y", "draw a card", "reload s1", "nonsense"):
        with pytest.raises(ActionError):
            table.do(wrong)
    assert table.game.position() == before
