"""Rulesets: everything that determines a game except the seed and the actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from silverhook.core.errors import RulesetError
from silverhook.core.options import Option, Value, choose

if TYPE_CHECKING:
    from silverhook.core.narrator import CardFace
    from silverhook.core.rules import Rules
    from silverhook.core.seat import Candidate, Seat
    from silverhook.core.teaching import Guide, Lesson

__all__ = ["GameSpec", "Ruleset"]


@dataclass(frozen=True)
class Ruleset:
    """A game with its rules version, number of players, edition, options and cards.

    `options` holds only what differs from the edition's defaults. `cards` is empty for the edition's own set;
    otherwise it is the whole text of the card file, so that a record needs nothing else.
    """

    game: str
    version: int
    players: int
    edition: str
    options: tuple[tuple[str, Value], ...] = ()
    cards: str = field(default="", repr=False)

    def to_json(self) -> dict[str, Any]:
        """The ruleset as plain data."""
        return {
            "game": self.game,
            "version": self.version,
            "players": self.players,
            "edition": self.edition,
            "options": dict(self.options),
            "cards": self.cards,
        }

    @classmethod
    def from_json(cls, data: Any) -> Ruleset:
        """The inverse of to_json; refuses anything else."""
        wanted = {"game": str, "version": int, "players": int, "edition": str, "options": dict, "cards": str}
        if not isinstance(data, dict) or set(data) != set(wanted):
            raise RulesetError(f"a ruleset has exactly the fields {', '.join(wanted)}")
        for name, kind in wanted.items():
            if not isinstance(data[name], kind) or isinstance(data[name], bool):
                raise RulesetError(f"the ruleset's {name} is {data[name]!r}, not of type {kind.__name__}")
        return cls(**{**data, "options": tuple(sorted(data["options"].items()))})


@dataclass(frozen=True)
class GameSpec:
    """What a game declares about itself before any of its code runs."""

    name: str
    title: str
    version: int  # changes when the same seed and actions would give another game
    players: tuple[int, int]  # fewest and most
    editions: tuple[str, ...]  # the first is the default
    summary: str
    make: Callable[[Ruleset], Rules]  # the rules of a ruleset that `ruleset` below has checked
    options: Callable[[str], Mapping[str, Option]]  # of an edition, by name
    advise: Callable[[Seat], list[Candidate]] | None = None  # a heuristic player's judgement, the best action first
    read_cards: Callable[[str, str], object] | None = None  # (text, file): a CardSetError says where the mistake is
    card_warnings: Callable[[Ruleset, str, int], list[str]] | None = None  # (ruleset, language, trial games)
    card_faces: Callable[[Ruleset, str], list[CardFace]] | None = None  # of a card file, even if it has too few to play
    card_phrases: Callable[[], list[str]] | None = None  # sentences for card texts, to choose from while writing
    card_example: Callable[[], str] | None = None  # a card file to begin with
    guide: Callable[[Ruleset, str], Guide] | None = None  # the rules for players, in a language
    lesson: Callable[..., Lesson] | None = None  # a guided game: lesson(edition, language, name)
    lessons: tuple[str, ...] = ()  # the names of the guided games, in order
    assumptions: tuple[str, ...] = ()  # what the rule sheets leave open, so that we had to choose
    words: Callable[[str, str], Mapping[str, Mapping[str, Any]]] | None = None  # (edition, language): texts of lists
    look: Path | None = None  # the folder of its own look on the page; without it, the page draws a plain board

    def ruleset(
        self, players: int, edition: str | None = None, options: Mapping[str, Any] | None = None, cards: str = ""
    ) -> Ruleset:
        """A checked ruleset of this game. An unknown name is refused with a list of the valid ones."""
        fewest, most = self.players
        if isinstance(players, bool) or not isinstance(players, int) or not fewest <= players <= most:
            raise RulesetError(
                f"{self.title} is for {fewest} to {most} players, not {players!r}"
                + ("; solo challenges have no published rules" if players == 1 else ""),
                "players",
            )
        name = self.editions[0] if edition is None else edition
        if name not in self.editions:
            editions = ", ".join(self.editions)
            raise RulesetError(f"no edition {name!r} of {self.title}; choose one of: {editions}", "edition")
        if not isinstance(cards, str):
            remedy = "; read it first: path.read_text()" if isinstance(cards, PathLike) else ""
            raise RulesetError(f"cards are the text of a card file, not {type(cards).__name__}{remedy}", "cards")
        given = {} if options is None else options
        known: Mapping[str, Option] = self.options(name)
        chosen = choose(known, given, f"the {name} edition of {self.title}")
        changed = {key: value for key, value in chosen.items() if value != known[key].default}
        return Ruleset(self.name, self.version, players, name, tuple(sorted(changed.items())), _tidy(cards))


def _tidy(cards: str) -> str:
    """The text of a card file as every record keeps it: no blanks at the ends of lines, one line end at the end."""
    lines = [line.rstrip() for line in cards.split("\n")]
    return "\n".join(lines).rstrip("\n") + "\n" if cards.strip() else ""
