"""The protocol of bots, and the simplest bot."""

from __future__ import annotations

from random import Random
from typing import Protocol

from silverhook.core.seat import Candidate, Seat, Thought

__all__ = ["Bot", "RandomBot"]


class Bot(Protocol):
    """A player: it gets a seat's position and returns its thought."""

    name: str

    def think(self, seat: Seat) -> Thought:
        """The action that it chooses, and its judgement of the others."""
        ...


class RandomBot:
    """Picks any legal action."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def think(self, seat: Seat) -> Thought:
        """Choose any action with equal probability."""
        even = 1 / len(seat.actions)
        chosen = self._random.choice(seat.actions)
        others = [action for action in seat.actions if action != chosen]
        judged = [Candidate(action, 1 / seat.players, even, "as good as any") for action in (chosen, *others)]
        return Thought(chosen, tuple(judged))
