"""What the texts of cards are worth: programs read as coins, cards, Actions, Buys and hooks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from math import exp
from typing import Protocol

from silverhook.deckhand.cards import Card
from silverhook.deckhand.judgement.weights import (
    ACTION_PRICE,
    BUY_PRICE,
    CARD_PRICE,
    HOOK_PRICE,
    LATER_SHARE,
    SPENDING,
)
from silverhook.deckhand.operations import OPERATIONS, N, Worth
from silverhook.deckhand.program import Block, Choice, If, Leaf, Program, nodes

__all__ = ["Gain", "Judge", "Typical", "blocks", "hooks_of", "in_coins", "moves_of", "slot_worth", "spending", "tally"]

# their effect depends on the cards on the table, so a judge weighs them
_BY_CARDS = (N.DO_MOVE, N.DO_TOP, N.DO_THIS, N.DO_GAIN, N.DO_SWAP, N.DO_PLAY, N.DO_ACTIVATE)


_CARD_LOST = 1.25  # coins, for each revealed card that the enemy loses
USUAL_CARDS = 2  # that somebody chooses out of any number
_DEARER, _DEAR = 0.35, 6  # coins that a supply card is worth more for each coin that it may cost, up to this


def spending(coins: float) -> float:
    """Coins by how well they can be spent: the more there are, the less one more is worth."""
    return SPENDING * (1 - exp(-coins / SPENDING)) if coins > 0 else coins


def in_coins(amounts: Worth | Gain) -> float:
    """Coins, cards, Actions and Buys in coins."""
    return amounts.coins + CARD_PRICE * amounts.cards + ACTION_PRICE * amounts.actions + BUY_PRICE * amounts.buys


class Gain:
    """What an effect brings: amounts for this turn, and hooks for everything that lasts."""

    __slots__ = ("actions", "buys", "cards", "coins", "hooks")

    def __init__(
        self, coins: float = 0.0, cards: float = 0.0, actions: float = 0.0, buys: float = 0.0, hooks: float = 0.0
    ) -> None:
        self.coins, self.cards, self.actions, self.buys, self.hooks = coins, cards, actions, buys, hooks

    def add(self, other: Gain, times: float = 1.0) -> None:
        """Add another gain, times a number or a probability."""
        self.coins += times * other.coins
        self.cards += times * other.cards
        self.actions += times * other.actions
        self.buys += times * other.buys
        self.hooks += times * other.hooks

    def in_coins(self) -> float:
        """Everything but hooks, in coins."""
        return in_coins(self)


class Judge(Protocol):
    """Knows or guesses what an operation is worth in a position."""

    coin: float  # what a coin is worth in hooks

    def chance(self, condition: Leaf, enemy: int | None, coins: float) -> float:
        """How likely a condition holds, after these coins have come in."""
        ...

    def number(self, leaf: Leaf, enemy: int | None) -> float:
        """The number that an operation counts by, of the player it affects."""
        ...

    def enemies(self) -> list[int]:
        """The enemies to choose from."""
        ...

    def harm(self, enemy: int | None) -> float:
        """What it is worth if an enemy loses something worth 1 to them."""
        ...

    def moved(self, leaf: Leaf, theirs: bool, enemy: int | None) -> Gain:
        """The worth of an operation that moves or uses a card."""
        ...


def tally(program: Program, judge: Judge, enemy: int | None = None) -> Gain:
    """What a program brings if its owner chooses well."""
    gain = Gain()
    theirs = False  # whether the cards revealed are an enemy's
    for node in program:
        if isinstance(node, Leaf):
            theirs = _shows_theirs(node, theirs)
            gain.add(_leaf(node, judge, enemy, theirs))
        elif isinstance(node, If):
            likely = _likely(node.conditions, judge, enemy, gain.coins)
            if likely > 0:
                gain.add(tally(node.then, judge, enemy), likely)
            if likely < 1:
                gain.add(tally(node.otherwise, judge, enemy), 1 - likely)
        elif isinstance(node, Choice):
            gain.add(_choice(node, judge, enemy))
        else:
            gain.add(_block(node, judge, enemy, gain.coins))
    return gain


def _likely(conditions: tuple[Leaf, ...], judge: Judge, enemy: int | None, coins: float) -> float:
    """How likely several conditions all hold."""
    return reduce(lambda chance, each: chance * judge.chance(each, enemy, coins), conditions, 1.0)


def _choice(node: Choice, judge: Judge, enemy: int | None) -> Gain:
    """The best options, or the worst if the enemy chooses."""
    gains = sorted((tally(option, judge, enemy) for option in node.options), key=lambda gain: _value(gain, judge))
    total = Gain()
    for gain in gains[:1] if node.key == "they_choose" else gains[-node.n :]:
        total.add(gain)
    return total


def _value(gain: Gain, judge: Judge) -> float:
    return gain.in_coins() * max(judge.coin, 0.05) + gain.hooks


def _best(gains: list[Gain], judge: Judge) -> Gain:
    return max(gains, key=lambda gain: _value(gain, judge))


def _block(node: Block, judge: Judge, enemy: int | None, coins: float) -> Gain:
    if node.key in ("enemy", "each"):
        found = [
            tally(node.body, judge, seat)
            for seat in judge.enemies()
            if node.who is None or judge.chance(node.who, seat, coins) >= 0.5
        ]
        if node.key == "enemy":
            return _best(found, judge) if found else Gain()
        every = Gain()
        for each in found:
            every.add(each)
        return every
    if node.key == "players":
        return _everybody(node.body, judge)
    body = tally(node.body, judge, enemy)
    if node.key == "later":
        return Gain(hooks=LATER_SHARE * (judge.coin * body.in_coins() + body.hooks))
    if node.key == "they_may_pay":
        body.hooks += node.n * judge.coin * judge.harm(enemy)
    if node.key in ("they_may", "they_may_pay"):
        return min(Gain(), body, key=lambda gain: _value(gain, judge))
    if node.key in ("may_pay", "pay_to"):
        body.coins -= node.n
    return body if node.key in ("pay_to", "once") else _best([Gain(), body], judge)


def _everybody(body: Program, judge: Judge) -> Gain:
    """What a text about each player brings: what the enemies get, and the same for the player."""
    total = Gain()
    for seat in judge.enemies():
        total.add(tally(body, judge, seat))
    for node in nodes(body):
        if isinstance(node, Leaf):
            total.hooks += _times(node, judge, None) * OPERATIONS[node.key].worth.enemy * judge.coin
    return total


def _leaf(leaf: Leaf, judge: Judge, enemy: int | None, theirs: bool) -> Gain:
    operation = OPERATIONS[leaf.key]
    if operation.effect in _BY_CARDS and operation.who == N.YOU:
        return judge.moved(leaf, theirs, enemy)
    worth, n = operation.worth, _times(leaf, judge, enemy)
    gain = Gain(n * worth.coins, n * worth.cards, n * worth.actions, n * worth.buys)
    if worth.enemy:
        gain.hooks = -n * worth.enemy * judge.coin * judge.harm(enemy)
    return gain


def _times(leaf: Leaf, judge: Judge, enemy: int | None) -> float:
    """How often an operation happens, as far as that is known."""
    if leaf.amount:
        return min(leaf.n, USUAL_CARDS)
    if not leaf.m:
        return leaf.n
    number = leaf.n * (judge.number(leaf, enemy) // leaf.m)
    return min(number, leaf.most) if leaf.most else number


def _shows_theirs(leaf: Leaf, before: bool) -> bool:
    """Whether the cards last revealed are an enemy's, after one more operation."""
    operation = OPERATIONS[leaf.key]
    return operation.shows_theirs if operation.effect == N.DO_SHOW else before


