"""Positions set up by hand, in the notation of worked examples.

    table = (
        Scenario("treasure", players=2)
        .seat("A", "deck [a,b,c,d], hand {x}, stash (StCard), 1 coin")
        .begin("A", at="start")
    )
    assert table.hand("A") == ["b", "c", "d"]

Decks are written top first, stashes oldest first. Zones that you do not mention get cards that do not matter.
In Deck Hand a lower-case name is a blank card (no effect, price 0, no hooks); h3 is a blank with three hooks;
Lab2 is a second Lab. The cards with effects come from `generic.toml` beside this file, or
from any card file. In Hanataz 7Fl is the seven of Flames and KSt the Knight of Stones.
"""

from __future__ import annotations

from typing import Any, Literal, overload

from silverhook.testing.deckhand import DeckHandScenario
from silverhook.testing.hanataz import HanatazScenario

__all__ = ["Scenario"]


@overload
def Scenario(edition: Literal["hanataz"], players: int = ..., **more: Any) -> HanatazScenario: ...
@overload
def Scenario(edition: str = ..., players: int = ..., **more: Any) -> DeckHandScenario: ...
def Scenario(edition: str = "indicator", players: int | None = None, **more: Any) -> Any:  # noqa: N802, reads as a class
    """Describes a position in an edition of Deck Hand, or in "hanataz"."""
    if edition == "hanataz":
        return HanatazScenario(players=players or 3, **more)
    return DeckHandScenario(edition=edition, players=players or 2, **more)
