"""The names of trumps: zones, cards, events and actions."""

from __future__ import annotations

from silverhook.core.game import Game
from silverhook.core.notation import About, Notation

RANKS = ["7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
PLAYED = 1  # an event; the other kind says who takes the trick


class TrumpsNotation(Notation):
    """The names in records."""

    def zone_name(self, zone: int) -> str:
        """The hands come first."""
        return f"hand.{zone}" if zone < 4 else ("deck", "trick", "taken")[zone - 4]

    def card_name(self, card: int) -> str:
        """Eight ranks in four suits."""
        return f"{RANKS[card % 8]} of {SUITS[card // 8]}"

    def describe(self, game: Game, action: int) -> str:
        """An action is a card."""
        return f"play {self.card_name(action)}"

    def about(self, game: Game, action: int) -> About:
        """The page offers an action on its card."""
        return About("play", card=self.card_name(action), zone=self.zone_name(game.to_act or 0))

    def event_name(self, code: int) -> str:
        """A card is played, or a trick is taken."""
        return "play" if code == PLAYED else "take_trick"
