"""Silverhook: a card table for Deck Hand and Hanataz.

import silverhook as sh

game = sh.new("deckhand", players=3, edition="indicator", seed=7)
while not game.over:
    game.apply(game.legal_actions()[0])
print(game.scores, game.winners)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if os.environ.get("SILVERHOOK_INTERPRETED"):
    from silverhook.core.source_importer import prefer_sources

    prefer_sources()

from silverhook.core import record as _record
from silverhook.core.errors import (
    ActionError,
    BotError,
    CardSetError,
    DamagedGame,
    IllegalAction,
    MalformedAction,
    OutOfTurn,
    RecordError,
    RulesetError,
    SeedError,
    SilverhookError,
)
from silverhook.core.game import Game
from silverhook.core.ruleset import Ruleset
from silverhook.games import from_bytes, games, new, rules
from silverhook.records import replay

__all__ = [
    "ActionError",
    "BotError",
    "CardSetError",
    "DamagedGame",
    "Game",
    "IllegalAction",
    "MalformedAction",
    "OutOfTurn",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "SeedError",
    "SilverhookError",
    "__version__",
    "compiled",
    "from_bytes",
    "games",
    "new",
    "replay",
    "rules",
]

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """Look up the version of the installed package only when it is asked for, because that takes a while."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version(__name__)


compiled: bool = not (_record.__file__ or "").endswith(".py")
"""Whether the engine runs compiled; interpreted it plays the same games, many times slower."""
