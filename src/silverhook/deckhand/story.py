"""Tells what happened: one sentence for each thing that a player did, with its consequences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from silverhook.core.notation import Happening
from silverhook.core.story import Clause, Clauses, Sentence, Teller, grouped
from silverhook.deckhand.language import Language
from silverhook.deckhand.operations import N

__all__ = ["EVENTS", "story"]

EVENTS: dict[int, str] = {
    value: name.removeprefix("TOLD_").lower() for name, value in vars(N).items() if name.startswith("TOLD_")
}
_HEADS = ("turn", "play", "twice", "buy", "reload", "trigger", "activate", "last_card")  # these begin a sentence
_OPEN = ("turn", "trigger")  # heads that do not name the acting seat, so the next clause does
_LISTS = ("draw", "discard", "reveal", "look")  # several in a row are told as one
_SUMS = ("coins", "pays")
_NAMES_TARGET = ("steal", "steal_coins", "give", "activate", "discard")
_NO_SUBJECT = -2  # the subject is no seat, or a card


def story(language: Language, happenings: Sequence[Happening], names: Sequence[str], you: int | None) -> list[Sentence]:
    """The sentences of a story; `you` is the seat that reads it."""
    teller = _Teller(language, names, you, language.title)
    sentences = grouped(enumerate(happenings), lambda happening: _key(happening, teller.told), _begins, _joins)
    return [Sentence(teller.sentence(clauses), clauses[0].event) for clauses in map(_plain, sentences)]


def _key(happening: Happening, told: Mapping[str, str]) -> str:
    """The phrase for an event, "" if there is none. Moves of cards are told by source and target."""
    key = EVENTS[happening.code]
    if key == "coins" and happening.n < 0:
        key = "pays"
    elif key == "play" and happening.n > 1:
        key = "twice"
    elif key == "activate" and happening.other == happening.seat:
        key = "activate_own"
    elif key == "move":
        key = _move(happening)
    return key if told.get(key) else ""


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


def _begins(sentence: Clauses, key: str, happening: Happening) -> bool:
    """Whether an event begins a sentence: a head, or an event that the open head does not cover.

    The effect of a trigger ends when another seat acts or a hand is discarded and drawn. A sentence without a head
    ends when another seat acts.
    """
    head = sentence[0]
    if key in _HEADS:
        return True
    if happening.seat < 0 or (head.key in _HEADS and head.key != "trigger"):
        return False
    return happening.seat != head.seat or (head.key == "trigger" and key in ("draw", "discard"))


def _joins(sentence: Clauses, key: str, happening: Happening) -> Clause | None:
    """The clause before, if it is of the same kind; a hand may be drawn across a shuffle."""
    last = next((clause for clause in reversed(sentence) if clause.key != "shuffle"), None)
    if last is None or key != last.key or happening.seat != last.seat:
        return None
    return last if key in _SUMS or (key in _LISTS and happening.source == last.first.source) else None


def _plain(sentence: Clauses) -> Clauses:
    """Leave out the choice of a target if the next clause names the target."""
    after = [clause.key for clause in sentence[1:]] + [""]
    return [c for c, then in zip(sentence, after, strict=True) if c.key != "target" or then not in _NAMES_TARGET]


class _Teller(Teller):
    """Sentences as Deck Hand joins them."""

    def sentence(self, clauses: Clauses) -> str:
        head, rest = clauses[0], clauses[1:]
        subject = _NO_SUBJECT if head.key in _OPEN else head.seat
        words = []
        for clause in rest:
            words.append(self.clause(clause, clause.seat == subject))
            subject = _NO_SUBJECT if clause.seat < 0 or clause.key == "last_card" else clause.seat
        joints = self.words.table["joint"]
        effect = head.key in _HEADS and head.key not in ("buy", "reload", "last_card")
        told = self.clause(head)
        if head.key == "trigger" and not rest:
            told += self.told["trigger_alone"]
        return self.whole(told + (joints["effect" if effect else "then"] if rest else "") + joints["then"].join(words))
