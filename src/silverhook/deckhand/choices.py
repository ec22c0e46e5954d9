# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""What may be chosen in an instruction, and whether it applies at all.

Without options an instruction does not apply. A single option is carried out (R-D81); several wait for the
seat to act.
"""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def options(t, g, s, i, out):
    """Write the options of an instruction; -1 if it never asks."""
    op, p = i.op, doer(s, i)
    if op == DO_CARD:
        if not t.draw_optional:
            return -1
        if s.n >= amount(t, g, s, i, p) or not can_draw(t, g, p):
            return 0
        out[0], out[1] = YES, NO
        return 2
    if op == DO_DISCARD:
        begin_choosing(s, i)
        if s.n >= amount(t, g, s, i, p):
            return 0
        return with_no(s, i, out, add_kinds(t, g, i, zone_of(p, HAND), FROM_HAND, 0, out, 0))
    if op == DO_CHOOSE:
        n = 0
        for k in range(i.n):
            option = address(t.code[s.pc + 1 + k])
            if t.select_inapplicable or applies(t, g, option.jump, option.m, s, s.enemy):
                out[n] = OPTION + k
                n += 1
        return n
    if op == DO_ENEMY:
        n = 0
        e = next_enemy(t, s.you, s.you)
        while e != s.you:
            if selectable(t, g, s, i, s.pc, e):
                out[n] = SEAT + e
                n += 1
            e = next_enemy(t, s.you, e)
        return n
    if op == DO_MOVE or op == DO_PLAY:
        if op == DO_MOVE:
            begin_choosing(s, i)
        if s.n >= i.n or (op == DO_PLAY and not may_nest(g)):
            return 0
        if s.n == 0 and not affordable(t, g, s.pc, s, s.enemy):
            return 0
        return with_no(s, i, out, move_options(t, g, i, s.you, s.enemy, s.shows, out))
    if op == DO_ACTIVATE:
        n = 0 if not may_nest(g) else activate_options(t, g, i, s.you, s.enemy, out)
        return with_no(s, i, out, n)
    if op == DO_GAIN:
        begin_choosing(s, i)
        return 0 if s.n >= i.n else with_no(s, i, out, supply_options(t, g, i, out))
    if op == DO_RELOAD:
        if t.reload_banked and p == g.count[CURRENT]:
            return -1
        if s.n >= amount(t, g, s, i, p) or not can_reload(t, g, p):
            return 0
        n = supply_options(t, g, i, out)
        out[n] = NO
        return n + 1
    if op == DO_MAY:
        if not applicable(t, g, s.pc, s, s.enemy):
            return 0
        out[0], out[1] = YES, NO
        return 2
    if op == DO_PAY_FOR:
        if not applicable(t, g, s.pc, s, s.enemy):
            return 0
        out[0], out[1] = YES, NO
        return 2 if i.flags & OPTIONAL else 1
    if op == DO_SWAP:
        if not applicable(t, g, s.pc, s, s.enemy):
            return 0
        if s.n == 0:
            return add_kinds(t, g, i, zone_of(s.you, STASH), FROM_HAND + t.kinds, 0, out, 0)
        return add_kinds(t, g, i, zone_of(s.enemy, STASH), FROM_HAND + 2 * t.kinds, 0, out, 0)
    if op == DO_TOGETHER:
        return together_options(t, g, s, i, out)
    if op == DO_REORDER:
        return add_kinds(t, g, i, zone_at(i.place & ~SHOWN, s.you, s.enemy), base_of(t, i, i.place), s.shows, out, 0)
    if op == DO_NAME:
        for kind in range(t.kinds):
            out[kind] = FROM_HAND + kind
        return t.kinds
    return -1


def begin_choosing(s, i):
    """Before an instruction that lets somebody choose cards: what "them" and "it" mean in the rest of the text."""
    if s.n == 0:
        s.moved = 0
        if not speaks_of_it(i):
            s.last = NO_CARD


def speaks_of_it(i):
    """Whether an instruction takes cards by what they have in common with the one moved last."""
    return i.which and i.which != NAMED and i.which < SAME_AS_HELD


def with_no(s, i, out, n):
    """Add the refusal if there is a "may" or fewer cards are enough, and something to refuse."""
    if n > 0 and i.flags & (OPTIONAL | UP_TO) and (s.n == 0 or i.flags & UP_TO):
        out[n] = NO
        return n + 1
    return n


def together_options(t, g, s, i, out):
    """R-D87: each player concerned picks in turn; when the last one has picked, all the cards move at once."""
    if i.who == ALL_ENEMIES and s.n == 0:
        s.enemy = next_in_turn(t, g, s.you, s.you)
        s.n = 1
    while True:
        p = s.enemy if i.who != YOU else s.you
        if i.who != ALL_ENEMIES or p != s.you:
            n = 0 if chosen(g, p) >= i.n else add_kinds(t, g, i, zone_of(p, HAND), FROM_HAND, 0, out, 0)
            if n:
                return n
        if i.who != ALL_ENEMIES or p == s.you or next_in_turn(t, g, s.you, p) == s.you:
            return -1
        s.enemy = next_in_turn(t, g, s.you, p)


def chosen(g, p):
    """How many cards of a hand are marked as picked."""
    n = 0
    for k in range(g.size[zone_of(p, HAND)]):
        if g.mark[g.cards[zone_of(p, HAND)][k]] & CHOSEN:
            n += 1
    return n


def selectable(t, g, s, i, pc, e):
    """Whether an enemy may be chosen: the text's own condition, and something must apply (DH2-G19, R-D39)."""
    if not holds(t, g, i, s.you, e, 0):
        return False
    return t.select_inapplicable or applies(t, g, pc + 1, i.jump, s, e)


