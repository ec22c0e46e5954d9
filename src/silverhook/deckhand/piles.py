# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""Decks, stashes, coins and the supply: the things on the table and how they move."""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


# --- decks and stashes -----------------------------------------------------------------------


def reshuffle(t, g, p):
    """The stash becomes the deck, face down."""
    deck, stash = zone_of(p, DECK), zone_of(p, STASH)
    for i in range(g.size[stash]):
        g.cards[deck][i] = g.cards[stash][i]
    g.size[deck] = g.size[stash]
    g.size[stash] = 0
    shuffle_zone(g, deck)
    tell(g, TOLD_SHUFFLE, p, NOBODY, NO_CARD, g.size[deck], stash, deck)


def keep_deck(t, g, p):
    """R-D23, R-D24: remake an empty deck as soon as its stash has cards."""
    if g.size[zone_of(p, DECK)] == 0 and g.size[zone_of(p, STASH)] > 0 and not t.lazy:
        reshuffle(t, g, p)


def to_stash(t, g, p, card):
    """Put one card into a stash; if the deck is empty, it becomes the deck at once (R-D24)."""
    put(g, zone_of(p, STASH), card)
    g.knows[card] = EVERYBODY
    keep_deck(t, g, p)


def can_draw(t, g, p):
    return g.size[zone_of(p, DECK)] > 0 or (t.lazy and g.size[zone_of(p, STASH)] > 0)


def draw(t, g, p):
    """Draw the top card, if there is one; the last one drawn makes the stash the new deck (R-D23, R-D25)."""
    deck = zone_of(p, DECK)
    if g.size[deck] == 0:
        if not can_draw(t, g, p):
            return
        reshuffle(t, g, p)
    card = take_top(g, deck)
    put(g, zone_of(p, HAND), card)
    g.knows[card] |= 1 << p
    tell(g, TOLD_DRAW, p, NOBODY, card, 1, deck, zone_of(p, HAND))
    keep_deck(t, g, p)


# --- coins -----------------------------------------------------------------------------------


def room_for(t, g, p):
    """How many coins a seat could take from the bank now (R-D05, R-D08)."""
    n = t.money_cap - g.count[COINS + p]
    return g.count[BANK] if t.bank_limited and g.count[BANK] < n else n


def gain_coins(t, g, p, n):
    """R-D85: gain up to n coins, limited by the bank and the cap."""
    room = room_for(t, g, p)
    if n > room:
        n = room
    if n > 0:
        g.count[COINS + p] += n
        g.count[BANK] -= n
        tell(g, TOLD_COINS, p, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)


def pay_coins(g, p, n):
    """R-D42: pay up to n coins, as many as the seat has; they go to the bank (R-D09)."""
    if n > g.count[COINS + p]:
        n = g.count[COINS + p]
    if n > 0:
        g.count[COINS + p] -= n
        g.count[BANK] += n
        tell(g, TOLD_COINS, p, NOBODY, NO_CARD, -n, NO_ZONE, NO_ZONE)


def steal_coins(t, g, p, e, n):
    """Take up to n coins from an enemy, limited by what they have and by the cap."""
    if n > g.count[COINS + e]:
        n = g.count[COINS + e]
    if n > t.money_cap - g.count[COINS + p]:
        n = t.money_cap - g.count[COINS + p]
    if n > 0:
        g.count[COINS + e] -= n
        g.count[COINS + p] += n
        tell(g, TOLD_STEAL_COINS, p, e, NO_CARD, n, NO_ZONE, NO_ZONE)


# --- the supply ------------------------------------------------------------------------------