class Typical:
    """A judge who knows no position: for the worth of a card in an average turn."""

    coin = 1 / HOOK_PRICE

    def chance(self, condition: Leaf, enemy: int | None, coins: float) -> float:
        """Mostly there are enemies to attack; any other condition is even."""
        return 0.8 if condition.key in ("they_least", "you_least") else 0.5

    def number(self, leaf: Leaf, enemy: int | None) -> float:
        """A usual number of coins, cards and so on; of a hand, what is left when the card is played."""
        return {"coins": 2, "hand": 2, "owned": 7, "enemies": 1, "actions": 1, "moved": USUAL_CARDS}.get(leaf.value, 3)

    def enemies(self) -> list[int]:
        """Somebody."""
        return [0]

    def harm(self, enemy: int | None) -> float:
        """A loss of the only enemy is as good as a gain; there may be others."""
        return 0.7

    def moved(self, leaf: Leaf, theirs: bool, enemy: int | None) -> Gain:
        """The worth that the operation declares."""
        operation, worth = OPERATIONS[leaf.key], OPERATIONS[leaf.key].worth
        if leaf.key == "trash" and theirs:
            return Gain(coins=_CARD_LOST)
        if leaf.key == "put" and leaf.target == "to_your_hand":
            return Gain(cards=1)
        dear = _DEARER * min(leaf.high, _DEAR) if operation.effect == N.DO_GAIN else 0.0
        return Gain(worth.coins + dear, worth.cards, worth.actions, worth.buys)


