"""Small arenas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from silverhook.games import game_spec
from silverhook.lab import ArenaSettings

Make = Callable[..., ArenaSettings]


@pytest.fixture
def settings() -> Make:
    """The settings of an arena, small unless told otherwise."""

    def make(
        bots: str = "random,search:5", games: int = 4, players: int = 2, seed: Any = 0, **rules: Any
    ) -> ArenaSettings:
        ruleset = game_spec(rules.pop("game", "deckhand")).ruleset(players, **rules)
        return ArenaSettings(ruleset, tuple(bots.split(",")), games, seed)

    return make
