"""What positions laid out by hand share, whichever game they are of."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Self

from silverhook.core.errors import ActionError, RulesetError, nearest
from silverhook.core.game import Game

__all__ = ["Layout", "Position", "letter", "names"]

_GROUP = re.compile(r"(?P<zone>[A-Za-z][a-z ]*?)\s*[\[{(⟨](?P<cards>[^\]})⟩]*)[\]})⟩]|(?P<n>-?\d+) (?P<what>[A-Za-z]+)")


class Layout:
    """Reads the notation of worked examples: "deck [a,b], hand {x}, stash (c,d), 2 coins"."""

    players: int

    def number(self, seat: str) -> int:
        """The number of a seat by its letter."""
        number = ord(seat) - ord("A") if len(seat) == 1 else -1
        if not 0 <= number < self.players:
            raise RulesetError(f"no seat {seat!r}; seats are A to {letter(self.players - 1)}")
        return number

    def groups(self, text: str, zones: Collection[str], amounts: Collection[str]) -> list[tuple[str, Any]]:
        """The zones with their cards, and the amounts, that a text names."""
        found: list[tuple[str, Any]] = []
        for match in _GROUP.finditer(text):
            word, known = (match["zone"], zones) if match["zone"] else (match["what"].removesuffix("s"), amounts)
            if word not in known:
                raise RulesetError(f"nothing is called {word!r} here; {nearest(word, known)}")
            found.append((word, names(match["cards"]) if match["zone"] else int(match["n"])))
        rest = _GROUP.sub("", text).replace(",", " ").replace(";", " ").strip()
        if rest:
            raise RulesetError(f'cannot read {rest!r} in a scenario; write "deck [a,b], hand {{x}}, stash (c), 1 coin"')
        return found


class Position:
    """A game seen from above, for tests: actions in words, several at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        game.listen()

    def do(self, *actions: str) -> Self:
        """Take actions one after the other, each for the seat that decides."""
        for action in actions:
            self.game.apply(action)
        return self

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


def letter(seat: int) -> str:
    """What a seat is called in scenarios."""
    return chr(ord("A") + seat)


def names(text: str) -> list[str]:
    """The names in a list, in its order."""
    return [name.strip() for name in text.split(",") if name.strip()]
