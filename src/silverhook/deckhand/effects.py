# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""Card programs: carries out choices, and the instructions that need none.

A running program is a pending step: its place in the code, the seat that resolves it (you), the chosen enemy
and the card it belongs to. `run` carries out instructions until one asks a seat, triggers another effect or
ends the program.
"""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def run(t, g, s, out):
    """Continue a program until it asks, triggers another effect or ends; returns the number of options."""
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
            if i.op == DO_MOVE or i.op == DO_REORDER:
                leave_off(t, g, s, i)
            else:
                skip(s, i)
        else:
            perform(t, g, s, i)
    return 0


def go_on(s):
    s.pc += 1
    s.n = 0


def skip(s, i):
    """Leave an instruction that cannot or need not continue, with everything that depends on a refused "may"."""
    s.pc = s.pc + 1 if s.n else i.jump
    s.n = 0


def leave_off(t, g, s, i):
    """End an instruction that cannot or need not continue."""
    op = i.op
    skip(s, i)
    if op == DO_MOVE:
        keep_decks(t, g, s)  # R-D27: one instruction is one move: all cards arrive, then one shuffle
        if t.trash_texts:
            release_trashed(t, g, s.you)
    elif op == DO_REORDER:
        zone = zone_at(i.place & ~SHOWN, s.you, s.enemy)
        for k in range(g.size[zone]):
            g.mark[g.cards[zone][k]] &= ~CHOSEN


# --- what a choice does ----------------------------------------------------------------------------


def resolve(t, g, s, i, action):
    """Carry out what was chosen in an instruction."""
    op, p = i.op, doer(s, i)
    if action == NO:
        tell(g, TOLD_DECLINE, p, NOBODY, NO_CARD, op, NO_ZONE, NO_ZONE)
        if i.flags & CHOOSES:
            s.moved = 0
            s.last = NO_CARD
        leave_off(t, g, s, i)
    elif op == DO_CARD:
        s.n += 1
        draw(t, g, p)
    elif op == DO_DISCARD:
        at = pick_card(t, g, i, zone_of(p, HAND), action - FROM_HAND, 0)
        count_choice(s, i, g.cards[zone_of(p, HAND)][at])
        discard_card(t, g, p, at)
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
        gain(t, g, s, i, p, action - SLOT)
    elif op == DO_TOGETHER:
        zone = zone_of(p, HAND)
        g.mark[g.cards[zone][pick_card(t, g, i, zone, action - FROM_HAND, 0)]] |= CHOSEN
    elif op == DO_SWAP:
        swap(t, g, s, i, action)
    elif op == DO_REORDER:
        put_next(t, g, s, i, action)
    elif op == DO_NAME:
        s.named = action - FROM_HAND
        tell(g, TOLD_NAMED_CARD, p, NOBODY, NO_CARD, s.named, NO_ZONE, NO_ZONE)
        go_on(s)
    else:
        take_chosen(t, g, s, i, action)


def count_choice(s, i, card):
    """A card has been chosen and moves: one more of "them", and the one that "it" means."""
    s.n += 1
    if s.moved < NO_CARD:
        s.moved += 1
    if not speaks_of_it(i):
        s.last = card


def gain(t, g, s, i, p, slot):
    """Gain a supply card, or trash it; the GAINED effect is its new owner's (R-D94)."""
    card = g.cards[SUPPLY][slot]
    if i.which == SAME_AS_HELD:
        show_held(t, g, s.you, t.kind[card])
    count_choice(s, i, card)
    take_supply(t, g, slot)
    deliver(t, g, s, i, p, card, SUPPLY)
    keep_decks(t, g, s)  # R-D11: supply cards come one after the other
    program = t.gained[t.kind[card]]
    if program and i.target != TO_OUT:
        owner = s.you if i.target < TO_THEIR_DECK else s.enemy
        order_waiting(g, wait(t, g, program, owner, card), s.you)


