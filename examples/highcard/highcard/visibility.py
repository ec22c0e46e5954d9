"""What a seat may see of high card besides its cards: everything."""

from __future__ import annotations

from typing import Any

from silverhook.core.game import Game
from silverhook.core.visibility import Decision, Visibility


class HighCardVisibility(Visibility):
    """Counters and decisions; all are public."""

    def counters(self, game: Game, seat: int | None) -> dict[str, Any]:
        """How many tricks each seat has."""
        return {"tricks": [game.count(1 + p) for p in range(game.players)]}

    def decision(self, game: Game, seat: int | None) -> Decision:
        """There is only one kind."""
        return Decision(game.to_act, "play")
