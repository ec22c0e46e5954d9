"""Tells what happened: one sentence for each thing that a player did, with its consequences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from silverhook.core.notation import Happening
from silverhook.core.story import Clause, Clauses, Sentence, Teller, grouped
from silverhook.core.words import Words
from silverhook.hanataz.composition import N

__all__ = ["EVENTS", "OUTCOMES", "payments", "story"]

OUTCOMES = {
    N.WON: "won",
    N.SPLIT: "split",
    N.FOOLED: "fooled",
    N.FOOL_UNCLAIMED: "fool_unclaimed",
    N.ALL_OUT: "all_out",
    N.ALONE: "alone",
}
EVENTS: dict[int, str] = {
    value: name.removeprefix("TOLD_").lower() for name, value in vars(N).items() if name.startswith("TOLD_")
}
_HEADS = ("hand", "number", "face", "pass", "flip", "bard_pays", "reshuffle", "bust")  # these begin a sentence
_WHOLE = ("hand", "bard_pays", "bust")  # nothing follows from these
_TAXES = ("Assassin", "Crown", "Troll")  # faces that make others nub out
_ENDS = tuple(OUTCOMES.values())
_REFILL = ["draw", "pay_pot"]
_COLON = ("face", "flip", "refill")  # heads with a colon before what followed
_WITH_POT = ("won", "split", "alone")  # outcomes that tell how much the winner took


def story(
    words: Words,
    happenings: Sequence[Happening],
    names: Sequence[str],
    you: int | None,
    title: Callable[[str], str],
) -> list[Sentence]:
    """The sentences of a story; `you` is the seat that reads it, `title` what a card is called."""
    teller = _Teller(words, names, you, title)
    sentences = grouped(_ordered(happenings), lambda happening: _key(happening, teller.told), _begins, _joins)
    told = _refills([_plain(clauses) for clauses in sentences])
    return [Sentence(teller.sentence(clauses), clauses[0].event) for clauses in told]


def _ordered(happenings: Sequence[Happening]) -> list[tuple[int, Happening]]:
    """The events with their indexes, the outcome of a hand before its payments; its name is in the place of a zone."""
    ordered: list[tuple[int, Happening]] = []
    for event, happening in enumerate(happenings):
        at = len(ordered)
        if happening.code == N.TOLD_OUTCOME:
            at -= payments([before for _, before in ordered], happening.n)
            happening = happening._replace(source=OUTCOMES.get(happening.n, ""), n=0)
        ordered.insert(at, (event, happening))
    return ordered


def payments(before: Sequence[Happening], outcome: int) -> int:
    """How many events before an outcome are its payments."""
    codes = [happening.code for happening in before]
    if N.TOLD_FLIP in codes[-N.SEATS - 2 :]:
        return codes[::-1].index(N.TOLD_FLIP)
    paid = N.TOLD_HOUSE_TAKES if outcome == N.ALL_OUT else N.TOLD_TAKE_POT
    return 1 if codes[-1:] == [paid] else 0


def _key(happening: Happening, told: Mapping[str, str]) -> str:
    """The phrase for an event, "" if there is none."""
    key = EVENTS[happening.code]
    if key == "outcome":
        key = happening.source
    elif key == "says":
        key = "two_silvs" if happening.n == N.TWO_SILVS else "silv_and_card"
    elif key == "house_pays":
        key = "pay_pot"
    elif key in ("look", "take_house") and happening.card:
        key += "_known"
    return key if told.get(key) else ""


# --- sentences ---------------------------------------------------------------------------------


def _begins(sentence: Clauses, key: str, happening: Happening) -> bool:
    """Whether an event begins something new, rather than continuing the sentence."""
    head = sentence[0]
    if key in _HEADS:
        return not (key == "number" and sentence[-1].key == "reveal")  # a Priest turned it up
    if head.key in _WHOLE:
        return True
    if key in _ENDS:
        return head.key != "flip"
    if key == "nub":
        return not _taxed(sentence, happening.seat)
    if key == "pay_pot":
        return not _pays(sentence, happening.seat)
    if key == "draw" and _swapped(sentence):
        return True
    return key in ("draw", "discard", "swap") and happening.seat != head.seat


def _taxed(sentence: Clauses, seat: int) -> bool:
    """Whether the face in a sentence may be the reason why a seat nubs out or pays."""
    head = sentence[0]
    if head.key == "aim":  # of an Assassin in an earlier sentence
        return len(sentence) == 1 and seat == head.first.other
    if head.key != "face" or _face(head) not in _TAXES:
        return False
    answered = [c for c in sentence[1:] if c.key in ("nub", "pay_pot", "silvs")]
    if any(seat in clause.seats or N.NOBODY in clause.seats for clause in answered):
        return False  # the house pays last
    return seat != head.seat if _face(head) == "Troll" else not (answered and _face(head) == "Assassin")


def _pays(sentence: Clauses, seat: int) -> bool:
    """Whether a silv for the pot is part of a sentence: a fee, a refill, a Crown, or one of several antes."""
    head = sentence[0]
    if head.key in ("pass", "number"):
        return seat == head.seat and sentence[-1].key == head.key
    if head.key == "face":
        return _face(head) == "Crown" and _taxed(sentence, seat)
    if head.key == "pay_pot" and len(sentence) == 1:
        return seat not in head.seats
    return head.key == "draw" and seat == head.seat


def _swapped(sentence: Clauses) -> bool:
    """Whether a swap is complete: since its payment, as many cards were drawn as given away."""
    cards = {clause.key: len(clause.cards) for clause in sentence}
    return sentence[0].key == "pay_pot" and "swap" in cards and cards.get("draw", 0) >= cards["swap"]


def _joins(sentence: Clauses, key: str, happening: Happening) -> Clause | None:
    """The clause that an event joins: a run of cards or silvs, or players who do the same."""
    if key == "take_pot" and sentence and sentence[-1].key in _WITH_POT:
        return sentence[-1]
    if key not in ("draw", "discard", "swap", "reveal", "pay_pot", "nub", "silvs"):
        return None
    return next((clause for clause in sentence if clause.key == key), None)


def _face(head: Clause) -> str:
    """The face that was played, without its suit."""
    return (head.first.card or "").partition(" of ")[0]


# --- telling less ------------------------------------------------------------------------------


def _plain(sentence: Clauses) -> Clauses:
    """Leave out what the reader can infer."""
    keys = [clause.key for clause in sentence]
    kept = [c for i, c in enumerate(sentence) if not _needless(c, keys[:i], keys[i + 1 :])]
    for clause, then in zip(kept, [*kept[1:], None], strict=True):
        clause.key = _fitting(clause, sentence, then)
    return [clause for clause in kept if clause.key]


def _needless(clause: Clause, before: list[str], after: list[str]) -> bool:
    key = clause.key
    if key == "aim":
        return bool(after)  # the next clause names the target
    if key in ("two_silvs", "silv_and_card"):
        return "steal" in after
    if key == "number":
        return "reveal" in before
    if key == "house_shuffle":
        return "plant" in before
    if key == "draw":
        return "swap" in before and not any(clause.cards)  # as many as were swapped
    if key == "pay_pot":
        return "swap" in after or before[:1] in (["pass"], ["number"])
    return key == "house_takes" and clause.n == 0


def _fitting(clause: Clause, sentence: Clauses, then: Clause | None) -> str:
    """The phrase for a clause among the others, "" if the one before has told it."""
    key, keys = clause.key, [c.key for c in sentence]
    if key in ("swap", "number") and "pay_pot" in keys:
        return f"{key}_paid"
    if key == "nub" and (keys[0] == "aim" or _face(sentence[0]) == "Assassin"):
        return "nub_forced"
    if key in ("take_pot", *_WITH_POT) and clause.n == 0:
        return f"{key}_none"
    if key == "house_shuffle" and keys[0] == "face":
        clause.seats = sentence[0].seats
        return "house_shuffle_by"
    if key == "steal":
        return _stolen(clause, then)
    if key == "steal_card" and "steal_both" in keys:
        return ""
    if len(clause.seats) > 1:
        clause.n //= len(clause.seats)
        return key if key == "nub" else f"{key}_each"
    return key


def _stolen(clause: Clause, then: Clause | None) -> str:
    """What a Rogue took: silvs, a card, both or nothing."""
    if then is None or then.key != "steal_card":
        return "steal" if clause.n else "steal_none"
    clause.cards = then.cards
    return "steal_both" if clause.n else ""


def _refills(sentences: list[Clauses]) -> list[Clauses]:
    """Several players who draw up to five in a row, in one sentence."""
    told: list[Clauses] = []
    for refill, several in groupby(sentences, lambda sentence: [clause.key for clause in sentence] == _REFILL):
        run = list(several)
        if refill and len(run) > 1:
            run = [[Clause("refill", run[0][0].event, run[0][0].first), *(_refilled(draw) for draw, _ in run)]]
        told += run
    return told


def _refilled(draw: Clause) -> Clause:
    """What one player drew: the cards that the reader sees, or how many there are."""
    key = "refill_draw" if any(draw.cards) else "refill_draw_hidden"
    return Clause(key, draw.event, draw.first, draw.seats, draw.cards, draw.n)


class _Teller(Teller):
    """Sentences as Hanataz joins them."""

    def sentence(self, clauses: Clauses) -> str:
        head, rest = clauses[0], clauses[1:]
        text, subject = self.clause(head), head.seats
        for i, clause in enumerate(rest, 1):
            acts = self.told[clause.key].startswith("{seat} ")
            same = acts and clause.seats == subject
            text += self._joint(head, clause, i == 1, same and i == len(rest)) + self.clause(clause, same)
            subject = clause.seats if acts else []
        return self.whole(text)

    def _joint(self, head: Clause, clause: Clause, first: bool, closing: bool) -> str:
        joint = self.words.table["joint"]
        if clause.key == "counter":
            return joint["but"]
        if first and head.key in _COLON:
            return joint["effect"]
        if len(clause.seats) > 1 or clause.key.startswith("refill_draw"):  # a list of its own
            return joint["several"]
        return joint["list"] if closing else joint["clause"]