def show_held(t, g, p, kind):
    """Show the card in a hand whose name is copied: of several like ones, the one that most seats know."""
    hand = zone_of(p, HAND)
    for k in range(g.size[hand]):
        if t.kind[g.cards[hand][k]] == kind:
            card = g.cards[hand][best_known(g, hand, k, t.kind, 0)]
            show_leaving(g, hand, card, t.kind, t.cards, 0)
            tell(g, TOLD_REVEAL, p, p, card, 1, hand, NO_ZONE)
            return


def put_next(t, g, s, i, action):
    """Put one of the shown cards of a deck next from the top; only who looked at them knows their new order (R-D99)."""
    zone = zone_at(i.place & ~SHOWN, s.you, s.enemy)
    if s.n == 0:
        mix_shown(t, g, s, zone)
    at = pick_card(t, g, i, zone, action - base_of(t, i, i.place), s.shows)
    place = g.size[zone] - 1
    while g.mark[g.cards[zone][place]] & CHOSEN or not g.bound[g.cards[zone][place]] & s.shows:
        place -= 1
    card = g.cards[zone][at]
    while at < place:
        g.cards[zone][at] = g.cards[zone][at + 1]
        at += 1
    g.cards[zone][place] = card
    g.mark[card] |= CHOSEN
    s.n += 1


def mix_shown(t, g, s, zone):
    """Before shown cards are put in a new order: nobody else can tell them apart any more."""
    reach = 0
    for k in range(g.size[zone]):
        if g.bound[g.cards[zone][k]] & s.shows:
            reach += 1
    tell(g, TOLD_REORDER, s.you, owner_of(zone), NO_CARD, reach, zone, NO_ZONE)
    if reach < 2:
        return
    g.batches += 1
    for k in range(g.size[zone]):
        if g.bound[g.cards[zone][k]] & s.shows:
            blur_card(g, g.cards[zone][k], t.cards, 1 << s.you)


def take_chosen(t, g, s, i, action):
    """Move, play or activate the card that was chosen."""
    if i.place & FROM_OUT:
        at = pick_card(t, g, i, OUT, action - base_of(t, i, FROM_OUT), 0)
        count_choice(s, i, g.cards[OUT][at])
        deliver(t, g, s, i, NOBODY, take_at(g, OUT, at), OUT)
        return
    place = 1
    while place <= THEIR_DECK:
        if i.place & place:
            zone = zone_at(place, s.you, s.enemy)
            kind = action - base_of(t, i, place)
            at = -1
            if i.flags & RANDOM:
                at = below(address(g.chance), g.size[zone])  # R-D75
                at = best_known(g, zone, at, t.kind, 0)
            elif 0 <= kind < t.kinds:
                at = pick_card(t, g, i, zone, kind, s.shows)
            if at >= 0:
                break
        place <<= 1
    if i.op == DO_MOVE:
        at = leave(t, g, s, i, zone, at)
        count_choice(s, i, g.cards[zone][at])
        move_card(t, g, s, i, zone, at)
    elif i.op == DO_PLAY:
        g.count[NESTED] += 1
        go_on(s)
        set_aside(t, g, s.you, zone, at, 2 if i.flags & TWICE else 1)
    else:
        g.count[NESTED] += 1
        go_on(s)
        card = g.cards[zone][at]
        tell(g, TOLD_ACTIVATE, s.you, owner_of(zone), card, 1, zone, NO_ZONE)
        if t.play[t.kind[card]]:
            push_step(g, RUN, t.play[t.kind[card]], s.you, NOBODY, NO_CARD)


def pick_card(t, g, i, zone, kind, binding):
    """The place of a card of a kind in a zone that an instruction takes; -1 if there is none."""
    for k in range(g.size[zone]):
        card = g.cards[zone][k]
        if t.kind[card] == kind and fits(t, g, i, card, binding) and not g.mark[card] & CHOSEN:
            return best_known(g, zone, k, t.kind, binding if i.place & SHOWN else 0)
    return -1


