"""The heuristic player of Deck Hand: what each legal action is worth, and why, from what its seat may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from silverhook.core.reason import Reason
from silverhook.core.seat import Candidate, Seat
from silverhook.deckhand.judgement.card_worth import Gain, tally
from silverhook.deckhand.judgement.turn_planner import TurnPlanner
from silverhook.deckhand.judgement.weights import ACTION_PRICE
from silverhook.deckhand.operations import OPERATIONS, N
from silverhook.deckhand.program import Leaf

__all__ = ["DECISIONS", "advise"]

IN_HAND = 0.5  # coins lost with a card that could have been played this turn
FISHING = 0.05  # hooks that another supply card is worth before you buy

Judged = tuple[float, Reason]  # the chance to win, and the reason


def advise(seat: Seat) -> list[Candidate]:
    """Every legal action, the best first."""
    planner = TurnPlanner(seat)
    kind = planner.look.view["decision"]["kind"]
    judge = DECISIONS.get(kind, _any)
    share = 1 / len(seat.actions)
    judged = [(action, *judge(planner, action)) for action in seat.actions]
    candidates = [Candidate(action, min(max(odds, 0.0), 1.0), share, reason) for action, odds, reason in judged]
    best, *others = sorted(candidates, key=lambda candidate: (-candidate.value, candidate.action))
    less = planner.reason("less")  # a "no" says that nothing is better
    return [best, *(replace(one, reason=less) if one.action == N.NO else one for one in others)]


# --- the kinds of decisions ------------------------------------------------------------------------------


def _main(planner: TurnPlanner, action: int) -> Judged:
    if action == N.NO:
        return planner.simply(0.0) - 1e-6, planner.reason("enough")
    if action >= N.FROM_HAND:
        return _play(planner, action, 1)
    slot = (action - N.BUY) % N.SLOTS
    name = planner.supply[slot]
    if action >= N.SLOT:
        return _banked_reload(planner, slot)
    card = planner.book.cards[name]
    free = planner.buys > 0
    gain = Gain(coins=-card.cost, hooks=planner.stock[sum(1 for each in planner.supply[:slot] if each)][0])
    odds = planner.after(gain, gone=slot, bought=1, actions=int(not free), buys=int(free))
    return odds, planner.reason("buy", cost=card.cost, worth=_in_hooks(planner, planner.look.worth(name)))


def _play(planner: TurnPlanner, action: int, cost: int) -> Judged:
    name = _card(planner, action)
    gain = planner.gains.get(name) or planner.playing(name)
    odds = planner.after(gain, without=name if name in planner.hand else "", actions=cost)
    first = 1e-4 * min(gain.actions, 1) + 1e-5 * gain.cards  # among equal plays, first those that keep the turn going
    return odds + first, _brings(planner, gain)


def _banked_reload(planner: TurnPlanner, slot: int) -> Judged:
    odds, reason = _reload(planner, N.SLOT + slot)
    waits = 0.01 if planner.actions and any(gain.in_coins() > 1 for gain in planner.gains.values()) else 0.0
    return odds - waits, reason


def _reload(planner: TurnPlanner, action: int) -> Judged:
    """Replace a card that the enemies would want and the seat will not buy now."""
    coming = (
        tally(planner.book.cards[planner.source].programs.get("play", ()), planner.look).buys if planner.source else 0.0
    )
    if action == N.NO:
        return planner.after(Gain(buys=coming)), planner.reason("keep_supply")
    slot = (action - N.SLOT) % N.SLOTS
    name = planner.supply[slot]
    mean = sum(worth for worth, _ in planner.stock) / max(len(planner.stock), 1)
    look = planner.look
    wanted = max(
        (look.harm(p) * (look.worth(name, p) - mean) for p in look.enemies() if _affords(planner, p, name)), default=0.0
    )
    without = planner.after(Gain(buys=coming), gone=slot)
    return without + 0.02 * (FISHING + 0.5 * wanted), planner.reason("reload")


def _affords(planner: TurnPlanner, p: int, name: str) -> bool:
    return planner.book.cards[name].cost <= planner.look.coins[p] + 2


def _draw(planner: TurnPlanner, action: int) -> Judged:
    rest = planner.after(Gain())
    if action == N.NO:
        return rest, planner.reason("no_draw")
    return max(rest, planner.after(Gain(cards=1))) + 1e-4, planner.reason("draw")


def _discard(planner: TurnPlanner, action: int) -> Judged:
    name = _card(planner, action)
    text = planner.book.cards[name].programs.get("discarded", ())
    gain = tally(text, planner.look)
    reason = _brings(planner, gain) if text else planner.reason("no_effect")
    if not planner.look.mine:
        return planner.simply(planner.look.hooks(gain) * 0.2 - 0.01 * planner.book.slot[name]), reason
    small = 1e-3 * planner.book.slot[name]
    return planner.after(gain, without=name if name in planner.hand else "") - small, reason


def _option(planner: TurnPlanner, action: int) -> Judged:
    gain = _told(planner, action)
    return planner.after(gain), _brings(planner, gain)


def _told(planner: TurnPlanner, action: int) -> Gain:
    """What the text of an action brings; what an enemy's effect would bring that enemy is lost."""
    text = planner.seat.describe(action)
    gain = tally(planner.book.texts.get(text, ()), planner.look)
    return Gain(hooks=-planner.look.hooks(gain)) if text in planner.book.theirs else gain


