# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Card programs: what can be chosen, what a choice does, and what needs no choice.

A running program is a pending step: its place in the code, who resolves it (you), the enemy it has bound
and the card it belongs to. `run` carries its instructions out. One that asks writes its options; none
means that it does not apply, a single one is carried out (R-D81), several wait for the seat to act.
"""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def run(t, g, s, out):
    """Carry a program on until it asks, sets off something else or ends; how many options somebody has."""
    depth = g.depth
    while g.depth == depth:
        i = address(t.code[s.pc])
        if i.op == STOP:
            g.depth -= 1
            return 0
        n = -1
        if i.op >= FIRST_ASKING:
            n = options(t, g, s, i, out)
        if n > 1:
            g.to_act = doer(s, i)
            return n
        if n == 1:
            resolve(t, g, s, i, out[0])
        elif n == 0:
            skip(s, i)
        else:
            perform(t, g, s, i)
    return 0


def go_on(s):
    s.pc += 1
    s.n = 0


def skip(s, i):
    """Leave an instruction that cannot or need not go on; what hangs on a refused "may" is left out too."""
    s.pc = s.pc + 1 if s.n else i.jump
    s.n = 0


def doer(s, i):
    """Who carries an instruction out, and so decides in it (R-D34)."""
    return s.you if i.who == YOU else s.enemy


# --- what may be chosen ----------------------------------------------------------------------


def options(t, g, s, i, out):
    """Write the options of an instruction; -1 if it is none that asks."""
    op, p = i.op, doer(s, i)
    if op == DO_CARD:
        if not t.draw_optional:
            return -1
        if s.n >= i.n or not can_draw(t, g, p):
            return 0
        out[0], out[1] = YES, NO
        return 2
    if op == DO_DISCARD:
        return 0 if s.n >= i.n else add_kinds(t, g, i, zone_of(p, HAND), FROM_HAND, 0, out, 0)
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
        if s.n >= i.n or (op == DO_PLAY and g.depth >= NEST_LIMIT):
            return 0
        if s.n == 0 and not affordable(t, g, s.pc, s, s.enemy):
            return 0
        return with_no(s, i, out, move_options(t, g, i, s.you, s.enemy, g.depth, out))
    if op == DO_ACTIVATE:
        n = 0 if g.depth >= NEST_LIMIT else activate_options(t, g, i, s.you, s.enemy, out)
        return with_no(s, i, out, n)
    if op == DO_GAIN:
        return 0 if s.n >= i.n else with_no(s, i, out, supply_options(t, g, i, out))
    if op == DO_RELOAD:
        if t.reload_banked and p == g.count[CURRENT]:
            return -1
        if s.n >= i.n or not can_reload(t, g, p):
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
    if op == DO_EXCHANGE:
        if not applicable(t, g, s.pc, s, s.enemy):
            return 0
        if s.n == 0:
            return add_kinds(t, g, i, zone_of(s.you, STASH), FROM_HAND + t.kinds, 0, out, 0)
        return add_kinds(t, g, i, zone_of(s.enemy, STASH), FROM_HAND + 2 * t.kinds, 0, out, 0)
    if op == DO_TOGETHER:
        return together_options(t, g, s, i, out)
    return -1


def with_no(s, i, out, n):
    """Add the refusal where there is a "may" and something to refuse."""
    if n > 0 and i.flags & OPTIONAL and s.n == 0:
        out[n] = NO
        return n + 1
    return n


def fits(t, g, i, card, binding):
    """Whether a card has the cost asked for, and was revealed by this effect if that is asked."""
    if t.price[card] < i.low or t.price[card] > i.high:
        return False
    return not i.place & SHOWN or g.bound[card] == binding


def add_kinds(t, g, i, zone, base, binding, out, n):
    """Add an option for each kind of card in a zone that fits."""
    first = n
    for k in range(g.size[zone]):
        card = g.cards[zone][k]
        if fits(t, g, i, card, binding) and not g.mark[card] & CHOSEN:
            action = base + t.kind[card]
            seen = first
            while seen < n and out[seen] != action:
                seen += 1
            if seen == n:
                out[n] = action
                n += 1
    return n


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
    return zone_of(enemy, DECK)


def base_of(t, place, shown):
    """Where the actions for cards of a place begin: your hand, your stash, theirs, revealed."""
    if shown:
        return FROM_HAND + 3 * t.kinds
    if place == YOUR_HAND:
        return FROM_HAND
    return FROM_HAND + (t.kinds if place == YOUR_STASH else 2 * t.kinds)


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
    place = 1
    while place <= THEIR_DECK:
        if i.place & place:
            zone = zone_at(place, you, enemy)
            if g.size[zone] and (not leaves_owner(i, owner_of(zone), you, enemy) or may_lose(g, owner_of(zone))):
                if i.flags & RANDOM:
                    out[n] = YES
                    n += 1
                else:
                    n = add_kinds(t, g, i, zone, base_of(t, place, i.place & SHOWN), binding, out, n)
        place <<= 1
    return n


def activate_options(t, g, i, you, enemy, out):
    """Cards in a stash whose text can be resolved; one that itself activates is none (no loops)."""
    place = i.place & (YOUR_STASH | THEIR_STASH)
    base = base_of(t, place, 0)
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
    """The supply cards of the cost asked for."""
    n = 0
    for slot in range(SLOTS):
        card = g.cards[SUPPLY][slot]
        if card != NO_CARD and i.low <= t.price[card] <= i.high:
            out[n] = SLOT + slot
            n += 1
    return n


def next_enemy(t, you, enemy):
    """The next seat clockwise; `you` again after the last enemy (R-D38)."""
    return enemy + 1 if enemy + 1 < t.players else 0


def selectable(t, g, s, i, pc, e):
    """Whether an enemy may be chosen: the text's own condition, and something must apply (DH2-G19, R-D39)."""
    if not holds(t, g, i, s.you, e, 0):
        return False
    return t.select_inapplicable or applies(t, g, pc + 1, i.jump, s, e)


