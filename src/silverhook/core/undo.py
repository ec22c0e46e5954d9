# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Whether an action can be undone: only if it has revealed nothing hidden."""

from __future__ import annotations

import cython

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())

DEALS = 40  # other deals to try; they miss a card that could have been one of two kinds once in 2 ** 40


def reveals(before: Game, action: int, deals: int = DEALS) -> bool:
    """Whether an action used chance, taught a seat a card that the acting one did not know, or showed it anything."""
    seat = before.to_act
    after: Game = before.clone()
    after.apply(action)
    if before.chance_used() != after.chance_used():
        return True
    return taught(before, after, seat) or found_out(before, after, action, seat, deals)


def taught(before, after, seat):
    """Whether another seat has learned a card that the acting seat did not know."""
    for card in range(before.rules.cards):
        knew = before.state.knows[card]
        if not knew >> seat & 1 and after.state.knows[card] & ~knew:
            return True
    return False


def found_out(before, after, action, seat, deals):
    """Whether another deal of the hidden cards would look different to the acting seat."""
    for deal in range(deals):
        other: Game = before.resample(seat, deal)
        if action not in other.legal_actions():
            return True
        other.apply(action)
        if not looks_like(after, other, seat):
            return True
    return False


def looks_like(game, other, seat):
    """Whether a seat sees the same in two games of the same rules: whether its views are equal.

    The counters in a view follow from those of the record and from the cards that the seat sees; only at the end they
    follow from all cards.
    """
    if not cards_look_like(game, other, seat) or game.decision(seat) != other.decision(seat):
        return False
    if not game.state.over and not other.state.over and counts_alike(game.state, other.state):
        return True
    return bool(game.view(seat) == other.view(seat))


def counts_alike(g, h):
    for i in range(MAX_COUNTS):
        if g.count[i] != h.count[i]:
            return False
    return True


def cards_look_like(game, other, seat):
    """Whether a seat knows the same cards in the same places, and the same cards can be in the others."""
    mine = cython.declare(cython.int[MAX_CARDS])
    theirs = cython.declare(cython.int[MAX_CARDS])
    rules: Rules = game.rules
    kinds: list = rules.card_kinds()
    g, h = game.state, other.state
    n = 0
    for z in range(rules.zones):
        if g.size[z] != h.size[z]:
            return False
        for i in range(g.size[z]):
            a, b = g.cards[z][i], h.cards[z][i]
            if a == NO_CARD or b == NO_CARD:
                if a != b:
                    return False
            elif g.knows[a] >> seat & 1:
                if not h.knows[b] >> seat & 1 or kinds[a] != kinds[b]:
                    return False
            elif h.knows[b] >> seat & 1 or g.batch[a] != h.batch[b]:
                return False
            else:
                mine[n] = (g.since[a] if rules.nested else g.batch[a]) << 8 | cython.cast(cython.int, kinds[a])
                theirs[n] = (h.since[b] if rules.nested else h.batch[b]) << 8 | cython.cast(cython.int, kinds[b])
                n += 1
    sort_numbers(mine, n)
    sort_numbers(theirs, n)
    for i in range(n):
        if mine[i] != theirs[i]:
            return False
    return True


def sort_numbers(numbers, n):
    for i in range(1, n):
        number, at = numbers[i], i
        while at and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number
