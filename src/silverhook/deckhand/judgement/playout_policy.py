# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
# mypy: ignore-errors
"""The playout policy: how good each action looks to a fair player at a glance.

The search tries the actions that this policy prefers first, and plays its games on by it.
"""

import cython
from cython import address

from silverhook.deckhand.judgement.weights import (
    ACTION_PRICE,
    BUY_PRICE,
    BUYS_A_TURN,
    CARD_PRICE,
    CARDS_A_TURN,
    CLEAR,
    COIN_FADES,
    DENIED,
    FIRST_PLAY,
    FIRST_SEEN,
    FULL_COIN,
    GOING_ON,
    HELD_BACK,
    LAST_CARD,
    LAST_COIN,
    LAST_TURN,
    LATER_SHARE,
    LEADER,
    LEAST_MEAN,
    MOST_MEAN,
    RANDOM_STOLEN,
    SHOWN_CARDS,
    SHOWN_LOST,
    SHOWN_MOVED,
    SHOWN_STOLEN,
)

if not cython.compiled:
    from math import exp

    from silverhook.core.interpreted import stand_in

    stand_in(globals())


# --- the position --------------------------------------------------------------------------------


def look_at(t, g, o, me):
    """How long the game lasts, and what coins and cards are worth in it."""
    o.turns = turns_left(t, g, me)
    o.coin = LAST_COIN + (FULL_COIN - LAST_COIN) * o.turns / (o.turns + COIN_FADES)
    for p in range(t.players):
        total = 0.0
        for zone in range(zone_of(p, DECK), zone_of(p, ASIDE) + 1):
            for k in range(g.size[zone]):
                total += t.card_slot[g.cards[zone][k]]
        cards = owned(g, p)
        mean = total / cards if cards else 1.0
        o.mean[p] = LEAST_MEAN if mean < LEAST_MEAN else MOST_MEAN if mean > MOST_MEAN else mean
        seen = CARDS_A_TURN / cards if cards > CARDS_A_TURN else 1.0
        o.plays[p] = seen * (o.turns - FIRST_SEEN / seen) if o.turns > FIRST_SEEN / seen else 0.0
        o.harm[p] = 0.0 if p == me else 1.0
        for kind in range(t.kinds):
            o.known[p][kind] = 0
    if t.players > 2:
        count_scores(t, g, o, me)


def turns_left(t, g, me):
    """Turns after this one; a last turn, with its one Action, is about half of one."""
    if g.count[ENDER] >= 0:
        return 0.0 if me == g.count[CURRENT] or me == g.count[ENDER] else LAST_TURN
    turns = g.size[SUPPLY_DECK] / (BUYS_A_TURN * t.players)
    return turns if turns > LAST_TURN else LAST_TURN


def purse(t, coins):
    """Coins by how well they can be spent: the more there are, the less one more is worth."""
    return t.purse[coins if coins < MAX_PURSE else MAX_PURSE - 1]


def count_scores(t, g, o, me):
    """Each player's standing; the one to harm is the player who is ahead."""
    best = -1000.0
    for p in range(t.players):
        o.score[p] = count_hooks(t, g, p) + o.coin * purse(t, g.count[COINS + p])
        if p != me and o.score[p] > best:
            best = o.score[p]
    total = 0.0
    for p in range(t.players):
        if p != me:
            o.harm[p] = exp((o.score[p] - best) / LEADER)
            total += o.harm[p]
    for p in range(t.players):
        o.harm[p] /= total


def worth_of(t, g, o, kind, p):
    """What owning a card is worth to a player."""
    if o.known[p][kind]:
        return o.worth[p][kind]
    worth = t.hooks[kind] + o.coin * o.plays[p] * (t.slot[kind] - o.mean[p])
    if t.end[kind] and not t.moves_at_end[kind]:
        worth += end_hooks(t, g, p, t.end[kind])
    o.worth[p][kind] = worth
    o.known[p][kind] = 1
    return worth