def together_options(t, g, s, i, out):
    """R-D87: each one concerned picks in turn; when the last has picked, all the cards go at once."""
    if i.who == ALL_ENEMIES and s.n == 0:
        s.enemy = next_enemy(t, s.you, s.you)
        s.n = 1
    while True:
        p = s.enemy if i.who != YOU else s.you
        if i.who != ALL_ENEMIES or p != s.you:
            n = 0 if chosen(g, p) >= i.n else add_kinds(t, g, i, zone_of(p, HAND), FROM_HAND, 0, out, 0)
            if n:
                return n
        if i.who != ALL_ENEMIES or p == s.you or next_enemy(t, s.you, p) == s.you:
            return -1
        s.enemy = next_enemy(t, s.you, p)


def chosen(g, p):
    """How many cards of a hand are picked."""
    n = 0
    for k in range(g.size[zone_of(p, HAND)]):
        if g.mark[g.cards[zone_of(p, HAND)][k]] & CHOSEN:
            n += 1
    return n


# --- what a choice does ----------------------------------------------------------------------


def resolve(t, g, s, i, action):
    """Carry out what was chosen in an instruction."""
    op, p = i.op, doer(s, i)
    if action == NO:
        tell(g, TOLD_DECLINE, p, NOBODY, NO_CARD, op, NO_ZONE, NO_ZONE)
        s.pc = i.jump
        s.n = 0
    elif op == DO_CARD:
        s.n += 1
        draw(t, g, p)
    elif op == DO_DISCARD:
        s.n += 1
        discard_card(t, g, p, find_kind(t, g, i, zone_of(p, HAND), action - FROM_HAND, 0))
    elif op == DO_CHOOSE:
        tell(g, TOLD_OPTION, p, NOBODY, NO_CARD, action - OPTION, NO_ZONE, NO_ZONE)
        s.pc = t.code[s.pc + 1 + action - OPTION].jump
        s.n = 0
    elif op == DO_ENEMY:
        s.enemy = action - SEAT
        tell(g, TOLD_TARGET, p, s.enemy, NO_CARD, 0, NO_ZONE, NO_ZONE)
        go_on(s)
    elif op == DO_MAY:
        go_on(s)
    elif op == DO_PAY_FOR:
        pay_coins(g, p, i.n)
        go_on(s)
    elif op == DO_RELOAD:
        s.n += 1
        reload_slot(g, p, action - SLOT)
    elif op == DO_GAIN:
        s.n += 1
        deliver(t, g, s, i, p, take_supply(t, g, action - SLOT), SUPPLY)
    elif op == DO_TOGETHER:
        zone = zone_of(p, HAND)
        g.mark[g.cards[zone][find_kind(t, g, i, zone, action - FROM_HAND, 0)]] |= CHOSEN
    elif op == DO_EXCHANGE:
        exchange(t, g, s, i, action)
    else:
        take_chosen(t, g, s, i, action)


