"""What happened, told in sentences: one for each thing that somebody did, with what followed from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from silverhook.core.notation import Happening
from silverhook.deckhand.compiler import N

__all__ = ["tell_all"]

_NAMES = {value: name.removeprefix("TOLD_").lower() for name, value in vars(N).items() if name.startswith("TOLD_")}
_HEADS = ("turn", "play", "twice", "buy", "reload", "trigger", "activate", "last_card")  # these begin a sentence
_OPEN = ("turn", "trigger")  # heads that do not name who acts, so that what follows does
_LISTS = ("draw", "discard", "reveal", "look")  # several in a row are told as one
_SUMS = ("coins", "pays")
_NAMES_TARGET = ("steal", "steal_coins", "give", "activate", "discard")
_NONE_YET = -2  # no seat is the subject


@dataclass
class _Clause:
    """One part of a sentence: a kind of event, its seat, and what it is about."""

    key: str
    first: Happening
    cards: list[str | None] = field(default_factory=list)
    n: int = 0

    def takes(self, key: str, happening: Happening) -> bool:
        """Whether another event is told together with this one."""
        same = key == self.key and happening.seat == self.first.seat
        return same and (key in _SUMS or (key in _LISTS and happening.source == self.first.source))

    def take(self, happening: Happening) -> None:
        self.cards.append(happening.card)
        self.n += abs(happening.n)


def tell_all(
    table: Mapping[str, Mapping[str, str]], happenings: Sequence[Happening], names: Sequence[str], you: int | None
) -> list[str]:
    """The sentences of a story; `you` is the seat that reads it."""
    sentences: list[list[_Clause]] = []
    for happening in happenings:
        key = _key(happening)
        if not table["told"].get(key):
            continue
        if not sentences or key in _HEADS or _breaks(sentences[-1], key, happening):
            sentences.append([])
        _add(sentences[-1], key, happening)
    teller = _Teller(table, names, you)
    return [teller.sentence(_plain(clauses)) for clauses in sentences]


def _key(happening: Happening) -> str:
    """The phrase for an event; where a card moved, by where it came from and went to."""
    key = _NAMES[happening.code]
    if key == "coins" and happening.n < 0:
        return "pays"
    if key == "play" and happening.n > 1:
        return "twice"
    if key == "activate" and happening.other == happening.seat:
        return "activate_own"
    return _move(happening) if key == "move" else key


def _move(happening: Happening) -> str:
    if happening.target == "out":
        return "trash"
    if happening.source == "supply":
        return "gain"
    if happening.target.startswith("deck."):
        return "topdeck"
    source, target = (zone.partition(".")[2] for zone in (happening.source, happening.target))
    if source == target:
        return "put"
    return "steal" if target == str(happening.seat) else "give" if source == str(happening.seat) else "put"


def _breaks(sentence: list[_Clause], key: str, happening: Happening) -> bool:
    """Where a new sentence begins without a head of its own.

    The effect of a trigger ends where somebody else acts or a hand is discarded and drawn; a sentence
    without a head ends where somebody else acts.
    """
    head = sentence[0]
    if happening.seat < 0 or (head.key in _HEADS and head.key != "trigger"):
        return False
    return happening.seat != head.first.seat or (head.key == "trigger" and key in ("draw", "discard"))


def _add(sentence: list[_Clause], key: str, happening: Happening) -> None:
    last = [clause for clause in sentence if clause.key != "shuffle"][-1:]  # a hand may be drawn across a shuffle
    if not (last and last[0].takes(key, happening)):
        last = [_Clause(key, happening)]
        sentence += last
    last[0].take(happening)


def _plain(sentence: list[_Clause]) -> list[_Clause]:
    """Without the choice of a target where the next clause tells who it was."""
    after = [clause.key for clause in sentence[1:]] + [""]
    return [c for c, then in zip(sentence, after, strict=True) if c.key != "target" or then not in _NAMES_TARGET]


class _Teller:
    """Puts clauses into words for one reader."""

    def __init__(self, table: Mapping[str, Mapping[str, str]], names: Sequence[str], you: int | None) -> None:
        self.table = table
        self.names = names
        self.you = you

    def sentence(self, clauses: list[_Clause]) -> str:
        head, rest = clauses[0], clauses[1:]
        subject = _NONE_YET if head.key in _OPEN else head.first.seat
        words = []
        for clause in rest:
            words.append(self.clause(clause, clause.first.seat == subject))
            subject = clause.first.seat if clause.first.seat >= 0 else subject
        joint = ": " if head.key in _HEADS and head.key not in ("buy", "reload", "last_card") else ", "
        told = self.clause(head, False)
        if head.key == "trigger" and not rest:
            told += self.table["told"]["trigger_alone"]
        text = told + (joint if rest else "") + ", ".join(words)
        return f"{text[:1].upper()}{text[1:]}."

    def clause(self, clause: _Clause, same: bool) -> str:
        """A clause; without its subject if that is the same as before."""
        happening = clause.first
        phrase = self.table["told"][clause.key]
        if same:
            phrase = phrase.removeprefix("{seat} ")
        phrase = re.sub(r"\[(.*?)\|(.*?)\]", r"\2" if happening.seat == self.you else r"\1", phrase)
        phrase = phrase.replace("(s)", "" if clause.n == 1 else "s")
        return phrase.format(
            seat=self.name(happening.seat),
            whose=self.whose(happening.seat),
            other=self.name(happening.other),
            whose_other=self.whose(happening.other),
            card=self.cards(clause.cards),
            n=clause.n,
            source=self.zone(happening.source),
            target=self.zone(happening.target),
        )

    def name(self, seat: int) -> str:
        if seat < 0:
            return self.table["told"]["nobody"]
        return self.table["told"]["you"] if seat == self.you else self.names[seat]

    def whose(self, seat: int) -> str:
        if seat == self.you:
            return self.table["told"]["your"]
        return self.table["told"]["whose"].format(name=self.name(seat))

    def cards(self, cards: list[str | None]) -> str:
        """Known cards by name, the others by number."""
        told = self.table["told"]
        counts = Counter(card for card in cards if card is not None)
        known = [card if n == 1 else told["several"].format(n=n, card=card) for card, n in counts.items()]
        unknown = len(cards) - counts.total()
        if unknown:
            known.append(told["hidden"] if unknown == 1 else told["hidden_many"].format(n=unknown))
        if len(known) < 2:
            return "".join(known)
        return ", ".join(known[:-1]) + self.table["joint"]["list"] + known[-1]

    def zone(self, zone: str) -> str:
        kind, _, seat = zone.partition(".")
        phrase = self.table["zone"].get(kind, "")
        return phrase.format(whose=self.whose(int(seat)) if seat else "")
