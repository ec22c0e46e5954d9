# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""Playing cards: numbers that take control, and the eleven faces with their choices."""

import cython
from cython import address

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


# --- what can be played ------------------------------------------------------------------------


def to_beat(t, g):
    """The card that must be beaten now; NO_CARD if any number takes control (R-H14, R-H18)."""
    if g.size[ROW] == 0 or (g.count[CONTROL] == NOBODY and not t.beat_last):
        return NO_CARD
    return g.cards[ROW][g.size[ROW] - 1]


def takes_control(t, g, p, kind):
    """HZ-C2, HZ-C3: a higher number of the suit, or for a silv an equal number of any suit."""
    last = to_beat(t, g)
    if last == NO_CARD:
        return True
    beaten = t.kind[last]
    if t.value[kind] == t.value[beaten]:
        return g.count[SILVS + p] > 0  # R-H17
    return t.suit[kind] == t.suit[beaten] and t.value[kind] > t.value[beaten]


def face_playable(t, g, p, face):
    """A Knight only counters (R-H47), an Assassin needs a target (R-H53), and Bards must be paid (R-H59)."""
    if face == KNIGHT or g.count[SILVS + p] < tax(t, g, p):
        return False
    return face != ASSASSIN or someone_else_in(t, g, p)


def someone_else_in(t, g, p):
    for e in range(t.players):
        if e != p and g.count[STATE + e] == IN:
            return True
    return False


def add_playable(t, g, p, out, n):
    """Add an option for each kind of card that a hand can play now."""
    first, hand = n, HANDS + p
    for i in range(g.size[hand]):
        kind = t.kind[g.cards[hand][i]]
        if t.face[kind] == NUMBER:
            if not takes_control(t, g, p, kind):
                continue
        elif not face_playable(t, g, p, t.face[kind]):
            continue
        n = add_once(out, first, n, CARD + kind)
    return n


# --- playing -----------------------------------------------------------------------------------


def play_card(t, g, p, action):
    card = card_from_hand(t, g, p, action)
    if t.face[t.kind[card]] == NUMBER:
        play_number(t, g, p, card, HANDS + p)
    else:
        play_face(t, g, p, card)


def play_number(t, g, p, card, source):
    """The card joins the row; its suit and number now count (R-H16)."""
    last = to_beat(t, g)
    tell(g, TOLD_NUMBER, p, NOBODY, card, 1, source, ROW)
    if last != NO_CARD and t.value[t.kind[last]] == t.value[t.kind[card]]:
        pay_pot(g, p, 1)
    put(g, ROW, card)
    g.count[CONTROL] = p
    tell(g, TOLD_CONTROL, p, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)


def play_face(t, g, p, card):
    """Pay the Bards, carry out the face, then discard it."""
    face = t.face[t.kind[card]]
    put(g, PLAYED, card)
    tell(g, TOLD_FACE, p, NOBODY, card, 1, HANDS + p, PLAYED)
    pay_bards(t, g, p)
    push_step(g, LEAVING, 0, p, NOBODY, card)
    if face == ASSASSIN:
        push_step(g, ASSASSIN_AIMS, 0, p, NOBODY, card)
    elif face == BARD:
        place_bard(g, p, card)
    elif face == CROWN:
        push_step(g, CROWN_TAXES, 0, p, p, card)
    elif face == TROLL:
        push_step(g, TROLL_TAXES, 0, p, p, card)
    elif face == DRAGON:
        announce(g, DRAGON_HOARDS, 0, p, NOBODY, card)
    elif face == FOOL:
        push_step(g, FOOL_TAKES, 0, p, NOBODY, card)
    elif face == JESTER:
        push_step(g, JESTER_LOOKS, 0, p, NOBODY, card)
    elif face == PRIEST:
        priest(t, g, p)
    elif face == ROGUE:
        push_step(g, ROGUE_AIMS, 0, p, NOBODY, card)
    elif face == WIZARD:
        draw(t, g, p)
        draw(t, g, p)


