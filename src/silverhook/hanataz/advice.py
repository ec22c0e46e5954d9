"""The heuristic player of Hanataz: every action judged in silvs, from what its seat sees."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

from silverhook.core.seat import Candidate, Seat
from silverhook.hanataz.composition import Kind, N
from silverhook.hanataz.sight import held
from silverhook.hanataz.worth import Judged, Worth

__all__ = ["advise"]

SWING = 9.0  # silvs of lead that make a win about three times as likely as not
SWAP_GAIN = 1.2  # what new cards must promise over the old for the silv that a swap costs
SWAP_EACH = 0.35  # and each of them alone
SAFE = 2  # silvs that one keeps where refilling is free to choose


def advise(seat: Seat) -> list[Candidate]:
    """Every action with a rough chance to win and the reason, the best first."""
    worth = Worth(seat)
    judge = _DECISIONS[worth.table.decision["kind"]]
    judged = [(action, judge(worth, action)) for action in seat.actions]
    judged.sort(key=lambda pair: (-pair[1].worth, pair[0]))
    return [Candidate(action, _chance(worth, one.worth), 1 / len(judged), one.words) for action, one in judged]


def _chance(worth: Worth, silvs: float) -> float:
    """The chance to win that a lead in silvs stands for."""
    table = worth.table
    ahead = (table.lead + silvs) / SWING - log(max(1, len(table.rivals)))
    return 1 / (1 + exp(-max(-30.0, min(30.0, ahead))))


def _kind(worth: Worth, action: int) -> Kind:
    kind: Kind = worth.table.kinds[action - N.CARD]
    return kind


# --- before a hand -----------------------------------------------------------------------------------


def _weak(worth: Worth) -> list[Kind]:
    """The cards of the hand that are worth less than what the deck would give."""
    hand = worth.table.hand
    numbers = sorted((kind for kind in hand if kind.face == N.NUMBER), key=lambda kind: kind.value)
    kept = numbers[-1:] if numbers and numbers[-1].value >= 7 else []
    return [kind for kind in hand if kind not in kept and held(kind) < worth.drawn - SWAP_EACH]


def _gain(worth: Worth) -> float:
    return sum(worth.drawn - held(kind) for kind in _weak(worth))


def _swap(worth: Worth, action: int) -> Judged:
    if action == N.NO:
        return Judged(0.0, worth.say("keep"))
    kind = _kind(worth, action)
    if kind not in _weak(worth):
        return Judged(-1.0 - held(kind), worth.say("too_good"))
    poor = 2.0 if worth.money <= SAFE else 0.0
    price = SWAP_GAIN + poor
    return Judged(_gain(worth) - price - 0.01 * held(kind), worth.say("swap"))


def _swapping(worth: Worth, action: int) -> Judged:
    if action == N.NO:
        return Judged(0.0, worth.say("done"))
    kind = _kind(worth, action)
    if kind not in _weak(worth):
        return Judged(-1.0 - held(kind), worth.say("too_good"))
    return Judged(worth.drawn - held(kind), worth.say("swap_too"))


def _refill(worth: Worth, action: int) -> Judged:
    if action == N.NO:
        return Judged(0.0, worth.say("no_draw"))
    short = N.HAND_SIZE - len(worth.table.hand)
    enough = worth.money > SAFE
    return Judged(worth.drawn + 0.3 * short - 1.2 if enough else -1.0, worth.say("draw"))


def _discard(worth: Worth, action: int) -> Judged:
    kind = _kind(worth, action)
    missed = held(kind) >= worth.drawn
    return Judged(-held(kind), worth.say("missed" if missed else "poor"))


# --- a turn --------------------------------------------------------------------------------------------


def _turn(worth: Worth, action: int) -> Judged:
    if action == N.NUB_OUT:
        return worth.nub_out()
    if action == N.PASS:
        return worth.pass_by()
    return worth.play(_kind(worth, action))


def _jester(worth: Worth, action: int) -> Judged:
    if action == N.NO:
        return Judged(worth.wait, worth.say("no_play"))
    return worth.play(_kind(worth, action))


def _flip(worth: Worth, action: int) -> Judged:
    table = worth.table
    position = action - N.POSITION
    assert table.winning is not None
    for place, value, wins in table.positions(table.me, table.winning, max(1, table.pot)):
        if place == position:
            name = table.house[place]
            if name:
                return Judged(value, worth.say("lies_there", card=worth.title(name)))
            return Judged(value, worth.say("wins", chance=round(100 * wins)))
    return Judged(0.0, worth.say("empty"))


# --- what faces ask --------------------------------------------------------------------------------------


def _assassin(worth: Worth, action: int) -> Judged:
    p = action - N.SEAT
    if p == worth.table.control:
        return Judged(worth.menace(p) / 20, worth.say("controls"))
    return Judged(worth.menace(p) / 20, worth.say("holds", len(worth.table.hands[p])))


def _rogue(worth: Worth, action: int) -> Judged:
    p = action - N.SEAT
    return Judged(worth.loot(p), worth.say("has", worth.table.silvs[p]))


def _says(worth: Worth, action: int) -> Judged:
    table = worth.table
    target = table.decision["target"]
    silvs = table.silvs[target]
    if action == N.TWO_SILVS:
        return Judged(min(2, silvs) * (1 + table.weight), worth.say("two_silvs", min(2, silvs)))
    card = bool(table.hands[target]) * (0.0 if table.last_hand else 0.5 * worth.drawn)
    if not table.last_hand and table.hands[target]:
        card += 0.5 * table.weight + (0.5 if len(table.hand) < N.HAND_SIZE else 0.0)
    return Judged(min(1, silvs) * (1 + table.weight) + card, worth.say("silv_and_card", min(1, silvs)))


def _tax(worth: Worth, action: int) -> Judged:
    """Pay or nub out: what staying in is worth against leaving the pot to others."""
    table = worth.table
    if action == N.NUB_OUT:
        if table.control == table.me:
            return Judged(-(0.85 * table.pot) * table.weight, worth.say("gives_up"))
        return worth.nub_out()
    troll = table.decision["kind"] == "tax_troll"
    price = 1 + (table.weight if troll else 0.0)
    if table.control == table.me and table.winning:
        return Judged(worth.number(table.winning) - price, worth.say("tax_control", table.pot))
    if table.control is None:
        ours = max(worth.best_number(True), worth.wait)
        stay = 0.5 * worth.wait + 0.5 * ours if table.others else ours
        return Judged(stay - price, worth.say("tax_open"))
    return Judged(worth.wait - price, worth.say("tax", chance=round(100 * worth.waiting)))


def _knight(worth: Worth, action: int) -> Judged:
    """Counter only what hurts more than the Knight is worth."""
    if action == N.NO:
        return Judged(0.0, worth.say("no_counter"))
    table = worth.table
    kind = _kind(worth, action)
    cost = worth.spent(kind) + worth.tax()
    target = table.decision["target"]
    if target is not None:
        saved = min(2, table.silvs[target])
        hurt = saved * (1 + table.weight) if target == table.me else 0.0
        return Judged(hurt - cost, worth.say("saves", saved) if target == table.me else worth.say("not_mine"))
    taken = min(N.DRAGON_TAKES, table.pot)
    mine = table.holds(table.winning) if table.control == table.me and table.winning else worth.waiting
    theirs = 0.85 * (1 - mine) if table.control == table.turn else 0.85 * (1 - mine) * table.weight
    hurt = taken * (table.weight + 0.85 * mine - theirs * table.weight)
    return Judged(hurt - cost, worth.say("keeps_pot", taken))


def _fool(worth: Worth, action: int) -> Judged:
    name = worth.table.house[action - N.POSITION]
    if name:
        kind = worth.table.by_name[name]
        return Judged(held(kind), worth.say("takes", card=worth.title(name)))
    return Judged(worth.drawn, worth.say("takes_unknown"))


def _look(worth: Worth, action: int) -> Judged:
    known = worth.table.house[action - N.POSITION] is not None
    return Judged(0.0 if known else 0.3, worth.say("known" if known else "unseen"))


def _put(worth: Worth, action: int) -> Judged:
    """To know a bad card is as good as to know a good one: it is not turned up."""
    if action == N.PUT_BACK:
        return Judged(0.3, worth.say("remembers"))
    return Judged(0.0, worth.say("forgets"))


_DECISIONS: dict[str, Callable[[Worth, int], Judged]] = {
    "swap": _swap,
    "swapping": _swapping,
    "refill": _refill,
    "discard": _discard,
    "turn": _turn,
    "flip": _flip,
    "assassin": _assassin,
    "tax_pot": _tax,
    "tax_troll": _tax,
    "fool": _fool,
    "look": _look,
    "put": _put,
    "jester": _jester,
    "rogue": _rogue,
    "says": _says,
    "knight": _knight,
}