def leave(t, g, s, i, zone, at):
    """Update what others know when an instruction moves the card at a place; returns the place of the card to move."""
    binding = s.shows if i.place & SHOWN else 0
    if is_unseen(i, zone):
        lose_sight(t, g, s, i, zone)
        at = best_known(g, zone, at, t.kind, binding)
        forget_like(g, zone, g.cards[zone][at], t.kind, t.cards, binding)
    elif lies_open(i.target):
        show_leaving(g, zone, g.cards[zone][at], t.kind, t.cards, binding)
    return at


def lies_open(target):
    return target == TO_OUT or target % OWN_ZONES == STASH


def is_unseen(i, zone):
    """Whether nobody else sees which card of a zone an instruction moves: from hidden to hidden, not revealed."""
    if lies_open(i.target):
        return False
    if i.place & SHOWN:
        return i.flags & SECRET
    return zone % OWN_ZONES == HAND


def lose_sight(t, g, s, i, zone):
    """Before a card leaves unseen: seats that knew a card it may be no longer know where that card is (R-D66)."""
    reach = 0
    for k in range(g.size[zone]):
        if not i.place & SHOWN or g.bound[g.cards[zone][k]] & s.shows:
            reach += 1
    if reach < 2:
        return
    knowing = witnesses(s, i, zone)
    g.batches += 1
    for k in range(g.size[zone]):
        card = g.cards[zone][k]
        if fits(t, g, i, card, s.shows):
            blur_card(g, card, t.cards, knowing)
        elif g.knows[card] != EVERYBODY and (not i.place & SHOWN or g.bound[card] & s.shows):
            blur_card(g, card, t.cards, EVERYBODY)  # for some seats it may have been this one


def witnesses(s, i, zone):
    """The seats that can tell which card moves: the seat that chooses it, and the owners of the hands involved."""
    seats = 0 if i.flags & RANDOM else 1 << doer(s, i)
    if zone % OWN_ZONES == HAND:
        seats |= 1 << owner_of(zone)
    if i.target % OWN_ZONES == HAND:
        seats |= 1 << (s.you if i.target < TO_THEIR_DECK else s.enemy)
    return seats


def swap(t, g, s, i, action):
    """R-D45: one card of each stash, yours chosen first, then theirs; both stay where the other lay."""
    mine, theirs = zone_of(s.you, STASH), zone_of(s.enemy, STASH)
    if s.n == 0:
        s.n = 1
        g.mark[g.cards[mine][pick_card(t, g, i, mine, action - FROM_HAND - t.kinds, 0)]] |= CHOSEN
        return
    at = pick_card(t, g, i, theirs, action - FROM_HAND - 2 * t.kinds, 0)
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


# --- what needs no choice --------------------------------------------------------------------------