def leave(g, card):
    """Discard a played card, unless it has moved elsewhere."""
    at = find_card(g, PLAYED, card)
    if at >= 0:
        take_at(g, PLAYED, at)
        discard_from(g, card, PLAYED)


def place_bard(g, p, card):
    """HZ-FB1: beside the Hanataz hand, with nothing on it."""
    take_at(g, PLAYED, find_card(g, PLAYED, card))
    g.count[ON_BARD + g.size[BARDS]] = 0
    g.count[BARD_OF + g.size[BARDS]] = p
    put(g, BARDS, card)
    tell_move(g, card, 1, PLAYED, BARDS)


def priest(t, g, p):
    """HZ-FP1 to FP4: discard all numbers, then turn over the deck until a number appears, which takes control."""
    g.count[CONTROL] = NOBODY
    clear_row(g)
    for k in range(t.players):
        e = (p + k) % t.players
        if t.priest_scope == ALL_HANDS or (t.priest_scope == OWN_HAND and e == p):
            discard_numbers(t, g, e)
    held = g.size[PLAYED]
    card = from_deck(t, g)
    while card != NO_CARD:
        g.knows[card] = EVERYBODY
        tell(g, TOLD_REVEAL, p, NOBODY, card, 1, DECK, PLAYED)
        if t.face[t.kind[card]] == NUMBER:
            play_number(t, g, p, card, PLAYED)  # R-H63: it has nothing to beat
            break
        put(g, PLAYED, card)
        card = from_deck(t, g)
    while g.size[PLAYED] > held:
        discard_from(g, take_top(g, PLAYED), PLAYED)


def discard_numbers(t, g, p):
    """Discard every number card of a hand."""
    i = 0
    while i < g.size[HANDS + p]:
        if t.face[t.kind[g.cards[HANDS + p][i]]] == NUMBER:
            card = take_at(g, HANDS + p, i)
            to_discard(g, card)
            tell(g, TOLD_DISCARD, p, NOBODY, card, 1, HANDS + p, DISCARD)
        else:
            i += 1


# --- what faces ask ----------------------------------------------------------------------------


def asked(t, s):
    """The seat that decides in a step."""
    if s.op == CROWN_TAXES or s.op == TROLL_TAXES:
        return s.enemy
    if s.op == KNIGHTS:
        return (s.you + s.n) % t.players
    return s.you


def face_options(t, g, s, out):
    """The options of a face's step; -1 if it asks nobody now."""
    op, n = s.op, 0
    if op == ASSASSIN_AIMS or op == ROGUE_AIMS:
        for k in range(1, t.players):
            e = (s.you + k) % t.players
            if g.count[STATE + e] == IN or (op == ROGUE_AIMS and g.count[STATE + e] == NUBBED):  # R-H51
                out[n] = SEAT + e
                n += 1
        return n
    if op == ROGUE_SAYS:
        out[0], out[1] = TWO_SILVS, SILV_AND_CARD
        return 2
    if op == FOOL_TAKES or op == JESTER_LOOKS:
        n = add_positions(g, out, 0)
        return n if n else -1
    if op == JESTER_PUTS:
        out[0], out[1] = PUT_BACK, SHUFFLE
        return 2
    if op == JESTER_PLAYS:
        n = add_playable(t, g, s.you, out, 0)
        if n and t.jester_may:
            out[n] = NO
            n += 1
        return n
    if op == CROWN_TAXES or op == TROLL_TAXES:
        return tax_options(t, g, s, out)
    if op == KNIGHTS:
        return knight_options(t, g, s, out)
    return -1


