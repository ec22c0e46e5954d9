"""Taking back an entry, as long as it has taught nobody anything."""

from __future__ import annotations

from dataclasses import dataclass

from silverhook.core.game import Game

__all__ = ["Past", "why_not"]

_DEALS = 40  # other deals to try: a card that could have been one of two kinds is missed once in 2 ** 40


@dataclass(frozen=True)
class Past:
    """A decision as it was before somebody answered it."""

    game: Game
    log: int  # how long the log was
    told: int  # how much of it had been told


def why_not(past: Past, game: Game, seat: int, others: str) -> str:
    """Why the last entry cannot be taken back; empty if it can."""
    if game.ply > past.game.ply + 1:
        return f"{others} acted since your last entry, so it stands"
    if _revealed(past.game, game, seat):
        return "your last entry has turned up a hidden card, so it stands"
    return ""


def _revealed(before: Game, after: Game, seat: int) -> bool:
    """Whether an action showed the seat something: then another deal of the hidden cards would look different."""
    action, seen = after.actions[before.ply], after.view(seat)
    for deal in range(_DEALS):
        other = before.resample(seat, deal)
        other.apply(action)
        if other.view(seat) != seen:
            return True
    return False
