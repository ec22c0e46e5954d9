"""High card in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from silverhook.core.game import Game
from silverhook.core.notation import About, Happening, Notation

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
PLAY = 1  # an event; the other kind says who takes the trick


class HighCardNotation(Notation):
    """Zones, cards, decisions, actions and events of high card."""

    def zone_name(self, zone: int) -> str:
        """The hands come first."""
        return f"hand.{zone}" if zone < 6 else ("deck", "trick", "taken")[zone - 6]

    def card_name(self, card: int) -> str:
        """Four cards of each rank, one in each suit."""
        return f"{RANKS[card // 4]} of {SUITS[card % 4]}"

    def values(self, game: Game, seat: int | None) -> dict[str, Any]:
        """How many tricks each seat has."""
        return {"tricks": [game.count(1 + p) for p in range(game.players)]}

    def decision(self, game: Game, seat: int | None) -> dict[str, Any]:
        """There is only one kind."""
        return {"seat": game.to_act, "kind": "play", "prompt": "Play a card", "card": None}

    def describe(self, game: Game, action: int) -> str:
        """An action is a card."""
        return f"play {self.card_name(action)}"

    def about(self, game: Game, action: int) -> About:
        """The page offers an action on its card."""
        return About("play", card=self.card_name(action), zone=self.zone_name(game.to_act or 0))

    def event_name(self, code: int) -> str:
        """A card is played, or a trick is taken."""
        return "play" if code == PLAY else "take_trick"

    def tell_all(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[str]:
        """What was played, and who took the trick."""
        called = names or [self.seat_name(seat) for seat in range(6)]
        return [self._sentence(h, "You" if h.seat == you else called[h.seat], h.seat == you) for h in happenings]

    def _sentence(self, h: Happening, who: str, you: bool) -> str:
        s = "" if you else "s"
        return f"{who} play{s} the {h.card}." if h.code == PLAY else f"{who} take{s} the trick."
