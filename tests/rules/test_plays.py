"""Playing cards, Actions and Buys, nested plays and the guards; beyond the worked examples."""

from __future__ import annotations

import pytest

import silverhook.testing
from silverhook import CardSetError
from silverhook.deckhand.edition import EDITIONS
from silverhook.testing import Scenario, cites, with_card

CAPPED = ("tokens", "indicator")


@cites("R-D47", "R-D48")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nested_plays_are_finished_from_the_inside_out(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Nest,Nest2,Nest3,Coin1}, deck [a,b]").begin("A")

    table.do("play Nest", "play Nest2", "play Nest3")

    assert table.stash("A") == ["Coin1", "Nest3", "Nest2", "Nest"]
    assert (table.coins("A"), table.used, table.actions) == (1, 1, 1)


@cites("R-D47", "R-D46")
@pytest.mark.parametrize("edition", EDITIONS)
def test_playing_twice_sets_aside_once(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {Again,Coin1}, deck [a,b,c]").begin("A").do("play Again")
    assert table.coins("A") == 2
    assert table.stash("A") == ["Coin1", "Again"]

    table = Scenario(edition).seat("A", "hand {Again,Gone}, deck [a,b,c,d]").begin("A").do("play Again")
    assert (table.out, table.stash("A")) == (["Gone"], ["Again"])


@cites("R-D50")
@pytest.mark.parametrize("edition", EDITIONS)
def test_card_played_from_an_enemys_stash_returns_to_its_owner(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {Borrow,x}, deck [a,b]").seat("B", "deck [c,d,e], stash (Coin3)")

    table = scenario.begin("A").do("play Borrow")

    assert (table.coins("A"), table.coins("B")) == (3, 0)
    assert (table.stash("A"), table.stash("B")) == (["Borrow"], ["Coin3"])
    assert table.used == 1


@cites("R-D50", "R-D46")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("deck", "out"), [("c,d,e", []), ("c,d,e,f", ["Gone"])])
def test_borrowed_card_that_says_so_removes_itself_from_its_owners_cards(
    edition: str, deck: str, out: list[str]
) -> None:
    scenario = Scenario(edition).seat("A", "hand {Borrow,x,y,z}, deck [a,b]").seat("B", f"deck [{deck}], stash (Gone)")

    table = scenario.begin("A").do("play Borrow")

    assert table.out == out
    assert table.owned("B") == 4


@cites("R-D50", "DH2-T8", "DH3-T8")
@pytest.mark.parametrize("edition", EDITIONS)
def test_action_plays_from_the_own_hand_only(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {x}, deck [a,b,c], stash (y)").seat("B", "hand {z}, deck [d,e,f]")
    table = scenario.begin("A")

    assert [action for action in table.legal if action.startswith("play")] == ["play x"]


@cites("R-D89")
@pytest.mark.parametrize("edition", EDITIONS)
def test_plays_nest_at_most_100_deep(edition: str) -> None:
    hand = ",".join(["Nest"] * 70)
    table = Scenario(edition).seat("A", f"hand {{{hand}}}, deck [a]").begin("A").do("play Nest")

    table.game.check()
    assert table.aside("A") == []
    played = len(table.stash("A"))
    assert 40 <= played <= 100, "the innermost play lapses, and everything unwinds"
    assert len(table.hand("A")) == 70 - played
    assert table.used == 1


@cites("R-D48", "DH2-G8", "DH3-G15")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("cap", [1, 3])
def test_action_cap_is_an_option_and_starts_again_each_turn(edition: str, cap: int) -> None:
    scenario = Scenario(edition, players=2, options={"action_cap": cap})
    scenario.seat("A", "hand {StAct,x,y,z,w}, deck [a,b,c]").seat("B", "deck [d,e,f,g]")
    table = scenario.begin("A", actions=9)

    for card in "xyzw"[:cap]:
        assert table.turn == "A"
        table.do(f"play {card}")

    assert table.turn == "B"
    assert table.used == 0
    assert table.may("play d")


@cites("DH2-G8", "DH3-G15", "R-D48")
@pytest.mark.parametrize("edition", CAPPED)
def test_purchases_with_actions_count_and_those_with_buys_do_not(edition: str) -> None:
    table = Scenario(edition).seat("A", "hand {x}, deck [a,b,c]").begin("A", actions=9, buys=2)

    for _ in range(7):
        assert table.turn == "A"
        table.do("buy s1")

    assert table.turn == "B"


@cites("R-D49")
@pytest.mark.parametrize("edition", EDITIONS)
def test_action_guard_is_an_option_that_bites_only_without_a_cap(edition: str) -> None:
    options = {"action_cap": None, "action_guard": 3}
    table = Scenario(edition, options=options).seat("A", "hand {x}, deck [a,b,c]").begin("A", actions=9, buys=1)
    table.do("buy s1", "buy s1", "buy s1")
    assert table.turn == "A", "the first was a Buy"
    assert table.do("buy s1").turn == "B"

    options = {"action_cap": 4, "action_guard": 3}
    table = Scenario(edition, options=options).seat("A", "hand {x}, deck [a,b,c]").begin("A", actions=9)
    table.do("buy s1", "buy s1", "buy s1")
    assert table.turn == "A"


@cites("DH1-G9", "DH2-G9", "DH3-G16", "R-D51", "R-D53", "R-D83")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_buy_is_optional_and_lapses(edition: str) -> None:
    scenario = Scenario(edition).seat("A", "hand {Buy1,x}, deck [a,b,c]").seat("B", "deck [d,e,f,g]")
    table = scenario.begin("A").do("play Buy1", "play x")
    assert (table.turn, table.actions, table.buys) == ("A", 0, 1)

    table.do("end turn", "end turn")

    assert (table.turn, table.buys) == ("A", 0)


@cites("R-D88")
@pytest.mark.parametrize(
    "text",
    ["+1 Discard.", "Discard your hand.", "Each enemy: they discard 1 card.", "All enemies discard 1 card together.",
     "Play a card from your hand."],
)  # fmt: skip
def test_circle_of_discarded_effects_is_refused(text: str) -> None:
    """The generic cards have one that draws when it is discarded."""
    with pytest.raises(CardSetError, match=r"could never end.*R-D88"):
        Scenario(cards=with_card("Whirl", discarded=text))


@cites("R-D80")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn_can_always_be_ended_for_a_player_who_left(edition: str) -> None:
    game = silverhook.new("deckhand", players=3, edition=edition, seed=80)
    while not game.over:
        if game.view()["decision"]["kind"] == "main":
            assert "end turn" in [game.describe(action) for action in game.legal_actions()]
        if game.to_act == 1:
            gone = game.view()["decision"]["kind"] == "main"
            game.apply("end turn" if gone else game.legal_actions()[0])
        else:
            actions = game.legal_actions()
            game.apply(actions[game.ply * 3 % len(actions)])
    assert game.winners