# --- decisions -------------------------------------------------------------------------------------


def weigh_actions(t, g, o, out, n, worth):
    """How good each legal action looks to the deciding seat."""
    s = top_step(g)
    if s.op == MAIN:
        weigh_main(t, g, o, g.to_act, out, n, worth)
    for k in range(n):
        if s.op == RUN:
            worth[k] = weigh_choice(t, g, o, s, address(t.code[s.pc]), out[k])
        worth[k] = 0.0 if s.op == ORDER else worth[k] / CLEAR


def at_once(t, g, out, n):
    """An action that needs no thought: drawing, or playing a card that brings an Action; -1 if there is none."""
    s = top_step(g)
    if s.op == RUN and t.code[s.pc].op == DO_CARD:
        return YES
    if s.op == MAIN:
        for k in range(n):
            if out[k] >= FROM_HAND and t.goes_on[out[k] - FROM_HAND]:
                return out[k]
    return -1


def weigh_main(t, g, o, p, out, n, worth):
    chances = g.count[ACTIONS] + g.count[BUYS]
    for k in range(n):
        action = out[k]
        if action == NO:
            worth[k] = 0.0
        elif action >= FROM_HAND:
            worth[k] = weigh_play(t, g, o, p, action - FROM_HAND)
            if chances > 1 and worth[k] > 0:
                worth[k] += FIRST_PLAY
        elif action >= SLOT:
            worth[k] = weigh_reload(t, g, o, p, action - SLOT)
        else:
            worth[k] = weigh_purchase(t, g, o, p, action - BUY)


def weigh_play(t, g, o, p, kind):
    """What playing a card from the hand brings for its Action, less what it would bring if it were held back."""
    worth = gain_of(t, g, o, t.play[kind], 0, p, NOBODY, kind) - o.coin * ACTION_PRICE
    if t.discarded[kind]:
        worth -= HELD_BACK * gain_of(t, g, o, t.discarded[kind], 0, p, NOBODY, kind)
    return worth + GOING_ON if t.goes_on[kind] and worth > 0 else worth


def weigh_purchase(t, g, o, p, slot):
    """The worth of a card for its price: owning it, and keeping it from the enemies."""
    card = g.cards[SUPPLY][slot]
    kind = t.kind[card]
    coins = g.count[COINS + p]
    worth = worth_of(t, g, o, kind, p)
    if g.size[SUPPLY_DECK] == 1 and g.count[ENDER] < 0:  # the last card ends the game
        count_scores(t, g, o, p)
        lead = worth
        for e in range(t.players):
            if e != p and o.score[p] + worth - o.score[e] < lead:
                lead = o.score[p] + worth - o.score[e]
        return LAST_CARD * (lead - 1.0)
    worth -= o.coin * (purse(t, coins) - purse(t, coins - price_of(t, g, card)))
    worth -= o.coin * (BUY_PRICE if g.count[BUYS] > 0 else ACTION_PRICE)
    denied = 0.0
    for e in range(t.players):
        if e != p and o.turns > 0:
            theirs = o.harm[e] * worth_of(t, g, o, kind, e)
            if theirs > denied:
                denied = theirs
    return worth + DENIED * denied


def weigh_reload(t, g, o, p, slot):
    """Replace a card that the seat wants less than the enemies do."""
    if g.cards[SUPPLY][slot] == NO_CARD:
        return 0.0
    kind = t.kind[g.cards[SUPPLY][slot]]
    wanted = 0.0
    for e in range(t.players):
        if e != p:
            wanted += o.harm[e] * worth_of(t, g, o, kind, e)
    return 0.05 * (wanted - worth_of(t, g, o, kind, p)) + 0.02