def doer(s, i):
    """The seat that carries an instruction out, and so makes its choices (R-D34)."""
    return s.you if i.who == YOU else s.enemy


# --- cards in reach --------------------------------------------------------------------------------


def add_hand(t, g, p, out, n):
    """Add an option for each kind of card in a hand. This is the most frequent question."""
    first, hand = n, zone_of(p, HAND)
    for k in range(g.size[hand]):
        n = add_once(out, first, n, FROM_HAND + t.kind[g.cards[hand][k]])
    return n


def add_kinds(t, g, i, zone, base, binding, out, n):
    """Add an option for each kind of card in a zone that fits."""
    first = n
    for k in range(g.size[zone]):
        card = g.cards[zone][k]
        if fits(t, g, i, card, binding) and not g.mark[card] & CHOSEN:
            n = add_once(out, first, n, base + t.kind[card])
    return n


def base_of(t, i, place):
    """Where the actions for cards of a place begin: the chooser's hand and stash, the other's, revealed."""
    if i.place & (SHOWN | FROM_OUT):
        return FROM_HAND + 3 * t.kinds
    if place == (YOUR_HAND if i.who == YOU else THEIR_HAND):
        return FROM_HAND
    return FROM_HAND + (t.kinds if place == (YOUR_STASH if i.who == YOU else THEIR_STASH) else 2 * t.kinds)


def leaves_owner(i, owner, you, enemy):
    """Whether the card changes hands or leaves the game, so that the floor of four counts (R-D44, R-D45)."""
    if i.op == DO_PLAY:
        return False
    if i.target == TO_OUT:
        return True
    return owner != (you if i.target < TO_THEIR_DECK else enemy)


def move_options(t, g, i, you, enemy, binding, out):
    """The cards that an instruction could take, from every place it names."""
    n = 0
    if i.place & FROM_OUT:
        return add_kinds(t, g, i, OUT, base_of(t, i, FROM_OUT), 0, out, 0)
    place = 1
    while place <= THEIR_DECK:
        if i.place & place:
            zone = zone_at(place, you, enemy)
            if g.size[zone] and (not leaves_owner(i, owner_of(zone), you, enemy) or may_lose(g, owner_of(zone))):
                if i.flags & RANDOM:
                    out[n] = YES
                    n += 1
                else:
                    n = add_kinds(t, g, i, zone, base_of(t, i, place), binding, out, n)
        place <<= 1
    return n


def activate_options(t, g, i, you, enemy, out):
    """Cards in a stash whose text can be resolved, without those that activate cards themselves (no loops)."""
    place = i.place & (YOUR_STASH | THEIR_STASH)
    base = base_of(t, i, place)
    k = n = 0
    candidates = add_kinds(t, g, i, zone_at(place, you, enemy), base, 0, out, 0)
    while k < candidates:
        kind = out[k] - base
        if not t.activates[kind] and (t.play[kind] or t.select_inapplicable):
            out[n] = out[k]
            n += 1
        k += 1
    return n


