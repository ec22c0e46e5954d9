"""Hanataz: views, news and questions reveal nothing hidden."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

import silverhook as sh
from silverhook.hanataz.composition import N
from silverhook.testing import HanatazTable, Scenario, cites

HOUSE = "H [2Wi,3Wi,4Wi,5Wi,6Wi]"
THREE = (0, 1, 2, None)


def seen(table: HanatazTable, *seats: int | None) -> list[str]:
    """The views and news of these seats, as the server would send them."""
    return [json.dumps([table.game.view(seat), table.game.news(seat)]) for seat in seats]


def cards(table: HanatazTable, seat: int | None, zone: str) -> list[str | None]:
    found: list[str | None] = table.game.view(seat)["zones"][zone]
    return found


# --- hands, deck, house ---------------------------------------------------------------------------------


@cites("R-H69", "HZ-S6")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_seat_sees_its_own_hand_and_nothing_else_that_lies_hidden(players: int) -> None:
    game = sh.new("hanataz", players, seed=3)

    for seat in [None, *range(players)]:
        zones = game.view(seat)["zones"]
        assert set(zones["deck"]) == set(zones["house"]) == {None}
        for other in range(players):
            assert (None in zones[f"hand.{other}"]) is (other != seat)
            assert len(zones[f"hand.{other}"]) == 5, "sizes are open"


@cites("R-H69", "R-H08")
def test_discards_are_open_and_draws_are_not() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {2Fl,3Fl}").seat("B", "hand {2St}").seat("C", "hand {2Wa}")
    table = scenario.table("deck [9Fl,…]").begin("A", at="set-up").do("swap 2Fl", "draw the new cards")

    assert [cards(table, seat, "discard") for seat in THREE] == [["2 of Flames"]] * 4
    assert cards(table, 0, "hand.0") == ["3 of Flames", "9 of Flames"]
    assert [cards(table, seat, "hand.0") for seat in (1, 2, None)] == [[None, None]] * 3
    drawn = [[h.card for h in table.game.news(seat) if h.code == N.TOLD_DRAW] for seat in THREE]
    assert drawn == [["9 of Flames"], [None], [None], [None]]


# --- Jester ---------------------------------------------------------------------------------------------


@cites("HZ-FJ1", "R-H26", "R-H69")
def test_only_the_player_of_a_jester_knows_the_card_it_showed() -> None:
    looked = []
    for house in ("H [2Wi,3Wi,4Wi,5Wi,6Wi]", "H [2Wi,3Wi,9Wi,5Wi,6Wi]"):
        scenario = Scenario("hanataz").seat("A", "hand {Jester,2Fl}").seat("B", "hand {2St}").seat("C")
        table = scenario.table(house).begin("A").do("play Jester", "position 3")
        looked.append((seen(table, 0), seen(table, 1, 2, None)))
        assert cards(table, 0, "house")[2] == ("4 of Winds" if "4Wi" in house else "9 of Winds")

    assert looked[0][0] != looked[1][0]
    assert looked[0][1] == looked[1][1], "the others cannot tell what it was"


@cites("R-H26", "R-H61")
def test_after_a_shuffle_the_looker_cannot_tell_one_position_from_another() -> None:
    views = set()
    for seed in range(30):
        scenario = Scenario("hanataz", seed=seed).seat("A", "hand {Jester,2Fl}").seat("B", "hand {2St}")
        table = scenario.table(f"{HOUSE}, deck [9Fl,…]").begin("A")
        table.do("play Jester", "position 1", "shuffle the Hanataz hand")
        views.update(seen(table, 0))

    assert len(views) == 1


@cites("R-H26", "R-H38")
def test_a_player_who_looked_at_a_card_knows_it_after_a_fool_takes_it() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {Jester,2Fl}").seat("B", "hand {Fool,3Fl}").seat("C")
    table = scenario.table(f"{HOUSE}, deck [9Fl,…]").begin("A")
    table.do("play Jester", "position 2", "put it back", "play 9Fl", "play Fool", "position 2")

    assert cards(table, 0, "hand.1") == [None, "3 of Winds"]
    assert [cards(table, seat, "hand.1") for seat in (2, None)] == [[None, None]] * 2
    assert [set(cards(table, seat, "house")) for seat in THREE] == [{None}] * 4, "not even B knows where the Fool is"


# --- Rogue ----------------------------------------------------------------------------------------------


def robbed(seed: int) -> HanatazTable:
    """A robs B of its only card, the 9 of Stones; then C robs A, who holds three cards, of one at random."""
    table = (
        Scenario("hanataz", players=4, seed=seed)
        .seat("A", "hand {RFl,2Fl,3Fl}")
        .seat("B", "hand {9St}")
        .seat("C", "hand {RSt}")
        .seat("D")
        .begin("A")
    )
    table.do("play RFl", "target B", "take a silv and a card").no_knights()
    assert table.hand("A") == ["2Fl", "3Fl", "9St"]
    assert [cards(table, seat, "hand.0")[2] for seat in (0, 1, 2, 3, None)] == ["9 of Stones"] * 2 + [None] * 3
    return table.do("pass", "play RSt", "target A", "take a silv and a card").no_knights()


@cites("HZ-FR2", "R-H51")
def test_both_players_know_the_card_that_a_rogue_took() -> None:
    for seed in range(10):
        table = robbed(seed)
        (taken,) = cards(table, 2, "hand.2")
        assert taken is not None
        assert [cards(table, seat, "hand.2") for seat in (0, 3, None)] == [[taken], [None], [None]]
        told = {
            seat: [h.card for h in table.game.news(seat) if h.code == N.TOLD_STEAL_CARD] for seat in (0, 1, 2, 3, None)
        }
        assert told == {0: [taken], 1: [None], 2: [taken], 3: [None], None: [None]}


@cites("R-H51", "R-H69")
def test_of_two_like_cards_nobody_sees_which_was_played() -> None:
    """A holds a Jester and robs C of another one; when A plays a Jester, C cannot know that there is one left."""
    scenario = Scenario("hanataz").seat("A", "hand {RWi,Jester,5Fl}").seat("B").seat("C", "hand {Jester}")
    table = scenario.table(f"{HOUSE}, deck [9Fl,…]").begin("A")
    table.do("play RWi", "target C", "take a silv and a card").no_knights().do("pass", "pass")
    assert cards(table, 2, "hand.0") == [None, None, "Jester"]

    table.do("play Jester")

    assert cards(table, 0, "hand.0") == ["Jester", "5 of Flames"]
    assert [cards(table, seat, "hand.0") for seat in (1, 2, None)] == [[None, None]] * 3


@cites("R-H51", "R-H69")
def test_a_player_who_steals_one_of_two_like_cards_cannot_tell_which() -> None:
    """B robs A of a Jester and has another one; then A, who knows of the first, robs B of a Jester."""
    held = set()
    for seed in range(30):
        scenario = Scenario("hanataz", players=2, seed=seed).seat("A", "hand {RWi,Jester}")
        table = scenario.seat("B", "hand {RFl,Jester}").table(f"{HOUSE}, deck [9Fl,…]").begin("B")
        table.do("play RFl", "take a silv and a card").no_knights()
        if not table.may("play RWi"):
            continue
        assert cards(table, 0, "hand.1") == [None, "Jester"]

        table.do("play RWi", "take a silv and a card").no_knights()

        assert cards(table, 0, "hand.0") == ["Jester"]
        assert cards(table, 0, "hand.1") == [None], "it could be any card"
        held.add(seed)
    assert held


@cites("HZ-FR2", "R-H51", "R-H69")
def test_whoever_knew_a_card_of_that_hand_does_not_learn_whether_it_was_taken() -> None:
    tables = [robbed(seed) for seed in range(40)]

    assert {tuple(table.hand("C")) for table in tables} == {("2Fl",), ("3Fl",), ("9St",)}
    for seat in (1, 3, None):
        assert len({seen(table, seat)[0] for table in tables}) == 1, seat


@cites("HZ-FF1", "R-H51", "R-H69")
def test_nobody_learns_it_from_the_origin_of_the_cards_either() -> None:
    tables = []
    for seed in range(40):
        scenario = Scenario("hanataz", seed=seed).seat("A", "hand {Fool,2Fl,3Fl}").seat("B", "hand {RSt}")
        table = scenario.seat("C", "hand {9Wa}").table(HOUSE).knows("C", 2).begin("A")
        table.do("play Fool", "position 2")
        assert cards(table, 2, "hand.0") == [None, None, "3 of Winds"], "C had looked at it"
        tables.append(table.do("play RSt", "target A", "take a silv and a card").no_knights())

    assert len({tuple(table.hand("B")) for table in tables}) == 3
    for seat in (2, None):
        assert len({seen(table, seat)[0] for table in tables}) == 1, seat


@cites("R-H51")
def test_the_only_card_of_a_hand_is_known_to_whoever_knew_it() -> None:
    scenario = Scenario("hanataz", players=4).seat("A", "hand {RFl}").seat("B", "hand {9St}").seat("C", "hand {RSt}")
    table = scenario.seat("D").begin("A")

    table.do("play RFl", "target B", "take a silv and a card").no_knights()
    table.do("pass", "play RSt", "target A", "take a silv and a card").no_knights()

    assert [cards(table, seat, "hand.2") for seat in (0, 1, 2, 3)] == [["9 of Stones"]] * 3 + [[None]]


# --- planted Fools ---------------------------------------------------------------------------------------


def prefer_fools(game: sh.Game, pick: random.Random) -> int:
    """A random action, but a Fool whenever one can be played, and seldom a fold."""
    actions = game.legal_actions()
    fools = [action for action in actions if game.describe(action) == "play Fool"]
    stay = [action for action in actions if game.describe(action) != "nub out"]
    return pick.choice(fools or stay or actions)


def planted(game: sh.Game, before: bool) -> bool:
    """Whether the latest news tell everybody that the only Fool lies in the house hand."""
    for told in game.news(None):
        if told.code == N.TOLD_PLANT:
            before = True
        elif told.code == N.TOLD_RESHUFFLE or (told.code == N.TOLD_FLIP and told.card == "Fool"):
            before = False
    return before


@cites("HZ-FF2", "R-H38", "R-H69")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_planted_fool_is_in_the_house_hand_for_everybody(players: int) -> None:
    checked = 0
    for seed in range(12):
        pick, lies_there = random.Random(seed), False
        game = sh.new("hanataz", players, seed=seed)
        prepared = game.rules.prepared
        (fool,) = [card for card, kind in enumerate(prepared.cards) if prepared.kinds[kind].name == "Fool"]
        game.listen()
        while not game.over and game.ply < 250:
            game.apply(prefer_fools(game, pick))
            lies_there = planted(game, lies_there)
            if lies_there:
                assert fool in game.zone(N.HOUSE)
                for seat in [None, *range(players)]:
                    assert fool in game.resample(seat, game.ply).zone(N.HOUSE), (seed, game.ply, seat)
                    checked += 1

    assert checked > 500


@cites("R-H38", "R-H39", "R-H69")
def test_others_cannot_tell_whether_a_second_fool_took_the_first() -> None:
    scenario = Scenario("hanataz", options={"fools": 2}).seat("A", "hand {Fool,2Fl}").seat("B", "hand {Fool,3Fl}")
    table = scenario.seat("C", "hand {4Fl}").table(HOUSE).begin("A").do("play Fool", "position 1")
    table.do("play Fool", f"position {table.house.index('Fool') + 1}")
    fools = {
        card
        for card, kind in enumerate(table.game.rules.prepared.cards)
        if table.game.rules.prepared.kinds[kind].face == N.FOOL
    }

    def sampled(seat: int | None) -> set[tuple[int, int]]:
        """The numbers of Fools in the house hand and in B's, over many deals that this seat thinks possible."""
        games = [table.game.resample(seat, seed) for seed in range(60)]
        return {(len(fools & set(g.zone(N.HOUSE))), len(fools & set(g.zone(N.HANDS + 1)))) for g in games}

    assert sampled(1) == {(1, 1)}, "B has it"
    assert sampled(0) == sampled(2) == sampled(None) == {(1, 1), (2, 0)}


