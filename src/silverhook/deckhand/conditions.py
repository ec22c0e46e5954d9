# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""The numbers of a position that card texts compare and count."""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def next_enemy(t, you, enemy):
    """The next seat clockwise; `you` again after the last enemy."""
    return enemy + 1 if enemy + 1 < t.players else 0


def next_in_turn(t, g, you, enemy):
    """R-D38: the next enemy clockwise, the turn player first; the first of them after `you`, `you` after the last.

    During scoring it is nobody's turn, and they go clockwise from the owner of the effect (R-D92).
    """
    first = g.count[CURRENT] if g.count[CURRENT] >= 0 else you
    k = 0 if enemy == you else (enemy - first + t.players) % t.players + 1
    while k < t.players:
        e = (first + k) % t.players
        if e != you:
            return e
        k += 1
    return you


def zone_at(place, you, enemy):
    """The zone that one bit of a place names."""
    if place == YOUR_HAND:
        return zone_of(you, HAND)
    if place == YOUR_STASH:
        return zone_of(you, STASH)
    if place == YOUR_DECK:
        return zone_of(you, DECK)
    if place == THEIR_HAND:
        return zone_of(enemy, HAND)
    if place == THEIR_STASH:
        return zone_of(enemy, STASH)
    return OUT if place == FROM_OUT else zone_of(enemy, DECK)


def value_of(t, g, value, kind, p):
    """A number that conditions and END effects compare."""
    if value == VALUE_COINS:
        return g.count[COINS + p]
    if value == VALUE_HAND:
        return g.size[zone_of(p, HAND)]
    if value == VALUE_STASH:
        return g.size[zone_of(p, STASH)]
    if value == VALUE_OWNED:
        return owned(g, p)
    if value == VALUE_NAMED:
        return count_kind(t, g, p, kind)
    if value == VALUE_DECK:
        return g.size[zone_of(p, DECK)]
    if value == VALUE_ACTIONS:
        return g.count[ACTIONS] if p == g.count[CURRENT] else 0
    if value == VALUE_ENEMIES:
        return t.players - 1
    n = 0
    for k in range(g.size[zone_of(p, STASH)]):
        n += t.hooks[t.kind[g.cards[zone_of(p, STASH)][k]]]
    return n


def count_kind(t, g, p, kind):
    """How many cards of a kind a seat owns."""
    n = 0
    for zone in range(zone_of(p, DECK), zone_of(p, ASIDE) + 1):
        for k in range(g.size[zone]):
            if t.kind[g.cards[zone][k]] == kind:
                n += 1
    return n


def passes(t, g, i, card):
    """Whether a card is one of those that an instruction takes: by its cost, its name and the cards moved before."""
    if t.price[card] < i.low or t.price[card] > i.high:
        return False
    w = i.which
    if w == 0:
        return True
    if w == NAMED:
        return t.kind[card] == i.kind
    s = top_step(g)
    if w == CHOSEN_NAME:
        return t.kind[card] == s.named
    if w == SAME_AS_HELD:
        if t.code[s.pc].who == THEY and s.enemy != s.you:
            return True  # R-D104: the enemy who decides does not see that hand
        for k in range(g.size[zone_of(s.you, HAND)]):
            if t.kind[g.cards[zone_of(s.you, HAND)][k]] == t.kind[card]:
                return True
        return False
    if s.last == NO_CARD:
        return False
    if w == SAME_AS_IT:
        return t.kind[card] == t.kind[s.last]
    if w == LESS_THAN_IT:
        return t.price[card] < t.price[s.last]
    more = t.price[card] - t.price[s.last]
    return more == i.most if w == EXACTLY_MORE else more <= i.most