def take_chosen(t, g, s, i, action):
    """Move, play or activate the card that was chosen."""
    place = 1
    while place <= THEIR_DECK:
        if i.place & place:
            zone = zone_at(place, s.you, s.enemy)
            kind = action - base_of(t, place, i.place & SHOWN)
            at = -1
            if i.flags & RANDOM:
                at = below(address(g.chance), g.size[zone])  # R-D75
            elif 0 <= kind < t.kinds:
                at = find_kind(t, g, i, zone, kind, g.depth)
            if at >= 0:
                break
        place <<= 1
    if i.op == DO_MOVE:
        s.n += 1
        move_card(t, g, s, i, zone, at)
    elif i.op == DO_PLAY:
        go_on(s)
        set_aside(t, g, s.you, owner_of(zone), take_at(g, zone, at), 2 if i.flags & TWICE else 1)
    else:
        go_on(s)
        card = g.cards[zone][at]
        tell(g, TOLD_ACTIVATE, s.you, owner_of(zone), card, 1, zone, NO_ZONE)
        if t.play[t.kind[card]]:
            push_step(g, RUN, t.play[t.kind[card]], s.you, NOBODY, NO_CARD)


def find_kind(t, g, i, zone, kind, binding):
    """The first card of a kind in a zone that an instruction may take; -1 if there is none."""
    for k in range(g.size[zone]):
        card = g.cards[zone][k]
        if t.kind[card] == kind and fits(t, g, i, card, binding) and not g.mark[card] & CHOSEN:
            return k
    return -1


def lay(t, g, i, you, enemy, card):
    """Lay a card where an instruction sends it; returns the zone."""
    if i.target == TO_OUT:
        put(g, OUT, card)
        g.knows[card] = EVERYBODY
        return OUT
    p = you if i.target < TO_THEIR_DECK else enemy
    zone = zone_of(p, i.target % OWN_ZONES)
    put(g, zone, card)
    if i.target % OWN_ZONES == STASH:
        g.knows[card] = EVERYBODY
    elif i.target % OWN_ZONES == HAND:
        g.knows[card] |= 1 << p
    return zone


def deliver(t, g, s, i, owner, card, source):
    """Lay a card where it goes and tell of it while it can be seen; over an empty deck it is shuffled (R-D24)."""
    zone = lay(t, g, i, s.you, s.enemy, card)
    tell(g, TOLD_MOVE, s.you, owner, card, 1, source, zone)
    if zone < SUPPLY and zone % OWN_ZONES == STASH:
        keep_deck(t, g, owner_of(zone))


def move_card(t, g, s, i, zone, at):
    """Move one card; the move, not the revealing, may empty a deck (R-D29)."""
    deliver(t, g, s, i, owner_of(zone), take_at(g, zone, at), zone)
    if zone % OWN_ZONES == DECK:
        keep_deck(t, g, owner_of(zone))


