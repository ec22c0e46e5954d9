"""High card in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from silverhook.core.game import Game
from silverhook.core.notation import Happening, Notation

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]


class HighCardNotation(Notation):
    """Zones, cards, decisions, actions and events of high card."""

    def zone_name(self, zone: int) -> str:
        """The hands come first."""
        return f"hand.{zone}" if zone < 6 else ("deck", "trick", "taken")[zone - 6]

    def card_name(self, card: int) -> str:
        """Suits do not matter."""
        return RANKS[card // 4]

    def values(self, game: Game, seat: int | None) -> dict[str, Any]:
        """How many tricks each seat has."""
        return {"tricks": [game.count(1 + p) for p in range(game.players)]}

    def decision(self, game: Game, seat: int | None) -> dict[str, Any]:
        """There is only one kind."""
        return {"seat": game.to_act, "kind": "play", "prompt": "Play a card", "card": None}

    def describe(self, game: Game, action: int) -> str:
        """An action is a rank."""
        return f"play {RANKS[action]}"

    def tell_all(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[str]:
        """What was played, and who took the trick."""
        called = names or [self.seat_name(seat) for seat in range(6)]
        return [
            f"{called[h.seat]} plays {h.card}." if h.code == 1 else f"{called[h.seat]} takes the trick."
            for h in happenings
        ]