def perform(t, g, s, i):
    """Carry out an instruction that asks nobody."""
    op, p = i.op, doer(s, i)
    if op == DO_COIN:
        gain_coins(t, g, p, counted(t, g, i, p, s.moved))
    elif op == DO_PAY:
        pay_coins(g, p, counted(t, g, i, p, s.moved))
    elif op == DO_STEAL_COINS:
        steal_coins(t, g, s.you, s.enemy, counted(t, g, i, p, s.moved))
    elif op == DO_CARD:
        for _ in range(counted(t, g, i, p, s.moved)):
            draw(t, g, p)
    elif op == DO_ACTION or op == DO_BUY or op == DO_RELOAD:
        if p == g.count[CURRENT]:  # R-D36: otherwise they have no effect
            counter = ACTIONS if op == DO_ACTION else BUYS if op == DO_BUY else RELOADS
            told = TOLD_ACTIONS if op == DO_ACTION else TOLD_BUYS if op == DO_BUY else TOLD_RELOADS
            n = counted(t, g, i, p, s.moved)
            g.count[counter] += n
            if n:
                tell(g, told, p, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)
    elif op == DO_SHOW:
        show(t, g, s, i)
    elif op == DO_TOP:
        zone = zone_of(s.you, DECK)
        if g.size[zone] and (not leaves_owner(i, s.you, s.you, s.enemy) or may_lose(g, s.you)):
            move_card(t, g, s, i, zone, g.size[zone] - 1)
            keep_decks(t, g, s)
    elif op == DO_THIS:
        if can_move_this(g, s, i, s.enemy):
            move_this(t, g, s, i)
            keep_decks(t, g, s)
            go_on(s)
            if t.trash_texts:
                release_trashed(t, g, s.you)
            return
    elif op == DO_HOOKS:
        n = counted(t, g, i, p, s.moved)
        g.count[BONUS + p] += n
        tell(g, TOLD_HOOKS, p, NOBODY, s.card, n, NO_ZONE, NO_ZONE)
    elif op == DO_JUMP:
        s.pc = i.jump
        return
    elif op == DO_IF:
        s.pc = s.pc + 1 if holds(t, g, i, s.you, s.enemy, s.shows) else i.jump
        return
    elif op == DO_NEXT:
        s.pc = i.jump
        s.n = 1
        return
    elif op == DO_EACH:
        next_of_each(t, g, s, i)
        return
    elif op == DO_CHEAPER:
        if p == g.count[CURRENT]:  # R-D98: it is for the turn
            g.count[CHEAPER] += i.n
            tell(g, TOLD_CHEAPER, p, NOBODY, NO_CARD, i.n, NO_ZONE, NO_ZONE)
    elif op == DO_LATER or op == DO_ONCE:
        note_time(t, g, s, i)
        return
    go_on(s)
    if op == DO_DISCARD_HAND:
        s.moved = g.size[zone_of(p, HAND)]
        order_waiting(g, discard_marked(t, g, p, 1), s.you)
    elif op == DO_TOGETHER:
        finish_together(t, g, s, i)


def card_with(t, pc):
    """A card with the text at an address: an activated card is unknown to its effect, but what it leaves needs one."""
    best = 0
    for card in range(t.cards):
        start = t.play[t.kind[card]]
        if t.play[t.kind[best]] < start <= pc or (t.play[t.kind[best]] > pc and start <= pc):
            best = card
    return best


def note_time(t, g, s, i):
    """Leave a part of a text for the next turn, or leave it out if its player has used it this turn."""
    pc, you, card = s.pc, s.you, s.card
    s.n = 0
    if i.op == DO_LATER:
        s.pc = i.jump  # noting it moves the steps of the stack
        note(g, LATER, pc + 1, you, card if card != NO_CARD else card_with(t, pc), card == NO_CARD)
    elif is_noted(g, ONCE, pc, you):
        s.pc = i.jump
    else:
        s.pc = pc + 1
        note(g, ONCE, pc, you, card, 0)


def next_of_each(t, g, s, i):
    """R-D38: go to the next enemy for whom the condition holds, or past the end; "each player" includes you."""
    if i.who == ALL_PLAYERS:
        next_player(t, g, s, i)
        return
    e = next_in_turn(t, g, s.you, s.enemy if s.n else s.you)
    s.n = 0
    while e != s.you:
        if holds(t, g, i, s.you, e, 0):
            s.enemy = e
            s.pc += 1
            return
        e = next_in_turn(t, g, s.you, e)
    s.enemy = NOBODY
    s.pc = i.jump


def next_player(t, g, s, i):
    """Go to the next of all players, the turn player first (R-D95); during scoring you are the first."""
    first = g.count[CURRENT] if g.count[CURRENT] >= 0 else s.you
    k = (s.enemy - first + t.players) % t.players + 1 if s.n else 0
    s.n = 0
    if k < t.players:
        s.enemy = (first + k) % t.players
        s.pc += 1
    else:
        s.enemy = NOBODY
        s.pc = i.jump


