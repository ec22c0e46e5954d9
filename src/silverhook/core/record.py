# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""Zones of cards, knowledge of them, pending steps and events, in one flat record.

A card is a number; the rules know its kind. A zone is a row of cards, its top last. Each card
has a knowledge bit for each seat and one for the spectators. Each place of a card also has a batch: the
cards that were last shuffled together. Nobody can tell hidden cards of one batch apart.
"""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def put_under(g, zone, card):
    """Put a card at the bottom of a zone."""
    for i in range(g.size[zone], 0, -1):
        g.cards[zone][i] = g.cards[zone][i - 1]
    g.cards[zone][0] = card
    g.size[zone] += 1
    g.mark[card] = 0
    g.bound[card] = 0


def take_at(g, zone, i):
    """Take the card at place i; the others keep their order."""
    card = g.cards[zone][i]
    g.size[zone] -= 1
    n = g.size[zone]
    while i < n:
        g.cards[zone][i] = g.cards[zone][i + 1]
        i += 1
    return card


def find_card(g, zone, card):
    """The place of a card in a zone, -1 if it is not there."""
    for i in range(g.size[zone]):
        if g.cards[zone][i] == card:
            return i
    return -1


def hide_zone(g, zone):
    """Make the cards of this zone one new batch: nobody can tell them apart any more."""
    g.batches += 1
    for i in range(g.size[zone]):
        card = g.cards[zone][i]
        if g.knows[card] == EVERYBODY:
            g.since[card] = g.batches
        g.knows[card] = 0
        g.mark[card] = 0
        g.bound[card] = 0
        g.batch[card] = g.batches


def shuffle_zone(g, zone):
    """Shuffle a zone face down."""
    hide_zone(g, zone)
    for i in range(g.size[zone] - 1, 0, -1):
        j = below(address(g.chance), i + 1)
        card = g.cards[zone][i]
        g.cards[zone][i] = g.cards[zone][j]
        g.cards[zone][j] = card


def blur_card(g, card, cards, knowers):
    """Let only these seats still know a card. For the others it joins the newest batch, with all that it could be.

    A card that everybody knew belonged to no batch. Any other card brings along the cards it was shuffled with.
    """
    if g.knows[card] == EVERYBODY:
        g.batch[card] = g.since[card] = g.batches
    else:
        old = g.batch[card]
        for other in range(cards):
            if g.batch[other] == old:
                g.batch[other] = g.batches
    g.knows[card] &= knowers


def knowers(g, card):
    """How many seats know a card."""
    n = 0
    for bit in range(SPECTATOR + 1):
        n += g.knows[card] >> bit & 1
    return n


def best_known(g, zone, at, kind, binding):
    """Of the cards of the same kind as the one at a place, the place of the one that most seats know: it leaves.

    To the owner such cards are all the same, and the move must not tell the others that there are several.
    `binding` is the bit of the step whose shown cards are the only choice.
    """
    first = g.cards[zone][at]
    for i in range(g.size[zone]):
        card, other = g.cards[zone][at], g.cards[zone][i]
        if kind[other] != kind[first] or g.knows[other] == g.knows[card] or g.mark[other] != g.mark[first]:
            continue
        if (not binding or g.bound[other] & binding) and knowers(g, other) > knowers(g, card):
            at = i
    return at


def forget_like(g, zone, card, kind, cards, binding):
    """Nobody sees which of several equal cards leaves: a seat that knew another of them, not this one, forgets one."""
    left = g.knows[card]
    for i in range(g.size[zone]):
        other = g.cards[zone][i]
        forget = g.knows[other] & ~left
        if forget and kind[other] == kind[card] and other != card and (not binding or g.bound[other] & binding):
            g.batches += 1
            blur_card(g, card, cards, EVERYBODY)
            blur_card(g, other, cards, ~forget)
            left |= forget


def show_leaving(g, zone, card, kind, cards, binding):
    """Take a card out of a zone while everybody watches."""
    forget_like(g, zone, card, kind, cards, binding)
    g.knows[card] = EVERYBODY


def bind_shown(g, s, cards):
    """The bit of a step that shows cards, cleared of those it showed before; deeper steps share the last bit."""
    if not s.shows:
        used = 0
        for k in range(g.depth):
            used |= g.steps[k].shows
        s.shows = 1
        while s.shows & used and s.shows < LAST_BIT:
            s.shows <<= 1
    for card in range(cards):
        g.bound[card] &= ~s.shows
    return s.shows


def write_event(g, code, seat, other, card, n, source, target):
    """Record an event. The seats that know the card see it in the event."""
    if g.events.size == MAX_EVENTS:
        return
    event = address(g.events.event[g.events.size])
    g.events.size += 1
    event.code = code
    event.seat = seat
    event.other = other
    event.card = card
    event.sees = EVERYBODY if card == NO_CARD else g.knows[card]
    event.n = n
    event.source = source
    event.target = target
