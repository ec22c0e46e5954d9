"""Sentences about what happened, for every game: clauses, and their words for one reader.

A sentence is made of clauses, the first of them its head. A game says where a sentence begins and which
events are told together; its phrases are in the table `told` of its words file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from silverhook.core.notation import Happening
from silverhook.core.words import BOTH, NAME, SEVERAL, YOU, Words

__all__ = ["Clause", "Clauses", "Sentence", "Teller", "grouped"]


class Sentence(NamedTuple):
    """A sentence of a story, and the event that it begins with."""

    text: str
    event: int  # its index among the events that the story tells


@dataclass
class Clause:
    """One part of a sentence: a kind of event, its subjects, and the cards or numbers it is about."""

    key: str
    event: int  # the index of its first event
    first: Happening
    seats: list[int] = field(default_factory=list)
    cards: list[str | None] = field(default_factory=list)
    n: int = 0

    @property
    def seat(self) -> int:
        """The first subject."""
        return self.first.seat

    def take(self, happening: Happening) -> None:
        """Add an event to the clause."""
        if happening.seat not in self.seats:
            self.seats.append(happening.seat)
        self.cards.append(happening.card)
        self.n += abs(happening.n)


Clauses = list[Clause]


class _Begins(Protocol):
    def __call__(self, sentence: Clauses, key: str, happening: Happening, /) -> bool: ...


class _Joins(Protocol):
    def __call__(self, sentence: Clauses, key: str, happening: Happening, /) -> Clause | None: ...


def grouped(
    numbered: Iterable[tuple[int, Happening]], key_of: Callable[[Happening], str], begins: _Begins, joins: _Joins
) -> list[Clauses]:
    """The clauses of each sentence of a story, from its events with their indexes.

    `key_of` names the phrase of an event, "" for one that is not told; `begins` says whether a sentence
    begins with it, `joins` which clause of its sentence it is told with, if any.
    """
    sentences: list[Clauses] = []
    for event, happening in numbered:
        key = key_of(happening)
        if not key:
            continue
        if not sentences or begins(sentences[-1], key, happening):
            sentences.append([])
        clause = joins(sentences[-1], key, happening)
        if clause is None:
            clause = Clause(key, event, happening)
            sentences[-1].append(clause)
        clause.take(happening)
    return sentences


class Teller:
    """Puts clauses into words for one reader; `you` is the seat that reads, `title` what a card is called."""

    def __init__(
        self, words: Words, names: Sequence[str], you: int | None, title: Callable[[str], str] = lambda card: card
    ) -> None:
        self.words = words
        self.told = words.table["told"]
        self.names = names
        self.you = you
        self.title = title

    def clause(self, clause: Clause, same: bool = False) -> str:
        """A clause; without its subject if that is the same as before."""
        seat, other = self._person(clause.seats), self._person([clause.first.other])
        phrase = self.words.fitting(self.told[clause.key], clause.n, seat, other)
        if same:
            again = self.words.fitting(self.told["again"], seat=seat)
            phrase = again + phrase.removeprefix("{seat} ") if phrase.startswith("{seat} ") else phrase
        elif seat == YOU and not self.told["subject"]:
            phrase = phrase.replace("{seat} ", "")  # the verb says who it is
        return phrase.format_map(_Gaps(self, clause))

    def _person(self, seats: Sequence[int]) -> int:
        if len(seats) > 1:
            return BOTH if self.you in seats else SEVERAL
        return YOU if seats and seats[0] == self.you else NAME

    def subject(self, seats: Sequence[int]) -> str:
        """The subject of a clause."""
        if list(seats) == [self.you]:
            return self.told["subject"]
        return self.words.listed([self.name(seat) for seat in seats])

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
        known = self.titles(cards)
        unknown = sum(card is None for card in cards)
        if known:
            known[0] = self.words.fitting(self.told["named"], len(cards) - unknown) + known[0]
        if unknown:
            hidden = self.told["hidden" if unknown == 1 else "hidden_many"]
            known.append(self.words.fitting(hidden, unknown).format(n=unknown))
        return self.words.listed(known)

    def titles(self, cards: Sequence[str | None]) -> list[str]:
        """The known ones, each with how many there are of it."""
        counts = Counter(self.title(card) for card in cards if card is not None)
        return [card if n == 1 else self.told["several"].format(n=n, card=card) for card, n in counts.items()]

    def zone(self, zone: str, actor: int) -> str:
        """A zone with its owner. The third form is for an owner who acts, the fourth if that is the reader."""
        kind, _, seat = zone.partition(".")
        phrase = self.words.table.get("zone", {}).get(kind, "")
        if not seat:
            return phrase
        owner, person = int(seat), self._person([int(seat)])
        if owner == actor and phrase.count("|") > 1:
            person = BOTH if person == YOU else SEVERAL
        phrase = self.words.fitting(phrase, seat=person)
        return phrase.format(whose=self.whose(owner), seat=self.name(owner))

    def whole(self, text: str) -> str:
        """A sentence from its words."""
        spelt = self.words.spelt(text)
        return f"{spelt[:1].upper()}{spelt[1:]}."


class _Gaps(dict[str, object]):
    """What fills the gaps of a clause, found when it is asked for."""

    def __init__(self, teller: Teller, clause: Clause) -> None:
        super().__init__()
        self._teller = teller
        self._clause = clause

    def __missing__(self, gap: str) -> object:
        return _FILLED[gap](self._teller, self._clause)


_FILLED: dict[str, Callable[[Teller, Clause], object]] = {
    "seat": lambda teller, clause: teller.subject(clause.seats),
    "whose": lambda teller, clause: teller.whose(clause.seat),
    "other": lambda teller, clause: teller.name(clause.first.other),
    "whose_other": lambda teller, clause: teller.whose(clause.first.other),
    "card": lambda teller, clause: teller.cards(clause.cards),
    "title": lambda teller, clause: teller.words.listed(teller.titles(clause.cards)) or teller.told["unnamed"],
    "n": lambda teller, clause: clause.n,
    "place": lambda teller, clause: clause.first.n + 1,
    "source": lambda teller, clause: teller.zone(clause.first.source, clause.seat),
    "target": lambda teller, clause: teller.zone(clause.first.target, clause.seat),
}