def exchange(t, g, s, i, action):
    """R-D45: one card of each stash, yours chosen first, then theirs; both stay where the other lay."""
    mine, theirs = zone_of(s.you, STASH), zone_of(s.enemy, STASH)
    if s.n == 0:
        s.n = 1
        g.mark[g.cards[mine][find_kind(t, g, i, mine, action - FROM_HAND - t.kinds, 0)]] |= CHOSEN
        return
    at = find_kind(t, g, i, theirs, action - FROM_HAND - 2 * t.kinds, 0)
    card = g.cards[theirs][at]
    for k in range(g.size[mine]):
        own = g.cards[mine][k]
        if g.mark[own] & CHOSEN:
            g.mark[own] = g.mark[card] = 0
            g.cards[mine][k], g.cards[theirs][at] = card, own
            tell(g, TOLD_MOVE, s.you, s.you, own, 1, mine, theirs)
            tell(g, TOLD_MOVE, s.you, s.enemy, card, 1, theirs, mine)
            break
    go_on(s)


# --- what needs no choice --------------------------------------------------------------------


def perform(t, g, s, i):
    """Carry out an instruction that asks nobody."""
    op, p = i.op, doer(s, i)
    if op == DO_COIN:
        gain_coins(t, g, p, i.n)
    elif op == DO_PAY:
        pay_coins(g, p, i.n)
    elif op == DO_STEAL_COINS:
        steal_coins(t, g, s.you, s.enemy, i.n)
    elif op == DO_CARD:
        for _ in range(i.n):
            draw(t, g, p)
    elif op == DO_ACTION or op == DO_BUY or op == DO_RELOAD:
        if p == g.count[CURRENT]:  # R-D36: otherwise they are void
            counter = ACTIONS if op == DO_ACTION else BUYS if op == DO_BUY else RELOADS
            told = TOLD_ACTIONS if op == DO_ACTION else TOLD_BUYS if op == DO_BUY else TOLD_RELOADS
            g.count[counter] += i.n
            tell(g, told, p, NOBODY, NO_CARD, i.n, NO_ZONE, NO_ZONE)
    elif op == DO_SHOW:
        show(t, g, s, i)
    elif op == DO_TOP:
        zone = zone_of(s.you, DECK)
        if g.size[zone] and (not leaves_owner(i, s.you, s.you, s.enemy) or may_lose(g, s.you)):
            move_card(t, g, s, i, zone, g.size[zone] - 1)
    elif op == DO_THIS:
        if can_move_this(g, s, i, s.enemy):
            move_this(t, g, s, i)
    elif op == DO_HOOKS:
        n = hooks_of(t, g, i, p)
        g.count[BONUS + p] += n
        tell(g, TOLD_HOOKS, p, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)
    elif op == DO_JUMP:
        s.pc = i.jump
        return
    elif op == DO_IF:
        s.pc = s.pc + 1 if holds(t, g, i, s.you, s.enemy, g.depth) else i.jump
        return
    elif op == DO_NEXT:
        s.pc = i.jump
        s.n = 1
        return
    elif op == DO_EACH:
        next_of_each(t, g, s, i)
        return
    go_on(s)
    if op == DO_DISCARD_HAND:
        order_waiting(g, discard_marked(t, g, p, 1), s.you)
    elif op == DO_TOGETHER:
        finish_together(t, g, s, i)


def next_of_each(t, g, s, i):
    """R-D38: go to the next enemy of whom the condition holds, or past the end."""
    e = next_enemy(t, s.you, s.enemy if s.n else s.you)
    s.n = 0
    while e != s.you:
        if holds(t, g, i, s.you, e, 0):
            s.enemy = e
            s.pc += 1
            return
        e = next_enemy(t, s.you, e)
    s.enemy = NOBODY
    s.pc = i.jump


