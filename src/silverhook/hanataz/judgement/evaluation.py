"""The worth of cards and moves in silvs, for a player who wants more silvs than the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from silverhook.core.reason import Reason, advice
from silverhook.core.seat import Seat
from silverhook.hanataz.composition import Kind, N
from silverhook.hanataz.judgement.card_values import held
from silverhook.hanataz.judgement.estimate import Estimate
from silverhook.hanataz.judgement.weights import (
    ASSASSIN_SHARE,
    BACK,
    BARD_OPEN,
    CANNOT_PAY,
    DRAWN,
    DRIVES_OUT,
    FOOL_STAYS,
    JESTER_LOOK,
    LATER,
    LOOK,
    LOOT_WEALTH,
    OPEN_SHARE,
    OPENING,
    OVERTAKEN,
    POOR_PASS,
    SAFE,
    SPENT_SHARE,
    TROLL_PAYS,
    USUAL_SHARE,
)
from silverhook.hanataz.narrator import HanatazNarrator

__all__ = ["Evaluation", "Judged"]

TURNED_UP = 7  # numbers tried as the card that a Priest turns up; they are sorted, so this is a fair sample
TO_THE_END = 3.0  # a leader's gain when a rival goes bust and the game ends


class Judged(NamedTuple):
    """An action's worth in silvs, and why."""

    worth: float
    reason: Reason


