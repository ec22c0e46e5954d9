"""Taking back an entry, if it has revealed nothing to anybody."""

from __future__ import annotations

from dataclasses import dataclass

from silverhook.core.game import Game
from silverhook.core.undo import reveals

__all__ = ["Past", "why_not"]


@dataclass(frozen=True)
class Past:
    """A decision as it was before somebody answered it."""

    game: Game
    log: int  # the length of the log
    told: int  # how much of the log had been told


def why_not(past: Past, game: Game, others: str) -> str:
    """The reason why the last entry cannot be taken back; empty if it can."""
    if game.ply > past.game.ply + 1:
        return f"{others} acted since your last entry, so it stands"
    if reveals(past.game, game.actions[past.game.ply]):
        return "your last entry has turned up a hidden card, so it stands"
    return ""
