"""Tools for testing a game, ours or yours: positions set up by hand, and checks that every game must pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from silverhook.testing.deckhand import DeckHandTable, generic_cards, with_card
from silverhook.testing.hanataz import HanatazTable
from silverhook.testing.scenario import Scenario

if TYPE_CHECKING:
    from silverhook.testing.clauses import cites

__all__ = ["DeckHandTable", "HanatazTable", "Scenario", "cites", "generic_cards", "with_card"]


def __getattr__(name: str) -> Any:
    """Load `cites` on demand, because its module can also be run as a program (python -m)."""
    if name == "cites":
        from silverhook.testing.clauses import cites

        return cites
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