class Evaluation:
    """The worth of the moves of one position."""

    def __init__(self, seat: Seat) -> None:
        assert isinstance(seat.narrator, HanatazNarrator)
        self.phrases = seat.narrator.phrases
        self.words = advice(self.phrases)
        self.title = seat.narrator.title
        self.estimate = Estimate(seat)
        self.money = self.estimate.silvs[self.estimate.me]
        self._numbers: dict[tuple[Kind, int | None, float], float] = {}

    def reason(self, key: str, n: int = 1, **values: int | str | Reason) -> Reason:
        """A reason, in the language of the seat."""
        return Reason(key, self.words, n, values)

    # --- cards -------------------------------------------------------------------------------------

    @cached_property
    def drawn(self) -> float:
        """What a card from the deck is worth on average."""
        unseen = self.estimate.unseen
        return sum(map(held, unseen)) / len(unseen) if unseen else 0.0

    def spent(self, kind: Kind, drawn: int = 0) -> float:
        """The cost of using a card: a silv to replace it, and the difference to the new card."""
        seen = self.estimate
        if seen.last_hand:
            return 0.0
        refill = 1.0 if len(seen.hand) <= N.HAND_SIZE and not drawn else 0.0
        return max(0.0, refill + SPENT_SHARE * (held(kind) - self.drawn))

    def tax(self) -> int:
        """The silvs to pay for a face now."""
        seen = self.estimate
        return sum(1 for owner in seen.bards if owner != seen.me or seen.options["bard_self_pays"])

    # --- who gets the pot ----------------------------------------------------------------------------

    @cached_property
    def lost(self) -> float:
        """The worth of letting the others play for the pot."""
        seen = self.estimate
        if seen.control is not None and seen.control != seen.me and seen.winning:
            return seen.showdown(seen.control, seen.winning, seen.pot) - OPENING * seen.weight
        return -(OPEN_SHARE * seen.pot + OPENING) * seen.weight if seen.others else 0.0

    @cached_property
    def waiting(self) -> float:
        """The chance to win the pot for a player who does not take control this turn."""
        seen = self.estimate
        numbers: int = sum(kind.face == N.NUMBER for kind in seen.hand)
        skill: float = min(1.0, numbers / 3)
        if seen.control is not None and seen.control != seen.me and seen.winning:
            safe = 1.0
            for p in seen.between():
                safe *= 1 - seen.overtakes(seen.control, p, seen.winning)
            return OVERTAKEN * (1 - safe) * skill
        if not seen.others:
            return 1.0 if numbers else 0.0
        return LATER * 2 * skill / (1 + len(seen.others))

    @cached_property
    def wait(self) -> float:
        """The worth of the pot for a player who does not take control this turn."""
        return self.waiting * (USUAL_SHARE * self.estimate.pot + OPENING) + (1 - self.waiting) * self.lost

    def number(self, kind: Kind, without: int | None = None, extra: float = 0.0) -> float:
        """The worth of the pot for a player who takes control with a number."""
        key = kind, without, extra
        if key not in self._numbers:
            seen = self.estimate
            pot = seen.pot + extra
            hold = seen.holds(kind, without)
            win = seen.showdown(seen.me, kind, pot) + OPENING
            beaten = BACK * USUAL_SHARE * pot - (1 - BACK) * (USUAL_SHARE * pot + OPENING) * seen.weight
            self._numbers[key] = hold * win + (1 - hold) * beaten
        return self._numbers[key]

    def fee(self, kind: Kind) -> int:
        """The silv for an equal number."""
        seen = self.estimate
        must = seen.control is not None or seen.options["after_return"] == "beat_last"
        return int(must and seen.winning is not None and seen.winning.value == kind.value)

    def best_number(self, free: bool, without: int | None = None) -> float:
        """The best result from the numbers in hand; all of them can be played if there is nothing to beat."""
        seen = self.estimate
        fit = [k for k in seen.hand if k.face == N.NUMBER and (free or not seen.winning or seen.beats(k, seen.winning))]
        values = [self.number(kind, without) - self.spent(kind) for kind in fit]
        return max(values, default=-9.0)

    # --- the moves of a turn -----------------------------------------------------------------------

    def play(self, kind: Kind) -> Judged:
        """The worth of playing a card now."""
        if kind.face == N.NUMBER:
            return self._play_number(kind)
        worth, reason = _FACES[kind.face](self)
        drawn = int(kind.face in (N.JESTER, N.FOOL))
        return Judged(worth - self.spent(kind, drawn) - self.tax(), reason)

    def _play_number(self, kind: Kind) -> Judged:
        seen = self.estimate
        fee = self.fee(kind)
        worth = self.number(kind, extra=fee) - fee - self.spent(kind)
        hold = round(100 * seen.holds(kind))
        return Judged(worth, self.reason("number_paid" if fee else "number", seen.pot + fee, chance=hold))

    def nub_out(self) -> Judged:
        """The worth of leaving the hand."""
        seen = self.estimate
        if seen.control is not None and seen.control != seen.me:
            return Judged(self.lost, self.reason("nub_to", seen.pot, other=seen.called(seen.control)))
        return Judged(self.lost, self.reason("nub_out", seen.pot))

    def pass_by(self) -> Judged:
        """The worth of paying to stay in."""
        poor = POOR_PASS if self.money <= SAFE else 0.0  # going bust loses the game
        chance = round(100 * self.waiting)
        return Judged(self.wait - 1 - poor, self.reason("pass", chance=chance))

    # --- faces ---------------------------------------------------------------------------------------

    def _assassin(self) -> tuple[float, Reason]:
        seen = self.estimate
        victim = max(seen.others, key=self.menace)
        if len(seen.others) == 1:
            best = max(self.best_number(True, victim), 0.0)
            return best, self.reason("assassin_alone")
        if seen.control == victim:
            numbers = any(kind.face == N.NUMBER for kind in seen.hand)
            chance = 0.3 if numbers else 0.05
            back = chance * USUAL_SHARE * seen.pot - (1 - chance) * (0.7 * seen.pot + OPENING) * seen.weight
            return back, self.reason("assassin_control", seen.pot, other=seen.called(victim))
        return self.wait + ASSASSIN_SHARE * seen.pot, self.reason("assassin")

    def menace(self, p: int) -> float:
        """How much a rival threatens the seat's win."""
        seen = self.estimate
        return 100.0 * (p == seen.control) + 2 * len(seen.hands[p]) + 0.1 * seen.silvs[p]

    def _bard(self) -> tuple[float, Reason]:
        seen = self.estimate
        if not seen.others or (seen.control is not None and not seen.between()):
            return self.wait + N.BARD_TIP, self.reason("bard_sure")
        return self.wait + BARD_OPEN, self.reason("bard")

    def _crown(self) -> tuple[float, Reason]:
        seen = self.estimate
        own = 1 if seen.options["crown_self"] else 0
        broke = [p for p in seen.others if not seen.silvs[p]]
        if own and not self.money:
            return self.lost - CANNOT_PAY, self.reason("crown_self")
        if broke and (seen.control in broke or len(broke) == len(seen.others)):
            return max(self.wait, DRIVES_OUT * seen.pot), self.reason("drives_out")
        paying = len(seen.others) - len(broke)
        share = self.waiting - (1 - self.waiting) * seen.weight
        return self.wait - own + paying * seen.weight + (own + paying + 1) * share, self.reason("crown")

    def _troll(self) -> tuple[float, Reason]:
        seen = self.estimate
        broke = [p for p in seen.others if not seen.silvs[p]]
        paying = [seen.called(p) for p in seen.others if seen.silvs[p]]
        gain = TROLL_PAYS * len(paying) * (1 + seen.weight)
        if broke and (seen.control in broke or len(broke) == len(seen.others)):
            return max(self.wait, DRIVES_OUT * seen.pot) + gain, self.reason("drives_out")
        return self.wait + gain, self.reason("troll", others=self.phrases.listed(paying) or self.reason("nobody"))

    def _dragon(self) -> tuple[float, Reason]:
        seen = self.estimate
        taken = min(N.DRAGON_TAKES, seen.pot)
        let = self.unanswered(None)
        kept = (USUAL_SHARE * self.waiting - (1 - self.waiting) * USUAL_SHARE * seen.weight) * taken
        return self.wait + let * (taken - kept), self.reason("dragon", seen.pot, taken=taken)

    def unanswered(self, target: int | None) -> float:
        """The chance that no Knight answers."""
        seen = self.estimate
        let = 1.0
        for p in seen.others if target is None or seen.options["knight_scope"] == "any" else [target]:
            used = 0.8 if p == target or target is None else 0.2
            if seen.options["knight_scope"] == "any" or p == target:
                let *= 1 - used * seen.chance_of_face(p, N.KNIGHT)
        return let

    def _fool(self) -> tuple[float, Reason]:
        seen = self.estimate
        fifth = seen.pot * (1 - self.waiting) * (1 + seen.weight) / N.HOUSE_SIZE
        stays = 0.0 if seen.last_hand else FOOL_STAYS
        return self.wait + fifth + stays, self.reason("fool")

    def _jester(self) -> tuple[float, Reason]:
        seen = self.estimate
        rest = list(seen.hand)
        rest.remove(next(kind for kind in rest if kind.face == N.JESTER))
        fit = [
            k
            for k in rest
            if k.face != N.NUMBER or seen.control is None or not seen.winning or seen.beats(k, seen.winning)
        ]
        plays = [self.play(k).worth for k in fit if k.face not in (N.JESTER, N.KNIGHT, N.ASSASSIN)]
        look = JESTER_LOOK * seen.pot + LOOK
        return max(plays, default=self.wait) + look, self.reason("jester")

    def _priest(self) -> tuple[float, Reason]:
        seen = self.estimate
        numbers = [kind for kind in seen.unseen if kind.face == N.NUMBER]
        if not numbers:
            return self.wait, self.reason("priest_none")
        numbers = numbers[:: 1 + len(numbers) // TURNED_UP]
        worth = sum(self.number(kind) for kind in numbers) / len(numbers)
        return worth, self.reason("priest", seen.pot)

    def _rogue(self) -> tuple[float, Reason]:
        seen = self.estimate
        target = max(seen.rivals, key=self.loot, default=None)
        if target is None:
            return self.wait, self.reason("rogue_none")
        return self.wait + self.loot(target), self.reason("rogue", other=seen.called(target))

    def loot(self, p: int) -> float:
        """The worth of robbing a rival."""
        seen = self.estimate
        silvs = min(2, seen.silvs[p])
        worth = silvs * (1 + seen.weight) * self.unanswered(p) + LOOT_WEALTH * seen.silvs[p]
        if seen.options["game_end"] == "first_bust" and seen.lead > 2 and seen.silvs[p] <= SAFE and p != seen.control:
            worth += TO_THE_END
        return worth

    def _wizard(self) -> tuple[float, Reason]:
        seen = self.estimate
        if seen.last_hand:
            return self.wait + 0.3, self.reason("wizard_last")
        room = max(0, N.HAND_SIZE - (len(seen.hand) - 1))
        saved = min(2, room)
        return self.wait + saved + (2 - saved) * DRAWN, self.reason("wizard")


_FACES: dict[int, Callable[[Evaluation], tuple[float, Reason]]] = {
    N.ASSASSIN: Evaluation._assassin,
    N.BARD: Evaluation._bard,
    N.CROWN: Evaluation._crown,
    N.DRAGON: Evaluation._dragon,
    N.FOOL: Evaluation._fool,
    N.JESTER: Evaluation._jester,
    N.KNIGHT: lambda self: (0.0, self.reason("knight")),
    N.PRIEST: Evaluation._priest,
    N.ROGUE: Evaluation._rogue,
    N.TROLL: Evaluation._troll,
    N.WIZARD: Evaluation._wizard,
}
