"""The operations of the card language, each declared once.

The words of an operation are under its name in words/*.toml; effects.py and choices.py carry it out. Everything
else follows from its declaration here: the instruction that it compiles to, the places and targets that it may
name, whether it could keep a program running for ever (R-D88), and its worth to the bots.
tests/deckhand/test_operations.py fails if one of these is missing or wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Flag, auto
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from silverhook.core.cdefs import EngineNumbers

__all__ = [
    "BLOCK_QUESTIONS",
    "NUMBERS",
    "OPERATIONS",
    "PLACES",
    "QUESTIONS",
    "TARGETS",
    "WORTHS",
    "Does",
    "N",
    "Operation",
    "Worth",
    "question",
]

N = EngineNumbers(Path(__file__).with_name("constants.pxd"))  # the engine's numbers by name

PLACES: Mapping[str, int] = {
    "your_hand": N.YOUR_HAND,
    "your_stash": N.YOUR_STASH,
    "your_hand_or_stash": N.YOUR_HAND | N.YOUR_STASH,
    "their_stash": N.THEIR_STASH,
    "own_hand": N.THEIR_HAND,  # of the enemy who chooses the card
    "own_stash": N.THEIR_STASH,
    "own_hand_or_stash": N.THEIR_HAND | N.THEIR_STASH,
    "out": N.FROM_OUT,
    "revealed": N.SHOWN,  # and where they were revealed
}
TARGETS: Mapping[str, int] = {
    "to_your_hand": N.TO_YOUR_HAND,
    "to_your_stash": N.TO_YOUR_STASH,
    "to_your_deck": N.TO_YOUR_DECK,
    "to_their_hand": N.TO_THEIR_HAND,
    "to_their_stash": N.TO_THEIR_STASH,
    "to_their_deck": N.TO_THEIR_DECK,
    "under_your_deck": N.TO_YOUR_DECK,
    "under_their_deck": N.TO_THEIR_DECK,
    "to_own_hand": N.TO_THEIR_HAND,  # of the enemy who chooses the card
    "to_own_stash": N.TO_THEIR_STASH,
    "to_own_deck": N.TO_THEIR_DECK,
    "under_own_deck": N.TO_THEIR_DECK,
}
_YOURS = ("your_hand", "your_stash", "your_hand_or_stash")
_OWN = ("own_hand", "own_stash", "own_hand_or_stash")
_TO_YOU = ("to_your_hand", "to_your_stash", "to_your_deck", "under_your_deck")
_THEIR_PLACES = (N.THEIR_HAND, N.THEIR_STASH, N.THEIR_DECK)
_TO_THEM = ("to_their_hand", "to_their_stash", "to_their_deck", "under_their_deck")
_TO_OWN = ("to_own_hand", "to_own_stash", "to_own_deck", "under_own_deck")


class Does(Flag):
    """How an operation could contribute to an endless program. One with a hand as its target also fills a hand."""

    NOTHING = 0
    DISCARDS = auto()  # cards go from a hand to a stash, and their DISCARDED effects happen
    FILLS_HAND = auto()  # cards come into a hand
    RUNS_CARDS = auto()  # the effects of other cards happen
    TRASHES = auto()  # cards leave the game, and their TRASHED effects happen


class Worth(NamedTuple):
    """What an operation brings, for each of its n: to its player, and in coins to the enemy.

    For an operation that moves or uses a card this is an average; the bots know better when they see the cards.
    """

    coins: float = 0.0
    cards: float = 0.0
    actions: float = 0.0
    buys: float = 0.0
    enemy: float = 0.0


_CARD_TAKEN = Worth(coins=4.25)  # an unknown card costs two or three; the enemy's loss counts as well
_STARTER_GONE = Worth(coins=1.6)  # getting rid of the worst card
_THEIR_DISCARD = Worth(enemy=-0.1)  # mostly they would discard their hand anyway


@dataclass(frozen=True)
class Operation:
    """One phrase of the card language."""

    name: str  # the key of its words, in [leaf] of words/*.toml
    effect: int  # the instruction that carries it out: DO_... in constants.pxd
    does: Does
    worth: Worth
    gaps: tuple[str, ...] = ()  # the gaps in its words: n, per, cards, supply, which, place, target
    who: int = N.YOU  # the player whose cards and coins it affects
    asks: str = ""  # the decision it may ask for, by the name of its words in [prompt]
    then_asks: str = ""  # ... and the one after it, where it asks for two things
    of_enemy: bool = False  # only under "choose an enemy" or "each enemy"
    of_both: bool = False  # it takes from one of two players for the other, so they must be two
    at_end: bool = False  # only in END texts
    gives_up: bool = False  # it takes from its player, and is a price if a benefit depends on it (R-D41)
    places: tuple[str, ...] = ()  # that its gap may name; "revealed" only if it may name other places of that player
    targets: tuple[str, ...] = ()
    usual: str = ""  # its target if its words name none
    value: int = 0  # what its number depends on, where the words leave no choice
    place: int = 0  # the engine's, where the words leave no choice
    target: int = 0
    flags: int = 0
    sign: int = 1
    remedy: str = ""  # the remedy in the error about another place or target

    def allows(self, place: str, shown: int, target: str) -> bool:
        """Whether it may name a place and a target; `revealed` is the engine's place of revealed cards."""
        if place == "revealed" and ("their_stash" if shown in _THEIR_PLACES else "your_stash") not in self.places:
            return False
        return (not place or place in self.places) and (not target or target in self.targets)

    @property
    def shows_theirs(self) -> bool:
        """Whether it shows cards of the enemy."""
        return self.effect == N.DO_SHOW and self.place in _THEIR_PLACES

    @property
    def moves(self) -> bool:
        """Whether it moves cards out of the places in its words."""
        return self.effect == N.DO_MOVE and bool(self.places)

    def fills_hand(self, target: str) -> bool:
        """Whether it brings cards into a hand if its words name this target."""
        return Does.FILLS_HAND in self.does or TARGETS.get(target) in (N.TO_YOUR_HAND, N.TO_THEIR_HAND)

    def returns(self, place: str) -> bool:
        """Whether it brings cards back into the game if its words name this place."""
        return PLACES.get(place) == N.FROM_OUT


