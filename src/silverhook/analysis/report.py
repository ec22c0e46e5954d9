"""An analysis for one reader: only what that reader could know, in the reader's language.

`eyes` says whose view it is: the number of a seat, "watch" for a spectator, or "open" for everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from silverhook.analysis.analyst import Analysis, Judged, Judgement, Point
from silverhook.bots import Candidate, Seat, Thought, explain
from silverhook.core.game import Game
from silverhook.core.review import plays
from silverhook.core.words import ENGLISH

__all__ = ["OPEN", "WATCH", "Decided", "Player", "Report", "Turning", "report"]

OPEN, WATCH = "open", "watch"
_TURN = 0.15  # the least change of a chance that is a turning point: more than chance alone explains
_TURNS = 4  # turning points at most


@dataclass(frozen=True)
class Decided:
    """A decision, judged and in words."""

    step: int
    seat: int
    label: str  # what was played
    verdict: str
    chance: float  # to win, after it
    loss: float
    error: float  # the standard error of the loss
    best: str  # what would have been best; "" if that was played
    why: str  # the reason for the best action
    against: str  # the reason for the action that was played


@dataclass(frozen=True)
class Player:
    """What the decisions of a seat were worth. Without an open view, other seats have none."""

    seat: int
    decisions: int
    inaccuracies: int
    mistakes: int
    accuracy: float | None  # the share of decisions without an error, an inaccuracy counting as half of one
    lost: float  # the chances to win that its errors cost, added up
    luck: float | None  # how much better its true chance was than it could know, on average


@dataclass(frozen=True)
class Turning:
    """A moment when a chance changed much."""

    step: int
    seat: int
    change: float
    story: str


@dataclass(frozen=True)
class Report:
    """What one reader may see of an analysis."""

    eyes: str
    simulations: int
    played_on: int
    steps: tuple[int, ...]  # of the chances
    known: tuple[tuple[float, ...], ...]  # by moment and seat; open: as each seat could know its own chance
    true: tuple[tuple[float, ...], ...]  # the same as it was; empty unless open
    decisions: tuple[Decided, ...]
    players: tuple[Player, ...]
    turning: tuple[Turning, ...]


def report(analysis: Analysis, game: Game, names: Sequence[str], eyes: str, language: str = ENGLISH) -> Report:
    """The analysis of a game for one reader."""
    seat = int(eyes) if eyes.isdigit() else None
    shown = [seat] if seat is not None else list(range(game.players)) if eyes == OPEN else []
    decisions = [one for one in analysis.decisions if one.seat in shown]
    told = _Told(game, names, seat, eyes == OPEN, language)
    turns = _turning(analysis.points, eyes, shown)
    told.read(decisions, [(before, after) for before, after, *_ in turns])
    return Report(
        eyes=eyes,
        simulations=analysis.simulations,
        played_on=analysis.played_on,
        steps=tuple(point.step for point in analysis.points),
        known=tuple(_known(point, eyes) for point in analysis.points),
        true=tuple(point.open for point in analysis.points) if eyes == OPEN else (),
        decisions=tuple(told.decisions),
        players=tuple(_player(analysis, one, decisions, eyes == OPEN) for one in shown),
        turning=tuple(Turning(before, who, change, told.stories[before]) for before, _, who, change in turns),
    )


def _known(point: Point, eyes: str) -> tuple[float, ...]:
    if eyes == OPEN:
        return tuple(row[seat] for seat, row in enumerate(point.seats))
    return point.watching if eyes == WATCH else point.seats[int(eyes)]


def _player(analysis: Analysis, seat: int, decisions: Iterable[Judgement], is_open: bool) -> Player:
    own = [one for one in decisions if one.seat == seat]
    found = Counter(one.verdict for one in own)
    wrong = found["mistake"] + found["inaccuracy"] / 2
    return Player(
        seat=seat,
        decisions=len(own),
        inaccuracies=found["inaccuracy"],
        mistakes=found["mistake"],
        accuracy=1 - wrong / len(own) if own else None,
        lost=sum(one.loss for one in own if one.verdict != "good"),
        luck=fmean(point.open[seat] - point.seats[seat][seat] for point in analysis.points) if is_open else None,
    )


def _turning(points: Sequence[Point], eyes: str, shown: Sequence[int]) -> list[tuple[int, int, int, float]]:
    """The largest changes of a chance between two moments: both steps, the seat that gained or lost most, how much."""
    found = []
    for before, after in pairwise(points):
        rows = (before.open, after.open) if eyes == OPEN else (_known(before, eyes), _known(after, eyes))
        seats = shown or range(len(rows[0]))
        change, seat = max(((rows[1][seat] - rows[0][seat], seat) for seat in seats), key=lambda one: abs(one[0]))
        if abs(change) >= _TURN:
            found.append((before.step, after.step, seat, change))
    return sorted(sorted(found, key=lambda one: -abs(one[3]))[:_TURNS])


class _Told:
    """Reads the game once more and puts decisions and turning points into words."""

    def __init__(self, game: Game, names: Sequence[str], seat: int | None, is_open: bool, language: str) -> None:
        self._game, self._names, self._seat, self._open, self._language = game, names, seat, is_open, language
        self._narrator = game.rules.narrator(language)
        self.decisions: list[Decided] = []
        self.stories: dict[int, str] = {}

    def read(self, decisions: Iterable[Judgement], spans: Sequence[tuple[int, int]]) -> None:
        """Follow the game; a span is told from its first step to its second."""
        judged = {one.step: one for one in decisions}
        starts = {step: first for first, last in spans for step in range(first + 1, last + 1)}
        for game in plays(self._game):
            if game.ply in starts:
                news = game.open_news() if self._open else game.news(self._seat)
                told = self._narrator.tell_all(news, self._names, self._seat)
                first = starts[game.ply]
                self.stories[first] = " ".join(filter(None, (self.stories.get(first, ""), *told)))
            if game.ply in judged:
                self.decisions.append(self._decided(game, judged[game.ply]))

    def _decided(self, game: Game, one: Judgement) -> Decided:
        missed = one.best.action != one.played.action and one.loss > 0
        why = self._reasons(game, one) if missed else {}
        return Decided(
            step=one.step,
            seat=one.seat,
            label=self._narrator.deed(game, one.played.action, self._names),
            verdict=one.verdict,
            chance=one.played.chance,
            loss=one.loss,
            error=one.error,
            best=self._narrator.deed(game, one.best.action, self._names) if missed else "",
            why=why.get(one.best.action, ""),
            against=why.get(one.played.action, ""),
        )

    def _reasons(self, game: Game, one: Judgement) -> dict[int, str]:
        """The reasons of the game's advice for the best action and for the one that was played."""

        def candidate(judged: Judged) -> Candidate:
            return Candidate(judged.action, judged.chance, 0.5)

        seat = Seat(game, one.seat, self._names, self._language)
        thought = explain(seat, Thought(one.best.action, (candidate(one.best), candidate(one.played))))
        return {told.action: told.words for told in thought.candidates}
