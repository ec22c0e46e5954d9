"""Hidden cards: what each seat knows of them after they have moved."""

from __future__ import annotations

import pytest

from silverhook.deckhand.edition import EDITIONS
from silverhook.testing import DeckHandTable, Scenario, cites

CARDS = """
[[card]]
name = "Fist Fight"
[[card]]
name = "Celebrate"
[[card]]
name = "Boast"
play = "Reveal your hand. +1 Card. +1 Action."
[[card]]
name = "Recruit"
play = "Gain 1 supply card into your hand. +1 Action."
[[card]]
name = "Toss"
play = "+1 Discard. +1 Action."
[[card]]
name = "TossTogether"
play = "Discard 1 card together. +1 Action."
[[card]]
name = "Throw"
play = "Trash 1 card from your hand. +1 Action."
[[card]]
name = "Bosun"
play = "Play a card from your hand. +1 Action."
[[card]]
name = "Hide"
play = "Put 1 card costing 1 or less from your hand on top of your deck."
[[card]]
name = "Slip"
play = "Choose an enemy: give 1 card from your hand into their hand."
[[card]]
name = "Sift"
play = "Reveal the top 2 cards of your deck. Put 1 card from the revealed cards into your hand. +1 Action."
[[card]]
name = "Scout"
play = "Look at the top 2 cards of your deck. Put 1 card from the revealed cards into your hand."
[[card]]
name = "Bury"
play = "Choose an enemy: reveal their hand; take 1 random card from their hand on top of their deck."
[[card]]
name = "Spill"
play = "Choose an enemy: reveal their hand; take 1 random card from their hand into their stash."
"""


def hands(table: DeckHandTable, seat: str) -> list[list[str | None]]:
    """A hand as each seat and a spectator see it."""
    number = ord(seat) - ord("A")
    return [table.game.view(other)["zones"][f"hand.{number}"] for other in (*range(table.game.players), None)]


# --- like cards ----------------------------------------------------------------------------------


@cites("R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("by", "answers"),
    [
        ("z", ["play x"]),
        ("Toss", ["play Toss", "discard x"]),
        ("TossTogether", ["play TossTogether", "discard x"]),
        ("Throw", ["play Throw", "trash x from your hand"]),
        ("Bosun", ["play Bosun", "play x"]),
    ],
)
def test_of_two_like_cards_the_one_that_all_know_leaves(edition: str, by: str, answers: list[str]) -> None:
    """A holds an x that nobody has seen, and gains another that all see; then an x leaves A's hand."""
    scenario = Scenario(edition, cards=CARDS).seat("A", f"hand {{Recruit,x,y,{by}}}, deck [a,b,c]")
    table = scenario.table("supply [x,s2,s3,s4,s5,s6]").begin("A").do("play Recruit", "gain x")
    assert hands(table, "A") == [["x", "y", by, "x"], *[[None, None, None, "x"]] * 2]

    table.do(*answers)

    assert sorted(name for name in table.hand("A") if name != by) == ["x", "y"]
    assert hands(table, "A")[1:] == [[None] * len(table.hand("A"))] * 2


@cites("R-D66")
@pytest.mark.parametrize("unseen", ["x", "y"])
def test_the_order_of_a_hand_does_not_tell_which_of_two_like_cards_was_played(unseen: str) -> None:
    """When A plays an x, all see the same, whether or not the card that nobody has seen is an x, too."""
    scenario = Scenario("indicator", cards=CARDS).seat("A", f"hand {{Recruit,Recruit,{unseen}}}, deck [a,b,c]")
    table = scenario.table("supply [x,z,s3,s4,s5,s6]").begin("A").do("play Recruit", "gain z", "play Recruit", "gain x")
    assert hands(table, "A")[1:] == [[None, "z", "x"]] * 2

    table.do("play x")

    assert hands(table, "A") == [[unseen, "z"], [None, "z"], [None, "z"]]


@cites("R-D66")
def test_a_player_who_knew_one_of_two_like_cards_cannot_tell_which_was_played() -> None:
    """B and C have each given A an x; when A plays one of them, neither can know that there is another."""
    scenario = Scenario("indicator", players=3, cards=CARDS, options={"hand_discard": "end_of_turn"})
    scenario.seat("A", "deck [a,b,c,d]").seat("B", "hand {Slip,x,p}, deck [e,f,g]")
    table = scenario.seat("C", "deck [Slip,x,q,h,i]").begin("B")
    table.do(
        "play Slip",
        "target A",
        "give x from your hand",
        "end turn",
        "play Slip",
        "target A",
        "give x from your hand",
        "end turn",
    )
    assert hands(table, "A")[1:] == [["x"] + [None] * 4, [None, "x"] + [None] * 3, [None] * 5]

    table.do("play x")

    assert hands(table, "A") == [["x", "a", "b", "c"], *[[None] * 4] * 3]
    for other in (1, 2):
        assert len({tuple(table.game.resample(other, deal).zone(1)) for deal in range(20)}) > 1


@cites("R-D66")
def test_a_player_who_gets_one_of_two_like_cards_cannot_tell_which() -> None:
    """A holds an x, B has given A another; when A gives an x to B, B cannot know that A has one left."""
    scenario = Scenario("indicator", cards=CARDS, options={"hand_discard": "end_of_turn"})
    table = scenario.seat("A", "hand {x}, deck [Slip,a,b,c]").seat("B", "hand {Slip,x}, deck [e,f,g]").begin("B")
    table.do("play Slip", "end turn")
    assert hands(table, "A")[1] == [None, "x", None, None, None]

    table.do("play Slip", "give x from your hand")

    assert hands(table, "A") == [["x", "a", "b"], [None] * 3, [None] * 3]
    assert hands(table, "B") == [["x"], ["x"], [None]]


