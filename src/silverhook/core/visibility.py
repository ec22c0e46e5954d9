"""What a seat may see of a game besides its cards: the counters and the decision. Secrets are kept here.

The record says which seats know a card (`knows`); `Game.view` applies it. Everything else that a reader
is shown of a position passes through the `Visibility` of its game. Nothing here is in words, so the rules of
secrecy are the same in every language: a `Narrator` puts into words only what it is given from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silverhook.core.game import Game

__all__ = ["Decision", "Visibility"]


@dataclass(frozen=True)
class Decision:
    """What one reader may know about the decision that the game waits for."""

    seat: int | None  # the seat that decides; None where the reader may not know it
    kind: str
    card: str | None = None  # the card whose text asks
    question: str = ""  # the phrase that asks, if it is not the usual one of the kind
    n: int = 0  # the number in that phrase
    more: Mapping[str, Any] = field(default_factory=dict)  # further facts of this game

    def to_json(self) -> dict[str, Any]:
        """The decision as a view contains it, without its prompt."""
        return {"seat": self.seat, "kind": self.kind, "card": self.card, **self.more}


class Visibility:
    """Which facts of a position a seat may see; `None` means a spectator. Each game has its own."""

    def counters(self, game: Game, seat: int | None) -> dict[str, Any]:
        """The counters that a seat may see, by name."""
        raise NotImplementedError

    def decision(self, game: Game, seat: int | None) -> Decision:
        """What a seat may know about the decision that the game waits for."""
        raise NotImplementedError

    def silent_answer(self, game: Game) -> int:
        """The action taken for a seat that does not answer a secret question; by default the first one."""
        return game.legal_actions()[0]
