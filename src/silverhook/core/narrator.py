"""A game in the language of a reader: titles, prompts, labels and stories.

A narrator writes about what it is given: a view, a decision, events as one seat saw them. It decides nothing
about secrecy (`Visibility` does), and nothing reads its words (`Notation` has the names that programs use).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from silverhook.core.notation import Happening, seat_name
from silverhook.core.review import Review, scores_only
from silverhook.core.story import Sentence
from silverhook.core.visibility import Decision
from silverhook.core.words import ENGLISH, spoken

if TYPE_CHECKING:
    from silverhook.core.game import Game

__all__ = ["CardFace", "Narrator", "Narrators"]


class CardFace(NamedTuple):
    """A kind of card as it is printed."""

    name: str  # the same in every language: zones, events and actions use it
    title: str  # what readers call it
    brief: str  # what it does, in one line; "" if it has no such line
    copies: int
    numbers: dict[str, int]  # cost, hooks, value ...
    texts: dict[str, str]  # its texts, by the moment when they take effect
    signs: dict[str, list[str]]  # its texts by sentence with signs such as "<coin>" in place of words; may be empty
    marks: list[str]  # suit, icons


class Narrator:
    """The words of one ruleset in one language; each game has its own."""

    language: str = ENGLISH

    # --- a position --------------------------------------------------------------------------------

    def prompt(self, decision: Decision) -> str:
        """The question that a decision asks."""
        raise NotImplementedError

    def captions(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """Texts that a view contains beside its facts, by name."""
        return {}

    def faces(self) -> list[CardFace]:
        """Every kind of card of the ruleset."""
        return []

    # --- actions -----------------------------------------------------------------------------------

    def label(self, game: Game, action: int, names: Sequence[str]) -> str:
        """A legal action as the list of choices shows it, with the names of the players."""
        return game.describe(action)

    def deed(self, game: Game, action: int, names: Sequence[str]) -> str:
        """A legal action in a sentence of its own, for a reader who does not see the other choices."""
        return self.label(game, action, names)

    # --- what happened -----------------------------------------------------------------------------

    def story(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[Sentence]:
        """What happened, in sentences that name their first event. The reader at seat `you` is called "you"."""
        raise NotImplementedError

    def tell_all(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[str]:
        """The texts of a story."""
        return [sentence.text for sentence in self.story(happenings, names, you)]

    def tell(self, happening: Happening, names: Sequence[str] | None = None, you: int | None = None) -> str:
        """One event as a sentence; empty if it needs none."""
        return " ".join(self.tell_all([happening], names, you))

    def review(self, plays: Iterable[Game]) -> Review:
        """How a finished game went, and where its scores come from. `core.review.plays` replays the game."""
        return scores_only("Score", plays)

    def seat_name(self, seat: int) -> str:
        """The name of a seat whose player has none."""
        return seat_name(seat)


N = TypeVar("N", bound=Narrator)


class Narrators(Generic[N]):
    """The narrators of one ruleset by language; each is made once, when somebody asks for it."""

    def __init__(self, folder: Path, make: Callable[[str], N]) -> None:
        self._folder = folder
        self._make = make
        self._made: dict[str, N] = {}

    def __call__(self, language: str = ENGLISH) -> N:
        """The narrator in a language; in English if the folder has no words in it."""
        known = spoken(self._folder, language)
        if known not in self._made:
            self._made[known] = self._make(known)
        return self._made[known]
