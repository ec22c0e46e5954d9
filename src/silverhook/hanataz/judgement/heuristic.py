"""The heuristic player of Hanataz: every action judged in silvs, from what its seat sees."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

from silverhook.core.seat import Candidate, Seat
from silverhook.hanataz.composition import Kind, N
from silverhook.hanataz.judgement.card_values import held
from silverhook.hanataz.judgement.evaluation import Evaluation, Judged
from silverhook.hanataz.judgement.weights import (
    GOOD_NUMBER,
    LOOK,
    POOR_SWAP,
    REFILL_COST,
    REFILL_SHORT,
    ROBBED_CARD,
    SAFE,
    SWAP_EACH,
    SWAP_GAIN,
    SWAP_ORDER,
    SWING,
    USUAL_SHARE,
)

__all__ = ["advise"]


def advise(seat: Seat) -> list[Candidate]:
    """Every action with a rough chance to win and the reason, the best first."""
    evaluation = Evaluation(seat)
    judge = _DECISIONS[evaluation.estimate.decision["kind"]]
    judged = [(action, judge(evaluation, action)) for action in seat.actions]
    judged.sort(key=lambda pair: (-pair[1].worth, pair[0]))
    return [Candidate(action, _chance(evaluation, one.worth), 1 / len(judged), one.reason) for action, one in judged]


def _chance(evaluation: Evaluation, silvs: float) -> float:
    """The chance to win with a lead in silvs."""
    estimate = evaluation.estimate
    ahead = (estimate.lead + silvs) / SWING - log(max(1, len(estimate.rivals)))
    return 1 / (1 + exp(-max(-30.0, min(30.0, ahead))))


def _kind(evaluation: Evaluation, action: int) -> Kind:
    kind: Kind = evaluation.estimate.kinds[action - N.CARD]
    return kind


# --- before a hand -----------------------------------------------------------------------------------


def _weak(evaluation: Evaluation) -> list[Kind]:
    """The cards of the hand that are worth less than an average new card."""
    hand = evaluation.estimate.hand
    numbers = sorted((kind for kind in hand if kind.face == N.NUMBER), key=lambda kind: kind.value)
    kept = numbers[-1:] if numbers and numbers[-1].value >= GOOD_NUMBER else []
    return [kind for kind in hand if kind not in kept and held(kind) < evaluation.drawn - SWAP_EACH]


def _gain(evaluation: Evaluation) -> float:
    return sum(evaluation.drawn - held(kind) for kind in _weak(evaluation))


def _swap(evaluation: Evaluation, action: int) -> Judged:
    if action == N.NO:
        return Judged(0.0, evaluation.reason("keep"))
    kind = _kind(evaluation, action)
    if kind not in _weak(evaluation):
        return Judged(-1.0 - held(kind), evaluation.reason("too_good"))
    poor = POOR_SWAP if evaluation.money <= SAFE else 0.0
    price = SWAP_GAIN + poor
    return Judged(_gain(evaluation) - price - SWAP_ORDER * held(kind), evaluation.reason("swap"))


def _swapping(evaluation: Evaluation, action: int) -> Judged:
    if action == N.NO:
        return Judged(0.0, evaluation.reason("done"))
    kind = _kind(evaluation, action)
    if kind not in _weak(evaluation):
        return Judged(-1.0 - held(kind), evaluation.reason("too_good"))
    return Judged(evaluation.drawn - held(kind), evaluation.reason("swap_too"))


def _refill(evaluation: Evaluation, action: int) -> Judged:
    if action == N.NO:
        return Judged(0.0, evaluation.reason("no_draw"))
    short = N.HAND_SIZE - len(evaluation.estimate.hand)
    enough = evaluation.money > SAFE
    return Judged(evaluation.drawn + REFILL_SHORT * short - REFILL_COST if enough else -1.0, evaluation.reason("draw"))


def _discard(evaluation: Evaluation, action: int) -> Judged:
    kind = _kind(evaluation, action)
    missed = held(kind) >= evaluation.drawn
    return Judged(-held(kind), evaluation.reason("missed" if missed else "poor"))


# --- a turn --------------------------------------------------------------------------------------------


def _turn(evaluation: Evaluation, action: int) -> Judged:
    if action == N.NUB_OUT:
        return evaluation.nub_out()
    if action == N.PASS:
        return evaluation.pass_by()
    return evaluation.play(_kind(evaluation, action))


def _jester(evaluation: Evaluation, action: int) -> Judged:
    if action == N.NO:
        return Judged(evaluation.wait, evaluation.reason("no_play"))
    return evaluation.play(_kind(evaluation, action))


def _flip(evaluation: Evaluation, action: int) -> Judged:
    estimate = evaluation.estimate
    position = action - N.POSITION
    assert estimate.winning is not None
    for place, value, wins in estimate.positions(estimate.me, estimate.winning, max(1, estimate.pot)):
        if place == position:
            name = estimate.house[place]
            if name:
                return Judged(value, evaluation.reason("lies_there", card=evaluation.title(name)))
            return Judged(value, evaluation.reason("wins", chance=round(100 * wins)))
    return Judged(0.0, evaluation.reason("empty"))


# --- what faces ask --------------------------------------------------------------------------------------


def _assassin(evaluation: Evaluation, action: int) -> Judged:
    p = action - N.SEAT
    if p == evaluation.estimate.control:
        return Judged(evaluation.menace(p) / 20, evaluation.reason("controls"))
    return Judged(evaluation.menace(p) / 20, evaluation.reason("holds", len(evaluation.estimate.hands[p])))


def _rogue(evaluation: Evaluation, action: int) -> Judged:
    p = action - N.SEAT
    return Judged(evaluation.loot(p), evaluation.reason("has", evaluation.estimate.silvs[p]))


def _says(evaluation: Evaluation, action: int) -> Judged:
    estimate = evaluation.estimate
    target = estimate.decision["target"]
    silvs = estimate.silvs[target]
    if action == N.TWO_SILVS:
        return Judged(min(2, silvs) * (1 + estimate.weight), evaluation.reason("two_silvs", min(2, silvs)))
    card = bool(estimate.hands[target]) * (0.0 if estimate.last_hand else ROBBED_CARD * evaluation.drawn)
    if not estimate.last_hand and estimate.hands[target]:
        card += 0.5 * estimate.weight + (0.5 if len(estimate.hand) < N.HAND_SIZE else 0.0)
    return Judged(min(1, silvs) * (1 + estimate.weight) + card, evaluation.reason("silv_and_card", min(1, silvs)))


def _tax(evaluation: Evaluation, action: int) -> Judged:
    """Pay or nub out: staying in against leaving the pot to others."""
    estimate = evaluation.estimate
    if action == N.NUB_OUT:
        if estimate.control == estimate.me:
            return Judged(-(USUAL_SHARE * estimate.pot) * estimate.weight, evaluation.reason("gives_up"))
        return evaluation.nub_out()
    troll = estimate.decision["kind"] == "tax_troll"
    price = 1 + (estimate.weight if troll else 0.0)
    if estimate.control == estimate.me and estimate.winning:
        return Judged(evaluation.number(estimate.winning) - price, evaluation.reason("tax_control", estimate.pot))
    if estimate.control is None:
        ours = max(evaluation.best_number(True), evaluation.wait)
        stay = 0.5 * evaluation.wait + 0.5 * ours if estimate.others else ours
        return Judged(stay - price, evaluation.reason("tax_open"))
    return Judged(evaluation.wait - price, evaluation.reason("tax", chance=round(100 * evaluation.waiting)))


def _knight(evaluation: Evaluation, action: int) -> Judged:
    """Counter only a card that costs more than the Knight is worth."""
    if action == N.NO:
        return Judged(0.0, evaluation.reason("no_counter"))
    estimate = evaluation.estimate
    kind = _kind(evaluation, action)
    cost = evaluation.spent(kind) + evaluation.tax()
    target = estimate.decision["target"]
    if target is not None:
        saved = min(2, estimate.silvs[target])
        hurt = saved * (1 + estimate.weight) if target == estimate.me else 0.0
        return Judged(
            hurt - cost, evaluation.reason("saves", saved) if target == estimate.me else evaluation.reason("not_mine")
        )
    taken = min(N.DRAGON_TAKES, estimate.pot)
    number = estimate.winning if estimate.control == estimate.me else None
    mine = estimate.holds(number) if number else evaluation.waiting
    theirs = USUAL_SHARE * (1 - mine)
    if estimate.control != estimate.turn:
        theirs *= estimate.weight
    hurt = taken * (estimate.weight + USUAL_SHARE * mine - theirs * estimate.weight)
    return Judged(hurt - cost, evaluation.reason("keeps_pot", taken))


def _fool(evaluation: Evaluation, action: int) -> Judged:
    name = evaluation.estimate.house[action - N.POSITION]
    if name:
        kind = evaluation.estimate.by_name[name]
        return Judged(held(kind), evaluation.reason("takes", card=evaluation.title(name)))
    return Judged(evaluation.drawn, evaluation.reason("takes_unknown"))


def _look(evaluation: Evaluation, action: int) -> Judged:
    known = evaluation.estimate.house[action - N.POSITION] is not None
    return Judged(0.0 if known else LOOK, evaluation.reason("known" if known else "unseen"))


def _put(evaluation: Evaluation, action: int) -> Judged:
    """Knowing a bad card is as good as knowing a good one: the seat will not turn it up."""
    if action == N.PUT_BACK:
        return Judged(LOOK, evaluation.reason("remembers"))
    return Judged(0.0, evaluation.reason("forgets"))


_DECISIONS: dict[str, Callable[[Evaluation, int], Judged]] = {
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