# --- Knights ---------------------------------------------------------------------------------------------


@cites("R-H46", "R-H75")
@pytest.mark.parametrize(
    "actions", [("play DFl",), ("play RFl", "target B", "take two silvs"), ("play RFl", "target C", "take two silvs")]
)
@pytest.mark.parametrize("bard", [False, True])
def test_nobody_can_tell_whether_the_asked_seat_holds_a_knight(actions: tuple[str, ...], bard: bool) -> None:
    shown: list[list[Any]] = []
    for hand in ("{KSt,2St}", "{2St,3St}"):
        scenario = Scenario("hanataz", players=4).seat("A", "hand {DFl,RFl,2Fl}").seat("B", f"hand {hand}")
        scenario.seat("C", "hand {KWa,2Wa}").seat("D", "hand {2Wi}", out=True).table("5 pot")
        table = (scenario.bard("D") if bard else scenario).begin("A").do(*actions)
        assert table.to_act == "B"
        shown.append(seen(table, 0, 2, 3, None))
        table.do("let it happen")
        shown[-1] += seen(table, 0, 2, 3, None)
        table.no_knights()
        shown[-1] += seen(table, 0, 2, 3, None)

    assert shown[0] == shown[1]


@cites("R-H46", "R-H75")
def test_only_the_asked_seat_sees_that_it_is_asked() -> None:
    scenario = Scenario("hanataz", players=4).seat("A", "hand {DFl,2Fl}").seat("B", "hand {KSt,2St}")
    table = scenario.seat("C", "hand {2Wa}").seat("D", "hand {2Wi}").table("5 pot").begin("A").do("play DFl")

    for asked in (1, 2, 3):
        assert table.game.to_act == asked
        for seat in (0, 1, 2, 3, None):
            decision = table.game.view(seat)["decision"]
            assert (decision["seat"], decision["kind"]) == ((asked, "knight") if seat == asked else (None, "wait"))
        table.do("let it happen")


