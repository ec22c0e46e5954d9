"""Card sets: reads them from TOML and checks them. Errors name file, line and column."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.errors import CardSetError, nearest
from silverhook.core.notation import normal
from silverhook.core.toml_file import TomlFile
from silverhook.deckhand.compiler import Compiler, leaves
from silverhook.deckhand.edition import load_edition
from silverhook.deckhand.language import Block, Choice, If, Leaf, PhraseError, Program
from silverhook.deckhand.operations import OPERATIONS, Does, N

__all__ = ["TEXTS", "Card", "CardSet", "endless_circle", "read_set", "reference_set"]

TEXTS = ("play", "start", "discarded", "end")
_NUMBERS = {"copies": (1, 40, 1), "cost": (0, 98, 0), "hooks": (-99, 99, 0)}  # least, most, if not given


@dataclass(frozen=True)
class Card:
    """A kind of card: its face and its programs."""

    name: str
    copies: int
    cost: int
    hooks: int
    programs: dict[str, Program] = field(hash=False)

    @property
    def targets_enemies(self) -> bool:
        """Whether it carries the icon of targeted effects (DH1-G5)."""
        return any(_targets(program) for program in self.programs.values())

    @property
    def icons(self) -> tuple[str, ...]:
        """The triggers it reminds players of: start, discarded, end (DH1-G4)."""
        return tuple(text for text in TEXTS[1:] if text in self.programs)


@dataclass(frozen=True)
class CardSet:
    """The kinds of cards of a box; the starters come first."""

    name: str
    cards: tuple[Card, ...]
    starters: int

    @property
    def kinds(self) -> dict[str, int]:
        """Each card's number by its name."""
        return {card.name: kind for kind, card in enumerate(self.cards)}

    @property
    def supply_cards(self) -> int:
        """How many cards are not starters."""
        return sum(card.copies for card in self.cards[self.starters :])


@cache
def reference_set() -> CardSet:
    """The set that Silverhook comes with."""
    path = Path(__file__).parent / "sets" / "reference.toml"
    return read_set(path.read_text(encoding="utf-8"), "reference.toml")


def read_set(text: str, file: str = "cards") -> CardSet:
    """A card set from the text of a TOML file. An error names the place and the remedy."""
    return _Reader(text, file).read()


