"""The log of a table: what happened, in order. Everything else follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["ACTED", "KINDS", "PLIES", "Draft", "Entry"]

ACTED = "acted"
UNDONE = "undone"
PLIES = frozenset({ACTED, UNDONE})  # the kinds that change the game
KINDS = {
    "created": "settings, host (hash), secret, commitment, kept (seats kept for somebody), before (the table before), "
    "origin: where the cards come from if the deal is not made here",
    "seated": "seat, name, token (hash), nonce",
    "started": "bots: the levels of the seats that nobody took",
    "acted": "seat, action, id, bot: which bot chose it, silent: whether it was the silence after a secret question",
    "answered": "seat, action, id: an answer held back until the pause for it is over; told to nobody else",
    "undo_offered": "seat, to: how many actions would stay, id",
    "undo_answered": "seat, yes, id",
    "undone": "to: how many actions stay",
    "said": "seat, text, id",
    "left": "seat, why: asked or time, id",
    "returned": "seat, id",
    "resigned": "seat, id",
    "resumed": "the process that drives the table is another one: clocks start again",
    "finished": "scores, winners, secret",
    "rematched": "table: where it goes on",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What a command wants written down."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log. `ply` numbers those that change the game, and never goes back."""

    table: str
    n: int
    kind: str
    data: dict[str, Any]
    at: float
    ply: int | None = None
