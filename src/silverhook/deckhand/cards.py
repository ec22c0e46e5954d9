"""Card sets: reads them from TOML and checks them. Errors name file, line and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.errors import Problem, nearest
from silverhook.core.notation import normal
from silverhook.core.toml_file import TomlFile
from silverhook.deckhand.compiler import Compiler
from silverhook.deckhand.edition import load_edition
from silverhook.deckhand.operations import OPERATIONS, Does, N
from silverhook.deckhand.program import Block, Leaf, PhraseError, Program, leaves, nodes
from silverhook.deckhand.reader import AIMED

__all__ = ["TEXTS", "Card", "CardSet", "endless_circle", "read_set", "reference_set", "reference_text"]

TEXTS = ("play", "start", "discarded", "bought", "gained", "trashed", "end")
_FIELDS = ("name", "starters", "card")
_MOST_PROBLEMS = 50  # that an error lists
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
        """The triggers it reminds players of: start, discarded, end and so on (DH1-G4)."""
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
    return read_set(reference_text(), "reference.toml")


def reference_text() -> str:
    """The card file of that set."""
    return (Path(__file__).parent / "sets" / "reference.toml").read_text(encoding="utf-8")


def read_set(text: str, file: str = "cards") -> CardSet:
    """A card set from the text of a TOML file. An error names the place and the remedy."""
    return _Reader(text, file).read()


class _Reader(TomlFile):
    """Reads one card file, and collects all that is wrong with it."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self.language = load_edition("indicator").language()
        self.problems: list[Problem] = []

    def read(self) -> CardSet:
        data = self.toml()
        for key in data:
            if key not in _FIELDS:
                self._wrong(self._line(key), 1, f'unknown field "{key}"; {nearest(key, _FIELDS)}')
        entries = data.get("card")
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            self._wrong(1, 1, "a card set needs cards, each under a line [[card]]")
            raise self.errors(self.problems)
        self._check_count(entries)
        cards = [self._card(entry, i) for i, entry in enumerate(entries)]
        self._unique(cards)
        starters = self._starters(data, cards)
        ordered = [card for name in starters for card in cards if card.name == name] + [
            card for card in cards if card.name not in starters
        ]
        result = CardSet(str(data.get("name", self.name)), tuple(ordered), len(starters))
        self._check_programs(result, [card.name for card in cards])
        if self.problems:
            raise self.errors(self.problems[:_MOST_PROBLEMS])
        return result

    def _wrong(self, line: int, column: int, message: str) -> None:
        self.problems.append(Problem(line, column, message))

    def _card(self, entry: dict[str, Any], i: int) -> Card:
        known = ("name", *_NUMBERS, *TEXTS)
        for key in entry:
            if key not in known:
                self._wrong(self._line(key, i), 1, f'a card has no "{key}"; {nearest(key, known)}')
        name = self._name(entry.get("name"), i)
        numbers = {key: self._number(entry, key, i) for key in _NUMBERS}
        programs = {key: self._program(entry[key], key, i, name) for key in TEXTS if key in entry}
        return Card(name, programs={key: program for key, program in programs.items() if program}, **numbers)

    def _name(self, name: Any, i: int) -> str:
        """The name of a card; a bad one is replaced, so that the rest of the card can be checked."""
        line = self._line("name", i)
        good = isinstance(name, str) and name.strip() and name == name.strip() and len(name) <= 40
        if not good or not name.isprintable():
            self._wrong(line, 1, "a card needs a name of 1 to 40 letters, in quotes")
            return f"card {i + 1}"
        if " and " in name:
            self._wrong(line, 1, f'the name "{name}" contains " and ", which joins operations in texts')
        elif re.search(r"[.;:|()\n]", name):
            self._wrong(line, 1, f'the name "{name}" contains a character that texts need: . ; : | ( )')
        return str(name)

    def _number(self, entry: dict[str, Any], key: str, i: int) -> int:
        least, most, default = _NUMBERS[key]
        value = entry.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self._wrong(self._line(key, i), 1, f"{key} must be a number from {least} to {most}, not {value!r}")
            return default
        return value

    def _program(self, text: Any, key: str, i: int, name: str) -> Program:
        if not isinstance(text, str):
            self._wrong(self._line(key, i), 1, f"the {key} text of {name} must be in quotes")
        elif len(self.problems) < _MOST_PROBLEMS:
            try:
                return self._read(text)
            except PhraseError as problem:
                self._phrase_errors(problem, key, i, name)
        return ()

    def _read(self, text: str) -> Program:
        program = self.language.read(text)
        if self.language.read(self.language.print(program)) != program:
            raise PhraseError(0, "this order of parts cannot be printed; put the block last, or use two sentences")
        return program

    def _phrase_errors(self, problem: PhraseError, key: str, i: int, name: str) -> None:
        for each in (problem, *problem.others):
            line, column = self.place_in_text(self._line(key, i), each.column)
            self._wrong(line, column, f'card "{name}", {key} text: {each}')

    def _unique(self, cards: list[Card]) -> None:
        seen: set[str] = set()
        for i, card in enumerate(cards):
            if normal(card.name) in seen:
                message = f'the set has a card "{card.name}" already; use copies = N for several'
                self._wrong(self._line("name", i), 1, message)
            seen.add(normal(card.name))

    def _starters(self, data: dict[str, Any], cards: list[Card]) -> list[str]:
        names = data.get("starters", ["Fist Fight", "Celebrate"])
        if not isinstance(names, list) or len(names) != 2 or names[0] == names[1]:
            self._wrong(self._line("starters"), 1, "starters must be two different card names, in quotes")
            return []
        known = [card.name for card in cards]
        for name in names:
            if name not in known:
                message = f'the starter "{name}" is not a card of this set; {nearest(str(name), known)}'
                self._wrong(self._line("starters"), 1, message)
        return names

    def _check_count(self, entries: list[dict[str, Any]]) -> None:
        """Refuse a file with too many cards before their texts are read, because reading them takes long."""
        copies = [entry.get("copies", 1) for entry in entries]
        total = sum(number for number in copies if isinstance(number, int) and 0 < number <= N.MAX_CARDS)
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
                    self._phrase_errors(problem, key, order.index(card.name), card.name)
        if len(compiler.code) > N.MAX_CODE:
            self._wrong(1, 1, f"the texts of this set are too long in total ({len(compiler.code)} steps)")
        circle = None if self.problems else endless_circle(cards)
        if circle:
            line = self._line(circle[1], order.index(circle[0]))
            self._wrong(line, 1, f'"{circle[0]}" could never end: {circle[2]} (R-D88)')

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
    for node in nodes(program):
        if isinstance(node, Block) and node.key in AIMED:
            return True
        if isinstance(node, Leaf) and OPERATIONS[node.key].who == N.ALL_ENEMIES:
            return True
    return False