def finish_together(t, g, s, i):
    """All picked cards move; the effects they set off wait for the order of this effect's player."""
    waiting = 0
    if i.who == ALL_ENEMIES:
        e = next_enemy(t, s.you, s.you)
        while e != s.you:
            waiting += discard_marked(t, g, e, 0)
            e = next_enemy(t, s.you, e)
    else:
        waiting = discard_marked(t, g, doer(s, i), 0)
    order_waiting(g, waiting, s.you)


def show(t, g, s, i):
    """Reveal to all or look alone (R-D30); the cards stay where they are, and nothing is emptied (R-D28)."""
    zone = zone_at(i.place, s.you, s.enemy)
    for card in range(t.cards):
        if g.bound[card] == g.depth:
            g.bound[card] = 0
    n = g.size[zone] if i.place & (YOUR_HAND | THEIR_HAND) else i.n
    for k in range(n):
        if k < g.size[zone]:
            card = g.cards[zone][g.size[zone] - 1 - k]
            g.bound[card] = g.depth
            if i.flags & SECRET:
                g.knows[card] |= 1 << s.you
                tell(g, TOLD_LOOK, s.you, owner_of(zone), card, 1, zone, NO_ZONE)
            else:
                g.knows[card] = EVERYBODY
                tell(g, TOLD_REVEAL, s.you, owner_of(zone), card, 1, zone, NO_ZONE)


def place_of_this(g, s):
    """The zone in which the card of this effect lies: among your cards, or set aside by its owner; -1 if it is gone."""
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


def move_this(t, g, s, i):
    zone = place_of_this(g, s)
    move_card(t, g, s, i, zone, find_card(g, zone, s.card))


# --- conditions and values -------------------------------------------------------------------


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


def holds(t, g, i, you, enemy, binding):
    """Whether the condition of an instruction holds; equal is neither more nor fewer."""
    c = i.condition
    if c == ALWAYS:
        return True
    if c == SHOWN_COST:
        zone = zone_at(i.place & ~SHOWN, you, enemy)
        for k in range(g.size[zone]):
            if g.bound[g.cards[zone][k]] == binding:
                return i.low <= t.price[g.cards[zone][k]] <= i.high
        return False
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
    """Conditions about every enemy or any one of them; alone at the table none of them holds."""
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


# --- what applies (DH2-G19, DH3-G9) -----------------------------------------------------------


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
    if op == DO_DISCARD or op == DO_DISCARD_HAND or (op == DO_TOGETHER and i.who != ALL_ENEMIES):
        return g.size[zone_of(p, HAND)] > 0
    if op == DO_TOGETHER:
        for e in range(t.players):
            if e != s.you and g.size[zone_of(e, HAND)]:
                return True
        return False
    if op == DO_SHOW:
        return g.size[zone_at(i.place, s.you, enemy)] > 0
    if op == DO_MOVE:
        if i.place & SHOWN or not affordable(t, g, pc, s, enemy):
            return False
        return move_options(t, g, i, s.you, enemy, 0, out) > 0
    if op == DO_PLAY:
        return g.depth < NEST_LIMIT and move_options(t, g, i, s.you, enemy, 0, out) > 0
    if op == DO_ACTIVATE:
        return g.depth < NEST_LIMIT and activate_options(t, g, i, s.you, enemy, out) > 0
    if op == DO_TOP:
        return g.size[zone_of(s.you, DECK)] and (not leaves_owner(i, s.you, s.you, enemy) or may_lose(g, s.you))
    if op == DO_GAIN:
        return supply_options(t, g, i, out) > 0
    if op == DO_THIS:
        return can_move_this(g, s, i, enemy)
    if op == DO_EXCHANGE:
        return g.size[zone_of(s.you, STASH)] and g.size[zone_of(enemy, STASH)]
    return block_applicable(t, g, pc, i, s, enemy)


