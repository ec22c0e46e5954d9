"""The heuristic player of Deck Hand: what each legal action is worth, and why, from what its seat may see."""

from __future__ import annotations

from collections.abc import Callable

from silverhook.core.seat import Candidate, Seat
from silverhook.deckhand.compiler import N
from silverhook.deckhand.language import Leaf
from silverhook.deckhand.turn import Turn
from silverhook.deckhand.worth import PRICE_OF, Gain, tally

__all__ = ["advise"]

IN_HAND = 0.5  # coins lost with a card that could have been played this turn
FISHING = 0.05  # hooks that another supply card is worth before a purchase

Judged = tuple[float, str]  # the chance to win, and the reason


def advise(seat: Seat) -> list[Candidate]:
    """Every legal action, the best first."""
    turn = Turn(seat)
    kind = turn.look.view["decision"]["kind"]
    judge = _DECISIONS.get(kind, _any)
    share = 1 / len(seat.actions)
    judged = [(action, *judge(turn, action)) for action in seat.actions]
    candidates = [Candidate(action, min(max(odds, 0.0), 1.0), share, words) for action, odds, words in judged]
    return sorted(candidates, key=lambda candidate: (-candidate.value, candidate.action))


# --- the kinds of decisions ------------------------------------------------------------------------------


def _main(turn: Turn, action: int) -> Judged:
    if action == N.NO:
        return turn.simply(0.0) - 1e-6, turn.say("enough")
    if action >= N.FROM_HAND:
        return _play(turn, action, 1)
    slot = (action - N.BUY) % N.SLOTS
    name = turn.supply[slot]
    if action >= N.SLOT:
        return _banked_reload(turn, slot)
    card = turn.book.cards[name]
    free = turn.buys > 0
    gain = Gain(coins=-card.cost, hooks=turn.stock[sum(1 for each in turn.supply[:slot] if each)][0])
    odds = turn.after(gain, gone=slot, bought=1, actions=int(not free), buys=int(free))
    return odds, turn.say("buy", cost=card.cost, worth=_in_hooks(turn, turn.look.worth(name)))


def _play(turn: Turn, action: int, cost: int) -> Judged:
    name = _card(turn, action)
    gain = turn.gains.get(name) or turn.playing(name)
    odds = turn.after(gain, without=name if name in turn.hand else "", actions=cost)
    first = 1e-4 * min(gain.actions, 1) + 1e-5 * gain.cards  # of equal plays, first what keeps the turn going
    return odds + first, _brings(turn, gain)


def _banked_reload(turn: Turn, slot: int) -> Judged:
    odds, words = _reload(turn, N.SLOT + slot)
    waits = 0.01 if turn.actions and any(gain.in_coins() > 1 for gain in turn.gains.values()) else 0.0
    return odds - waits, words


def _reload(turn: Turn, action: int) -> Judged:
    """Away with what the enemies would want and the seat will not buy now."""
    coming = tally(turn.book.cards[turn.source].programs.get("play", ()), turn.look).buys if turn.source else 0.0
    if action == N.NO:
        return turn.after(Gain(buys=coming)), turn.say("keep_supply")
    slot = (action - N.SLOT) % N.SLOTS
    name = turn.supply[slot]
    mean = sum(worth for worth, _ in turn.stock) / max(len(turn.stock), 1)
    look = turn.look
    wanted = max(
        (look.harm(p) * (look.worth(name, p) - mean) for p in look.enemies() if _affords(turn, p, name)), default=0.0
    )
    without = turn.after(Gain(buys=coming), gone=slot)
    return without + 0.02 * (FISHING + 0.5 * wanted), turn.say("reload")


def _affords(turn: Turn, p: int, name: str) -> bool:
    return turn.book.cards[name].cost <= turn.look.coins[p] + 2