def face_choice(t, g, s, action):
    """Carry out what was chosen in a face's step."""
    op, you, enemy, card = s.op, s.you, s.enemy, s.card
    if op == CROWN_TAXES or op == TROLL_TAXES:
        tax_choice(t, g, s, action)
        return
    if op == KNIGHTS:
        if action == NO:
            s.n += 1
        else:
            counter(t, g, s, action)
        return
    g.depth -= 1
    if op == ASSASSIN_AIMS:
        tell(g, TOLD_AIM, you, action - SEAT, card, 0, NO_ZONE, NO_ZONE)
        nub_out(t, g, action - SEAT)
    elif op == ROGUE_AIMS:
        tell(g, TOLD_AIM, you, action - SEAT, card, 0, NO_ZONE, NO_ZONE)
        push_step(g, ROGUE_SAYS, 0, you, action - SEAT, card)
    elif op == ROGUE_SAYS:
        tell(g, TOLD_SAYS, you, enemy, NO_CARD, action, NO_ZONE, NO_ZONE)
        announce(g, ROGUE_STEALS, action, you, enemy, card)
    elif op == FOOL_TAKES:
        plant_fool(t, g, s, action - POSITION)
    elif op == JESTER_LOOKS:
        seen = g.cards[HOUSE][action - POSITION]
        g.knows[seen] |= 1 << you
        tell(g, TOLD_LOOK, you, NOBODY, seen, action - POSITION, HOUSE, NO_ZONE)
        push_step(g, JESTER_PUTS, 0, you, NOBODY, card)
    elif op == JESTER_PUTS:
        if action == SHUFFLE:
            shuffle_house(g)
        after_look(t, g, you)
    elif action != NO:
        play_card(t, g, you, action)


def face_step(t, g, s):
    """Carry out a face's step that asks nobody now."""
    op, you, enemy, mode = s.op, s.you, s.enemy, s.pc
    if op == CROWN_TAXES or op == TROLL_TAXES:
        tax_step(t, g, s)
    elif op == KNIGHTS:
        s.n += 1
        if s.n >= t.players:
            g.depth -= 1
    else:
        g.depth -= 1
        if op == DRAGON_HOARDS:
            take_pot(g, you, DRAGON_TAKES)
        elif op == ROGUE_STEALS:
            steal(t, g, you, enemy, mode)
        elif op == FOOL_TAKES:
            plant_fool(t, g, s, 0)  # R-H80: the house hand is empty
        elif op == JESTER_LOOKS:
            after_look(t, g, you)  # R-H81


# --- Crown and Troll -----------------------------------------------------------------------------


def spared(t, s, e):
    """A Troll spares its own player, a Crown only by option (R-H54)."""
    return e == s.you and (s.op == TROLL_TAXES or not t.crown_self)


def tax_options(t, g, s, out):
    """Each player concerned, clockwise, pays or nubs out (R-H54, R-H55); -1 for a player without a choice."""
    e = s.enemy
    if s.n >= t.players or g.count[STATE + e] != IN or g.count[SILVS + e] == 0 or spared(t, s, e):
        return -1
    out[0], out[1] = PAY, NUB_OUT
    return 2


def tax_choice(t, g, s, action):
    e, you = s.enemy, s.you
    s.n += 1
    s.enemy = (e + 1) % t.players
    if action == NUB_OUT:
        nub_out(t, g, e)
    elif s.op == CROWN_TAXES:
        pay_pot(g, e, 1)
    else:
        g.count[SILVS + e] -= 1
        g.count[SILVS + you] += 1
        tell(g, TOLD_SILVS, e, you, NO_CARD, 1, NO_ZONE, NO_ZONE)


def tax_step(t, g, s):
    """A player who cannot pay must nub out. At the end of a Crown the house pays as well (HZ-FC3)."""
    e = s.enemy
    if s.n >= t.players:
        g.depth -= 1
        if s.op == CROWN_TAXES:
            house_pays(g, 1)
        return
    s.n += 1
    s.enemy = (e + 1) % t.players
    if g.count[STATE + e] == IN and not spared(t, s, e):
        nub_out(t, g, e)


# --- Knights, Rogue and Dragon ---------------------------------------------------------------------


def announce(g, op, mode, you, enemy, card):
    """Announce a Rogue or Dragon; before it takes effect, Knights may counter (R-H46)."""
    push_step(g, op, mode, you, enemy, card)
    push_step(g, KNIGHTS, 0, you, enemy, card).n = 1


