"""The review of a game of Hanataz: silvs hand by hand, and what they were gained and paid for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from silverhook.core.game import Game
from silverhook.core.notation import Happening
from silverhook.core.review import Review, Series, Source
from silverhook.hanataz.composition import N
from silverhook.hanataz.story import payments

__all__ = ["review"]

_POTS = {N.WON: "won", N.ALONE: "won", N.FOOL_UNCLAIMED: "won", N.SPLIT: "split", N.FOOLED: "fooled"}
_FEES = {N.TOLD_DRAW: "refill", N.TOLD_PASS: "pass", N.TOLD_NUMBER: "equal"}  # told before their payments


def review(words: Mapping[str, Mapping[str, str]], plays: Iterable[Game]) -> Review:
    """How a game went; a point is the beginning of each hand, or the end."""
    again = iter(plays)
    books = _Books(next(again))
    for game in again:
        books.follow(game.open_news())
    books.note()
    titles, causes = words["series"], words["source"]
    sources = [[Source(causes[key], None, book[key]) for key in causes if book[key]] for book in books.seats]
    return Review([Series("silvs", titles["silvs"], titles["along"], books.points)], sources)


class _Books:
    """The silvs that each seat gained and paid, by reason. Together they account for every silv."""

    def __init__(self, dealt: Game) -> None:
        self.seats = [Counter({"stake": N.START_SILVS}) for _ in range(dealt.players)]
        self.points: list[list[int]] = []
        self.note()
        for seat, book in enumerate(self.seats):
            book["ante"] = dealt.count(N.SILVS + seat) - N.START_SILVS  # HZ-S8, for which there is no event

    def note(self) -> None:
        """Note each seat's silvs now."""
        self.points.append([book.total() for book in self.seats])

    def follow(self, news: Sequence[Happening]) -> None:
        """Enter the events of one action."""
        pots = _pots(news)
        for i, one in enumerate(news):
            if one.code == N.TOLD_HAND:
                self.note()
            elif one.code == N.TOLD_PAY_POT:
                self.seats[one.seat][_fee(news, i)] -= one.n
            elif one.code == N.TOLD_TAKE_POT:
                self.seats[one.seat][pots.get(i, "dragon")] += one.n
            elif one.code == N.TOLD_TIP:
                self.seats[one.seat]["tips"] -= one.n
            elif one.code == N.TOLD_BARD_PAYS:
                self.seats[one.seat]["bard"] += one.n
            elif one.code == N.TOLD_SILVS:
                self.seats[one.seat]["taxed"] -= one.n
                self.seats[one.other]["troll"] += one.n
            elif one.code == N.TOLD_STEAL:
                self.seats[one.seat]["rogue"] += one.n
                self.seats[one.other]["robbed"] -= one.n


def _fee(news: Sequence[Happening], i: int) -> str:
    """The reason for paying a silv to the pot, from the events around it."""
    if i + 1 < len(news) and news[i + 1].code == N.TOLD_SWAP:
        return "swap"
    if i == 0:
        return "crown"  # no other payment comes first
    return _FEES.get(news[i - 1].code, "ante")


def _pots(news: Sequence[Happening]) -> dict[int, str]:
    """The events that pay winnings at the end of a hand, and how they were won."""
    return {
        paid: _POTS[outcome.n]
        for i, outcome in enumerate(news)
        if outcome.code == N.TOLD_OUTCOME and outcome.n in _POTS
        for paid in range(i - payments(news[:i], outcome.n), i)
    }
