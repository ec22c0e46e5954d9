"""The composition of the deck: reads it from TOML and checks it. `hz-default` is our assumption, not the sheet's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.cdefs import EngineNumbers
from silverhook.core.errors import CardSetError, nearest
from silverhook.core.toml_file import TomlFile

__all__ = ["COMPOSITIONS", "WORDS", "Composition", "Kind", "N", "default_composition", "face_name", "read_composition"]

N = EngineNumbers(Path(__file__).with_name("constants.pxd"))  # the engine's numbers by name

COMPOSITIONS = ("hz-default",)
WORDS = Path(__file__).parent / "words"
FACES = {
    "Assassin": N.ASSASSIN,
    "Bard": N.BARD,
    "Crown": N.CROWN,
    "Dragon": N.DRAGON,
    "Fool": N.FOOL,
    "Jester": N.JESTER,
    "Knight": N.KNIGHT,
    "Priest": N.PRIEST,
    "Rogue": N.ROGUE,
    "Troll": N.TROLL,
    "Wizard": N.WIZARD,
}
_FACE_NAMES = {N.NUMBER: "Number", **{number: face for face, number in FACES.items()}}
_FIELDS = ("name", "suits", "numbers", "faces", "decks")


@dataclass(frozen=True)
class Kind:
    """A kind of card: a number of a suit, or a face with or without one."""

    name: str
    short: str  # 7Fl, KSt, Jester
    face: int
    value: int
    suit: int


def face_name(kind: Kind) -> str:
    """The name of a card without its suit: "Knight", or "Number"."""
    return _FACE_NAMES[kind.face]


@dataclass(frozen=True)
class Composition:
    """The kinds of cards of a deck and how many there are of each."""

    name: str
    suits: tuple[str, ...]
    kinds: tuple[Kind, ...]
    copies: tuple[int, ...]

    @property
    def fools(self) -> int:
        """The number of Fools, and so of Fool tokens."""
        return sum(n for kind, n in zip(self.kinds, self.copies, strict=True) if kind.face == N.FOOL)

    def with_fools(self, fools: int) -> Composition:
        """The same deck with this number of Fools."""
        copies = tuple(fools if k.face == N.FOOL else n for k, n in zip(self.kinds, self.copies, strict=True))
        return Composition(self.name, self.suits, self.kinds, copies)


@cache
def default_composition() -> Composition:
    """`hz-default`: 65 cards."""
    path = Path(__file__).parent / "compositions" / "hz-default.toml"
    return read_composition(path.read_text(encoding="utf-8"), "hz-default.toml")


def read_composition(text: str, file: str = "cards") -> Composition:
    """A composition from the text of a TOML file. An error names the place and the remedy."""
    return _Reader(text, file).read()


class _Reader(TomlFile):
    """Reads one composition."""

    def read(self) -> Composition:
        data = self.toml()
        for key in data:
            if key not in _FIELDS:
                raise self._error(key, f'a composition has no "{key}"; {nearest(key, _FIELDS)}')
        name = data.get("name", self.name)
        if not isinstance(name, str):
            raise self._error("name", "name is a word in quotes")
        suits = self._suits(data.get("suits"))
        faces = data.get("faces", {})
        if not isinstance(faces, dict) or set(faces) - {"suited", "suitless"}:
            raise self._error("faces", "[faces] has suited = [...], and the counts under [faces.suitless]")
        decks = self._count("decks", data.get("decks", 1), 1, 2)
        kinds = self._numbers(data.get("numbers"), suits) + self._suited(faces.get("suited", []), suits)
        copies = [1] * len(kinds)
        for face, count in self._suitless(faces.get("suitless", {}), faces.get("suited", [])).items():
            kinds.append(Kind(face, face, FACES[face], N.FACE_VALUE, N.NO_SUIT))
            copies.append(count)
        total = decks * sum(copies)
        if total > N.MAX_CARDS or len(kinds) > N.MAX_KINDS:
            raise self._error("suits", f"{total} cards of {len(kinds)} kinds are too many; {N.MAX_CARDS} fit")
        bards = decks * sum(n for kind, n in zip(kinds, copies, strict=True) if kind.face == N.BARD)
        if bards > N.MAX_BARDS:
            raise self._error("Bard", f"{bards} Bards are too many; at most {N.MAX_BARDS}")
        return Composition(name, suits, tuple(kinds), tuple(decks * n for n in copies))

    def _suits(self, suits: Any) -> tuple[str, ...]:
        good = isinstance(suits, list) and 2 <= len(suits) <= 6 and all(isinstance(suit, str) for suit in suits)
        if not good or len({suit[:2] for suit in suits}) < len(suits) or not all(len(suit) > 1 for suit in suits):
            raise self._error("suits", "suits are two to six names, each beginning with other two letters")
        return tuple(suits)

    def _numbers(self, numbers: Any, suits: tuple[str, ...]) -> list[Kind]:
        good = isinstance(numbers, list) and len(numbers) == 2 and all(type(n) is int for n in numbers)
        if not good or not 2 <= numbers[0] <= numbers[1] <= 10:
            raise self._error(
                "numbers", "numbers are the lowest and the highest, from 2 to 10: 1 is the Nub, 11 a face"
            )
        return [
            Kind(f"{n} of {suit}", f"{n}{suit[:2]}", N.NUMBER, n, index)
            for index, suit in enumerate(suits)
            for n in range(numbers[0], numbers[1] + 1)
        ]

    def _suited(self, faces: Any, suits: tuple[str, ...]) -> list[Kind]:
        if not isinstance(faces, list) or len(set(map(str, faces))) < len(faces):
            raise self._error("suited", "suited is a list of different faces")
        for face in faces:
            self._face("suited", face)
        return [
            Kind(f"{face} of {suit}", f"{_letter(face)}{suit[:2]}", FACES[face], N.FACE_VALUE, index)
            for index, suit in enumerate(suits)
            for face in faces
        ]

    def _suitless(self, counts: Any, suited: list[str]) -> dict[str, int]:
        if not isinstance(counts, dict):
            raise self._error("suitless", "[faces.suitless] holds faces and how many there are")
        for face, count in counts.items():
            self._face(face, face)
            if face in suited:
                raise self._error(face, f"{face} has a suit already")
            self._count(face, count, 1, 8)
        return counts

    def _face(self, key: str, face: Any) -> None:
        if face in ("Nub", "N"):
            raise self._error(key, "the Nub lies in front of each player and is never in the deck (HZ-S1)")
        if not isinstance(face, str) or face not in FACES:
            raise self._error(key, f'there is no face "{face}"; {nearest(str(face), FACES)}')
        if face == "Fool" and key == "suited":
            raise self._error(key, "the Fool has no suit (HZ-W6)")

    def _count(self, key: str, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise self._error(key, f"{key} is a number from {least} to {most}, not {value!r}")
        return int(value)

    def _error(self, key: str, message: str) -> CardSetError:
        word = rf"\b{re.escape(key)}\b"
        found = [n for n, line in enumerate(self.lines, 1) if re.match(rf"\s*\[?[\w.]*{word}", line)]
        inside = [n for n, line in enumerate(self.lines, 1) if re.search(word, line)]  # the line of an inline table
        return self.error([*found, *inside, 1][0], 1, message)


def _letter(face: str) -> str:
    return "K" if face == "Knight" else face[0]
