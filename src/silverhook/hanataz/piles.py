# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""Silvs, tokens, the deck and the Hanataz hand: the things on the table and how they move."""

import cython

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def next_in(t, g, p):
    """The next player clockwise who is still in (R-H20), p again if nobody else is; NOBODY if none is."""
    for k in range(1, t.players + 1):
        e = (p + k) % t.players
        if g.count[STATE + e] == IN:
            return e
    return NOBODY


def players_in(t, g):
    n = 0
    for p in range(t.players):
        if g.count[STATE + p] == IN:
            n += 1
    return n


# --- silvs -----------------------------------------------------------------------------------


def pay_pot(g, p, n):
    g.count[SILVS + p] -= n
    g.count[POT] += n
    tell(g, TOLD_PAY_POT, p, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)


def take_pot(g, p, n):
    """Take up to n silvs, as many as the pot holds (R-H52)."""
    if n > g.count[POT]:
        n = g.count[POT]
    g.count[POT] -= n
    g.count[SILVS + p] += n
    tell(g, TOLD_TAKE_POT, p, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)


def house_pays(g, n):
    """The house's purse has no bottom (R-H65)."""
    g.count[PURSE] -= n
    g.count[POT] += n
    tell(g, TOLD_HOUSE_PAYS, NOBODY, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)


def house_takes(g, n):
    g.count[POT] -= n
    g.count[PURSE] += n
    tell(g, TOLD_HOUSE_TAKES, NOBODY, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)


def tax(t, g, p):
    """The silvs a face costs now: one for each Bard that demands it (R-H57)."""
    n = 0
    for i in range(g.size[BARDS]):
        if t.bard_self_pays or g.count[BARD_OF + i] != p:
            n += 1
    return n


def pay_bards(t, g, p):
    for i in range(g.size[BARDS]):
        if t.bard_self_pays or g.count[BARD_OF + i] != p:
            g.count[SILVS + p] -= 1
            g.count[ON_BARD + i] += 1
            tell(g, TOLD_TIP, p, g.count[BARD_OF + i], NO_CARD, 1, NO_ZONE, NO_ZONE)


# --- control and Nubs ------------------------------------------------------------------------


def to_discard(g, card):
    """Face up on the discard pile."""
    put(g, DISCARD, card)
    g.knows[card] = EVERYBODY


def tell_move(g, card, n, source, target):
    """Record that a card, or n unknown cards, move as part of an event that the story tells already."""
    tell(g, TOLD_MOVE, NOBODY, NOBODY, card, n, source, target)


def discard_from(g, card, source):
    """Discard a card that has been taken from a zone."""
    to_discard(g, card)
    tell_move(g, card, 1, source, DISCARD)


def clear_row(g):
    """The number cards on the table are discarded (R-H19)."""
    for i in range(g.size[ROW]):
        discard_from(g, g.cards[ROW][i], ROW)
    g.size[ROW] = 0