def finish_together(t, g, s, i):
    """Move all picked cards. The effects they trigger wait for this effect's player to order them."""
    waiting = 0
    if i.who == ALL_ENEMIES:
        e = next_in_turn(t, g, s.you, s.you)
        while e != s.you:
            waiting += discard_marked(t, g, e, 0)
            e = next_in_turn(t, g, s.you, e)
    else:
        waiting = discard_marked(t, g, doer(s, i), 0)
    order_waiting(g, waiting, s.you)


def show(t, g, s, i):
    """Reveal cards to all, or look at them alone (R-D30). They stay where they are and empty no deck (R-D28)."""
    zone = zone_at(i.place, s.you, s.enemy)
    binding = bind_shown(g, s, t.cards)
    n = g.size[zone] if i.place & (YOUR_HAND | THEIR_HAND) else i.n
    for k in range(n):
        if k < g.size[zone]:
            card = g.cards[zone][g.size[zone] - 1 - k]
            g.bound[card] |= binding
            if i.flags & SECRET:
                g.knows[card] |= 1 << s.you
                tell(g, TOLD_LOOK, s.you, owner_of(zone), card, 1, zone, NO_ZONE)
            else:
                g.knows[card] = EVERYBODY
                tell(g, TOLD_REVEAL, s.you, owner_of(zone), card, 1, zone, NO_ZONE)


def move_this(t, g, s, i):
    """Everybody knows the card of an effect, so they see it move, even out of a hand."""
    zone = place_of_this(g, s)
    show_leaving(g, zone, s.card, t.kind, t.cards, 0)
    move_card(t, g, s, i, zone, find_card(g, zone, s.card))


def move_card(t, g, s, i, zone, at):
    """Move one card; the move, not the revealing, may empty a deck, which is remade after the instruction (R-D29)."""
    card = take_at(g, zone, at)
    deliver(t, g, s, i, owner_of(zone), card, zone)
    if t.trash_texts and i.target == TO_OUT and t.trashed[t.kind[card]]:
        g.mark[card] = LEFT + LEFT_BY * owner_of(zone)


def release_trashed(t, g, initiator):
    """Let the TRASHED effects of the cards that an instruction has trashed wait for their order (R-D94)."""
    waiting = 0
    for k in range(g.size[OUT]):
        card = g.cards[OUT][k]
        if g.mark[card] & LEFT:
            owner = g.mark[card] // LEFT_BY
            g.mark[card] = 0
            waiting += wait(t, g, t.trashed[t.kind[card]], owner, card)
    order_waiting(g, waiting, initiator)


def deliver(t, g, s, i, owner, card, source):
    """Put a card in its place and report it while it can be seen; over an empty deck it will be shuffled (R-D24)."""
    zone = lay(t, g, i, s.you, s.enemy, card)
    tell(g, TOLD_UNDER if i.flags & UNDER else TOLD_MOVE, doer(s, i), owner, card, 1, source, zone)


def keep_decks(t, g, s):
    """Remake the decks that an instruction has emptied, or whose stash it has filled."""
    keep_deck(t, g, s.you)
    if s.enemy != NOBODY:
        keep_deck(t, g, s.enemy)


def lay(t, g, i, you, enemy, card):
    """Put a card where an instruction sends it; returns the zone."""
    if i.target == TO_OUT:
        put(g, OUT, card)
        g.knows[card] = EVERYBODY
        return OUT
    p = you if i.target < TO_THEIR_DECK else enemy
    zone = zone_of(p, i.target % OWN_ZONES)
    if i.flags & UNDER:
        put_under(g, zone, card)
    else:
        put(g, zone, card)
    if i.target % OWN_ZONES == STASH:
        g.knows[card] = EVERYBODY
    elif i.target % OWN_ZONES == HAND:
        g.knows[card] |= 1 << p
    return zone
