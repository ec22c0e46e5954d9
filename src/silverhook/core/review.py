"""A game that is over, looked back on: how it went for each seat, and where the scores come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from silverhook.core.game import Game

__all__ = ["Review", "Series", "Source", "plays", "scores_only"]


class Series(NamedTuple):
    """A number of each seat as it was at the deal and again and again until the end."""

    key: str
    title: str
    points: list[list[int]]  # by time, then by seat


class Source(NamedTuple):
    """A part of a seat's score: what it was got, or lost, by."""

    title: str
    card: str | None
    n: int


class Review(NamedTuple):
    """What can be told of a whole game; each seat's sources sum up to its score."""

    series: list[Series]
    sources: list[list[Source]]  # by seat


def plays(game: Game) -> Iterator[Game]:
    """A game once more: as it was dealt, then after each of its actions, with that action's news."""
    again = type(game)(game.rules, game.seed)
    again.listen()
    yield again
    for action in game.actions:
        again.apply(action)
        yield again


def scores_only(title: str, plays: Iterable[Game]) -> Review:
    """The review of a game that says no more than its scores."""
    points = [game.scores for game in plays]
    return Review([Series("score", title, points)], [[Source(title, None, n)] for n in points[-1]])