def supply_options(t, g, i, out):
    """The supply cards with the required cost."""
    n = 0
    for slot in range(SLOTS):
        card = g.cards[SUPPLY][slot]
        if card != NO_CARD and i.low <= t.price[card] <= i.high and (not i.which or passes(t, g, i, card)):
            out[n] = SLOT + slot
            n += 1
    return n


def place_of_this(g, s):
    """The zone that holds the card of this effect: one of yours, or its owner's cards set aside; -1 if it is gone."""
    if s.card == NO_CARD:
        return -1  # an activated card is not yours to move
    for zone in range(zone_of(s.you, HAND), zone_of(s.you, ASIDE) + 1):
        if find_card(g, zone, s.card) >= 0:
            return zone
    for p in range(SEATS):  # R-D50: an enemy's card that you play
        if find_card(g, zone_of(p, ASIDE), s.card) >= 0:
            return zone_of(p, ASIDE)
    return -1


def can_move_this(g, s, i, enemy):
    """R-D46: a card that would leave its owner stays at four."""
    zone = place_of_this(g, s)
    if zone < 0:
        return False
    return not leaves_owner(i, owner_of(zone), s.you, enemy) or may_lose(g, owner_of(zone))


# --- what applies (DH2-G19, DH3-G9) ----------------------------------------------------------------


def applies(t, g, pc, end, s, enemy):
    """Whether anything in a stretch of a program could be applied."""
    while pc < end:
        if applicable(t, g, pc, s, enemy):
            return True
        i = address(t.code[pc])
        pc = i.m if i.op == DO_IF or i.op == DO_CHOOSE else i.jump
    return False


def applicable(t, g, pc, s, enemy):
    """Whether one instruction could be applied, at least in part, if it were reached now."""
    i = address(t.code[pc])
    op, p = i.op, s.you if i.who == YOU else enemy
    out = cython.declare(cython.int[MAX_LEGAL])
    if i.value and i.condition == ALWAYS and op != DO_HOOKS and counted(t, g, i, p, s.moved) == 0:
        return False
    if op == DO_COIN:
        return room_for(t, g, p) > 0
    if op == DO_PAY:
        return g.count[COINS + p] > 0
    if op == DO_STEAL_COINS:
        return g.count[COINS + enemy] > 0 and g.count[COINS + s.you] < t.money_cap
    if op == DO_CARD:
        return can_draw(t, g, p)
    if op == DO_ACTION or op == DO_BUY:
        return p == g.count[CURRENT]
    if op == DO_RELOAD:
        return can_reload(t, g, p)
    if op == DO_CHEAPER:
        return s.you == g.count[CURRENT]
    if op == DO_DISCARD:
        zone = zone_of(p, HAND)
        if is_unseen_by_decider(t, s, p):
            return g.size[zone] > 0
        return add_kinds(t, g, i, zone, FROM_HAND, 0, out, 0) > 0
    if op == DO_DISCARD_HAND or (op == DO_TOGETHER and i.who != ALL_ENEMIES):
        return g.size[zone_of(p, HAND)] > 0
    if op == DO_TOGETHER:
        for e in range(t.players):
            if e != s.you and g.size[zone_of(e, HAND)]:
                return True
        return False
    if op == DO_SHOW:
        return g.size[zone_at(i.place, s.you, enemy)] > 0
    if op == DO_REORDER:
        return True
    if op == DO_MOVE:
        if reaches_unseen(t, g, i, s, enemy):
            return True
        return affordable(t, g, pc, s, enemy) and move_options(t, g, i, s.you, enemy, s.shows, out) > 0
    if op == DO_PLAY:
        if not may_nest(g):
            return False
        return reaches_unseen(t, g, i, s, enemy) or move_options(t, g, i, s.you, enemy, 0, out) > 0
    if op == DO_ACTIVATE:
        return may_nest(g) and activate_options(t, g, i, s.you, enemy, out) > 0
    if op == DO_TOP:
        return g.size[zone_of(s.you, DECK)] and (not leaves_owner(i, s.you, s.you, enemy) or may_lose(g, s.you))
    if op == DO_GAIN:
        return supply_options(t, g, i, out) > 0
    if op == DO_THIS:
        return can_move_this(g, s, i, enemy)
    if op == DO_SWAP:
        return g.size[zone_of(s.you, STASH)] and g.size[zone_of(enemy, STASH)]
    return block_applicable(t, g, pc, i, s, enemy)