class _Reader(TomlFile):
    """Reads one card file."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self.language = load_edition("indicator").language()

    def read(self) -> CardSet:
        data = self.toml()
        unknown = set(data) - {"name", "starters", "card"}
        if unknown:
            key = sorted(unknown)[0]
            raise self.error(self._line(key), 1, f'unknown field "{key}"; {nearest(key, ("name", "starters", "card"))}')
        entries = data.get("card")
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            raise self.error(1, 1, "a card set needs cards, each under a line [[card]]")
        self._check_count(entries)
        cards = [self._card(entry, i) for i, entry in enumerate(entries)]
        self._unique(cards)
        starters = self._starters(data, cards)
        cards = [card for name in starters for card in cards if card.name == name] + [
            card for card in cards if card.name not in starters
        ]
        result = CardSet(str(data.get("name", self.name)), tuple(cards), len(starters))
        self._check_programs(result, [entry["name"] for entry in entries])
        return result

    def _card(self, entry: dict[str, Any], i: int) -> Card:
        known = ("name", *_NUMBERS, *TEXTS)
        for key in entry:
            if key not in known:
                raise self.error(self._line(key, i), 1, f'a card has no "{key}"; {nearest(key, known)}')
        name = entry.get("name")
        if (
            not isinstance(name, str)
            or not name.strip()
            or name != name.strip()
            or len(name) > 40
            or not name.isprintable()
        ):
            raise self.error(self._line("name", i), 1, "a card needs a name of 1 to 40 letters, in quotes")
        if " and " in name:
            raise self.error(
                self._line("name", i), 1, f'the name "{name}" contains " and ", which joins operations in texts'
            )
        if re.search(r"[.;:|()\n]", name):
            raise self.error(
                self._line("name", i), 1, f'the name "{name}" contains a character that texts need: . ; : | ( )'
            )
        numbers = {key: self._number(entry, key, i) for key in _NUMBERS}
        programs = {key: self._program(entry[key], key, i, name) for key in TEXTS if key in entry}
        return Card(name, programs={key: program for key, program in programs.items() if program}, **numbers)

    def _number(self, entry: dict[str, Any], key: str, i: int) -> int:
        least, most, default = _NUMBERS[key]
        value = entry.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.error(self._line(key, i), 1, f"{key} must be a number from {least} to {most}, not {value!r}")
        return value

    def _program(self, text: Any, key: str, i: int, name: str) -> Program:
        if not isinstance(text, str):
            raise self.error(self._line(key, i), 1, f"the {key} text of {name} must be in quotes")
        try:
            program = self.language.read(text)
            if self.language.read(self.language.print(program)) != program:
                raise PhraseError(0, "this order of parts cannot be printed; put the block last, or use two sentences")
            return program
        except PhraseError as problem:
            raise self._phrase_error(problem, key, i, name) from None

    def _phrase_error(self, problem: PhraseError, key: str, i: int, name: str) -> CardSetError:
        line = self._line(key, i)
        column = self.lines[line - 1].find('"') + 2 + problem.column
        return self.error(line, column, f'card "{name}", {key} text: {problem}')

    def _unique(self, cards: list[Card]) -> None:
        seen: set[str] = set()
        for i, card in enumerate(cards):
            if normal(card.name) in seen:
                message = f'the set has a card "{card.name}" already; use copies = N for several'
                raise self.error(self._line("name", i), 1, message)
            seen.add(normal(card.name))

    def _starters(self, data: dict[str, Any], cards: list[Card]) -> list[str]:
        names = data.get("starters", ["Fist Fight", "Celebrate"])
        if not isinstance(names, list) or len(names) != 2 or names[0] == names[1]:
            raise self.error(self._line("starters"), 1, "starters must be two different card names, in quotes")
        known = [card.name for card in cards]
        for name in names:
            if name not in known:
                message = f'the starter "{name}" is not a card of this set; {nearest(str(name), known)}'
                raise self.error(self._line("starters"), 1, message)
        return names

    def _check_count(self, entries: list[dict[str, Any]]) -> None:
        """Refuse a file with too many cards before their texts are read, because reading them takes long."""
        total = sum(self._number(entry, "copies", i) for i, entry in enumerate(entries[: N.MAX_KINDS]))
        if total > N.MAX_CARDS or len(entries) > N.MAX_KINDS:
            cards = f"{total} cards of {len(entries)} kinds" if len(entries) <= N.MAX_KINDS else f"{len(entries)} kinds"
            raise self.error(1, 1, f"{cards} are too many; at most {N.MAX_CARDS} cards of {N.MAX_KINDS} kinds fit")

    def _check_programs(self, cards: CardSet, order: list[str]) -> None:
        """Compile every text once, to check its meaning as well."""
        compiler = Compiler(cards.kinds)
        for card in cards.cards:
            for key, program in card.programs.items():
                try:
                    compiler.add(program, end=key == "end")
                except PhraseError as problem:
                    raise self._phrase_error(problem, key, order.index(card.name), card.name) from None
        if len(compiler.code) > N.MAX_CODE:
            raise self.error(1, 1, f"the texts of this set are too long in total ({len(compiler.code)} steps)")
        circle = endless_circle(cards)
        if circle:
            line = self._line("discarded", order.index(circle[0]))
            raise self.error(line, 1, f'"{circle[0]}" could never end: {circle[1]} (R-D88)')

    # --- places --------------------------------------------------------------------------------

    def _line(self, key: str, card: int | None = None) -> int:
        """The line of a field, or of the card if the field is not there."""
        starts = [n for n, line in enumerate(self.lines) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]
        if card is None or card >= len(starts):
            first, last = 0, len(self.lines)
        else:
            first, last = starts[card], [*starts, len(self.lines)][card + 1]
        for n in range(first, last):
            if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", self.lines[n]):
                return n + 1
        return first + 1


def _targets(program: Program) -> bool:
    for node in program:
        if isinstance(node, Block) and (node.key in ("enemy", "each") or _targets(node.body)):
            return True
        if isinstance(node, Choice) and any(_targets(option) for option in node.options):
            return True
        if isinstance(node, If) and (_targets(node.then) or _targets(node.otherwise)):
            return True
        if isinstance(node, Leaf) and OPERATIONS[node.key].who == N.ALL_ENEMIES:
            return True
    return False


def endless_circle(cards: CardSet) -> tuple[str, str] | None:
    """A card that could cause endless discarding, and how; None if there is none (R-D88).

    That takes a DISCARDED text that discards, and one that brings cards back into a hand: then two such cards can
    move for ever between the hand, the stash and a deck that is remade at once. A text that plays or activates
    cards counts as doing whatever any play text of the set does.
    """
    plays = [card.programs.get("play", ()) for card in cards.cards]
    discards_by_play, fills_by_play = any(map(_discards, plays)), any(map(_fills_hand, plays))
    discarding: list[str] = []
    filling: list[str] = []
    for card in cards.cards:
        program = card.programs.get("discarded", ())
        replays = any(Does.RUNS_CARDS in OPERATIONS[leaf.key].does for leaf in leaves(program))
        if _discards(program) or (replays and discards_by_play):
            discarding.append(card.name)
        if _fills_hand(program) or (replays and fills_by_play):
            filling.append(card.name)
    if not discarding or not filling:
        return None
    return discarding[0], f'it discards when discarded, and "{filling[0]}" brings cards back to a hand when discarded'


def _discards(program: Program) -> bool:
    return any(Does.DISCARDS in OPERATIONS[leaf.key].does for leaf in leaves(program))


def _fills_hand(program: Program) -> bool:
    return any(OPERATIONS[leaf.key].fills_hand(leaf.target) for leaf in leaves(program))