def _draw(turn: Turn, action: int) -> Judged:
    rest = turn.after(Gain())
    if action == N.NO:
        return rest, turn.say("no_draw")
    return max(rest, turn.after(Gain(cards=1))) + 1e-4, turn.say("draw")


def _discard(turn: Turn, action: int) -> Judged:
    name = _card(turn, action)
    text = turn.book.cards[name].programs.get("discarded", ())
    gain = tally(text, turn.look)
    words = _brings(turn, gain) if text else turn.say("no_effect")
    if not turn.look.mine:
        return turn.simply(turn.look.hooks(gain) * 0.2 - 0.01 * turn.book.slot[name]), words
    small = 1e-3 * turn.book.slot[name]
    return turn.after(gain, without=name if name in turn.hand else "") - small, words


def _option(turn: Turn, action: int) -> Judged:
    program = turn.book.texts.get(turn.seat.describe(action), ())
    gain = tally(program, turn.look)
    return turn.after(gain), _brings(turn, gain)


def _may(turn: Turn, action: int) -> Judged:
    if action == N.NO:
        return turn.after(Gain()), turn.say("without")
    program = turn.book.texts.get(turn.seat.describe(action), ())
    gain = tally(program, turn.look)
    if any(isinstance(node, Leaf) and node.key == "put_this" for node in program):  # back from the stash: it is seen
        gain.hooks += turn.look.coin * (turn.book.slot[turn.source] - turn.look.slot[turn.look.me])
    return turn.after(gain), _brings(turn, gain)


def _pay(turn: Turn, action: int) -> Judged:
    if action == N.NO:
        return turn.after(Gain()), turn.say("keep_coins")
    for block in turn.book.blocks[turn.source]:
        if block.key in ("may_pay", "pay_to"):
            gain = tally(block.body, turn.look)
            gain.coins -= block.n
            return turn.after(gain), _brings(turn, gain)
    return turn.after(Gain(coins=-1)), _brings(turn, Gain(coins=-1))


def _enemy(turn: Turn, action: int) -> Judged:
    enemy = action - N.SEAT
    look = turn.look
    gain = Gain()
    for block in turn.book.blocks[turn.source]:
        if block.key == "enemy" and (block.who is None or look.chance(block.who, enemy) >= 0.5):
            gain.add(tally(block.body, look, enemy))
    gives = any(leaf.key == "give_this" for leaf, _ in turn.book.moves[turn.source])
    gain.hooks -= look.harm(enemy) * look.worth(turn.source, enemy) if gives else 0.0
    ahead = 1e-4 * look.harm(enemy)  # of equal ones, whoever is ahead
    return turn.after(gain) + ahead, turn.say("enemy", look.coins[enemy], brings=_brings(turn, gain))