@cites("R-H46", "R-H75")
def test_the_table_waits_in_the_same_words_whoever_is_asked() -> None:
    scenario = Scenario("hanataz", players=4).seat("A", "hand {DFl,2Fl}").seat("B", "hand {2St}")
    table = scenario.seat("C", "hand {2Wa}").seat("D", "hand {2Wi}").table("5 pot").begin("A").do("play DFl")

    waiting = [table.game.view(None)]
    waiting += [table.do("let it happen").game.view(None) for _ in range(2)]

    assert waiting[0] == waiting[1] == waiting[2]


@cites("R-H46", "R-H75")
@pytest.mark.parametrize("actions", [("play DFl",), ("play RFl", "target D", "take two silvs")])
def test_the_order_of_asking_does_not_depend_on_knights_in_hands(actions: tuple[str, ...]) -> None:
    orders = set()
    for holds in product((False, True), repeat=3):
        scenario = Scenario("hanataz", players=4).seat("A", "hand {DFl,RFl,2Fl}").table("5 pot")
        for seat, suit, knight in zip("BCD", ("St", "Wa", "Wi"), holds, strict=True):
            scenario.seat(seat, f"hand {{{'K' if knight else '9'}{suit},2{suit}}}", out=seat == "D")
        table = scenario.begin("A").do(*actions)
        order = []
        while "let it happen" in table.legal:
            order.append(table.to_act)
            table.do("let it happen")
        orders.add(tuple(order))

    assert len(orders) == 1


@cites("R-H75")
def test_another_deal_may_give_the_asked_seat_no_knight() -> None:
    scenario = Scenario("hanataz").seat("A", "hand {DFl,2Fl}").seat("B", "hand {KSt,KWa}").seat("C", "hand {2Wa}")
    table = scenario.table("5 pot").begin("A").do("play DFl")

    legal = {len(table.game.resample(0, seed).legal_actions()) for seed in range(60)}

    assert {1, 2} <= legal