def endless_circle(cards: CardSet) -> tuple[str, str, str] | None:
    """A card that could cause endless effects, which of its texts does, and how; None if there is none (R-D88).

    Effects are endless only if they trigger others without end. A DISCARDED effect needs a card in a hand, so endless
    ones need texts that discard and texts that bring cards back into a hand. A TRASHED effect needs a card in the
    game, so endless ones need texts that trash and texts that bring cards back from out of the game. Cards are bought
    and gained only as long as the supply lasts. A text that plays or activates cards counts as doing whatever any play
    text of the set does.
    """
    texts = [(card, key) for key in ("discarded", "trashed") for card in cards.cards if key in card.programs]
    if not any(_does(cards, card, key, _returns) for card, key in texts):
        texts = [(card, key) for card, key in texts if key == "discarded"]  # every card is trashed at most once
    for trigger, causes, refills, circle in _CIRCLES:
        causing = [(card, key) for card, key in texts if _does(cards, card, key, causes)]
        filling = [(card, key) for card, key in texts if _does(cards, card, key, refills)]
        if causing and filling and any(key == trigger for _, key in texts):
            (one, first), (other, second) = causing[0], filling[0]
            return one.name, first, circle.format(first=first, other=other.name, second=second)
    return None


def _does(cards: CardSet, card: Card, key: str, test: Callable[[Leaf], bool]) -> bool:
    """Whether a text of a card does something, itself or by the cards that it plays."""
    found = leaves(card.programs[key])
    replays = any(Does.RUNS_CARDS in OPERATIONS[leaf.key].does for leaf in found)
    played = [leaf for each in cards.cards for leaf in leaves(each.programs.get("play", ()))] if replays else []
    return any(map(test, (*found, *played)))


def _discards(leaf: Leaf) -> bool:
    return Does.DISCARDS in OPERATIONS[leaf.key].does


def _fills_hand(leaf: Leaf) -> bool:
    return OPERATIONS[leaf.key].fills_hand(leaf.target)


def _trashes(leaf: Leaf) -> bool:
    return Does.TRASHES in OPERATIONS[leaf.key].does


def _returns(leaf: Leaf) -> bool:
    return OPERATIONS[leaf.key].returns(leaf.place)


_CIRCLES = (
    ("discarded", _discards, _fills_hand,
     'it discards when {first}, and "{other}" brings cards back to a hand when {second}'),
    ("trashed", _trashes, _returns,
     'it trashes when {first}, and "{other}" brings cards back into the game when {second}'),
)  # fmt: skip
