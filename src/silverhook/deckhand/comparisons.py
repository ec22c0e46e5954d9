"""The numbers that card texts count and compare, and the conditions about them, each declared once.

Their words are under their names in words/*.toml: [value], [each], [condition] and [who]; conditions.py evaluates them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from silverhook.deckhand.operations import N
from silverhook.deckhand.program import Leaf

__all__ = ["CONDITIONS", "FILTERS", "VALUES", "Condition", "Value"]


class Value(NamedTuple):
    """A number that texts count."""

    number: int  # the engine's
    compared: bool = True  # one player's can be compared with another's
    conditional: bool = True  # it can be part of a condition
    hidden: bool = False  # an enemy's may be unknown before the END


class Condition(NamedTuple):
    """A condition of texts."""

    number: int  # the engine's
    of_enemy: bool = False  # only under "choose an enemy" or "each enemy"
    compares: bool = False  # players with each other, or an enemy's number with a fixed one
    n: int | None = None  # its number, where the words leave no choice

    def limit(self, leaf: Leaf) -> int:
        """The number that it compares with."""
        return leaf.n if self.n is None else self.n


VALUES: Mapping[str, Value] = MappingProxyType(
    {
        "coins": Value(N.VALUE_COINS),
        "hand": Value(N.VALUE_HAND),
        "stash": Value(N.VALUE_STASH),
        "owned": Value(N.VALUE_OWNED),
        "hooks": Value(N.VALUE_HOOKS),
        "named": Value(N.VALUE_NAMED, hidden=True),
        "deck": Value(N.VALUE_DECK),
        "actions": Value(N.VALUE_ACTIONS, compared=False),
        "enemies": Value(N.VALUE_ENEMIES, compared=False),
        "moved": Value(N.VALUE_MOVED, compared=False, conditional=False),
    }
)
CONDITIONS: Mapping[str, Condition] = MappingProxyType(
    {
        "you_more": Condition(N.YOU_MORE, of_enemy=True, compares=True),
        "they_more": Condition(N.THEY_MORE, of_enemy=True, compares=True),
        "fewer_than_each": Condition(N.FEWER_THAN_EACH, compares=True),
        "more_than_each": Condition(N.MORE_THAN_EACH, compares=True),
        "some_more": Condition(N.SOME_MORE, compares=True),
        "some_fewer": Condition(N.SOME_FEWER, compares=True),
        "you_least": Condition(N.YOU_LEAST),
        "you_most": Condition(N.YOU_MOST),
        "you_none": Condition(N.YOU_MOST, n=0),
        "they_least": Condition(N.THEY_LEAST, of_enemy=True, compares=True),
        "they_most": Condition(N.THEY_MOST, of_enemy=True, compares=True),
        "they_none": Condition(N.THEY_MOST, of_enemy=True, compares=True, n=0),
        "revealed_is": Condition(N.SHOWN_IS),
        "it_is": Condition(N.IT_IS),
    }
)
FILTERS: Mapping[str, int] = MappingProxyType(
    {
        "more": N.MORE_THAN_IT,
        "exactly_more": N.EXACTLY_MORE,
        "less": N.LESS_THAN_IT,
        "named": N.NAMED,
        "same_as_it": N.SAME_AS_IT,
        "same_as_held": N.SAME_AS_HELD,
        "chosen": N.CHOSEN_NAME,
    }
)