def return_control(t, g):
    """Control goes back to the Hanataz: there is nothing to beat, unless the option says otherwise (R-H18)."""
    g.count[CONTROL] = NOBODY
    tell(g, TOLD_RETURN, NOBODY, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
    if not t.beat_last:
        clear_row(g)


def nub_out(t, g, p):
    """HZ-FN1; a player who is out never holds the token (R-H21)."""
    g.count[STATE + p] = NUBBED
    tell(g, TOLD_NUB, p, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
    if g.count[CONTROL] == p:
        return_control(t, g)


# --- Fool tokens -------------------------------------------------------------------------------


def take_token(t, g, p):
    """Take a token from the centre, or else from the seat that has held one longest (R-H37)."""
    if g.count[TOKENS] > 0:
        g.count[TOKENS] -= 1
    else:
        holder = NOBODY
        for e in range(t.players):
            if e != p and g.count[HELD + e] > 0:
                if holder == NOBODY or g.count[HELD_SINCE + e] < g.count[HELD_SINCE + holder]:
                    holder = e
        if holder == NOBODY:
            return
        g.count[HELD + holder] -= 1
    g.count[TOKEN_CLOCK] += 1
    if g.count[HELD + p] == 0:
        g.count[HELD_SINCE + p] = g.count[TOKEN_CLOCK]
    g.count[HELD + p] += 1
    tell(g, TOLD_TOKEN, p, NOBODY, NO_CARD, 1, NO_ZONE, NO_ZONE)


def return_tokens(t, g):
    """All held tokens go back to the centre."""
    n = 0
    for p in range(t.players):
        n += g.count[HELD + p]
        g.count[HELD + p] = 0
    g.count[TOKENS] += n
    if n:
        tell(g, TOLD_TOKENS_BACK, NOBODY, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)


# --- deck and house --------------------------------------------------------------------------


def replace_house(t, g):
    """HZ-R3 to R5: make the deck from the house hand and all discards, and deal a new house hand."""
    n = house_cards(g)
    if n:
        tell_move(g, NO_CARD, n, HOUSE, DECK)
    for i in range(HOUSE_SIZE):
        card = g.cards[HOUSE][i]
        if card != NO_CARD:
            put(g, DECK, card)
            g.cards[HOUSE][i] = NO_CARD
    for i in range(g.size[DISCARD]):
        put(g, DECK, g.cards[DISCARD][i])
    g.size[DISCARD] = 0
    shuffle_zone(g, DECK)
    g.count[RESHUFFLES] += 1
    tell(g, TOLD_RESHUFFLE, NOBODY, NOBODY, NO_CARD, g.size[DECK], DISCARD, DECK)
    if not t.keep_tokens:
        return_tokens(t, g)  # R-H36: the claim was on a Fool in the house hand
    n = 0
    while n < HOUSE_SIZE and g.size[DECK]:
        g.cards[HOUSE][n] = take_top(g, DECK)
        n += 1
    tell(g, TOLD_HOUSE_FILLED, NOBODY, NOBODY, NO_CARD, n, DECK, HOUSE)


def from_deck(t, g):
    """Take the top card of the deck, remaking an empty deck first (R-H40, R-H41); NO_CARD if there is none."""
    if g.size[DECK] == 0:
        if g.size[DISCARD] == 0 and house_cards(g) == 0:
            return NO_CARD
        replace_house(t, g)
        if g.size[DECK] == 0:
            return NO_CARD
    return take_top(g, DECK)


def draw(t, g, p):
    """Draw a card into a hand; False if there is none."""
    card = from_deck(t, g)
    if card == NO_CARD:
        return False
    put(g, HANDS + p, card)
    g.knows[card] |= 1 << p
    tell(g, TOLD_DRAW, p, NOBODY, card, 1, DECK, HANDS + p)
    return True


def fill_house(t, g):
    """HZ-H5: deal cards into the empty places; other places keep theirs, unless the deck runs out (R-H42)."""
    filled = 0
    for i in range(HOUSE_SIZE):
        if g.cards[HOUSE][i] == NO_CARD:
            if g.size[DECK] == 0:
                if g.size[DISCARD] or house_cards(g):
                    replace_house(t, g)
                return
            g.cards[HOUSE][i] = take_top(g, DECK)
            filled += 1
    if filled:
        tell(g, TOLD_HOUSE_FILLED, NOBODY, NOBODY, NO_CARD, filled, DECK, HOUSE)


def house_cards(g):
    n = 0
    for i in range(HOUSE_SIZE):
        if g.cards[HOUSE][i] != NO_CARD:
            n += 1
    return n


def shuffle_house(g):
    """Shuffle the house cards face down: nobody knows any position now (R-H26, R-H61)."""
    n = 0
    for i in range(HOUSE_SIZE):
        card = g.cards[HOUSE][i]
        if card != NO_CARD:
            g.cards[HOUSE][i] = NO_CARD
            g.cards[HOUSE][n] = card
            n += 1
    g.size[HOUSE] = n
    shuffle_zone(g, HOUSE)
    g.size[HOUSE] = HOUSE_SIZE
    tell(g, TOLD_HOUSE_SHUFFLE, NOBODY, NOBODY, NO_CARD, n, HOUSE, HOUSE)


# --- what is there to choose from ----------------------------------------------------------------


def add_cards(t, g, zone, out, n):
    """Add an option for each kind of card in a zone."""
    first = n
    for i in range(g.size[zone]):
        n = add_once(out, first, n, CARD + t.kind[g.cards[zone][i]])
    return n


def add_positions(g, out, n):
    """Add an option for each place of the house hand with a card on it."""
    for i in range(HOUSE_SIZE):
        if g.cards[HOUSE][i] != NO_CARD:
            out[n] = POSITION + i
            n += 1
    return n


def find_kind(t, g, zone, kind):
    """The first card of a kind in a zone; -1 if there is none."""
    for i in range(g.size[zone]):
        if t.kind[g.cards[zone][i]] == kind:
            return i
    return -1


def card_from_hand(t, g, p, action):
    """Take the card that an action names out of a hand, while everybody watches (R-H69)."""
    at = best_known(g, HANDS + p, find_kind(t, g, HANDS + p, action - CARD), t.kind, 0)
    card = take_at(g, HANDS + p, at)
    show_leaving(g, HANDS + p, card, t.kind, t.cards, 0)
    return card