# --- cards that move unseen ------------------------------------------------------------------------


@cites("R-D66", "R-D75")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_of_a_known_hand_put_away_unseen_may_be_any_of_them(edition: str) -> None:
    scenario = Scenario(edition, cards=CARDS, costs={"z": 2}).seat("A", "hand {Boast,Hide,p,q,z}, deck [a,b,c]")
    table = scenario.begin("A").do("play Boast").draw()
    assert hands(table, "A")[1] == ["Hide", "p", "q", "z", None]

    table.do("play Hide", "put p from your hand on top of your deck")

    assert hands(table, "A") == [["q", "z", "a"], *[[None, "z", None]] * 2], "z costs too much to be the one"
    assert [table.game.view(seat)["zones"]["deck.0"][-1] for seat in (0, 1, None)] == ["p", None, None]
    for other in (1, None):
        moved = [news for news in table.game.news(other) if news.target == "deck.0"]
        assert [(news.card, news.hidden) for news in moved] == [(None, True)]
        tops = {table.game.resample(other, deal).zone(0)[-1] for deal in range(40)}
        assert len(tops) > 1
        pool = next(pool for pool in table.game.view(other)["hidden"] if "p" in pool["cards"])
        assert "q" in pool["cards"] and not {"s1", "t1", "r1"} & set(pool["cards"])


@cites("R-D66", "R-D75")
def test_a_card_given_unseen_is_known_to_giver_and_receiver() -> None:
    scenario = Scenario("treasure", players=3, cards=CARDS).seat("A", "hand {Boast,Slip,p,q}, deck [a,b,c]")
    table = (
        scenario.seat("B", "deck [d,e,f,g]")
        .begin("A")
        .do("play Boast", "play Slip", "target B", "give p from your hand")
    )

    assert hands(table, "B") == [["p"], ["p"], [None], [None]]
    assert hands(table, "A") == [["q", "a"], ["q", None], [None, None], [None, None]]


@cites("R-D30", "R-D66")
@pytest.mark.parametrize("edition", EDITIONS)
def test_only_the_looker_knows_which_of_the_cards_was_taken(edition: str) -> None:
    """b was revealed and lies on top of the deck, known to all; then A looks at b and c, and takes one of them."""
    scenario = Scenario(edition, cards=CARDS).seat("A", "hand {Sift,Scout,y}, deck [a,b,c,d]")
    table = scenario.begin("A").do("play Sift", "put a from the revealed cards into your hand")
    assert hands(table, "A")[1:] == [[None, None, "a"]] * 2, "all saw which of the revealed cards it was"
    assert table.game.view(1)["zones"]["deck.0"] == [None, None, "b"]

    table.do("play Scout", "put b from the revealed cards into your hand")

    assert hands(table, "A") == [["y", "a", "b"], *[[None, "a", None]] * 2]
    assert [table.game.view(seat)["zones"]["deck.0"] for seat in (0, 1)] == [[None, "c"], [None, None]]


@cites("R-D66", "R-D75")
def test_a_player_who_takes_a_random_card_for_another_place_does_not_see_it() -> None:
    seen = set()
    for seed in range(8):
        scenario = Scenario("indicator", cards=CARDS, seed=seed).seat("A", "hand {p,q}, deck [a,b,c]")
        table = scenario.seat("B", "hand {Bury,y}, deck [e,f,g]").begin("B").do("play Bury")
        top = table.deck("A")[0]
        assert hands(table, "A") == [table.hand("A"), [None], [None]]
        assert [table.game.view(seat)["zones"]["deck.0"][-1] for seat in (0, 1)] == [top, None]
        seen.add(top)
    assert seen == {"p", "q"}


@cites("R-D66", "R-D75")
def test_a_random_card_that_all_see_leaves_the_others_as_known_as_they_were() -> None:
    scenario = Scenario("indicator", cards=CARDS).seat("A", "hand {p,q,q}, deck [a,b,c]")
    table = scenario.seat("B", "hand {Spill,y}, deck [e,f,g]").begin("B").do("play Spill")

    assert hands(table, "A") == [table.hand("A")] * 3


@cites("R-D66", "R-D75")
def test_a_player_who_knew_a_hand_cannot_tell_which_card_was_taken() -> None:
    """B reveals a hand to all; then A takes one of its cards at random. C knew both, but not which one goes."""
    cards = """
[[card]]
name = "Fist Fight"
[[card]]
name = "Celebrate"
[[card]]
name = "Search"
play = "Choose an enemy: reveal their hand; take 1 random card from their hand into your hand."
"""
    seen = set()
    for seed in range(8):
        table = (
            Scenario("indicator", players=3, cards=cards, seed=seed)
            .seat("A", "hand {Search,x}, deck [a,b,c]")
            .seat("B", "hand {p,q}, deck [d,e,f]")
            .seat("C", "deck [g,h,i,j]")
            .begin("A")
            .do("play Search")
        )
        taken = table.hand("A")[-1]
        assert table.game.view(0)["zones"]["hand.0"][-1] == taken
        assert table.game.view(1)["zones"]["hand.0"][-1] == taken
        for other in (2, None):
            view = table.game.view(other)
            assert view["zones"]["hand.0"][-1] is None
            assert view["zones"]["hand.1"] == [None]
            places = {tuple(place) for pool in view["hidden"] for place in pool["places"] if "p" in pool["cards"]}
            assert {("hand.0", len(table.hand("A")) - 1), ("hand.1", 0)} <= places
            resampled = {tuple(table.game.resample(other, deal).zone(1)) for deal in range(20)}
            assert len(resampled) > 1
        seen.add(taken)
    assert seen == {"p", "q"}
