"""What every game needs to tell what happened in sentences: clauses, and their words for one reader.

A sentence is a list of clauses, the first of them its head. A game says where a sentence begins and which
events are told together; its phrases stand in the table `told` of its words. In a phrase [plays|play] is the
form for a name and the one for "you" or for several, and (s) is an s unless the number is 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from silverhook.core.notation import Happening

__all__ = ["Clause", "Sentence", "Teller", "grouped", "whole"]

_FORMS = re.compile(r"\[(.*?)\|(.*?)\]")


@dataclass
class Clause:
    """One part of a sentence: a kind of event, who it is told of, and what it is about."""

    key: str
    first: Happening
    seats: list[int] = field(default_factory=list)
    cards: list[str | None] = field(default_factory=list)
    n: int = 0

    @property
    def seat(self) -> int:
        """Who it is told of, or the first of several."""
        return self.first.seat

    def take(self, happening: Happening) -> None:
        """Tell another event together with what is here already."""
        if happening.seat not in self.seats:
            self.seats.append(happening.seat)
        self.cards.append(happening.card)
        self.n += abs(happening.n)


Sentence = list[Clause]


class _Begins(Protocol):
    def __call__(self, sentence: Sentence, key: str, happening: Happening, /) -> bool: ...


class _Joins(Protocol):
    def __call__(self, sentence: Sentence, key: str, happening: Happening, /) -> Clause | None: ...


def grouped(
    happenings: Sequence[Happening], key_of: Callable[[Happening], str], begins: _Begins, joins: _Joins
) -> list[Sentence]:
    """The sentences of a story.

    `key_of` names the phrase of an event, "" for one that is not told; `begins` says whether a sentence
    begins with it, `joins` which clause of its sentence it is told with, if any.
    """
    sentences: list[Sentence] = []
    for happening in happenings:
        key = key_of(happening)
        if not key:
            continue
        if not sentences or begins(sentences[-1], key, happening):
            sentences.append([])
        clause = joins(sentences[-1], key, happening)
        if clause is None:
            clause = Clause(key, happening)
            sentences[-1].append(clause)
        clause.take(happening)
    return sentences


class Teller:
    """Puts clauses into words for one reader; `you` is the seat that reads."""

    def __init__(self, table: Mapping[str, Mapping[str, str]], names: Sequence[str], you: int | None) -> None:
        self.table = table
        self.told = table["told"]
        self.names = names
        self.you = you

    def clause(self, clause: Clause, same: bool = False) -> str:
        """A clause; without its subject if that is the same as before."""
        happening, phrase = clause.first, self.told[clause.key]
        if same:
            phrase = phrase.removeprefix("{seat} ")
        plural = len(clause.seats) > 1 or clause.seats == [self.you]
        phrase = _FORMS.sub(r"\2" if plural else r"\1", phrase)
        phrase = phrase.replace("(s)", "" if clause.n == 1 else "s")
        return phrase.format(
            seat=self.listed([self.name(seat) for seat in clause.seats]),
            whose=self.whose(happening.seat),
            other=self.name(happening.other),
            whose_other=self.whose(happening.other),
            card=self.cards(clause.cards),
            n=clause.n,
            place=happening.n + 1,
            source=self.zone(happening.source),
            target=self.zone(happening.target),
        )

    def name(self, seat: int) -> str:
        """What a seat is called; a negative one is the table's."""
        if seat < 0:
            return self.told["nobody"]
        return self.told["you"] if seat == self.you else self.names[seat]

    def whose(self, seat: int) -> str:
        """The same as owner of something."""
        if seat == self.you:
            return self.told["your"]
        return self.told["whose"].format(name=self.name(seat))

    def cards(self, cards: Sequence[str | None]) -> str:
        """Known cards by name, the others by number."""
        counts = Counter(card for card in cards if card is not None)
        known = [card if n == 1 else self.told["several"].format(n=n, card=card) for card, n in counts.items()]
        unknown = len(cards) - counts.total()
        if unknown:
            known.append(self.told["hidden"] if unknown == 1 else self.told["hidden_many"].format(n=unknown))
        return self.listed(known)

    def listed(self, words: Sequence[str]) -> str:
        """Words as a list, "and" before the last."""
        return self.table["joint"]["list"].join(filter(None, (", ".join(words[:-1]), *words[-1:])))

    def zone(self, zone: str) -> str:
        """A zone with its owner."""
        kind, _, seat = zone.partition(".")
        phrase = self.table.get("zone", {}).get(kind, "")
        return phrase.format(whose=self.whose(int(seat)) if seat else "")


def whole(text: str) -> str:
    """A sentence from its words."""
    return f"{text[:1].upper()}{text[1:]}."
