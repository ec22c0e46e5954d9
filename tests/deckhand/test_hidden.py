"""Hidden cards that change hands unseen."""

from __future__ import annotations

from silverhook.testing import Scenario, cites


@cites("R-D66", "R-D75")
def test_who_knew_a_hand_cannot_tell_which_card_of_it_was_taken() -> None:
    """B's hand is revealed to all; then A takes one of its cards at random. C knew both, but not which one goes."""
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