def weigh_choice(t, g, o, s, i, action):
    """A decision in the text of a card."""
    op, p = i.op, g.to_act
    if i.who == THEY and (op == DO_CHOOSE or op == DO_MAY or op == DO_PAY_FOR):
        return -weigh_theirs(t, g, o, s, i, action)
    if op == DO_CARD:
        return o.coin * CARD_PRICE if action == YES else 0.0
    if op == DO_CHOOSE:
        option = address(t.code[s.pc + 1 + action - OPTION])
        return gain_of(t, g, o, option.jump, option.m, s.you, s.enemy, NO_KIND)
    if op == DO_ENEMY:
        return gain_of(
            t, g, o, s.pc + 1, i.jump, s.you, action - SEAT, t.kind[s.card] if s.card != NO_CARD else NO_KIND
        )
    if action == NO:
        return 0.0
    if op == DO_MAY:
        return gain_of(t, g, o, s.pc + 1, i.jump, s.you, s.enemy, t.kind[s.card] if s.card != NO_CARD else NO_KIND)
    if op == DO_PAY_FOR:
        return gain_of(t, g, o, s.pc + 1, i.jump, s.you, s.enemy, NO_KIND) - o.coin * i.n
    if op == DO_NAME:
        return o.coin * count_kind(t, g, p, action - FROM_HAND)
    if op == DO_REORDER:
        return o.coin * t.slot[(action - FROM_HAND) % t.kinds]
    if op == DO_GAIN and i.target == TO_OUT:
        return weigh_reload(t, g, o, p, action - SLOT)
    if op == DO_GAIN:
        return worth_of(t, g, o, t.kind[g.cards[SUPPLY][action - SLOT]], p)
    if op == DO_RELOAD:
        return weigh_reload(t, g, o, p, action - SLOT)
    return weigh_card(t, g, o, s, i, action) if action >= FROM_HAND else 0.0


def weigh_theirs(t, g, o, s, i, action):
    """What a choice of the enemy of an effect brings its player, as the enemy sees it: the enemy's own losses count."""
    if action == NO:
        return 0.0
    before = o.harm[s.enemy]
    o.harm[s.enemy] = 1.0
    start, end = s.pc + 1, i.jump
    if i.op == DO_CHOOSE:
        option = address(t.code[s.pc + 1 + action - OPTION])
        start, end = option.jump, option.m
    worth = gain_of(t, g, o, start, end, s.you, s.enemy, NO_KIND)
    if i.op == DO_PAY_FOR:
        worth += o.coin * i.n
    o.harm[s.enemy] = before
    return worth


def weigh_card(t, g, o, s, i, action):
    """A card to discard, move, play or swap."""
    op, p = i.op, g.to_act
    kind = (action - FROM_HAND) % t.kinds
    place = (action - FROM_HAND) // t.kinds
    if op == DO_DISCARD or op == DO_TOGETHER:
        worth = -0.5 * o.coin * t.slot[kind] if p == g.count[CURRENT] else -0.1 * o.coin * t.slot[kind]
        return worth + gain_of(t, g, o, t.discarded[kind], 0, p, NOBODY, kind) if t.discarded[kind] else worth
    if op == DO_PLAY or op == DO_ACTIVATE:
        return gain_of(t, g, o, t.play[kind], 0, p, NOBODY, kind) if t.play[kind] else 0.0
    if op == DO_SWAP:
        if s.n == 0:
            return -worth_of(t, g, o, kind, p)
        return worth_of(t, g, o, kind, p) + o.harm[s.enemy] * worth_of(t, g, o, kind, s.enemy)
    if i.place & FROM_OUT:
        return worth_of(t, g, o, kind, p) if i.target < TO_THEIR_DECK else -worth_of(t, g, o, kind, s.enemy)
    if i.who == THEY:  # seen from them, their cards are their own
        return moved(t, g, o, kind, p, i.target if i.target == TO_OUT else i.target ^ TO_THEIR_DECK, p, s.you)
    whose = s.you
    if place == 2 or (place == 3 and i.place & (THEIR_HAND | THEIR_STASH | THEIR_DECK)):
        whose = s.enemy
    worth = moved(t, g, o, kind, whose, i.target, s.you, s.enemy)
    if i.flags & OPTIONAL and i.jump > s.pc + 1:
        worth += gain_of(t, g, o, s.pc + 1, i.jump, s.you, s.enemy, NO_KIND)
    return worth


