"""The parts of scenarios that all games share."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any, Self

from silverhook.core.errors import ActionError, BrokenInvariant, RulesetError, nearest
from silverhook.core.game import Game
from silverhook.core.notation import Happening
from silverhook.core.words import ENGLISH

__all__ = ["MOST", "Layout", "Position", "amount", "letter", "names", "seat_number"]

MOST = 1_000_000  # coins, silvs, turns and the like; the engine counts higher

_GROUP = re.compile(r"(?P<zone>[A-Za-z][a-z ]*?)\s*[\[{(⟨](?P<cards>[^\]})⟩]*)[\]})⟩]|(?P<n>-?\d+) (?P<what>[A-Za-z]+)")


class Layout:
    """Reads the notation of worked examples: "deck [a,b], hand {x}, stash (c,d), 2 coins"."""

    players: int

    def number(self, seat: str) -> int:
        """The number of a seat by its letter."""
        return seat_number(seat, self.players)

    def groups(
        self, text: str, zones: Mapping[str, Hashable], amounts: Mapping[str, Hashable]
    ) -> list[tuple[str, Any]]:
        """The zones with their cards, and the amounts, in a text; `known` lists the words for each."""
        found: list[tuple[str, Any]] = []
        named: dict[Hashable, str] = {}
        for match in _GROUP.finditer(text):
            word, known = (match["zone"], zones) if match["zone"] else (match["what"].removesuffix("s"), amounts)
            if word not in known:
                raise RulesetError(f"nothing is called {word!r} here; {nearest(word, known)}")
            if known[word] in named:
                raise RulesetError(f"{_both(named[known[word]], word)} in {text!r}; name it once")
            named[known[word]] = word
            found.append(
                (word, names(match["cards"]) if match["zone"] else amount(match["what"], int(match["n"]), -MOST))
            )
        rest = _GROUP.sub("", text).replace(",", " ").replace(";", " ").strip()
        if rest:
            raise RulesetError(f'cannot read {rest!r} in a scenario; write "deck [a,b], hand {{x}}, stash (c), 1 coin"')
        return found

    def possible(self, game: Game, impossible: Mapping[int, str]) -> Game:
        """The game, if every invariant holds in its position; otherwise raises and says what is wrong."""
        try:
            game.check()
        except BrokenInvariant as problem:
            what = impossible.get(problem.number, str(problem))
            raise RulesetError(f"this position is impossible: {what}") from None
        return game


def _both(first: str, second: str) -> str:
    return f"{second!r} is named twice" if first == second else f"{first!r} and {second!r} are the same zone"


class Position:
    """A game with every card visible, for tests: actions in words, several at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        if not game.listening:  # otherwise the events of the set-up
            game.listen()
        self._news = {seat: game.news(seat) for seat in self._readers}

    def number(self, seat: str) -> int:
        """The number of a seat by its letter."""
        return seat_number(seat, self.game.players)

    @property
    def _readers(self) -> list[int | None]:
        return [None, *range(self.game.players)]

    def do(self, *actions: str) -> Self:
        """Take actions one after the other, each for the seat that decides."""
        self._news = {seat: [] for seat in self._readers}
        for action in actions:
            self.game.apply(action)
            for seat in self._readers:
                self._news[seat] += self.game.news(seat)
        return self

    def news(self, seat: str | None = None) -> list[Happening]:
        """The events of the last `do` or `begin`, as a seat may know them (None: a spectator)."""
        return self._news[None if seat is None else self.number(seat)]

    def told(self, seat: str | None = None, language: str = ENGLISH) -> list[str]:
        """The same in the sentences of the log."""
        you = None if seat is None else self.number(seat)
        return self.game.rules.narrator(language).tell_all(self.news(seat), None, you)

    @property
    def to_act(self) -> str | None:
        """The letter of the seat that decides."""
        return None if self.game.to_act is None else letter(self.game.to_act)

    @property
    def legal(self) -> list[str]:
        """The legal actions in words."""
        return [self.game.describe(action) for action in self.game.legal_actions()]

    def may(self, action: str) -> bool:
        """Whether an action, in words, is legal now."""
        try:
            self.game.parse(action)
        except ActionError:
            return False
        return True

    @property
    def winners(self) -> list[str]:
        """The letters of the winners."""
        return [letter(seat) for seat in self.game.winners]


def seat_number(seat: str, players: int) -> int:
    """The number of a seat by its letter; RulesetError if nobody sits there."""
    for number in range(players):
        if seat == letter(number):
            return number
    raise RulesetError(f"no seat {seat!r}; seats are A to {letter(players - 1)}")


def amount(what: str, number: int, least: int = 0, most: int = MOST) -> int:
    """A number in a position; RulesetError if no position has such a number of these."""
    if not isinstance(number, int) or not least <= number <= most:
        raise RulesetError(f"{what} must be a number from {least} to {most}, not {number!r}")
    return number


def letter(seat: int) -> str:
    """The name of a seat in scenarios."""
    return chr(ord("A") + seat)


def names(text: str) -> list[str]:
    """The names in a list, in order."""
    return [name.strip() for name in text.split(",") if name.strip()]
