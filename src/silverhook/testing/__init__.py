"""Tools for testing a game, ours or yours: positions laid out by hand, and checks that any game must pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from silverhook.testing.deckhand import DeckHandTable, generic_cards, with_card
from silverhook.testing.hanataz import HanatazTable
from silverhook.testing.scenario import Scenario

if TYPE_CHECKING:
    from silverhook.testing.clauses import cites

__all__ = ["DeckHandTable", "HanatazTable", "Scenario", "cites", "generic_cards", "with_card"]


def __getattr__(name: str) -> Any:
    """`cites` on demand, since its module is also a program of its own (python -m)."""
    if name == "cites":
        from silverhook.testing.clauses import cites

        return cites
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
