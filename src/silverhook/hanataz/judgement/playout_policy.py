# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""A quick judgement for playouts: how good each action looks, in silvs, and who is likely to win.

It uses only what the player to act can know: face-up cards, their own hand, and the composition of the deck.
The search tries the actions that this policy prefers first, and plays its games on by it.
"""

import cython
from cython import address

from silverhook.hanataz.judgement.weights import (
    ASSASSIN_SHARE,
    BACK,
    BARD_OPEN,
    CANNOT_PAY,
    DRAWN,
    DRIVES_OUT,
    FOOL_STAYS,
    GOOD_NUMBER,
    JESTER_LOOK,
    LATER,
    LOOK,
    LOOT_WEALTH,
    OPEN_SHARE,
    OPENING,
    OVERTAKEN,
    POOR_PASS,
    POOR_SWAP,
    REFILL_COST,
    REFILL_SHORT,
    ROBBED_CARD,
    SAFE,
    SPENT_SHARE,
    STILL_OPEN,
    SWAP_EACH,
    SWAP_GAIN,
    SWAP_ORDER,
    SWING,
    TROLL_PAYS,
    USUAL_SHARE,
)

if not cython.compiled:
    from math import exp

    from silverhook.core.interpreted import stand_in

    stand_in(globals())

CLEAR = 2.0  # silvs that make a clear difference between two actions
UNANSWERED = 0.75  # the chance that no Knight answers


# --- the position --------------------------------------------------------------------------------


def look_at(t, g, o):
    """The players still in, and the worth of the pot to a player who waits."""
    p = g.to_act
    o.me, o.pot, o.control, o.money = p, g.count[POT], g.count[CONTROL], g.count[SILVS + p]
    rivals = o.others = o.against = 0
    numbers = 0
    for e in range(t.players):
        if e != p:
            if g.count[STATE + e] != BUST:
                rivals += 1
            if g.count[STATE + e] == IN:
                o.others += 1
                o.against += g.size[HANDS + e]
    for i in range(g.size[HANDS + p]):
        if t.face[t.kind[g.cards[HANDS + p][i]]] == NUMBER:
            numbers += 1
    o.weight = 1.0 / rivals if rivals > 1 else 1.0
    o.tax = tax(t, g, p)
    skill = numbers / 3.0 if numbers < 3 else 1.0
    if o.control >= 0 and o.control != p:
        winning = t.kind[g.cards[ROW][g.size[ROW] - 1]]
        o.lost = -o.weight * (t.pays[winning] * o.pot + OPENING)
        o.waiting = OVERTAKEN * (1.0 - power(t.safe[winning], cards_between(t, g, p))) * skill
    elif o.others:
        o.lost = -o.weight * (OPEN_SHARE * o.pot + OPENING)
        o.waiting = LATER * 2 * skill / (1 + o.others)
    else:
        o.lost = 0.0
        o.waiting = 1.0 if numbers else 0.0
    o.wait = o.waiting * (USUAL_SHARE * o.pot + OPENING) + (1.0 - o.waiting) * o.lost


def cards_between(t, g, p):
    """The cards of players who have a turn before the player in control."""
    n = 0
    e = next_in(t, g, p)
    while e != p and e != g.count[CONTROL]:
        n += g.size[HANDS + e]
        e = next_in(t, g, e)
    return n


def power(base, n):
    result = 1.0
    for _ in range(n):
        result *= base
    return result


def with_number(t, o, kind, pot, against):
    """The worth of the pot to a player who takes control with a number, against a number of cards."""
    hold = power(t.safe[kind], against)
    win = t.pays[kind] * pot + OPENING
    beaten = BACK * USUAL_SHARE * pot - (1 - BACK) * (USUAL_SHARE * pot + OPENING) * o.weight
    return hold * win + (1.0 - hold) * beaten


def spent(t, g, o, kind, drawn):
    """The cost of using a card: a silv to replace it, and the difference to the new card."""
    if g.count[HAND_NUMBER] >= t.hand_limit:
        return 0.0
    worth = SPENT_SHARE * (t.held[kind] - t.drawn)
    if g.size[HANDS + o.me] <= HAND_SIZE and not drawn:
        worth += 1.0
    return worth if worth > 0 else 0.0


# --- decisions -------------------------------------------------------------------------------------


def weigh_actions(t, g, out, n, worth):
    """How good each legal action looks to the deciding seat."""
    o: Look
    if not cython.compiled:
        o = Look()
    look_at(t, g, address(o))
    s = top_step(g)
    for i in range(n):
        worth[i] = weigh_action(t, g, address(o), s, out[i]) / CLEAR


def weigh_action(t, g, o, s, action):
    op = s.op
    if op == TURN or op == JESTER_PLAYS:
        return weigh_turn(t, g, o, action)
    if op == KNIGHTS:
        return weigh_knight(t, g, o, s, action)
    if op == SWAPPING:
        return weigh_swap(t, g, o, s, action)
    if op == CROWN_TAXES or op == TROLL_TAXES:
        return weigh_tax(t, g, o, s, action)
    if op == NORMING:
        if action >= CARD:
            return -t.held[action - CARD]
        if action == NO:
            return 0.0
        return t.drawn + REFILL_SHORT * (HAND_SIZE - g.size[HANDS + o.me]) - REFILL_COST if o.money > SAFE else -1.0
    if op == ASSASSIN_AIMS:
        p = action - SEAT
        return (5.0 if p == o.control else 0.0) + 0.1 * g.size[HANDS + p] + 0.005 * g.count[SILVS + p]
    if op == ROGUE_AIMS:
        return loot(g, o, action - SEAT)
    if op == ROGUE_SAYS:
        silvs = g.count[SILVS + s.enemy]
        if action == TWO_SILVS:
            return (silvs if silvs < 2 else 2) * (1.0 + o.weight)
        return (silvs if silvs < 1 else 1) * (1.0 + o.weight) + ROBBED_CARD * (t.drawn + o.weight)
    if op == JESTER_PUTS:
        return LOOK if action == PUT_BACK else 0.0
    return weigh_position(t, g, o, s, action - POSITION) if POSITION <= action < CARD else 0.0


def weigh_swap(t, g, o, s, action):
    """Cards worth less than an average new card, if together they are worth the silv."""
    if action == NO:
        return 0.0
    kind = action - CARD
    if not weak(t, g, o.me, kind):
        return -1.0 - t.held[kind]
    if s.pc:
        return t.drawn - t.held[kind]
    gain = 0.0
    for i in range(g.size[HANDS + o.me]):
        other = t.kind[g.cards[HANDS + o.me][i]]
        if weak(t, g, o.me, other):
            gain += t.drawn - t.held[other]
    return gain - SWAP_GAIN - (POOR_SWAP if o.money <= SAFE else 0.0) - SWAP_ORDER * t.held[kind]


def weak(t, g, p, kind):
    return t.held[kind] < t.drawn - SWAP_EACH and not (t.face[kind] == NUMBER and t.value[kind] >= GOOD_NUMBER)


def weigh_turn(t, g, o, action):
    """Fold, stay in for a silv, or play a card."""
    if action == NUB_OUT:
        return o.lost
    if action == PASS:
        return o.wait - (1.0 + POOR_PASS if o.money <= SAFE else 1.0)
    if action == NO:
        return o.wait
    kind = action - CARD
    face = t.face[kind]
    if face != NUMBER:
        return weigh_face(t, g, o, face) - spent(t, g, o, kind, face == JESTER or face == FOOL) - o.tax
    last = to_beat(t, g)
    fee = 1 if last != NO_CARD and t.value[t.kind[last]] == t.value[kind] else 0
    return with_number(t, o, kind, o.pot + fee, o.against) - fee - spent(t, g, o, kind, False)


def weigh_face(t, g, o, face):
    if face == ASSASSIN:
        if o.others == 1:
            best = o.wait
            for i in range(g.size[HANDS + o.me]):
                kind = t.kind[g.cards[HANDS + o.me][i]]
                if t.face[kind] == NUMBER and t.pays[kind] * o.pot > best:
                    best = t.pays[kind] * o.pot
            return best
        return o.wait + (0.4 if o.control >= 0 else ASSASSIN_SHARE) * o.pot
    if face == BARD:
        return o.wait + (BARD_OPEN if o.others else BARD_TIP)
    if face == PRIEST:
        return with_number(t, o, t.typical, o.pot, o.against)
    if face == ROGUE:
        best = 0.0
        for p in range(t.players):
            if p != o.me and g.count[STATE + p] != BUST and loot(g, o, p) > best:
                best = loot(g, o, p)
        return o.wait + UNANSWERED * best
    if face == DRAGON:
        taken = o.pot if o.pot < DRAGON_TAKES else DRAGON_TAKES
        kept = USUAL_SHARE * (o.waiting - (1.0 - o.waiting) * o.weight) * taken
        return o.wait + UNANSWERED * (taken - kept)
    if face == CROWN or face == TROLL:
        paying = broke = 0
        for p in range(t.players):
            if p != o.me and g.count[STATE + p] == IN:
                if g.count[SILVS + p]:
                    paying += 1
                else:
                    broke += 1
        if face == TROLL:
            return o.wait + TROLL_PAYS * paying * (1.0 + o.weight) + (DRIVES_OUT * o.pot if broke else 0.0)
        if t.crown_self and not o.money:
            return o.lost - CANNOT_PAY
        own = 1 if t.crown_self else 0
        share = o.waiting - (1.0 - o.waiting) * o.weight
        return o.wait - own + paying * o.weight + (own + paying + 1) * share + (DRIVES_OUT * o.pot if broke else 0.0)
    if face == FOOL:
        return o.wait + o.pot * (1.0 - o.waiting) * (1.0 + o.weight) / HOUSE_SIZE + FOOL_STAYS
    if face == JESTER:
        return o.wait + JESTER_LOOK * o.pot + 0.5
    room = HAND_SIZE - (g.size[HANDS + o.me] - 1)  # a Wizard: two cards for free
    return o.wait + (2.0 if room >= 2 else 1.0 + DRAWN if room == 1 else 2 * DRAWN)


def loot(g, o, p):
    """The worth of robbing a rival."""
    silvs = g.count[SILVS + p]
    return (silvs if silvs < 2 else 2) * (1.0 + o.weight) + LOOT_WEALTH * silvs


def weigh_tax(t, g, o, s, action):
    """Pay or nub out: staying in against leaving the pot to others."""
    if action == NUB_OUT:
        return -USUAL_SHARE * o.pot * o.weight if o.control == o.me else o.lost
    price = 1.0 + (o.weight if s.op == TROLL_TAXES else 0.0)
    if o.control == o.me and g.size[ROW]:
        return with_number(t, o, t.kind[g.cards[ROW][g.size[ROW] - 1]], o.pot, cards_between(t, g, o.me)) - price
    if o.control < 0:
        return o.wait + STILL_OPEN * o.pot - price
    return o.wait - price


def weigh_knight(t, g, o, s, action):
    """Counter a card that costs more than the Knight is worth."""
    if action == NO:
        return 0.0
    cost = spent(t, g, o, action - CARD, False) + o.tax
    if s.enemy >= 0:
        silvs = g.count[SILVS + s.enemy]
        return (silvs if silvs < 2 else 2) * (1.0 + o.weight) - cost if s.enemy == o.me else -cost
    taken = o.pot if o.pot < DRAGON_TAKES else DRAGON_TAKES
    mine = 0.7 if o.control == o.me else o.waiting
    return taken * (o.weight + USUAL_SHARE * mine - USUAL_SHARE * (1.0 - mine) * o.weight * o.weight) - cost


def weigh_position(t, g, o, s, i):
    """A house card to turn up, to take or to look at."""
    card = g.cards[HOUSE][i]
    if card == NO_CARD:
        return 0.0
    known = g.knows[card] >> o.me & 1
    kind = t.kind[card]
    if s.op == JESTER_LOOKS:
        return 0.0 if known else LOOK
    if s.op == FOOL_TAKES:
        return t.held[kind] if known else t.drawn
    number = t.kind[g.cards[ROW][g.size[ROW] - 1]]
    if not known:
        return t.pays[number] * o.pot
    if t.face[kind] == FOOL:
        return o.pot if g.count[HELD + o.me] else -o.pot * o.weight
    if t.suit[kind] == NO_SUIT or (t.suit[kind] == t.suit[number] and t.value[kind] > t.value[number]):
        return 0.5 * o.pot
    return o.pot


# --- standing --------------------------------------------------------------------------------------


def estimate_odds(t, g, odds):
    """Each player's chance to win, by silvs and the chance to win the pot."""
    inside = players_in(t, g)
    best = -1000.0
    for p in range(t.players):
        score = g.count[SILVS + p] + 0.4 * g.size[HANDS + p]
        if g.count[CONTROL] == p:
            score += 0.7 * g.count[POT]
        elif inside and g.count[STATE + p] == IN:
            score += (STILL_OPEN if g.count[CONTROL] >= 0 else OPEN_SHARE / inside) * g.count[POT]
        odds[p] = score / SWING if g.count[STATE + p] != BUST else -100.0
        if odds[p] > best:
            best = odds[p]
    total = 0.0
    for p in range(t.players):
        odds[p] = exp(odds[p] - best)
        total += odds[p]
    for p in range(t.players):
        odds[p] /= total
