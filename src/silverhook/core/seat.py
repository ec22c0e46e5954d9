"""What a bot gets, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from silverhook.core.errors import RulesetError, nearest
from silverhook.core.game import Game
from silverhook.core.narrator import CardFace, Narrator
from silverhook.core.reason import Reason
from silverhook.core.ruleset import Ruleset
from silverhook.core.seeds import Seed
from silverhook.core.words import ENGLISH

__all__ = ["Candidate", "Seat", "Thought"]


class Seat:
    """A position as one seat knows it: its view, its actions, and games that it cannot tell from the true one.

    The true game stays hidden, so a bot that thinks with a `Seat` knows no more than a person in that seat.
    """

    def __init__(self, game: Game, seat: int, names: Sequence[str] = (), language: str = ENGLISH) -> None:
        self._game = game
        self._names = names
        self.seat = seat
        self.language = language  # the language of the bot's reasons

    @property
    def ruleset(self) -> Ruleset:
        """Game, edition, options, players and cards."""
        return self._game.ruleset

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._game.players

    @cached_property
    def narrator(self) -> Narrator:
        """The words of the game, in the language of this seat."""
        narrator: Narrator = self._game.rules.narrator(self.language)
        return narrator

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may see, as plain data."""
        return self._game.view(self.seat, self.language)

    @cached_property
    def actions(self) -> list[int]:
        """The actions to choose from."""
        return self._game.legal_actions()

    def face(self, card: str) -> CardFace:
        """A card as it is printed: its numbers (`face("Celebrate").numbers["cost"]`), texts and marks."""
        if card not in self._faces:
            raise RulesetError(f'no card "{card}" in this game; {nearest(card, self._faces)}')
        return self._faces[card]

    @cached_property
    def _faces(self) -> dict[str, CardFace]:
        return {face.name: face for face in self.narrator.faces()}

    def called(self, seat: int) -> str:
        """The name of the player at a seat, or else the seat's letter."""
        return self._names[seat] if self._names else self.narrator.seat_name(seat)

    def describe(self, action: int) -> str:
        """An action in the words of records."""
        return self._game.describe(action)

    def parse(self, text: str) -> int:
        """The action that a text describes."""
        return self._game.parse(text)

    def resample(self, seed: Seed) -> Game:
        """A full game that this seat cannot tell from the true one."""
        return self._game.resample(self.seat, seed)


@dataclass(frozen=True)
class Candidate:
    """One action as a bot judges it."""

    action: int
    value: float  # the bot's estimate of the chance to win, from 0 to 1
    share: float  # the share of the bot's thinking that went into it, from 0 to 1
    reason: Reason | str = ""  # the reason for it

    @property
    def words(self) -> str:
        """The reason for it, in the language of the seat that asked."""
        return self.reason.words if isinstance(self.reason, Reason) else self.reason


@dataclass(frozen=True)
class Thought:
    """What a bot would do, and why."""

    action: int
    candidates: tuple[Candidate, ...]  # the best first