def _move(turn: Turn, action: int) -> Judged:
    """Trash, steal, give or put: by whose card it is and where it goes."""
    if action == N.NO:
        return turn.after(Gain()), turn.say("stays")
    name, place = _card(turn, action), _PLACES[(action - N.FROM_HAND) // len(turn.book.kinds)]
    kind = turn.look.view["decision"]["kind"]
    leaf, theirs = _operation(turn, kind, place)
    look = turn.look
    enemy = look.enemies()[0] if look.players == 2 else None
    whose = look.me
    if place == "their_stash" or (place == "revealed" and theirs):
        whose = max(look.enemies(), key=look.harm)
    hooks = look.moving(name, leaf, whose, enemy)
    rest = 0.0
    if leaf.target == "to_your_hand":
        hooks = hooks if whose != look.me else 0.0
        rest = look.hooks(turn.playing(name)) - look.coin * PRICE_OF["action"]
    gain = Gain(hooks=hooks + max(rest, 0.0) + 1e-3 * rest)
    gain.add(_reward(turn, leaf))
    lost = IN_HAND * look.coin if place == "your_hand" and turn.actions else 0.0
    without = name if place == "your_hand" and name in turn.hand else ""
    return turn.after(gain, without=without) - 0.01 * lost, _in_hooks(turn, hooks)


def _operation(turn: Turn, kind: str, place: str) -> tuple[Leaf, bool]:
    """The operation that asks, and whether revealed cards are an enemy's."""
    asking = [(leaf, theirs) for leaf, theirs in turn.book.moves[turn.source] if leaf.key in _MOVES and leaf.place]
    fitting = [(leaf, theirs) for leaf, theirs in asking if place in leaf.place or leaf.place in place]
    same = [(leaf, theirs) for leaf, theirs in fitting or asking if leaf.key == kind]
    return (same or fitting or asking or [(Leaf(kind), False)])[0]


def _reward(turn: Turn, leaf: Leaf) -> Gain:
    """What follows in a "you may" once the card has been moved."""
    for block in turn.book.blocks[turn.source]:
        if block.key == "may" and block.body[0] == leaf:
            return tally(block.body[1:], turn.look)
    return Gain()


def _use(turn: Turn, action: int) -> Judged:
    """Play or activate a card by another card: it costs no Action."""
    if action == N.NO:
        return turn.after(Gain()), turn.say("no_play")
    name = _card(turn, action)
    if turn.look.view["decision"]["kind"] == "play":
        return _play(turn, action, 0)
    gain = turn.playing(name)
    return turn.after(gain), _brings(turn, gain)


def _gain(turn: Turn, action: int) -> Judged:
    if action == N.NO:
        return turn.after(Gain()), turn.say("unwanted")
    slot = (action - N.SLOT) % N.SLOTS
    name = turn.supply[slot]
    hooks = turn.buying(name)
    gain = Gain(hooks=hooks)
    if any(leaf.key == "gain" and leaf.target == "to_your_hand" for leaf, _ in turn.book.moves[turn.source]):
        gain.add(turn.playing(name), 0.5 if turn.actions else 0.0)
    return turn.after(gain, gone=slot, bought=1), _in_hooks(turn, hooks)


def _exchange(turn: Turn, action: int) -> Judged:
    if action == N.NO:
        return turn.after(Gain()), turn.say("stays")
    name = _card(turn, action)
    gives = turn.look.view["decision"]["kind"] == "exchange"
    worth = turn.look.worth(name)
    return turn.simply(0.5 - worth if gives else worth), _in_hooks(turn, worth)


def _order(turn: Turn, action: int) -> Judged:
    """First what costs coins, before others bring some in."""
    if action < N.FROM_HAND:
        return turn.simply(0.0), turn.say("any")
    name = _card(turn, action)
    programs = turn.book.cards[name].programs
    gain = tally(programs.get("start", programs.get("discarded", ())), turn.look)
    return turn.simply(-0.01 * gain.coins), _brings(turn, gain)


def _any(turn: Turn, action: int) -> Judged:
    return turn.simply(0.0), turn.say("any")


_DECISIONS: dict[str, Callable[[Turn, int], Judged]] = {
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
    "exchange": _exchange,
    "for": _exchange,
    "order": _order,
}
_PLACES = ("your_hand", "your_stash", "their_stash", "revealed")
_MOVES = ("trash", "steal", "give", "put")


def _card(turn: Turn, action: int) -> str:
    name: str = turn.book.kinds[(action - N.FROM_HAND) % len(turn.book.kinds)]
    return name


def _in_hooks(turn: Turn, hooks: float) -> str:
    return turn.say("worth", hooks=turn.words.signed(hooks))


def _brings(turn: Turn, gain: Gain) -> str:
    """A gain in words."""
    amounts = {"coins": gain.coins, "cards": gain.cards, "actions": gain.actions, "buys": gain.buys}
    parts = [turn.say(key, round(n)) for key, n in amounts.items() if abs(n) > 0.5]
    if abs(gain.hooks) >= 0.05:
        parts.append(_in_hooks(turn, gain.hooks))
    return ", ".join(parts) or turn.say("nothing")