# --- texts -----------------------------------------------------------------------------------------


def gain_of(t, g, o, pc, end, you, enemy, kind):
    """What a part of a program brings `you`; without an end, up to its stop. `kind` is the card's own."""
    total = 0.0
    while not end or pc < end:
        i = address(t.code[pc])
        if i.op == STOP:
            break
        total += gain_here(t, g, o, pc, i, you, enemy, kind)
        pc = i.m if i.op == DO_IF or i.op == DO_CHOOSE else i.jump
    return total


def gain_here(t, g, o, pc, i, you, enemy, kind):
    """What one instruction brings, with everything inside it."""
    return settled_gain(t, o, pc, enemy) if i.settled else block_gain(t, g, o, pc, i, you, enemy, kind)


def settled_gain(t, o, pc, enemy):
    """What an operation brings by the table of operations."""
    worth = t.mine[pc] * o.coin
    return worth - t.theirs[pc] * o.coin * o.harm[enemy] if t.theirs[pc] and enemy >= 0 else worth


def is_settled(op):
    """Whether an operation brings the same, no matter which coins and cards are on the table."""
    return op != DO_MOVE and op != DO_GAIN and op != DO_THIS and op != DO_PAY and op != DO_STEAL_COINS


def block_gain(t, g, o, pc, i, you, enemy, kind):
    """What a block brings, or an operation whose worth depends on the coins and cards on the table."""
    op = i.op
    best = 0.0
    if i.value and i.condition == ALWAYS:
        return counted(t, g, i, you if i.who == YOU else enemy, 1) * settled_gain(t, o, pc, enemy)
    if op == DO_CHOOSE:
        for k in range(i.n):
            option = address(t.code[pc + 1 + k])
            worth = gain_of(t, g, o, option.jump, option.m, you, enemy, kind)
            if k == 0 or (worth > best if i.who == YOU else worth < best):
                best = worth
        return best
    if i.who == THEY and (op == DO_MAY or op == DO_PAY_FOR):
        worth = gain_of(t, g, o, pc + 1, i.jump, you, enemy, kind)
        return worth if worth < 0 else 0.0
    if op == DO_ONCE:
        return 0.0 if is_noted(g, ONCE, pc, you) else gain_of(t, g, o, pc + 1, i.jump, you, enemy, kind)
    if op == DO_LATER:
        return LATER_SHARE * gain_of(t, g, o, pc + 1, i.jump, you, NOBODY, kind)
    if op == DO_ENEMY or op == DO_EACH:
        found = 0
        if i.who == ALL_PLAYERS:
            o.harm[you] = -1.0  # what the seat itself loses or gets counts in full
            best = gain_of(t, g, o, pc + 1, i.jump - 1, you, you, kind)
            o.harm[you] = 0.0
        e = next_enemy(t, you, you)
        while e != you:
            if holds(t, g, i, you, e, 0):
                worth = gain_of(t, g, o, pc + 1, i.jump - 1 if op == DO_EACH else i.jump, you, e, kind)
                if op == DO_EACH:
                    best += worth
                elif not found or worth > best:
                    best = worth
                found = 1
            e = next_enemy(t, you, e)
        return best
    if op == DO_IF:
        likely = 0.5 if i.condition >= SHOWN_IS else 1.0 if holds(t, g, i, you, enemy, 0) else 0.0
        if likely > 0:
            best += likely * gain_of(t, g, o, pc + 1, i.jump, you, enemy, kind)
        if likely < 1:
            best += (1 - likely) * gain_of(t, g, o, i.jump, i.m, you, enemy, kind)
        return best
    if op == DO_MAY:
        worth = gain_of(t, g, o, pc + 1, i.jump, you, enemy, kind)
        return worth if worth > 0 else 0.0
    if op == DO_PAY_FOR:
        if g.count[COINS + you] < i.n:
            return 0.0
        worth = gain_of(t, g, o, pc + 1, i.jump, you, enemy, kind) - i.n * o.coin
        return worth if worth > 0 or not i.flags & OPTIONAL else 0.0
    if op == DO_MOVE:
        worth = best_move(t, g, o, i, you, enemy)
        if i.flags & OPTIONAL:
            if worth > -100 and i.jump > pc + 1:
                worth += gain_of(t, g, o, pc + 1, i.jump, you, enemy, kind)
            return worth if worth > 0 else 0.0
        return worth if worth > -100 else 0.0
    if op == DO_GAIN:
        if i.target == TO_OUT:
            return SHOWN_MOVED
        for slot in range(SLOTS):
            card = g.cards[SUPPLY][slot]
            if card != NO_CARD and might_fit(t, i, card):
                worth = worth_of(t, g, o, t.kind[card], you)
                if worth > best:
                    best = worth
        return best + (o.coin * CARD_PRICE if i.target == TO_YOUR_HAND else 0.0)
    if op == DO_THIS and kind != NO_KIND and (i.target >= TO_THEIR_DECK):
        worth = -worth_of(t, g, o, kind, you)
        return worth if i.target == TO_OUT or enemy < 0 else worth - o.harm[enemy] * worth_of(t, g, o, kind, enemy)
    if op == DO_PAY or op == DO_STEAL_COINS:
        coins = g.count[COINS + (you if op == DO_PAY and i.who == YOU else enemy)]
        return (i.n if i.n < coins else coins) * settled_gain(t, o, pc, enemy)
    return 0.0