def is_unseen_by_decider(t, s, p):
    """Whether the seat that decides now does not see the hand of a player: what lies there must not show (R-D104)."""
    return p != doer(s, address(t.code[s.pc]))


def reaches_unseen(t, g, i, s, enemy):
    """Whether an instruction takes a card from a hand that the deciding seat does not see: any card there may fit."""
    if i.place & SHOWN:
        return False
    p = s.you if i.place & YOUR_HAND else enemy
    if not i.place & (YOUR_HAND | THEIR_HAND) or not is_unseen_by_decider(t, s, p):
        return False
    return g.size[zone_of(p, HAND)] and (not leaves_owner(i, p, s.you, enemy) or may_lose(g, p))


def block_applicable(t, g, pc, i, s, enemy):
    """The same for an instruction that holds others."""
    op, p = i.op, s.you if i.who == YOU else enemy
    if op == DO_ENEMY or op == DO_EACH:
        if i.who == ALL_PLAYERS and applies(t, g, pc + 1, i.jump - 1, s, s.you):
            return True
        e = next_enemy(t, s.you, s.you)
        while e != s.you:
            if holds(t, g, i, s.you, e, 0) and applies(t, g, pc + 1, i.jump - 1 if op == DO_EACH else i.jump, s, e):
                return True
            e = next_enemy(t, s.you, e)
        return False
    if op == DO_CHOOSE:
        for k in range(i.n):
            option = address(t.code[pc + 1 + k])
            if applies(t, g, option.jump, option.m, s, enemy):
                return True
        return False
    if op == DO_MAY:
        if t.code[pc + 1].flags & GIVES_UP and t.code[pc + 1].who == i.who:
            return affordable(t, g, pc, s, enemy) and applicable(t, g, pc + 1, s, enemy)
        return applies(t, g, pc + 1, i.jump, s, enemy)
    if op == DO_PAY_FOR:  # R-D41: the price in full
        if g.count[COINS + p] < i.n:
            return False
        return t.select_inapplicable or applies(t, g, pc + 1, i.jump, s, enemy)
    if op == DO_IF:
        if holds(t, g, i, s.you, enemy, s.shows):
            return applies(t, g, pc + 1, i.jump, s, enemy)
        return applies(t, g, i.jump, i.m, s, enemy)
    if op == DO_ONCE:
        return not is_noted(g, ONCE, pc, s.you) and applies(t, g, pc + 1, i.jump, s, enemy)
    return op == DO_HOOKS or op == DO_LATER or op == DO_NAME


def affordable(t, g, pc, s, enemy):
    """R-D41: the price of a "may" with a benefit must be payable in full; without a benefit, in part is enough."""
    i = address(t.code[pc])
    end = i.jump
    if i.op == DO_MAY:
        pc += 1
        i = address(t.code[pc])
    elif not i.flags & OPTIONAL:
        return True
    if not i.flags & GIVES_UP or end == pc + 1:
        return True
    p = s.you if i.who == YOU else enemy
    if is_unseen_by_decider(t, s, p):
        return True
    n = 1 if i.flags & UP_TO else counted(t, g, i, p, s.moved)
    if i.op == DO_PAY:
        return g.count[COINS + p] >= n
    if i.op == DO_DISCARD:
        return fitting(t, g, i, zone_of(p, HAND)) >= n
    if i.op == DO_TOGETHER:
        return g.size[zone_of(p, HAND)] >= n
    if i.op == DO_MOVE:
        return can_part_with(t, g, i, p, s.you, enemy) >= n
    return True


def fitting(t, g, i, zone):
    """How many cards of a zone an instruction could take."""
    n = 0
    for k in range(g.size[zone]):
        n += fits(t, g, i, g.cards[zone][k], 0)
    return n


def can_part_with(t, g, i, p, you, enemy):
    """How many cards of a player an instruction could take, down to the floor of four if they leave them (R-D44)."""
    n = 0
    if i.place & (YOUR_HAND if i.who == YOU else THEIR_HAND):
        n += fitting(t, g, i, zone_of(p, HAND))
    if i.place & (YOUR_STASH if i.who == YOU else THEIR_STASH):
        n += fitting(t, g, i, zone_of(p, STASH))
    spare = owned(g, p) - FLOOR
    return spare if n > spare and leaves_owner(i, p, you, enemy) else n
