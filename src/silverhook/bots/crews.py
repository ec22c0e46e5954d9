"""The crews: the names of the bots of each level, and how strong a level is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

__all__ = ["CREWS", "RATINGS", "STRENGTHS", "Strength", "strength"]

Strength = Literal["easy", "medium", "strong", "very_strong"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)

# A dozen names for each level; the first is the one that the level is offered by.
CREWS: Mapping[str, tuple[str, ...]] = {
    bot: tuple(names.split())
    for bot, names in {
        "random": "Pip Tilly Jem Nan Kit Dot Finn Molly Sid Peg Rufus Bess",
        "heuristic": "Mary Hugh Flora Piet Ines Giles Rosa Olaf Edith Tomas Lotte Jory",
        "search:1000": "Bart Moira Diego Ursula Henri Ingrid Rollo Leona Walt Brigid Ivo Tess",
        "search:10000": "Anne Morgan Zheng Laurens Jeanne Aruj Grania Piers Sayyida Magnus Thora Silas",
    }.items()
}

# What the arena's matches amount to, in Elo above random play, as the mean of both games (docs/bots.md).
RATINGS: Mapping[str, int] = {"random": 0, "heuristic": 570, "search:1000": 830, "search:10000": 955}
_FROM = (0, 300, 700, 900)  # the rating at which each strength begins


def strength(bot: str) -> Strength | None:
    """How strong a bot is, by its rating; None for one without."""
    if bot not in RATINGS:
        return None
    return STRENGTHS[sum(RATINGS[bot] >= least for least in _FROM) - 1]
