"""Small arenas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from silverhook.games import game_spec
from silverhook.lab import Settings

Make = Callable[..., Settings]


@pytest.fixture
def settings() -> Make:
    """Settings of an arena, small unless told otherwise."""

    def make(bots: str = "random,search:5", games: int = 4, players: int = 2, seed: Any = 0, **rules: Any) -> Settings:
        ruleset = game_spec(rules.pop("game", "deckhand")).ruleset(players, **rules)
        return Settings(ruleset, tuple(bots.split(",")), games, seed)

    return make
