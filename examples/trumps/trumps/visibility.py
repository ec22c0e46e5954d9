"""What a seat may see of trumps besides its cards: everything, and what follows from it."""

from __future__ import annotations

from typing import Any

from silverhook.core.game import Game
from silverhook.core.visibility import Decision, Visibility
from trumps.notation import SUITS

WON, VOID = 1, 5  # counters, as in rules.pxd


class TrumpsVisibility(Visibility):
    """Counters and decisions; all are public."""

    def counters(self, game: Game, seat: int | None) -> dict[str, Any]:
        """Each seat's tricks, and the suits that everybody knows it not to hold."""
        return {
            "tricks": [game.count(WON + p) for p in range(game.players)],
            "has_no": [_suits(game.count(VOID + p)) for p in range(game.players)],
        }

    def decision(self, game: Game, seat: int | None) -> Decision:
        """There is only one kind."""
        return Decision(game.to_act, "play")


def _suits(bits: int) -> str:
    return ", ".join(suit for bit, suit in enumerate(SUITS) if bits >> bit & 1) or "-"