def might_fit(t, i, card):
    """Whether an instruction may take a card; what it has in common with other cards is not known yet."""
    if i.which:
        return i.which != NAMED or t.kind[card] == i.kind
    return i.low <= t.price[card] <= i.high


def best_move(t, g, o, i, you, enemy):
    """The worth of the best card that an instruction could take; -1000 if there is none."""
    best = -1000.0
    if i.flags & RANDOM:
        return RANDOM_STOLEN * (1.0 + o.harm[enemy]) * (1.0 if g.size[zone_of(enemy, HAND)] else 0.0)
    if i.place & SHOWN:
        theirs = i.place & (THEIR_DECK | THEIR_HAND | THEIR_STASH)
        if not theirs:
            return CARD_PRICE * o.coin * SHOWN_CARDS if i.target == TO_YOUR_HAND else SHOWN_MOVED
        return SHOWN_STOLEN * (1.0 + o.harm[enemy]) if i.target < TO_THEIR_DECK else SHOWN_LOST * o.harm[enemy]
    place = 1
    while place <= THEIR_DECK:
        if i.place & place:
            zone = zone_at(place, you, enemy)
            whose = owner_of(zone)
            if not leaves_owner(i, whose, you, enemy) or may_lose(g, whose):
                for k in range(g.size[zone]):
                    card = g.cards[zone][k]
                    if might_fit(t, i, card):
                        worth = moved(t, g, o, t.kind[card], whose, i.target, you, enemy)
                        if worth > best:
                            best = worth
        place <<= 1
    return best


def moved(t, g, o, kind, whose, target, you, enemy):
    """The worth for `you` of moving a card of a player to its target."""
    lost = -worth_of(t, g, o, kind, you) if whose == you else o.harm[whose] * worth_of(t, g, o, kind, whose)
    if target == TO_OUT:
        return lost
    if target >= TO_THEIR_DECK:
        if whose != you:
            return -o.coin * t.slot[kind] * o.harm[whose]
        return lost - o.harm[enemy] * worth_of(t, g, o, kind, enemy)
    if whose == you:
        return o.coin * (t.slot[kind] - (o.mean[you] if target != TO_YOUR_HAND else 0.0))
    return lost + worth_of(t, g, o, kind, you)
