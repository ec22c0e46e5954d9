"""Whether an action can be undone: only if it has revealed nothing hidden."""

from __future__ import annotations

from silverhook.core.game import Game

__all__ = ["reveals"]

_DEALS = 40  # other deals to try; they miss a card that could have been one of two kinds once in 2 ** 40


def reveals(before: Game, action: int, deals: int = _DEALS) -> bool:
    """Whether an action used chance, taught a seat a card that the acting one did not know, or showed it anything."""
    seat = before.to_act
    assert seat is not None
    after = before.clone()
    after.apply(action)
    if before.chance_used() != after.chance_used():
        return True
    if any(_taught(before, after, card, seat) for card in range(before.rules.cards)):
        return True
    return _found_out(before, after, action, seat, deals)


def _taught(before: Game, after: Game, card: int, seat: int) -> bool:
    """Whether another seat has learned a card that the acting seat did not know."""
    knew = before.knowers(card)
    return not knew >> seat & 1 and bool(after.knowers(card) & ~knew)


def _found_out(before: Game, after: Game, action: int, seat: int, deals: int) -> bool:
    """Whether another deal of the hidden cards would look different to the acting seat."""
    seen = after.view(seat)
    for deal in range(deals):
        other = before.resample(seat, deal)
        if action not in other.legal_actions():
            return True
        other.apply(action)
        if other.view(seat) != seen:
            return True
    return False
