"""Bots: players that see what a seat may see, and nothing else."""

from __future__ import annotations

from silverhook.bots.bot import Bot, RandomBot
from silverhook.bots.montecarlo import MonteCarloBot
from silverhook.core.errors import BotError, nearest

__all__ = ["Bot", "BotError", "MonteCarloBot", "RandomBot", "make"]

MOST_PLAYOUTS = 1_000_000  # a minute of thought for each decision; more is a slip of the keyboard


def make(name: str, seed: int = 0) -> Bot:
    """The bot of a name: "random", "montecarlo", or "montecarlo:500" for so many playouts a decision."""
    kind, colon, setting = name.partition(":")
    if kind == "random":
        if colon:
            raise BotError(f'the random bot has no setting, so "{name}" is none; use "random"')
        return RandomBot(seed)
    if kind == "montecarlo":
        return MonteCarloBot(seed, _playouts(name, setting)) if colon else MonteCarloBot(seed)
    raise BotError(f'no bot "{name}"; {nearest(kind, ("random", "montecarlo"))}')


def _playouts(name: str, setting: str) -> int:
    if not (setting.isascii() and setting.isdigit() and 1 <= int(setting) <= MOST_PLAYOUTS):
        raise BotError(f'"{name}": playouts are a number from 1 to {MOST_PLAYOUTS}, as in "montecarlo:500"')
    return int(setting)