def take_supply(t, g, slot):
    """Take a supply card; its place is filled from the supply deck at once (R-D11)."""
    card = g.cards[SUPPLY][slot]
    if g.size[SUPPLY_DECK] == 0:
        g.cards[SUPPLY][slot] = NO_CARD  # R-D12: the supply shrinks
        return card
    new = take_top(g, SUPPLY_DECK)
    g.cards[SUPPLY][slot] = new
    g.knows[new] = EVERYBODY
    tell(g, TOLD_REFILL, NOBODY, NOBODY, new, slot, SUPPLY_DECK, SUPPLY)
    if g.size[SUPPLY_DECK] == 0 and g.count[ENDER] < 0 and g.count[CURRENT] >= 0:
        g.count[ENDER] = g.count[CURRENT]  # R-D57, R-D58: the player whose turn it is has ended the game
        tell(g, TOLD_LAST_CARD, g.count[ENDER], NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
    return card


def can_reload(t, g, p):
    """R-D14: there must be a replacement card. R-D36: it must be the seat's turn, or the option must allow it."""
    if g.size[RELOAD_DECK] == 0 or (p != g.count[CURRENT] and not t.offturn_reload):
        return False
    for slot in range(SLOTS):
        if g.cards[SUPPLY][slot] != NO_CARD:
            return True
    return False


def reload_slot(g, p, slot):
    """A supply card goes under the reload deck, whose top card takes its place (R-D13)."""
    card = g.cards[SUPPLY][slot]
    put_under(g, RELOAD_DECK, card)
    new = take_top(g, RELOAD_DECK)
    g.cards[SUPPLY][slot] = new
    g.knows[new] = EVERYBODY
    tell(g, TOLD_RELOAD, p, NOBODY, card, slot, SUPPLY, RELOAD_DECK)
    tell(g, TOLD_REFILL, NOBODY, NOBODY, new, slot, RELOAD_DECK, SUPPLY)


# --- playing, and effects that wait --------------------------------------------------------------


def set_aside(t, g, you, zone, at, times):
    """Begin to play a card: set it aside, and push its move to the owner's stash, then its program."""
    card, owner = take_at(g, zone, at), owner_of(zone)
    show_leaving(g, zone, card, t.kind, t.cards, 0)
    put(g, zone_of(owner, ASIDE), card)
    tell(g, TOLD_PLAY, you, owner, card, times, zone, zone_of(owner, ASIDE))
    push_step(g, FINISH, 0, you, owner, card)
    program = t.play[t.kind[card]]
    if program:
        for _ in range(times):
            push_step(g, RUN, program, you, NOBODY, card)


def finish(t, g, s):
    """R-D47: a card that has been played goes to its owner's stash, unless it has gone elsewhere."""
    card, aside, owner = s.card, zone_of(s.enemy, ASIDE), s.enemy
    g.depth -= 1
    at = find_card(g, aside, card)
    if at >= 0:
        take_at(g, aside, at)
        tell(g, TOLD_FINISH, s.you, owner, card, 1, aside, zone_of(owner, STASH))
        to_stash(t, g, owner, card)


def wait(t, g, program, p, card):
    """Push an effect to wait for its turn; 0 if there is no room for it (R-D89)."""
    if g.depth >= MAX_STEPS - ROOM_LEFT:
        return 0
    push_step(g, WAITING, program, p, NOBODY, card)
    return 1


def note(g, op, pc, you, card, activated):
    """Keep an effect for a later turn, or that a text has been used, at the bottom of the stack.

    All other steps move up by one. Without room, it lapses (R-D89).
    """
    notes = 0
    while notes < g.depth and g.steps[notes].op >= LATER:
        notes += 1
    if notes >= MAX_NOTES or g.depth >= MAX_STEPS - ROOM_LEFT:
        return
    push_step(g, op, pc, you, NOBODY, card)
    for k in range(g.depth - 1, 0, -1):
        g.steps[k] = g.steps[k - 1]
    first = address(g.steps[0])
    first.op = op
    first.pc = pc
    first.you = you
    first.enemy = NOBODY
    first.card = card
    first.n = 0
    first.shows = first.moved = 0
    first.count = activated  # then its card is named, but is not its own
    first.last = first.named = NO_CARD


def is_noted(g, op, pc, you):
    """Whether the bottom of the stack has this note."""
    k = 0
    while k < g.depth and g.steps[k].op >= LATER:
        if g.steps[k].op == op and g.steps[k].pc == pc and g.steps[k].you == you:
            return True
        k += 1
    return False


def drop_used(g):
    """A new turn: every text can be used again."""
    k = 0
    while k < g.depth and g.steps[k].op >= LATER:
        if g.steps[k].op == ONCE:
            drop_step(g, k)
        else:
            k += 1


def wake_noted(t, g, p):
    """Let the effects that a seat has left for its turn wait for their order; returns how many."""
    waiting = k = 0
    while k < g.depth and g.steps[k].op >= LATER:
        if g.steps[k].op == LATER and g.steps[k].you == p:
            pc, card, activated = g.steps[k].pc, g.steps[k].card, g.steps[k].count
            drop_step(g, k)
            if wait(t, g, pc, p, card):
                top_step(g).count = activated
                waiting += 1
        else:
            k += 1
    return waiting


def price_of(t, g, card):
    """What a card costs to buy this turn (R-D98)."""
    price = t.price[card] - g.count[CHEAPER]
    return price if price > 0 else 0


def order_waiting(g, n, initiator):
    """Let the initiator choose the order of the n effects on top of the stack (R-D37)."""
    if n > 0:
        push_step(g, ORDER, 0, initiator, NOBODY, NO_CARD).n = n


def discard_card(t, g, p, i):
    """Discard one card from hand to stash, with the effects it triggers (R-D35: at once)."""
    card = take_at(g, zone_of(p, HAND), i)
    show_leaving(g, zone_of(p, HAND), card, t.kind, t.cards, 0)
    tell(g, TOLD_DISCARD, p, NOBODY, card, 1, zone_of(p, HAND), zone_of(p, STASH))
    to_stash(t, g, p, card)
    program = t.discarded[t.kind[card]]
    if program:
        order_waiting(g, wait(t, g, program, p, card), p)


def discard_marked(t, g, p, everything):
    """Discard the chosen cards of a hand, or all, together. Their effects wait; returns how many."""
    hand, stash = zone_of(p, HAND), zone_of(p, STASH)
    first = g.size[stash]
    kept = waiting = 0
    for i in range(g.size[hand]):
        card = g.cards[hand][i]
        if everything or g.mark[card] & CHOSEN:
            put(g, stash, card)
        else:
            g.cards[hand][kept] = card
            kept += 1
    g.size[hand] = kept
    for i in range(first, g.size[stash]):
        card = g.cards[stash][i]
        show_leaving(g, hand, card, t.kind, t.cards, 0)
        tell(g, TOLD_DISCARD, p, NOBODY, card, 1, hand, stash)
        program = t.discarded[t.kind[card]]
        if program:
            waiting += wait(t, g, program, p, card)
    keep_deck(t, g, p)  # R-D27: all arrive, then one shuffle, before any effect they trigger
    return waiting
