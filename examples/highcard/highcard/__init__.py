"""High card: everybody plays a card, the highest takes the trick; most tricks win. A minimal complete game."""

from __future__ import annotations

from typing import Any

from silverhook.core.options import Option
from silverhook.core.ruleset import GameSpec, Ruleset

OPTIONS = {"hand_size": Option("hand_size", 3, "cards in each hand", least=2, most=8)}


def make(ruleset: Ruleset) -> Any:
    """The rules of a checked ruleset."""
    from highcard.rules import HighCard

    return HighCard(ruleset, {**{name: option.default for name, option in OPTIONS.items()}, **dict(ruleset.options)})


GAME = GameSpec(
    name="highcard",
    title="High card",
    version=1,
    players=(2, 6),
    editions=("plain",),
    summary="the highest card takes the trick",
    make=make,
    options=lambda edition: OPTIONS,
)
