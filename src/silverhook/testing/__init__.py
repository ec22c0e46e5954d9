"""For whoever tests a game, ours or their own: positions laid out by hand, and checks any game must pass."""

from __future__ import annotations

from silverhook.testing.scenario import Scenario, Table

__all__ = ["Scenario", "Table"]