def _may(planner: TurnPlanner, action: int) -> Judged:
    if action == N.NO:
        return planner.after(Gain()), planner.reason("without")
    program = planner.book.texts.get(planner.seat.describe(action), ())
    gain = _told(planner, action)
    if any(isinstance(node, Leaf) and node.key == "put_this" for node in program):  # all see it come back
        gain.hooks += planner.look.coin * (planner.book.slot[planner.source] - planner.look.slot[planner.look.me])
    return planner.after(gain), _brings(planner, gain)


def _pay(planner: TurnPlanner, action: int) -> Judged:
    if action == N.NO:
        return planner.after(Gain()), planner.reason("keep_coins")
    for block in planner.book.blocks[planner.source]:
        if block.key in ("may_pay", "pay_to", "they_may_pay"):
            gain = tally(block.body, planner.look)
            if block.key == "they_may_pay":
                gain = Gain(hooks=-planner.look.hooks(gain))
            gain.coins -= block.n
            return planner.after(gain), _brings(planner, gain)
    return planner.after(Gain(coins=-1)), _brings(planner, Gain(coins=-1))


def _enemy(planner: TurnPlanner, action: int) -> Judged:
    enemy = action - N.SEAT
    look = planner.look
    gain = Gain()
    for block in planner.book.blocks[planner.source]:
        if block.key == "enemy" and (block.who is None or look.chance(block.who, enemy) >= 0.5):
            gain.add(tally(block.body, look, enemy))
    gives = planner.book.gives_itself(planner.source)
    gain.hooks -= look.harm(enemy) * look.worth(planner.source, enemy) if gives else 0.0
    ahead = 1e-4 * look.harm(enemy)  # among equals, the player who is ahead
    return planner.after(gain) + ahead, planner.reason("enemy", look.coins[enemy], brings=_brings(planner, gain))


