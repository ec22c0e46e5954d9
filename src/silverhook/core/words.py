"""The phrases of a game in one language, and the grammatical forms that they take.

A words file is TOML. A phrase has gaps in braces, and alternative forms in brackets, separated by bars. The number
of the phrase chooses in (card|cards), as `grammar.plural` says; the person in {seat} chooses in [plays|play], the
person in {other} in <them|you>. The first form is for a name, the second for "you". Some languages have a third
for several people and a fourth for several with "you" among them; otherwise the second form serves for those.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["BOTH", "ENGLISH", "NAME", "SEVERAL", "YOU", "Words", "languages", "numbered", "phrases", "spoken"]

ENGLISH = "en"  # the language of records, and the fallback for unknown languages
NAME, YOU, SEVERAL, BOTH = range(4)  # the person that a phrase is about, as the index of its form

_NUMBER = re.compile(r"\(([^()]*\|[^()]*)\)")
_SEAT = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_OTHER = re.compile(r"<([^<>]*\|[^<>]*)>")


@cache
def languages(folder: Path) -> tuple[str, ...]:
    """The languages that a folder has words in, English first."""
    return (ENGLISH, *sorted(path.stem for path in folder.glob("*.toml") if path.stem != ENGLISH))


def spoken(folder: Path, language: str) -> str:
    """The language itself if the folder has words in it, else English."""
    return language if language in languages(folder) else ENGLISH


def phrases(folder: Path, language: str = ENGLISH) -> Mapping[str, Any]:
    """The phrases of a folder in a language, or in English if it has none in that language."""
    return _read(folder / f"{spoken(folder, language)}.toml")


@cache
def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Words:
    """Phrases of one language, and how it puts numbers and names into them."""

    def __init__(self, table: Mapping[str, Mapping[str, Any]]) -> None:
        self.table: Mapping[str, Mapping[str, str]] = table
        grammar = table["grammar"]
        self._plural = [re.compile(pattern) for pattern in grammar["plural"]]
        self._spelling = [(re.compile(before), after) for before, after in grammar["spelling"]]
        self._forms: dict[int, int] = {}  # of the numbers that were asked for

    @property
    def forms(self) -> int:
        """How many forms a word has for numbers."""
        return len(self._plural) + 1

    def form(self, n: int) -> int:
        """Which of them goes with a number."""
        if n not in self._forms:
            fitting = (form for form, pattern in enumerate(self._plural) if pattern.fullmatch(str(abs(n))))
            self._forms[n] = next(fitting, len(self._plural))
        return self._forms[n]

    def fitting(self, phrase: str, n: int = 1, seat: int = NAME, other: int = NAME) -> str:
        """A phrase with the forms for a number and for the persons it is about; its gaps stay."""
        return _fitting(phrase, self.form(n), seat, other)

    def say(self, part: str, key: str, /, n: int = 1, **gaps: object) -> str:
        """A phrase by its name, with what fills its gaps; its number is n."""
        return self.spelt(self.fitting(self.table[part][key], n).format(n=n, **gaps))

    def spelt(self, text: str) -> str:
        """A text in which words are adapted to the next word, such as French "de" to "d'" before a vowel."""
        for before, after in self._spelling:
            text = before.sub(after, text)
        return text

    def signed(self, number: float) -> str:
        """A number that is gained or lost, to a tenth."""
        rounded = round(number, 1) + 0.0  # never -0.0
        return f"{rounded:+.1f}".replace(".", self.table["grammar"]["decimal"])

    def listed(self, words: Sequence[str]) -> str:
        """Words as a list, "and" before the last."""
        return self.table["joint"]["list"].join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def numbered(phrase: str, form: int) -> str:
    """A phrase with one of its forms for numbers; everything else stays open."""
    return _NUMBER.sub(lambda match: match[1].split("|")[form], phrase)


@cache
def _fitting(phrase: str, number: int, seat: int, other: int) -> str:
    phrase = _SEAT.sub(lambda match: _of(match[1], seat), numbered(phrase, number))
    return _OTHER.sub(lambda match: _of(match[1], other), phrase)


def _of(forms: str, person: int) -> str:
    given = forms.split("|")
    return given[person] if person < len(given) else given[YOU]