def slot_worth(card: Card) -> float:
    """The worth of holding a card in an average turn, in coins; an unplayed card is worth nothing."""
    typical = Typical()
    play = tally(card.programs.get("play", ()), typical)
    play.actions -= 1
    played = play.in_coins() + play.hooks * HOOK_PRICE if card.programs.get("play") else 0.0
    discarded = tally(card.programs.get("discarded", ()), typical)
    start = tally(card.programs.get("start", ()), typical)
    return max(played, 0.0, 0.8 * discarded.in_coins()) + 0.8 * start.in_coins()


def hooks_of(program: Program, judge: Judge, value: object) -> float:
    """The hooks that an END text counts; `value` gives a number for what it counts by."""
    total = 0.0
    for node in program:
        if isinstance(node, Leaf):
            total += _counted(node, value)
        elif isinstance(node, If):
            likely = _likely(node.conditions, judge, None, 0)
            total += likely * hooks_of(node.then, judge, value)
            total += (1 - likely) * hooks_of(node.otherwise, judge, value)
        elif isinstance(node, Choice):
            total += max(hooks_of(option, judge, value) for option in node.options)
        else:
            total += hooks_of(node.body, judge, value)
    return total


def _counted(leaf: Leaf, value: object) -> float:
    operation = OPERATIONS[leaf.key]
    if operation.effect != N.DO_HOOKS:
        return 0.0
    number: float = leaf.n
    if leaf.value and callable(value):
        number *= value(leaf) / leaf.m
    number = min(number, leaf.most) if leaf.most else number
    return (operation.sign if operation.who == N.YOU else -operation.sign) * number


def blocks(program: Program) -> Iterator[Block]:
    """Every block of a program, at any depth."""
    return (node for node in nodes(program) if isinstance(node, Block))


def moves_of(program: Program, theirs: bool = False) -> Iterator[tuple[Leaf, bool]]:
    """Every operation of a program, and whether the cards revealed before it are an enemy's."""
    for node in program:
        if isinstance(node, Leaf):
            theirs = _shows_theirs(node, theirs)
            yield node, theirs
        elif isinstance(node, If):
            yield from moves_of(node.then, theirs)
            yield from moves_of(node.otherwise, theirs)
        elif isinstance(node, Choice):
            for option in node.options:
                yield from moves_of(option, theirs)
        else:
            yield from moves_of(node.body, theirs)
