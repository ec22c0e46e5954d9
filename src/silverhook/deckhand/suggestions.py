"""What somebody may have meant by a phrase that the card language does not know.

A suggestion is a whole phrase that can be written as it is: it takes over the numbers, places and targets of what was
written. Phrases are compared by their words, and rare words count most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING, Any

from silverhook.core.words import numbered
from silverhook.deckhand.comparisons import VALUES
from silverhook.deckhand.operations import OPERATIONS
from silverhook.deckhand.program import ANY, Leaf

if TYPE_CHECKING:
    from silverhook.deckhand.language import Language
    from silverhook.deckhand.patterns import Patterns

__all__ = ["example", "suggestion"]

LEAST_ALIKE = 0.3
_WORD = re.compile(r"[^\W\d]+|[+-](?=\d|\{n)")
_JOINTS = re.compile(r",? then |, and |,? plus |, ")
_LONGEST = 200  # characters of a phrase worth a suggestion


def suggestion(language: Patterns, part: str, text: str) -> str:
    """The end of an error about an unknown phrase: what to write in its place, if that can be guessed."""
    speaks: Any = language
    if len(text) > _LONGEST:
        return ""
    pieces = _JOINTS.split(text)
    if part == "leaf" and len(pieces) > 1 and all(_known(speaks, piece) for piece in pieces):
        return f'; write each in a sentence of its own, or join them with " and ": "{" and ".join(pieces)}"'
    near = _nearest(speaks, part, text)
    return f'; the nearest is "{near}"' if near else ""


def example(language: Language, part: str, key: str) -> Leaf:
    """A phrase with something sensible in each of its gaps."""
    gaps = set(re.findall(r"\{(\w+)\}", language.table[part][key]))
    operation = OPERATIONS.get(key) if part == "leaf" else None
    n = 3 if part == "leaf" and operation and operation.value else 1
    leaf: dict[str, Any] = {"n": 2 if part != "leaf" else n}
    if operation and operation.places:
        leaf["place"] = operation.places[0]
    if operation and operation.targets:
        leaf["target"] = operation.usual or operation.targets[2 if "put" in key else 1]
    if "value" in gaps:
        leaf["value"] = "hand"
    if "which" in gaps and part != "leaf":
        leaf["high"] = 3
    return Leaf(key, **leaf)


def _known(language: Language, text: str) -> bool:
    return any(language.matches("leaf", text))


def _nearest(language: Language, part: str, text: str) -> str:
    """The phrase of a table that is most like a text, with what the text says in its gaps; "" if none is."""
    model = _model(language, part)
    words = model.words(text)
    alike = {key: model.likeness(words, key) for key in model.forms}
    best = max(alike, key=lambda key: alike[key])
    if alike[best] < LEAST_ALIKE:
        return ""
    return language.spelt(language.phrase(part, _filled_like(language, part, best, text))).strip()


def _filled_like(language: Language, part: str, key: str, text: str) -> Leaf:
    """A phrase with the numbers, places and so on that a text names."""
    leaf = example(language, part, key)
    gaps = set(re.findall(r"\{(\w+)\}", language.table[part][key]))
    found: dict[str, Any] = {}
    numbers = [int(number) for number in re.findall(r"\d+", text) if 1 <= int(number) <= 99]
    if numbers and gaps & {"n", "cards", "supply"}:
        found["n"] = numbers[0]
    operation = OPERATIONS.get(key) if part == "leaf" else None
    for gap, allowed in (("place", operation.places), ("target", operation.targets)) if operation else ():
        named = [name for name in allowed if language.table[gap][name].casefold() in text.casefold()]
        found |= {gap: max(named, key=lambda name: len(language.table[gap][name]))} if named else {}
    if "value" in gaps:
        named = [name for name in VALUES if _value_in(language, name, text)]
        found |= {"value": named[0]} if named and named[0] != "named" else {}
    cost = re.search(r"cost\w*\D{0,12}(\d+)", text)
    if cost and "which" in gaps and int(cost[1]) < ANY:
        found["high"] = int(cost[1])
        found["n"] = numbers[0] if numbers[0] != int(cost[1]) or numbers.count(numbers[0]) > 1 else 1
    return Leaf(**{**{name: getattr(leaf, name) for name in leaf.__dataclass_fields__}, **found})


def _value_in(language: Language, name: str, text: str) -> bool:
    forms = {numbered(language.table["value"][name], form).casefold() for form in range(language.forms)}
    return any(form in text.casefold() for form in forms)


class _Model:
    """The words of the phrases of a table, by how much they tell."""

    def __init__(self, language: Language, part: str) -> None:
        older: Mapping[str, Any] = language.table["older"].get(part, {})  # type: ignore[assignment]
        texts = {key: [text, *older.get(key, ())] for key, text in language.table[part].items()}
        self.synonyms: Mapping[str, str] = language.table["grammar"].get("synonyms", {})  # type: ignore[assignment]
        self.forms = {key: [Counter(_stems(_wording(text))) for text in all] for key, all in texts.items()}
        spread = Counter(word for forms in self.forms.values() for word in set().union(*forms))
        self.weight = {word: log(1 + len(texts) / number) for word, number in spread.items()}

    def words(self, text: str) -> Counter[str]:
        """The words of a text, each as the phrases spell it, or as they say it."""
        stems = [self.synonyms.get(word, word) for word in _stems(text)]
        near = (word if word in self.weight else get_close_matches(word, self.weight, 1, 0.75) for word in stems)
        return Counter(word if isinstance(word, str) else word[0] for word in near if word)

    def likeness(self, words: Counter[str], key: str) -> float:
        """How alike a text and a phrase are, from 0 to 1."""
        return max(self._likeness(words, form) for form in self.forms[key])

    def _likeness(self, words: Counter[str], form: Counter[str]) -> float:
        common = sum(self.weight[word] ** 2 for word in words if word in form)
        size = sqrt(self._size(words) * self._size(form))
        return common / size if size else 0.0

    def _size(self, words: Counter[str]) -> float:
        return sum(self.weight[word] ** 2 for word in words)


@lru_cache(maxsize=16)
def _model(language: Language, part: str) -> _Model:
    return _Model(language, part)


def _wording(template: str) -> str:
    """The words of a phrase without its gaps; those that say how many cards still speak of cards."""
    text = re.sub(r"\{(cards|supply)\}", r"\1", numbered(template, -1))
    return re.sub(r"\{(?!n\})\w+\}", " ", text)


def _stems(text: str) -> list[str]:
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in _WORD.findall(text.casefold())]