def _move(planner: TurnPlanner, action: int) -> Judged:
    """Trash, steal, give or put: judged by the card's owner and its target."""
    if action == N.NO:
        return planner.after(Gain()), planner.reason("stays")
    name, place = _card(planner, action), _PLACES[(action - N.FROM_HAND) // len(planner.book.kinds)]
    kind = planner.look.view["decision"]["kind"]
    leaf, theirs = _operation(planner, kind, place)
    look = planner.look
    if leaf.place == "out" or not leaf.place:
        return planner.simply(0.01 * look.worth(name)), _in_hooks(planner, look.worth(name))
    if leaf.place.startswith("own_"):  # somebody else's text makes the player give up a card
        return planner.simply(-look.worth(name)), _in_hooks(planner, -look.worth(name))
    enemy = look.enemies()[0] if look.players == 2 else None
    whose = look.me
    if place == "their_stash" or (place == "revealed" and theirs):
        whose = max(look.enemies(), key=look.harm)
    hooks = look.moving(name, leaf, whose, enemy)
    rest = 0.0
    if leaf.target == "to_your_hand":
        hooks = hooks if whose != look.me else 0.0
        rest = look.hooks(planner.playing(name)) - look.coin * ACTION_PRICE
    gain = Gain(hooks=hooks + max(rest, 0.0) + 1e-3 * rest)
    gain.add(_reward(planner, leaf))
    lost = IN_HAND * look.coin if place == "your_hand" and planner.actions else 0.0
    without = name if place == "your_hand" and name in planner.hand else ""
    return planner.after(gain, without=without) - 0.01 * lost, _in_hooks(planner, hooks)


def _operation(planner: TurnPlanner, kind: str, place: str) -> tuple[Leaf, bool]:
    """The operation that asks, and whether revealed cards are an enemy's."""
    asking = [(leaf, theirs) for leaf, theirs in planner.book.moves[planner.source] if OPERATIONS[leaf.key].moves]
    fitting = [(leaf, theirs) for leaf, theirs in asking if _names(leaf, place)]
    same = [(leaf, theirs) for leaf, theirs in fitting or asking if OPERATIONS[leaf.key].asks == kind]
    return (same or fitting or asking or [(Leaf(kind), False)])[0]


def _names(leaf: Leaf, place: str) -> bool:
    """Whether an operation names the place where a card lies; cards out of the game lie with the revealed."""
    named = leaf.place.replace("own_", "your_").replace("out", "revealed")
    return place in named or named in place


def _reward(planner: TurnPlanner, leaf: Leaf) -> Gain:
    """What a "you may" brings once the card has been moved."""
    for block in planner.book.blocks[planner.source]:
        if block.key == "may" and block.body[0] == leaf:
            return tally(block.body[1:], planner.look)
    return Gain()


def _use(planner: TurnPlanner, action: int) -> Judged:
    """Play or activate a card by another card: it costs no Action."""
    if action == N.NO:
        return planner.after(Gain()), planner.reason("no_play")
    name = _card(planner, action)
    if planner.look.view["decision"]["kind"] == "play":
        return _play(planner, action, 0)
    gain = planner.playing(name)
    return planner.after(gain), _brings(planner, gain)


def _gain(planner: TurnPlanner, action: int) -> Judged:
    if action == N.NO:
        return planner.after(Gain()), planner.reason("unwanted")
    slot = (action - N.SLOT) % N.SLOTS
    name = planner.supply[slot]
    hooks = planner.buying(name)
    gain = Gain(hooks=hooks)
    if any(
        OPERATIONS[leaf.key].effect == N.DO_GAIN and leaf.target == "to_your_hand"
        for leaf, _ in planner.book.moves[planner.source]
    ):
        gain.add(planner.playing(name), 0.5 if planner.actions else 0.0)
    return planner.after(gain, gone=slot, bought=1), _in_hooks(planner, hooks)


def _swap(planner: TurnPlanner, action: int) -> Judged:
    if action == N.NO:
        return planner.after(Gain()), planner.reason("stays")
    name = _card(planner, action)
    gives = planner.look.view["decision"]["kind"] == "swap"
    worth = planner.look.worth(name)
    return planner.simply(0.5 - worth if gives else worth), _in_hooks(planner, worth)


def _trash_supply(planner: TurnPlanner, action: int) -> Judged:
    """Trash the supply card that the enemies would want most."""
    if action == N.NO:
        return planner.after(Gain()), planner.reason("keep_supply")
    odds, reason = _reload(planner, action)
    return odds, reason


def _name(planner: TurnPlanner, action: int) -> Judged:
    """Name the card that the player owns most often: it is the likeliest in the deck."""
    return planner.simply(0.01 * planner.look.cards[planner.look.me].get(_card(planner, action), 0)), planner.reason(
        "any"
    )


def _reorder(planner: TurnPlanner, action: int) -> Judged:
    """The best card first."""
    return planner.simply(0.01 * planner.book.slot[_card(planner, action)]), planner.reason("any")


def _order(planner: TurnPlanner, action: int) -> Judged:
    """Effects that cost coins go first, before others bring some in."""
    if action < N.FROM_HAND:
        return planner.simply(0.0), planner.reason("any")
    name = _card(planner, action)
    programs = planner.book.cards[name].programs
    gain = tally(programs.get("start", programs.get("discarded", ())), planner.look)
    return planner.simply(-0.01 * gain.coins), _brings(planner, gain)


def _any(planner: TurnPlanner, action: int) -> Judged:
    return planner.simply(0.0), planner.reason("any")


DECISIONS: dict[str, Callable[[TurnPlanner, int], Judged]] = {
    "main": _main,
    "draw": _draw,
    "discard": _discard,
    "option": _option,
    "may": _may,
    "pay": _pay,
    "enemy": _enemy,
    "trash": _move,
    "steal": _move,
    "give": _move,
    "put": _move,
    "play": _use,
    "activate": _use,
    "gain": _gain,
    "reload": _reload,
    "swap": _swap,
    "for": _swap,
    "order": _order,
    "trash_supply": _trash_supply,
    "name": _name,
    "reorder": _reorder,
}
_PLACES = ("your_hand", "your_stash", "their_stash", "revealed")


def _card(planner: TurnPlanner, action: int) -> str:
    name: str = planner.book.kinds[(action - N.FROM_HAND) % len(planner.book.kinds)]
    return name


def _in_hooks(planner: TurnPlanner, hooks: float) -> Reason:
    return planner.reason("worth", hooks=float(hooks))


def _brings(planner: TurnPlanner, gain: Gain) -> Reason:
    """A gain as a list of reasons."""
    amounts = {"coins": gain.coins, "cards": gain.cards, "actions": gain.actions, "buys": gain.buys}
    parts = [planner.reason(key, round(n)) for key, n in amounts.items() if abs(n) > 0.5]
    if abs(gain.hooks) >= 0.05:
        parts.append(_in_hooks(planner, gain.hooks))
    parts = parts or [planner.reason("nothing")]
    return Reason("", planner.words, values={part.key: part for part in parts})
