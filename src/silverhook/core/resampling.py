# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""Resampling: deals the hidden cards of a position again, in a way that one seat cannot tell from the truth.

The seat's knowledge bits say which cards it does not know; batches say which of those can lie in which place. A
game can bar cards from zones where everybody knows that they are not.
"""

import cython

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def deal_batches(g, zones, seat, c):
    """Redeal all cards that a seat does not know, where everybody knows which cards each batch holds.

    Cards move only within their batch, because the seat cannot tell those apart. They are sorted first, so that
    nothing remains of the true order. What other seats know stays with the place.
    """
    cards = cython.declare(cython.uchar[MAX_CARDS])
    zone = cython.declare(cython.uchar[MAX_CARDS])
    place = cython.declare(cython.uchar[MAX_CARDS])
    knows = cython.declare(cython.uchar[MAX_CARDS])
    mark = cython.declare(cython.uchar[MAX_CARDS])
    bound = cython.declare(cython.uchar[MAX_CARDS])
    done: cython.uchar[136] = [0] * 136  # MAX_CARDS
    for z in range(zones):
        for start in range(g.size[z]):
            first = g.cards[z][start]
            if first == NO_CARD or g.knows[first] >> seat & 1 or done[first]:
                continue
            n = 0
            for y in range(z, zones):
                for i in range(g.size[y]):
                    card = g.cards[y][i]
                    if card != NO_CARD and not g.knows[card] >> seat & 1 and g.batch[card] == g.batch[first]:
                        zone[n], place[n], cards[n] = y, i, card
                        knows[n], mark[n], bound[n] = g.knows[card], g.mark[card], g.bound[card]
                        done[card] = 1
                        n += 1
            for i in range(1, n):
                card = cards[i]
                j = i
                while j > 0 and cards[j - 1] > card:
                    cards[j] = cards[j - 1]
                    j -= 1
                cards[j] = card
            for i in range(n - 1, 0, -1):
                j = below(c, i + 1)
                card = cards[i]
                cards[i] = cards[j]
                cards[j] = card
            for i in range(n):
                card = cards[i]
                g.cards[zone[i]][place[i]] = card
                g.knows[card], g.mark[card], g.bound[card] = knows[i], mark[i], bound[i]


def deal_nested(g, zones, seat, c):
    """The same where hidden cards are shuffled in with others: a place can hold any card that was hidden in time.

    A place was filled from the batch it carries. A card that was last seen face up was hidden with some batch, and
    can be in that batch or a later one. If the places are filled from the oldest batch on, each with one of the
    cards that can be there, every possible deal is equally likely.
    """
    cards = cython.declare(cython.uchar[MAX_CARDS])
    zone = cython.declare(cython.uchar[MAX_CARDS])
    place = cython.declare(cython.uchar[MAX_CARDS])
    slot = cython.declare(cython.uchar[MAX_CARDS])
    batch = cython.declare(cython.ushort[MAX_CARDS])
    knows = cython.declare(cython.uchar[MAX_CARDS])
    mark = cython.declare(cython.uchar[MAX_CARDS])
    bound = cython.declare(cython.uchar[MAX_CARDS])
    n = 0
    for z in range(zones):
        for i in range(g.size[z]):
            card = g.cards[z][i]
            if card == NO_CARD or g.knows[card] >> seat & 1:
                continue
            zone[n], place[n], batch[n] = z, i, g.batch[card]
            knows[n], mark[n], bound[n] = g.knows[card], g.mark[card], g.bound[card]
            j = n
            while j > 0 and batch[slot[j - 1]] > batch[n]:  # places in the order of their batches
                slot[j] = slot[j - 1]
                j -= 1
            slot[j] = n
            j = n
            while j > 0 and (
                g.since[cards[j - 1]] > g.since[card]
                or (g.since[cards[j - 1]] == g.since[card] and cards[j - 1] > card)
            ):
                cards[j] = cards[j - 1]
                j -= 1
            cards[j] = card
            n += 1
    ready = 0
    for k in range(n):
        i = slot[k]
        while ready < n and g.since[cards[ready]] <= batch[i]:
            ready += 1
        j = k + below(c, ready - k)
        card = cards[j]
        cards[j] = cards[k]
        cards[k] = card
        g.cards[zone[i]][place[i]] = card
        g.batch[card] = batch[i]
        g.knows[card], g.mark[card], g.bound[card] = knows[i], mark[i], bound[i]


def keep_out(g, zones, seat, barred, nested, c):
    """Exchange cards that a seat does not know until none is in a zone from which it is barred, then mix them further.

    `barred` has a 1 for each such zone and card. Which cards each place can hold otherwise stays as it was dealt.
    """
    zone = cython.declare(cython.uchar[MAX_CARDS])
    place = cython.declare(cython.uchar[MAX_CARDS])
    n = 0
    for z in range(zones):
        for i in range(g.size[z]):
            card = g.cards[z][i]
            if card != NO_CARD and not g.knows[card] >> seat & 1:
                zone[n], place[n] = z, i
                n += 1
    for i in range(n):
        if barred[zone[i] * MAX_CARDS + g.cards[zone[i]][place[i]]]:
            mend(g, zone, place, n, i, barred, nested, c)
    for _ in range(MIXING * n):
        i, j = below(c, n), below(c, n)
        ours, theirs = g.cards[zone[i]][place[i]], g.cards[zone[j]][place[j]]
        if can_hold(g, zone[i], ours, theirs, barred, nested) and can_hold(g, zone[j], theirs, ours, barred, nested):
            exchange(g, zone[i], place[i], zone[j], place[j])


def mend(g, zone, place, n, wrong, barred, nested, c):
    """Pass cards along the shortest ring of places in which each can hold the card of the next one.

    There is such a ring through a place with a barred card, because the true deal has no barred card at all.
    """
    queue = cython.declare(cython.uchar[MAX_CARDS])
    before = cython.declare(cython.uchar[MAX_CARDS])
    seen: cython.uchar[136] = [0] * 136  # MAX_CARDS
    card = g.cards[zone[wrong]][place[wrong]]
    queue[0], seen[wrong], first, last = wrong, 1, 0, 1
    offset = below(c, n)
    while first < last:
        i = queue[first]
        first += 1
        held = g.cards[zone[i]][place[i]]
        if i != wrong and can_hold(g, zone[i], held, card, barred, nested):
            while i != wrong:  # the barred card goes to this place, and each place on the way back gets the next card
                exchange(g, zone[i], place[i], zone[wrong], place[wrong])
                i = before[i]
            return
        for k in range(n):
            j = (k + offset) % n
            if not seen[j] and can_hold(g, zone[i], held, g.cards[zone[j]][place[j]], barred, nested):
                seen[j], before[j], queue[last] = 1, i, j
                last += 1


def can_hold(g, zone, held, card, barred, nested):
    """Whether a place that holds one hidden card could hold another one instead."""
    if barred[zone * MAX_CARDS + card]:
        return 0
    if nested:
        return 1 if g.since[card] <= g.batch[held] else 0
    return 1 if g.batch[card] == g.batch[held] else 0


def exchange(g, zone, i, other, j):
    """Exchange the cards of two places; what seats know of the places, and their batches, stay."""
    a, b = g.cards[zone][i], g.cards[other][j]
    g.cards[zone][i], g.cards[other][j] = b, a
    g.knows[a], g.knows[b] = g.knows[b], g.knows[a]
    g.mark[a], g.mark[b] = g.mark[b], g.mark[a]
    g.bound[a], g.bound[b] = g.bound[b], g.bound[a]
    g.batch[a], g.batch[b] = g.batch[b], g.batch[a]
