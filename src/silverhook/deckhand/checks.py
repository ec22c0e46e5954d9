# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""Invariants. Each function returns 0, or the number of an invariant that does not hold."""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def check_cards(t, g):
    """Cards and coins conserved, four cards owned, the supply full, counters sane."""
    seen = cython.declare(cython.uchar[MAX_CARDS])
    for card in range(t.cards):
        seen[card] = 0
    total = 0
    for zone in range(OUT + 1):
        for i in range(g.size[zone]):
            card = g.cards[zone][i]
            if card == NO_CARD:
                if zone != SUPPLY or g.size[SUPPLY_DECK]:
                    return 1  # a gap although there are cards to fill it
                continue
            if card >= t.cards or seen[card]:
                return 2  # a card twice
            seen[card] = 1
            total += 1
    if total != t.cards or g.size[SUPPLY] != SLOTS:
        return 3  # a card lost
    money = g.count[BANK]
    for p in range(t.players):
        money += g.count[COINS + p]
        if g.count[COINS + p] < 0 or g.count[COINS + p] > t.money_cap:
            return 4
        if owned(g, p) < FLOOR:
            return 5
    for zone in range(zone_of(t.players, DECK), SUPPLY):
        if g.size[zone]:
            return 7  # cards of a seat that is not there
    if money != t.bank or (t.bank_limited and g.count[BANK] < 0):
        return 8
    if (g.count[CURRENT] >= 0 and (g.count[ENDER] >= 0) != (g.size[SUPPLY_DECK] == 0)) or g.count[ENDER] >= t.players:
        return 9
    if g.count[ACTIONS] < 0 or g.count[USED] < 0 or g.count[BUYS] < 0 or g.count[RELOADS] < 0:
        return 10
    if g.count[USED] > t.action_cap or g.count[USED] > t.action_guard:
        return 11
    if g.count[CURRENT] < NOBODY or g.count[CURRENT] >= t.players or not 0 <= g.count[FIRST] < t.players:
        return 12
    return 0


def check_knowledge(t, g):
    """Everybody knows face-up cards, each owner the own hand, and nobody the supply deck.

    When the game is over, all owned cards are face up.
    """
    for zone in range(OUT + 1):
        for i in range(g.size[zone]):
            card = g.cards[zone][i]
            if card == NO_CARD:
                continue
            kind = zone % OWN_ZONES
            if zone == SUPPLY or zone == OUT or (zone < SUPPLY and (kind == STASH or kind == ASIDE or g.over)):
                if g.knows[card] != EVERYBODY:
                    return 13
            elif zone < SUPPLY and kind == HAND:
                if not g.knows[card] >> owner_of(zone) & 1:
                    return 14
            elif zone == SUPPLY_DECK and g.knows[card]:
                return 15
    return 0


def check_steps(t, g):
    """The stack holds only steps that the engine can carry out, and some seat is asked."""
    if g.over:
        return 16 if g.depth or g.to_act != NOBODY else 0
    if g.depth < 1 or g.to_act < 0 or g.to_act >= t.players:
        return 17
    waiting = 0
    for k in range(g.depth):
        s = address(g.steps[k])
        if s.op >= STEP_KINDS or s.pc < 0 or s.pc >= t.code_size or s.n < 0:
            return 18
        if s.you < (NOBODY if s.op == SCORING else 0) or s.you >= t.players:
            return 19
        if (s.last != NO_CARD and s.last >= t.cards) or (s.named != NO_CARD and s.named >= t.kinds):
            return 29
        if s.enemy < NOBODY or s.enemy >= t.players or (s.card != NO_CARD and s.card >= t.cards):
            return 20
        if s.op == ORDER and (s.n > waiting or s.n == 0):
            return 21  # it orders the effects that wait right below it
        waiting = waiting + 1 if s.op == WAITING else 0
        if s.op >= LATER and k > 0 and g.steps[k - 1].op < LATER:
            return 30  # notes lie at the bottom
        if (s.op == WAITING or s.op == FINISH or s.op == LATER) and s.card == NO_CARD:
            return 22
        if s.op == FINISH and s.enemy < 0:
            return 23
        if s.shows & (s.shows - 1) or (s.shows and s.op != RUN):
            return 28  # more than one bit, or cards shown by a step that shows none
        if s.op == RUN and not t.code[s.pc].op == STOP and s.enemy < 0 and t.code[s.pc].who == THEY:
            return 24
    op = top_step(g).op
    return 0 if op == RUN or op == ORDER or op == MAIN else 25


def check_decks(t, g):
    """R-D23: an empty deck has been remade, unless an instruction is still moving cards to the stash (R-D27)."""
    if t.lazy or is_moving(t, g):
        return 0
    for p in range(t.players):
        if g.size[zone_of(p, DECK)] == 0 and g.size[zone_of(p, STASH)]:
            return 6
    return 0


def is_moving(t, g):
    """Whether the game waits in the middle of an instruction that moves several cards."""
    if g.over or top_step(g).op != RUN:
        return False
    return top_step(g).n > 0 and t.code[top_step(g).pc].op == DO_MOVE