def _declared() -> tuple[Operation, ...]:
    n, amount, chosen = ("n",), ("n", "per"), ("cards", "which")
    moving, bringing, gaining = (*chosen, "place"), (*chosen, "place", "target"), ("supply", "which", "target")
    nothing, discards, fills, runs, trashes = (
        Does.NOTHING,
        Does.DISCARDS,
        Does.FILLS_HAND,
        Does.RUNS_CARDS,
        Does.TRASHES,
    )
    anywhere, to_anywhere = (*_YOURS, "their_stash", "revealed"), (*_TO_YOU, *_TO_THEM)
    they: dict[str, Any] = {"who": N.THEY, "of_enemy": True}
    both: dict[str, Any] = {"of_enemy": True, "of_both": True}
    steal: dict[str, Any] = {"places": ("their_stash", "revealed"), "targets": _TO_YOU, "of_both": True}
    give: dict[str, Any] = {"places": (*_YOURS, "revealed"), "targets": _TO_THEM, "of_both": True}
    gain: dict[str, Any] = {"targets": to_anywhere, "usual": "to_your_stash", "asks": "gain"}
    return (
        # coins, cards, Actions
        Operation("coin", N.DO_COIN, nothing, Worth(coins=1), amount),
        Operation("card", N.DO_CARD, fills, Worth(cards=1), amount, asks="draw"),
        Operation("draw_until", N.DO_CARD, fills, Worth(cards=0.4), n, asks="draw", value=N.VALUE_SHORT),
        Operation("action", N.DO_ACTION, nothing, Worth(actions=1), amount),
        Operation("buy", N.DO_BUY, nothing, Worth(buys=1), amount),
        Operation("reload", N.DO_RELOAD, nothing, Worth(coins=0.3), amount, asks="reload"),
        Operation("discard", N.DO_DISCARD, discards, Worth(coins=-0.4), chosen, asks="discard", gives_up=True),
        Operation("discard_down", N.DO_DISCARD, discards, Worth(), n, asks="discard", value=N.VALUE_OVER),
        Operation("pay", N.DO_PAY, nothing, Worth(coins=-1), amount, gives_up=True),
        Operation("cheaper", N.DO_CHEAPER, nothing, Worth(coins=1), n),
        Operation("they_coin", N.DO_COIN, nothing, Worth(enemy=1), amount, **they),
        Operation("they_card", N.DO_CARD, fills, Worth(enemy=0.5), amount, asks="draw", **they),
        Operation(
            "they_draw_until", N.DO_CARD, fills, Worth(enemy=0.2), n, asks="draw", value=N.VALUE_SHORT, **they,
        ),
        Operation("they_action", N.DO_ACTION, nothing, Worth(), amount, **they),  # void out of their turn (R-D36)
        Operation("they_buy", N.DO_BUY, nothing, Worth(), amount, **they),
        Operation("they_reload", N.DO_RELOAD, nothing, Worth(), amount, asks="reload", **they),
        Operation(
            "they_discard", N.DO_DISCARD, discards, _THEIR_DISCARD, chosen, asks="discard", gives_up=True, **they,
        ),
        Operation(
            "they_discard_down", N.DO_DISCARD, discards, _THEIR_DISCARD, n, asks="discard", value=N.VALUE_OVER, **they,
        ),
        Operation("they_pay", N.DO_PAY, nothing, Worth(enemy=-1), amount, gives_up=True, **they),
        Operation("steal_coins", N.DO_STEAL_COINS, nothing, Worth(coins=1, enemy=-1), amount, **both),
        # revealing, looking and naming
        Operation("reveal_deck", N.DO_SHOW, nothing, Worth(), n, place=N.YOUR_DECK),
        Operation("reveal_their_deck", N.DO_SHOW, nothing, Worth(), n, of_enemy=True, place=N.THEIR_DECK),
        Operation("reveal_hand", N.DO_SHOW, nothing, Worth(), place=N.YOUR_HAND),
        Operation("reveal_their_hand", N.DO_SHOW, nothing, Worth(), of_enemy=True, place=N.THEIR_HAND),
        Operation("look_deck", N.DO_SHOW, nothing, Worth(), n, place=N.YOUR_DECK, flags=N.SECRET),
        Operation("look_their_deck", N.DO_SHOW, nothing, Worth(), n, of_enemy=True, place=N.THEIR_DECK, flags=N.SECRET),
        Operation("look_their_hand", N.DO_SHOW, nothing, Worth(), of_enemy=True, place=N.THEIR_HAND, flags=N.SECRET),
        Operation("reorder", N.DO_REORDER, nothing, Worth(coins=0.2), asks="reorder", place=N.SHOWN),
        Operation("name_card", N.DO_NAME, nothing, Worth(), asks="name"),
        # cards from place to place
        Operation(
            "trash", N.DO_MOVE, trashes, _STARTER_GONE, moving,
            asks="trash", gives_up=True, places=anywhere, target=N.TO_OUT,
        ),
        Operation(
            "steal", N.DO_MOVE, nothing, _CARD_TAKEN, bringing,
            asks="steal", **steal, remedy='you steal an enemy\'s card for yourself; say "put" or "give"',
        ),
        Operation(
            "give", N.DO_MOVE, nothing, _STARTER_GONE, bringing,
            asks="give", gives_up=True, **give, remedy='you give a card of your own to an enemy; say "put" or "steal"',
        ),
        Operation(
            "put", N.DO_MOVE, nothing, Worth(coins=0.4), bringing,
            asks="put", gives_up=True, places=(*anywhere, "out"), targets=to_anywhere,
        ),
        Operation(
            "they_trash", N.DO_MOVE, trashes, Worth(enemy=0.5), moving,
            asks="trash", gives_up=True, places=_OWN, target=N.TO_OUT, **they,
        ),
        Operation(
            "they_put", N.DO_MOVE, nothing, Worth(enemy=-0.3), bringing,
            asks="put", gives_up=True, places=_OWN, targets=_TO_OWN, **they,
        ),
        Operation(
            "they_give", N.DO_MOVE, fills, Worth(coins=1, enemy=-0.3), moving,
            asks="give", gives_up=True, places=_OWN, target=N.TO_YOUR_HAND, of_both=True, **they,
        ),
        Operation(
            "take_random", N.DO_MOVE, nothing, _CARD_TAKEN, ("n", "target"),
            asks="steal", targets=to_anywhere, place=N.THEIR_HAND, flags=N.RANDOM, **both,
        ),
        Operation("put_top", N.DO_TOP, nothing, Worth(), ("target",), targets=to_anywhere),
        Operation("gain", N.DO_GAIN, nothing, Worth(coins=1.0), gaining, **gain),
        Operation(
            "they_gain", N.DO_GAIN, nothing, Worth(enemy=0.7), gaining,
            targets=_TO_OWN, usual="to_own_stash", asks="gain", **they,
        ),
        Operation("trash_supply", N.DO_GAIN, nothing, Worth(coins=0.1), ("supply", "which"),
                  asks="trash_supply", target=N.TO_OUT),
        Operation("put_this", N.DO_THIS, nothing, Worth(), ("target",), targets=to_anywhere),
        Operation(
            "give_this", N.DO_THIS, nothing, _STARTER_GONE, ("target",), of_both=True,
            targets=_TO_THEM, remedy='you give a card to an enemy; say "put this card"',
        ),
        Operation("trash_this", N.DO_THIS, trashes, Worth(), target=N.TO_OUT),
        Operation("swap", N.DO_SWAP, nothing, Worth(), asks="swap", then_asks="for", **both),
        # cards used by cards
        Operation(
            "play", N.DO_PLAY, runs, Worth(coins=2.0), ("which", "place"),
            asks="play", places=(*_YOURS, "their_stash"), remedy="cards cannot be played there",
        ),
        Operation(
            "play_twice", N.DO_PLAY, runs, Worth(coins=4.5), ("which", "place"),
            asks="play", places=(*_YOURS, "their_stash"), flags=N.TWICE, remedy="cards cannot be played there",
        ),
        Operation(
            "activate", N.DO_ACTIVATE, runs, Worth(coins=2.0), ("which", "place"),
            asks="activate", places=("your_stash", "their_stash"), remedy="cards cannot be activated there",
        ),
        # several cards at once
        Operation("discard_hand", N.DO_DISCARD_HAND, discards, Worth(), gives_up=True),
        Operation("they_discard_hand", N.DO_DISCARD_HAND, discards, _THEIR_DISCARD, gives_up=True, **they),
        Operation("discard_together", N.DO_TOGETHER, discards, Worth(), n, asks="discard", gives_up=True),
        Operation(
            "they_discard_together", N.DO_TOGETHER, discards, _THEIR_DISCARD, n, asks="discard", gives_up=True, **they,
        ),
        Operation("all_discard_together", N.DO_TOGETHER, discards, Worth(), n, asks="discard", who=N.ALL_ENEMIES),
        # hooks
        Operation("hooks", N.DO_HOOKS, nothing, Worth(), amount, at_end=True),
        Operation("minus_hooks", N.DO_HOOKS, nothing, Worth(), amount, at_end=True, sign=-1),
        Operation("they_hooks", N.DO_HOOKS, nothing, Worth(), amount, at_end=True, **they),
        Operation("they_minus_hooks", N.DO_HOOKS, nothing, Worth(), amount, at_end=True, sign=-1, **they),
    )  # fmt: skip


OPERATIONS: Mapping[str, Operation] = MappingProxyType({one.name: one for one in _declared()})
NAMES = ("", *OPERATIONS)  # by their numbers in instructions; 0 is a block
NUMBERS: Mapping[str, int] = MappingProxyType({name: number for number, name in enumerate(NAMES) if name})
WORTHS = (Worth(), *(one.worth for one in OPERATIONS.values()))  # by the same numbers
BLOCK_QUESTIONS = {N.DO_CHOOSE: "option", N.DO_ENEMY: "enemy", N.DO_MAY: "may", N.DO_PAY_FOR: "pay"}
QUESTIONS = frozenset(name for one in OPERATIONS.values() for name in (one.asks, one.then_asks) if name) | frozenset(
    BLOCK_QUESTIONS.values()
)


def question(effect: int, number: int, again: bool) -> str:
    """The kind of decision that an instruction waits for; `again` if it is not its first."""
    if not number:
        return BLOCK_QUESTIONS[effect]
    operation = OPERATIONS[NAMES[number]]
    return operation.then_asks if again and operation.then_asks else operation.asks
