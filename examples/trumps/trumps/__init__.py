"""Trumps: follow suit if you can; spades beat every other suit; most tricks win. It infers from what is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from silverhook.core.options import Option
from silverhook.core.ruleset import GameSpec, Ruleset

OPTIONS = {"hand_size": Option("hand_size", 7, "cards in each hand", least=2, most=8)}


def make(ruleset: Ruleset) -> Any:
    """The rules of a checked ruleset."""
    from trumps.rules import Trumps

    return Trumps(ruleset, {**{name: option.default for name, option in OPTIONS.items()}, **dict(ruleset.options)})


GAME = GameSpec(
    name="trumps",
    title="Trumps",
    version=1,
    players=(2, 4),
    editions=("plain",),
    summary="follow suit if you can; spades beat the rest; most tricks win",
    make=make,
    options=lambda edition: OPTIONS,
    look=Path(__file__).parent / "look",
)
