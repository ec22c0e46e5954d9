"""What cards and moves are worth in silvs, to a player who wants more of them than the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from silverhook.core.seat import Seat
from silverhook.hanataz.composition import Kind, N
from silverhook.hanataz.notation import HanatazNotation
from silverhook.hanataz.odds import Table
from silverhook.hanataz.sight import held

__all__ = ["Judged", "Worth"]

OPENING = 0.8  # winning a hand also means to open the next one
BACK = 0.2  # the chance to come back after one's number was beaten
LATER = 0.22  # the chance of a pot that nobody controls, for one who lets others go first, against one rival
DRAWN = 0.35  # what a card drawn beyond the five to refill to is good for
TURNED_UP = 7  # numbers tried for what a Priest may turn up; they lie sorted, so these are a fair sample
TO_THE_END = 3.0  # a leader's gain when a rival has nothing left and the game ends


class Judged(NamedTuple):
    """An action's worth in silvs, and why."""

    worth: float
    words: str


class Worth:
    """The worth of the moves of one position."""

    def __init__(self, seat: Seat) -> None:
        assert isinstance(seat.notation, HanatazNotation)
        self.words = seat.notation.words
        self.title = seat.notation.title
        self.table = Table(seat)
        self.money = self.table.silvs[self.table.me]
        self._numbers: dict[tuple[Kind, int | None, float], float] = {}

    def say(self, key: str, n: int = 1, **gaps: object) -> str:
        """A phrase of advice, in the language of whoever gets it."""
        return self.words.say("advice", key, n, **gaps)

    # --- cards -------------------------------------------------------------------------------------

    @cached_property
    def drawn(self) -> float:
        """What a card from the deck is worth on average."""
        unseen = self.table.unseen
        return sum(map(held, unseen)) / len(unseen) if unseen else 0.0

    def spent(self, kind: Kind, drawn: int = 0) -> float:
        """What it costs to use a card: a silv to replace it, and the difference to what comes."""
        t = self.table
        if t.last_hand:
            return 0.0
        refill = 1.0 if len(t.hand) <= N.HAND_SIZE and not drawn else 0.0
        return max(0.0, refill + 0.6 * (held(kind) - self.drawn))

    def tax(self) -> int:
        """The silvs that a face costs now."""
        t = self.table
        return sum(1 for owner in t.bards if owner != t.me or t.options["bard_self_pays"])

    # --- who gets the pot ----------------------------------------------------------------------------

    @cached_property
    def lost(self) -> float:
        """What it is worth that the others settle the pot among themselves."""
        t = self.table
        if t.control is not None and t.control != t.me and t.winning:
            return t.showdown(t.control, t.winning, t.pot) - OPENING * t.weight
        return -(0.8 * t.pot + OPENING) * t.weight if t.others else 0.0

    @cached_property
    def waiting(self) -> float:
        """The chance to win the pot for one who lets the turn go by without taking control."""
        t = self.table
        numbers: int = sum(kind.face == N.NUMBER for kind in t.hand)
        skill: float = min(1.0, numbers / 3)
        if t.control is not None and t.control != t.me and t.winning:
            safe = 1.0
            for p in t.between():
                safe *= 1 - t.overtakes(t.control, p, t.winning)
            return 0.35 * (1 - safe) * skill
        if not t.others:
            return 1.0 if numbers else 0.0
        return LATER * 2 * skill / (1 + len(t.others))

    @cached_property
    def wait(self) -> float:
        """What the pot is worth to one who lets the turn go by."""
        return self.waiting * (0.85 * self.table.pot + OPENING) + (1 - self.waiting) * self.lost

    def number(self, kind: Kind, without: int | None = None, extra: float = 0.0) -> float:
        """What the pot is worth to one who takes control with a number."""
        key = kind, without, extra
        if key not in self._numbers:
            t = self.table
            pot = t.pot + extra
            hold = t.holds(kind, without)
            win = t.showdown(t.me, kind, pot) + OPENING
            beaten = BACK * 0.85 * pot - (1 - BACK) * (0.85 * pot + OPENING) * t.weight
            self._numbers[key] = hold * win + (1 - hold) * beaten
        return self._numbers[key]

    def fee(self, kind: Kind) -> int:
        """The silv for an equal number."""
        t = self.table
        must = t.control is not None or t.options["after_return"] == "beat_last"
        return int(must and t.winning is not None and t.winning.value == kind.value)

    def best_number(self, free: bool, without: int | None = None) -> float:
        """The best that numbers in hand can do: all of them if nothing has to be beaten."""
        t = self.table
        fit = [k for k in t.hand if k.face == N.NUMBER and (free or not t.winning or t.beats(k, t.winning))]
        values = [self.number(kind, without) - self.spent(kind) for kind in fit]
        return max(values, default=-9.0)

    # --- the moves of a turn -----------------------------------------------------------------------

    def play(self, kind: Kind) -> Judged:
        """What it is worth to play a card now."""
        if kind.face == N.NUMBER:
            return self._play_number(kind)
        worth, words = _FACES[kind.face](self)
        drawn = int(kind.face in (N.JESTER, N.FOOL))
        return Judged(worth - self.spent(kind, drawn) - self.tax(), words)

    def _play_number(self, kind: Kind) -> Judged:
        t = self.table
        fee = self.fee(kind)
        worth = self.number(kind, extra=fee) - fee - self.spent(kind)
        hold = round(100 * t.holds(kind))
        return Judged(worth, self.say("number_paid" if fee else "number", t.pot + fee, chance=hold))

    def nub_out(self) -> Judged:
        """What it is worth to leave the hand."""
        t = self.table
        if t.control is not None and t.control != t.me:
            return Judged(self.lost, self.say("nub_to", t.pot, other=t.called(t.control)))
        return Judged(self.lost, self.say("nub_out", t.pot))

    def pass_by(self) -> Judged:
        """What it is worth to pay for staying in."""
        poor = 1.0 if self.money <= 2 else 0.0  # going bust costs the game
        chance = round(100 * self.waiting)
        return Judged(self.wait - 1 - poor, self.say("pass", chance=chance))

    # --- faces ---------------------------------------------------------------------------------------

    def _assassin(self) -> tuple[float, str]:
        t = self.table
        victim = max(t.others, key=self.menace)
        if len(t.others) == 1:
            best = max(self.best_number(True, victim), 0.0)
            return best, self.say("assassin_alone")
        if t.control == victim:
            numbers = any(kind.face == N.NUMBER for kind in t.hand)
            chance = 0.3 if numbers else 0.05
            back = chance * 0.85 * t.pot - (1 - chance) * (0.7 * t.pot + OPENING) * t.weight
            return back, self.say("assassin_control", t.pot, other=t.called(victim))
        return self.wait + 0.1 * t.pot, self.say("assassin")

    def menace(self, p: int) -> float:
        """How much a rival stands in the way."""
        t = self.table
        return 100.0 * (p == t.control) + 2 * len(t.hands[p]) + 0.1 * t.silvs[p]

    def _bard(self) -> tuple[float, str]:
        t = self.table
        if not t.others or (t.control is not None and not t.between()):
            return self.wait + N.BARD_TIP, self.say("bard_sure")
        return self.wait + 3.2, self.say("bard")

    def _crown(self) -> tuple[float, str]:
        t = self.table
        own = 1 if t.options["crown_self"] else 0
        broke = [p for p in t.others if not t.silvs[p]]
        if own and not self.money:
            return self.lost - 0.2, self.say("crown_self")
        if broke and (t.control in broke or len(broke) == len(t.others)):
            return max(self.wait, 0.4 * t.pot), self.say("drives_out")
        paying = len(t.others) - len(broke)
        share = self.waiting - (1 - self.waiting) * t.weight
        return self.wait - own + paying * t.weight + (own + paying + 1) * share, self.say("crown")

    def _troll(self) -> tuple[float, str]:
        t = self.table
        broke = [p for p in t.others if not t.silvs[p]]
        paying = [t.called(p) for p in t.others if t.silvs[p]]
        gain = 0.9 * len(paying) * (1 + t.weight)
        if broke and (t.control in broke or len(broke) == len(t.others)):
            return max(self.wait, 0.4 * t.pot) + gain, self.say("drives_out")
        return self.wait + gain, self.say("troll", others=self.words.listed(paying) or self.say("nobody"))

    def _dragon(self) -> tuple[float, str]:
        t = self.table
        taken = min(N.DRAGON_TAKES, t.pot)
        let = self.unanswered(None)
        kept = (0.85 * self.waiting - (1 - self.waiting) * 0.85 * t.weight) * taken
        return self.wait + let * (taken - kept), self.say("dragon", t.pot, taken=taken)

    def unanswered(self, target: int | None) -> float:
        """The chance that no Knight answers."""
        t = self.table
        let = 1.0
        for p in t.others if target is None or t.options["knight_scope"] == "any" else [target]:
            used = 0.8 if p == target or target is None else 0.2
            if t.options["knight_scope"] == "any" or p == target:
                let *= 1 - used * t.chance_of_face(p, N.KNIGHT)
        return let

    def _fool(self) -> tuple[float, str]:
        t = self.table
        fifth = t.pot * (1 - self.waiting) * (1 + t.weight) / N.HOUSE_SIZE
        stays = 0.0 if t.last_hand else 0.8
        return self.wait + fifth + stays, self.say("fool")

    def _jester(self) -> tuple[float, str]:
        t = self.table
        rest = list(t.hand)
        rest.remove(next(kind for kind in rest if kind.face == N.JESTER))
        fit = [k for k in rest if k.face != N.NUMBER or t.control is None or not t.winning or t.beats(k, t.winning)]
        plays = [self.play(k).worth for k in fit if k.face not in (N.JESTER, N.KNIGHT, N.ASSASSIN)]
        look = 0.06 * t.pot + 0.3
        return max(plays, default=self.wait) + look, self.say("jester")

    def _priest(self) -> tuple[float, str]:
        t = self.table
        numbers = [kind for kind in t.unseen if kind.face == N.NUMBER]
        if not numbers:
            return self.wait, self.say("priest_none")
        numbers = numbers[:: 1 + len(numbers) // TURNED_UP]
        worth = sum(self.number(kind) for kind in numbers) / len(numbers)
        return worth, self.say("priest", t.pot)

    def _rogue(self) -> tuple[float, str]:
        t = self.table
        target = max(t.rivals, key=self.loot, default=None)
        if target is None:
            return self.wait, self.say("rogue_none")
        return self.wait + self.loot(target), self.say("rogue", other=t.called(target))

    def loot(self, p: int) -> float:
        """What robbing a rival is worth."""
        t = self.table
        silvs = min(2, t.silvs[p])
        worth = silvs * (1 + t.weight) * self.unanswered(p) + 0.02 * t.silvs[p]
        if t.options["game_end"] == "first_bust" and t.lead > 2 and t.silvs[p] <= 2 and p != t.control:
            worth += TO_THE_END
        return worth

    def _wizard(self) -> tuple[float, str]:
        t = self.table
        if t.last_hand:
            return self.wait + 0.3, self.say("wizard_last")
        room = max(0, N.HAND_SIZE - (len(t.hand) - 1))
        saved = min(2, room)
        return self.wait + saved + (2 - saved) * DRAWN, self.say("wizard")


_FACES: dict[int, Callable[[Worth], tuple[float, str]]] = {
    N.ASSASSIN: Worth._assassin,
    N.BARD: Worth._bard,
    N.CROWN: Worth._crown,
    N.DRAGON: Worth._dragon,
    N.FOOL: Worth._fool,
    N.JESTER: Worth._jester,
    N.KNIGHT: lambda self: (0.0, self.say("knight")),
    N.PRIEST: Worth._priest,
    N.ROGUE: Worth._rogue,
    N.TROLL: Worth._troll,
    N.WIZARD: Worth._wizard,
}
