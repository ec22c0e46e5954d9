"""What the composition of the deck makes likely: the worth of cards before anything is known about a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from silverhook.hanataz.composition import Kind, N

if TYPE_CHECKING:
    from silverhook.hanataz.prepared import PreparedRuleset

__all__ = ["NUMBER_USED", "SPOILERS", "CardValues", "card_values", "held"]

HELD = {  # the worth of holding a card until it is played, in silvs
    N.ASSASSIN: 2.2,  # makes a pot sure
    N.BARD: 3.5,  # five silvs from the house if nobody plays another face
    N.CROWN: 0.3,  # feeds the pot, partly from its own player
    N.DRAGON: 2.2,  # three silvs, if the pot has them and nobody has a Knight
    N.FOOL: 1.6,  # a fifth of every pot that others win, and an exchanged card
    N.JESTER: 1.4,  # costs nothing: draws its own replacement
    N.KNIGHT: 0.8,  # waits for a Rogue or a Dragon
    N.PRIEST: 1.6,  # control at any time
    N.ROGUE: 2.8,  # two silvs from one pocket into another
    N.TROLL: 1.6,  # a silv from each
    N.WIZARD: 1.5,  # saves two silvs of refilling
}
NUMBERS = {2: 0.0, 3: 0.1, 4: 0.2, 5: 0.3, 6: 0.45, 7: 0.65, 8: 0.9, 9: 1.3, 10: 1.8}  # the higher, the safer
NUMBER_USED = 0.9  # the probability that an opponent with a number that beats takes control with it
SPOILERS = {N.ASSASSIN: 0.8, N.PRIEST: 0.6, N.JESTER: 0.12}  # a Jester draws a card and looks for one to play


class CardValues(NamedTuple):
    """For each kind of card: its worth in the hand, and for a number its chances against one card of the deck."""

    held: list[float]
    safe: list[float]
    pays: list[float]
    drawn: float
    typical: int


def held(kind: Kind) -> float:
    """The worth of a card in the hand."""
    return NUMBERS[kind.value] if kind.face == N.NUMBER else HELD[kind.face]


def card_values(prepared: PreparedRuleset) -> CardValues:
    """The values of the cards of a ruleset to a player who knows only the deck."""
    deck = [prepared.kinds[number] for number in prepared.cards]
    safe = [1 - _mean(_threat(kind, other) for other in deck) for kind in prepared.kinds]
    pays = [_mean(_part(kind, other) for other in deck) for kind in prepared.kinds]
    numbers = [number for number, kind in enumerate(prepared.kinds) if kind.face == N.NUMBER]
    numbers.sort(key=lambda number: safe[number])
    typical = numbers[len(numbers) // 2] if numbers else 0
    return CardValues([held(kind) for kind in prepared.kinds], safe, pays, _mean(map(held, deck)), typical)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def _threat(number: Kind, other: Kind) -> float:
    if other.face != N.NUMBER:
        return SPOILERS.get(other.face, 0.0)
    beats = other.value == number.value or (other.suit == number.suit and other.value > number.value)
    return NUMBER_USED if beats else 0.0


def _part(number: Kind, house: Kind) -> float:
    """The part of the pot that a number wins against a house card."""
    if house.face == N.FOOL:
        return 0.0
    return 0.5 if house.suit == N.NO_SUIT or (house.suit == number.suit and house.value > number.value) else 1.0