def may_counter(t, g, s, e):
    """Whether a seat might counter, from what everybody knows. Whether it holds a Knight makes no difference."""
    if g.size[HANDS + e] == 0 or g.count[SILVS + e] < tax(t, g, e):  # R-H49
        return False
    if g.count[STATE + e] == IN:
        return not t.knight_target_only or e == s.enemy
    return g.count[STATE + e] == NUBBED and e == s.enemy  # R-H48


def knight_options(t, g, s, out):
    """R-H75: ask every seat that might counter, with or without a Knight, so that the question reveals nothing."""
    e = asked(t, s)
    if s.n >= t.players or not may_counter(t, g, s, e):
        return -1
    out[0] = NO
    n = 1
    for i in range(g.size[HANDS + e]):
        kind = t.kind[g.cards[HANDS + e][i]]
        if t.face[kind] == KNIGHT:
            n = add_once(out, 1, n, CARD + kind)
    return n


def counter(t, g, s, action):
    """R-H50: the countered card does nothing; what was paid stays paid."""
    e = asked(t, s)
    card = card_from_hand(t, g, e, action)
    tell(g, TOLD_COUNTER, e, s.you, card, 1, HANDS + e, DISCARD)
    pay_bards(t, g, e)
    to_discard(g, card)
    g.depth -= 2  # the window, and the effect that waited below it


def mix_hand(g, you, enemy):
    """R-H51: only these two seats can tell which card moves, even if others knew cards of that hand before."""
    hand, newest = HANDS + enemy, 0
    if g.size[hand] == 1:
        return
    for i in range(g.size[hand]):
        if g.batch[g.cards[hand][i]] > newest:
            newest = g.batch[g.cards[hand][i]]
    for i in range(g.size[hand]):
        card = g.cards[hand][i]
        g.batch[card] = newest
        g.knows[card] &= 1 << you | 1 << enemy


def steal(t, g, you, enemy, mode):
    """R-H51: take up to the stated amount; only the two seats see a random card."""
    n = 2 if mode == TWO_SILVS else 1
    if n > g.count[SILVS + enemy]:
        n = g.count[SILVS + enemy]
    g.count[SILVS + enemy] -= n
    g.count[SILVS + you] += n
    tell(g, TOLD_STEAL, you, enemy, NO_CARD, n, NO_ZONE, NO_ZONE)
    if mode == SILV_AND_CARD and g.size[HANDS + enemy]:
        mix_hand(g, you, enemy)
        at = below(address(g.chance), g.size[HANDS + enemy])
        at = best_known(g, HANDS + enemy, at, t.kind, 0)
        card = take_at(g, HANDS + enemy, at)
        forget_like(g, HANDS + enemy, card, t.kind, t.cards, 0)
        put(g, HANDS + you, card)
        g.knows[card] |= 1 << you
        tell(g, TOLD_STEAL_CARD, you, enemy, card, 1, HANDS + enemy, HANDS + you)


# --- Fool and Jester ---------------------------------------------------------------------------------


def plant_fool(t, g, s, position):
    """HZ-FF1 to FF3: a house card goes into the hand, the Fool among the house cards, the token to its player."""
    you, fool = s.you, s.card
    taken = g.cards[HOUSE][position]
    if taken != NO_CARD:
        put(g, HANDS + you, taken)
        g.knows[taken] |= 1 << you
        tell(g, TOLD_TAKE_HOUSE, you, NOBODY, taken, position, HOUSE, HANDS + you)
    take_at(g, PLAYED, find_card(g, PLAYED, fool))
    g.cards[HOUSE][position] = fool
    tell(g, TOLD_PLANT, you, NOBODY, fool, 1, PLAYED, HOUSE)
    shuffle_house(g)
    take_token(t, g, you)


def after_look(t, g, you):
    """HZ-FJ3, FJ4: draw a card, then play one."""
    draw(t, g, you)
    push_step(g, JESTER_PLAYS, 0, you, NOBODY, NO_CARD)
