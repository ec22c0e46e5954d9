"""What the texts of cards are worth: programs read as coins, cards, Actions, Buys and hooks."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import Protocol

from silverhook.deckhand.cards import Card
from silverhook.deckhand.language import Block, Choice, If, Leaf, Program

__all__ = ["PRICE_OF", "Gain", "Judge", "Typical", "blocks", "hooks_of", "moves_of", "slot_worth", "spending", "tally"]

PRICE_OF = {  # in coins
    "card": 0.8,  # a card more to choose from; without an Action left for it, nothing
    "action": 1.4,  # a Fist Fight is an Action for two coins, but not every Action finds one
    "buy": 0.9,  # an Action that can only buy: worth less, since coins are short
    "reload": 0.3,  # another look at the supply
    "discard": -0.4,  # the worst card of the hand goes
    "they_card": -0.5,
    "they_discard": 0.1,  # what they hold, they would mostly discard anyway
    "hook": 2.4,  # five coins and an Action buy three hooks
}
_CARD_TAKEN = 2.5  # coins that a card is worth of which no more is known: it cost two or three
_STARTER_GONE = 1.6  # coins that it is worth to be rid of the worst card


SPENDING = 9.0  # coins beyond about so many cannot be spent: each purchase takes an Action


def spending(coins: float) -> float:
    """So many coins as coins that can be spent well: the more there are, the less one more is worth."""
    return SPENDING * (1 - exp(-coins / SPENDING)) if coins > 0 else coins


class Gain:
    """What an effect brings: amounts for this turn, and hooks for all that lasts."""

    __slots__ = ("actions", "buys", "cards", "coins", "hooks")

    def __init__(
        self, coins: float = 0.0, cards: float = 0.0, actions: float = 0.0, buys: float = 0.0, hooks: float = 0.0
    ) -> None:
        self.coins, self.cards, self.actions, self.buys, self.hooks = coins, cards, actions, buys, hooks

    def add(self, other: Gain, times: float = 1.0) -> None:
        """Take in another gain, so many times or so likely."""
        self.coins += times * other.coins
        self.cards += times * other.cards
        self.actions += times * other.actions
        self.buys += times * other.buys
        self.hooks += times * other.hooks

    def in_coins(self) -> float:
        """Everything but hooks, in coins."""
        return (
            self.coins + PRICE_OF["card"] * self.cards + PRICE_OF["action"] * self.actions + PRICE_OF["buy"] * self.buys
        )


class Judge(Protocol):
    """Somebody who knows, or guesses, what the position makes of an operation."""

    coin: float  # what a coin is worth in hooks

    def chance(self, condition: Leaf, enemy: int | None, coins: float) -> float:
        """How likely a condition holds, coins having come in meanwhile."""
        ...

    def enemies(self) -> list[int]:
        """The enemies to choose from."""
        ...

    def harm(self, enemy: int | None) -> float:
        """What it is worth that an enemy loses what is worth 1 to them."""
        ...

    def moved(self, leaf: Leaf, theirs: bool, enemy: int | None) -> Gain:
        """What an operation is worth that moves or uses a card."""
        ...


def tally(program: Program, judge: Judge, enemy: int | None = None) -> Gain:
    """What a program brings if its owner chooses well."""
    gain = Gain()
    theirs = False  # whether the cards revealed are an enemy's
    for node in program:
        if isinstance(node, Leaf):
            if node.key.startswith(("reveal_", "look_")):
                theirs = "their" in node.key
            gain.add(_leaf(node, judge, enemy, theirs))
        elif isinstance(node, If):
            likely = judge.chance(node.condition, enemy, gain.coins)
            if likely > 0:
                gain.add(tally(node.then, judge, enemy), likely)
            if likely < 1:
                gain.add(tally(node.otherwise, judge, enemy), 1 - likely)
        elif isinstance(node, Choice):
            gain.add(_best([tally(option, judge, enemy) for option in node.options], judge))
        else:
            gain.add(_block(node, judge, enemy, gain.coins))
    return gain


def _best(gains: list[Gain], judge: Judge) -> Gain:
    return max(gains, key=lambda gain: gain.in_coins() * max(judge.coin, 0.05) + gain.hooks)


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
    body = tally(node.body, judge, enemy)
    if node.key in ("may_pay", "pay_to"):
        body.coins -= node.n
    return body if node.key == "pay_to" else _best([Gain(), body], judge)


def _leaf(leaf: Leaf, judge: Judge, enemy: int | None, theirs: bool) -> Gain:
    key, n = leaf.key, leaf.n
    if key == "coin":
        return Gain(coins=n)
    if key == "card":
        return Gain(cards=n)
    if key == "action":
        return Gain(actions=n)
    if key == "buy":
        return Gain(buys=n)
    if key == "pay":
        return Gain(coins=-n)
    if key in ("reload", "discard"):
        return Gain(coins=n * PRICE_OF[key])
    if key == "steal_coins":
        return Gain(coins=n, hooks=n * judge.coin * judge.harm(enemy))
    if key in ("they_coin", "they_pay"):
        return Gain(hooks=(n if key == "they_pay" else -n) * judge.coin * judge.harm(enemy))
    if key in ("they_card", "they_discard"):
        return Gain(hooks=n * PRICE_OF[key] * judge.coin * judge.harm(enemy))
    return judge.moved(leaf, theirs, enemy)


class Typical:
    """A judge who knows no position: for the worth of a card in an average turn."""

    coin = 1 / PRICE_OF["hook"]

    def chance(self, condition: Leaf, enemy: int | None, coins: float) -> float:
        """Enemies to attack there mostly are; anything else is even."""
        return 0.8 if condition.key in ("they_least", "you_least") else 0.5

    def enemies(self) -> list[int]:
        """Somebody."""
        return [0]

    def harm(self, enemy: int | None) -> float:
        """A loss of the only enemy is as good as a gain; there may be others."""
        return 0.7

    def moved(self, leaf: Leaf, theirs: bool, enemy: int | None) -> Gain:
        """By what the operation is called."""
        key = leaf.key
        if key == "trash":
            return Gain(coins=_CARD_TAKEN * 0.5 if theirs else _STARTER_GONE)
        if key in ("give", "give_this"):
            return Gain(coins=_STARTER_GONE)
        if key in ("steal", "take_random"):
            return Gain(coins=1.7 * _CARD_TAKEN)
        if key == "gain":
            return Gain(coins=1.0 + 0.35 * min(leaf.high, 6))
        if key in ("play", "activate"):
            return Gain(coins=2.0)
        if key == "play_twice":
            return Gain(coins=4.5)
        if key == "put":
            return Gain(cards=1) if leaf.target == "to_your_hand" else Gain(coins=0.4)
        return Gain()


def slot_worth(card: Card) -> float:
    """What it is worth in coins to hold a card in an average turn; an unplayed card is worth nothing."""
    typical = Typical()
    play = tally(card.programs.get("play", ()), typical)
    play.actions -= 1
    played = play.in_coins() + play.hooks * PRICE_OF["hook"] if card.programs.get("play") else 0.0
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
            likely = judge.chance(node.condition, None, 0)
            total += likely * hooks_of(node.then, judge, value)
            total += (1 - likely) * hooks_of(node.otherwise, judge, value)
        elif isinstance(node, Choice):
            total += max(hooks_of(option, judge, value) for option in node.options)
        else:
            total += hooks_of(node.body, judge, value)
    return total


def _counted(leaf: Leaf, value: object) -> float:
    if leaf.key == "hooks":
        return leaf.n
    if leaf.key == "minus_hooks":
        return -leaf.n
    if leaf.key in ("hooks_for", "hooks_for_most") and callable(value):
        number: float = leaf.n * (value(leaf) / leaf.m)
        return min(number, leaf.most) if leaf.key == "hooks_for_most" else number
    return 0.0


def blocks(program: Program) -> Iterator[Block]:
    """Every block of a program, wherever it stands in it."""
    for node in program:
        if isinstance(node, Block):
            yield node
            yield from blocks(node.body)
        elif isinstance(node, If):
            yield from blocks(node.then)
            yield from blocks(node.otherwise)
        elif isinstance(node, Choice):
            for option in node.options:
                yield from blocks(option)


def moves_of(program: Program, theirs: bool = False) -> Iterator[tuple[Leaf, bool]]:
    """Every operation of a program, and whether the cards revealed before it are an enemy's."""
    for node in program:
        if isinstance(node, Leaf):
            if node.key.startswith(("reveal_", "look_")):
                theirs = "their" in node.key
            yield node, theirs
        elif isinstance(node, If):
            yield from moves_of(node.then, theirs)
            yield from moves_of(node.otherwise, theirs)
        elif isinstance(node, Choice):
            for option in node.options:
                yield from moves_of(option, theirs)
        else:
            yield from moves_of(node.body, theirs)
