"""What a bot is, and the simplest one."""

from __future__ import annotations

from random import Random
from typing import Protocol

from silverhook.core.game import Game

__all__ = ["Bot", "RandomBot"]


class Bot(Protocol):
    """A player. It asks a game for `legal_actions()`, `view(seat)` and `resample(seat, seed)` only."""

    name: str

    def choose(self, game: Game, seat: int) -> int:
        """One of the legal actions of the seat, which is to act."""
        ...


class RandomBot:
    """Picks any legal action."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, game: Game, seat: int) -> int:
        """Any of them, each as likely."""
        return self._random.choice(game.legal_actions())
