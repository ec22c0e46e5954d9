"""The review of a finished game: each seat's course over time, and where the scores come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from silverhook.core.game import Game

__all__ = ["Review", "Series", "Source", "plays", "scores_only"]


class Series(NamedTuple):
    """A number of each seat over time, from the deal to the end."""

    key: str
    title: str
    along: str  # what passes between two points, such as "Turns"
    points: list[list[int]]  # by time, then by seat


class Source(NamedTuple):
    """A part of a seat's score and its cause."""

    title: str
    card: str | None
    n: int
    copies: int = 1  # how many cards share it
    at_end: bool = False  # whether it counts after all others, as an effect at the end of the game


class Review(NamedTuple):
    """The course of a whole game. Each seat's sources add up to its score."""

    series: list[Series]
    sources: list[list[Source]]  # by seat


def plays(game: Game) -> Iterator[Game]:
    """Replay a game: as it was dealt, then after each action, with that action's events."""
    again = type(game)(game.rules, game.seed)
    again.listen()
    yield again
    for action in game.actions:
        again.apply(action)
        yield again


def scores_only(title: str, plays: Iterable[Game]) -> Review:
    """A review that holds only scores."""
    points = [game.scores for game in plays]
    return Review([Series("score", title, "Actions", points)], [[Source(title, None, n)] for n in points[-1]])