def given_up(i):
    """Whether an instruction takes from you, and so is a cost where a benefit hangs on it."""
    if i.op == DO_MOVE:
        return not i.place & ~(YOUR_HAND | YOUR_STASH)
    return i.who == YOU and (i.op == DO_PAY or i.op == DO_DISCARD or i.op == DO_TOGETHER or i.op == DO_DISCARD_HAND)


def affordable(t, g, pc, s, enemy):
    """R-D41: what a "may" gives up for a benefit is there in full; without a benefit, part of it will do."""
    i = address(t.code[pc])
    end = i.jump
    if i.op == DO_MAY:
        pc += 1
        i = address(t.code[pc])
    elif not i.flags & OPTIONAL:
        return True
    if not given_up(i) or end == pc + 1:
        return True
    if i.op == DO_PAY:
        return g.count[COINS + s.you] >= i.n
    if i.op == DO_DISCARD or i.op == DO_TOGETHER:
        return g.size[zone_of(s.you, HAND)] >= i.n
    if i.op == DO_MOVE:
        return can_part_with(t, g, i, s.you, enemy) >= i.n
    return True


def can_part_with(t, g, i, you, enemy):
    """How many cards of yours an instruction could take, down to the floor of four if they leave you (R-D44)."""
    n = 0
    for zone in range(zone_of(you, HAND), zone_of(you, STASH) + 1):
        if i.place & (YOUR_HAND if zone == zone_of(you, HAND) else YOUR_STASH):
            for k in range(g.size[zone]):
                n += fits(t, g, i, g.cards[zone][k], 0)
    spare = owned(g, you) - FLOOR
    return spare if n > spare and leaves_owner(i, you, you, enemy) else n


def block_applicable(t, g, pc, i, s, enemy):
    """The same for what holds other instructions."""
    op = i.op
    if op == DO_ENEMY or op == DO_EACH:
        e = next_enemy(t, s.you, s.you)
        while e != s.you:
            if holds(t, g, i, s.you, e, 0) and applies(t, g, pc + 1, i.jump, s, e):
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
        if given_up(address(t.code[pc + 1])):
            return affordable(t, g, pc, s, enemy) and applicable(t, g, pc + 1, s, enemy)
        return applies(t, g, pc + 1, i.jump, s, enemy)
    if op == DO_PAY_FOR:  # R-D41: the price in full
        if g.count[COINS + s.you] < i.n:
            return False
        return t.select_inapplicable or applies(t, g, pc + 1, i.jump, s, enemy)
    if op == DO_IF:
        if holds(t, g, i, s.you, enemy, 0):
            return applies(t, g, pc + 1, i.jump, s, enemy)
        return applies(t, g, i.jump, i.m, s, enemy)
    return op == DO_HOOKS


# --- hooks at the end ------------------------------------------------------------------------


def hooks_of(t, g, i, p):
    """The hooks one END instruction gives: plain, or for every so many of something."""
    if not i.value:
        return i.n
    n = value_of(t, g, i.value, i.kind, p)
    n = n // i.m * i.n if n > 0 else 0
    return i.most if i.most and n > i.most else n


def end_hooks(t, g, p, pc):
    """The hooks of an END program that only counts, from the position as it lies (R-D63)."""
    n = 0
    e = p
    while t.code[pc].op != STOP:
        i = address(t.code[pc])
        if i.op == DO_HOOKS:
            n += hooks_of(t, g, i, p)
            pc += 1
        elif i.op == DO_IF:
            pc = pc + 1 if holds(t, g, i, p, e, 0) else i.jump
        elif i.op == DO_EACH:
            e = next_enemy(t, p, e)
            while e != p and not holds(t, g, i, p, e, 0):
                e = next_enemy(t, p, e)
            pc = i.jump if e == p else pc + 1
        else:  # what leads back to "each enemy", and past an "otherwise"
            pc = i.jump
    return n