def holds(t, g, i, you, enemy, binding):
    """Whether the condition of an instruction holds; equal is neither more nor fewer."""
    c = i.condition
    if c == ALWAYS:
        return True
    if c == SHOWN_IS:
        zone = zone_at(i.place & ~SHOWN, you, enemy)
        for k in range(g.size[zone]):
            if g.bound[g.cards[zone][k]] & binding:
                return passes(t, g, i, g.cards[zone][k])
        return False
    if c == IT_IS:
        return top_step(g).last != NO_CARD and passes(t, g, i, top_step(g).last)
    if c == THEY_LEAST:
        return value_of(t, g, i.value, i.kind, enemy) >= i.n
    if c == THEY_MOST:
        return value_of(t, g, i.value, i.kind, enemy) <= i.n
    mine = value_of(t, g, i.value, i.kind, you)
    if c == YOU_LEAST:
        return mine >= i.n
    if c == YOU_MOST:
        return mine <= i.n
    if c == YOU_MORE:
        return mine > value_of(t, g, i.value, i.kind, enemy)
    if c == THEY_MORE:
        return mine < value_of(t, g, i.value, i.kind, enemy)
    return compare_all(t, g, i, you, mine)


def compare_all(t, g, i, you, mine):
    """Conditions about every enemy or any enemy; without enemies, none of them holds."""
    more = fewer = 0
    e = next_enemy(t, you, you)
    while e != you:
        theirs = value_of(t, g, i.value, i.kind, e)
        if theirs > mine:
            more += 1
        elif theirs < mine:
            fewer += 1
        e = next_enemy(t, you, e)
    if i.condition == FEWER_THAN_EACH:
        return more > 0 and more == t.players - 1
    if i.condition == MORE_THAN_EACH:
        return fewer > 0 and fewer == t.players - 1
    return more > 0 if i.condition == SOME_MORE else fewer > 0


def count_up(t, g, i, p, moved):
    """The number of an instruction that happens for every m of something; at most MOST."""
    if i.value == VALUE_OVER or i.value == VALUE_SHORT:
        over = g.size[zone_of(p, HAND)] - i.n
        n = over if i.value == VALUE_OVER else -over
        return n if n > 0 else 0
    n = moved if i.value == VALUE_MOVED else value_of(t, g, i.value, i.kind, p)
    n = n // i.m if n > 0 else 0
    most = i.most if i.most else MOST
    if i.n < 0:  # fewer hooks
        return -most if -i.n * n > most else i.n * n
    return most if i.n * n > most else i.n * n


def settle_count(t, g, s, i, p):
    """How often such an instruction happens if it may ask; it is settled when the instruction begins (R-D93)."""
    if s.n == 0:
        n = count_up(t, g, i, p, s.moved)
        s.count = n if n < NO_CARD else NO_CARD
    return s.count


def end_hooks(t, g, p, pc):
    """The hooks of an END program that only counts, in the present position (R-D63)."""
    n = 0
    e = p
    while t.code[pc].op != STOP:
        i = address(t.code[pc])
        if i.op == DO_HOOKS:
            n += counted(t, g, i, p, 0)
            pc += 1
        elif i.op == DO_IF:
            pc = pc + 1 if holds(t, g, i, p, e, 0) else i.jump
        elif i.op == DO_EACH:
            e = next_enemy(t, p, e)
            while e != p and not holds(t, g, i, p, e, 0):
                e = next_enemy(t, p, e)
            pc = i.jump if e == p else pc + 1
        else:  # the jumps back to "each enemy", and past an "otherwise"
            pc = i.jump
    return n


def count_hooks(t, g, p):
    """R-D62: the hooks on all cards owned, and what END effects add."""
    n = g.count[BONUS + p]
    for zone in range(zone_of(p, DECK), zone_of(p, ASIDE) + 1):
        for i in range(g.size[zone]):
            kind = t.kind[g.cards[zone][i]]
            n += t.hooks[kind] + counted_at_end(t, g, p, kind)
    return n


def counted_at_end(t, g, p, kind):
    """The hooks that a card's END effect adds in the count; an effect that moves things has added them before."""
    return end_hooks(t, g, p, t.end[kind]) if t.end[kind] and not t.moves_at_end[kind] else 0
