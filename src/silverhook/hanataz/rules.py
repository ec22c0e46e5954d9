# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Hanataz: set-up, hands, turns, the showdown, the end, and invariants."""

import cython
from cython import address

from silverhook.core.errors import RulesetError
from silverhook.hanataz.judgement.card_values import card_values

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


class Hanataz(Rules):
    """The rules of one composition with its options."""

    def __init__(self, prepared: object) -> None:
        if not cython.compiled:
            self.tables = Tables()
        self.prepared = prepared
        self.ruleset = prepared.ruleset
        self.visibility, self.notation, self.narrator = prepared.visibility, prepared.notation, prepared.narrator
        self.players = prepared.players
        self.cards = len(prepared.cards)
        self.zones = ZONES
        self.nested = True  # hidden house cards are shuffled in with the discards
        self.actions = CARD + len(prepared.kinds)
        self.horizon, self.curiosity = 20, 0.5  # two hands ahead, a quick estimate is good enough
        self.fill_tables(prepared)

    def fill_tables(self, prepared):
        """Copy the prepared ruleset into the tables that the engine reads."""
        if len(prepared.kinds) > MAX_KINDS or len(prepared.cards) > MAX_CARDS:
            raise RulesetError(f"{len(prepared.cards)} cards of {len(prepared.kinds)} kinds are too many")
        t = address(self.tables)
        o = prepared.options
        t.players, t.fools, t.silvs = prepared.players, prepared.fools, prepared.silvs
        t.kinds, t.cards = len(prepared.kinds), len(prepared.cards)
        t.ante_every_hand = o["ante"] == "every_hand"
        t.first_hand_swap = o["first_hand_swap"]
        t.may_refill = o["refill"] == "may"
        t.beat_last = o["after_return"] == "beat_last"
        t.all_out = TO_HOUSE if o["all_out"] == "house" else CARRY
        t.alone_wins = o["lone_player"] == "wins_pot"
        t.turn_guard = o["turn_guard"]
        t.flip_random = o["flip_choice"] == "random"
        t.split_to_pot = o["split_rest"] == "pot"
        t.odd_to_rest = o["split_odd"] == "rest"
        t.fool_unclaimed = {"carry": CARRY, "house": TO_HOUSE, "winner": TO_WINNER}[o["fool_unclaimed"]]
        t.keep_tokens = o["fool_token_on_replace"] == "keep"
        t.knight_target_only = o["knight_scope"] == "target_only"
        t.crown_self = o["crown_self"]
        t.bard_self_pays = o["bard_self_pays"]
        t.jester_may = o["jester_play"] == "may"
        t.priest_scope = {"table": TABLE_ONLY, "own_hand": OWN_HAND, "all_hands": ALL_HANDS}[o["priest_scope"]]
        ends = {"first_bust": FIRST_BUST, "last_standing": LAST_STANDING, "hands": HANDS_ONLY, "target": TARGET}
        t.game_end = ends[o["game_end"]]
        t.hand_limit = 1_000_000 if o["hand_limit"] is None else o["hand_limit"]
        t.target_silvs = o["target_silvs"]
        for card, kind in enumerate(prepared.cards):
            t.kind[card] = kind
        for number, kind in enumerate(prepared.kinds):
            t.face[number], t.value[number], t.suit[number] = kind.face, kind.value, kind.suit
        values = card_values(prepared)
        t.drawn, t.typical = values.drawn, values.typical
        for k in range(t.kinds):
            t.held[k], t.safe[k], t.pays[k] = values.held[k], values.safe[k], values.pays[k]

    def __reduce__(self):
        return type(self), (self.prepared,)

    def deal(self, g):
        t = address(self.tables)
        set_up(t, g)
        begin_hand(t, g)
        settle(t, g)

    def legal(self, g, out):
        return step_options(address(self.tables), g, top_step(g), out)

    def act(self, g, action, out):
        t = address(self.tables)
        choose(t, g, top_step(g), action)
        return advance(t, g, out)

    def possible(self, g, out):
        """A seat that is asked for a Knight may have none (R-H75)."""
        return top_step(g).op == KNIGHTS or step_options(address(self.tables), g, top_step(g), out) > 1

    def resume(self, g, where):
        t = address(self.tables)
        know_placed(t, g)
        p = g.count[CURRENT]
        if where == AT_SET_UP:
            g.count[HAND_NUMBER] -= 1
            begin_hand(t, g)
        elif where == AT_TURN:
            push_step(g, TURN, 0, p, NOBODY, NO_CARD)
        elif where == AT_FLIP:
            push_step(g, FLIPPING, 0, p, NOBODY, NO_CARD)
        else:
            push_step(g, HAND_ENDS, 0, p, NOBODY, NO_CARD)
        settle(t, g)

    def weigh(self, g, out, n, worth):
        weigh_actions(address(self.tables), g, out, n, worth)

    def estimate(self, g, odds):
        estimate_odds(address(self.tables), g, odds)

    def score(self, g, scores, winners):
        """Most silvs win; ties share (R-H67, R-H68). Silvs left in the pot count for nobody."""
        t = address(self.tables)
        best = -1
        for p in range(t.players):
            scores[p] = g.count[SILVS + p]
            if scores[p] > best:
                best = scores[p]
        for p in range(t.players):
            winners[p] = 1 if scores[p] == best else 0

    def check(self, g):
        t = address(self.tables)
        broken = check_table(t, g)
        return broken if broken or g.over else check_steps(t, g)


# --- set-up and each hand --------------------------------------------------------------------------


def set_up(t, g):
    """HZ-S1 to S8."""
    for card in range(t.cards):
        put(g, DECK, card)
        g.knows[card] = EVERYBODY
    shuffle_zone(g, DECK)
    for p in range(t.players):
        for _ in range(HAND_SIZE):
            card = take_top(g, DECK)
            put(g, HANDS + p, card)
            g.knows[card] = 1 << p
        g.count[SILVS + p] = START_SILVS
        pay_pot(g, p, 1)
    g.size[HOUSE] = HOUSE_SIZE
    for i in range(HOUSE_SIZE):
        g.cards[HOUSE][i] = take_top(g, DECK)
    g.count[TOKENS] = t.fools
    g.count[CONTROL] = NOBODY
    g.count[FIRST] = below(address(g.chance), t.players)  # R-H04


def know_placed(t, g):
    """In a position set up by hand, everybody knows face-up cards, and each owner the own hand."""
    for zone in range(ZONES):
        for i in range(g.size[zone]):
            card = g.cards[zone][i]
            if zone == DISCARD or zone == ROW or zone == BARDS or zone == PLAYED:
                g.knows[card] = EVERYBODY
            elif zone < DECK:
                g.knows[card] |= 1 << zone


def begin_hand(t, g):
    """Turn the Nubs up, then swap, draw up or discard down, fill the house hand, and start the first turn."""
    g.count[HAND_NUMBER] += 1
    g.count[TURNS] = 0
    g.count[CONTROL] = NOBODY
    for p in range(t.players):
        if g.count[STATE + p] != BUST:
            g.count[STATE + p] = IN
    first = g.count[FIRST]
    if g.count[STATE + first] == BUST:
        first = next_in(t, g, first)
        g.count[FIRST] = first
    g.count[CURRENT] = first
    tell(g, TOLD_HAND, first, NOBODY, NO_CARD, g.count[HAND_NUMBER], NO_ZONE, NO_ZONE)
    if t.ante_every_hand and g.count[HAND_NUMBER] > 1:
        for p in range(t.players):
            if g.count[SILVS + p] > 0:
                pay_pot(g, p, 1)
    push_step(g, TURN, 0, first, NOBODY, NO_CARD)
    push_step(g, FILLING_HOUSE, 0, first, NOBODY, NO_CARD)
    push_step(g, NORMING, 0, first, NOBODY, NO_CARD)
    push_step(g, SWAPPING, 0, first, NOBODY, NO_CARD)


def next_seat(t, g, s):
    """Continue the step with the next seat; end it when all have been asked (R-H07)."""
    s.n += 1
    s.pc = 0
    s.you = (s.you + 1) % t.players
    if s.n >= t.players:
        g.depth -= 1


def swap_options(t, g, s, out):
    """HZ-H2: swap any number of cards for one silv; the player chooses them one by one (R-H76)."""
    p = s.you
    if s.pc == 0:
        if g.count[STATE + p] == BUST or g.count[SILVS + p] == 0 or g.size[HANDS + p] == 0:
            return -1
        if g.count[HAND_NUMBER] == 1 and not t.first_hand_swap:
            return -1
    out[0] = NO
    return add_cards(t, g, HANDS + p, out, 1)


def swap_choice(t, g, s, action):
    p = s.you
    if action == NO:
        n = s.pc
        next_seat(t, g, s)
        for _ in range(n):
            draw(t, g, p)
        return
    if s.pc == 0:
        pay_pot(g, p, 1)
    s.pc += 1
    card = card_from_hand(t, g, p, action)
    to_discard(g, card)
    tell(g, TOLD_SWAP, p, NOBODY, card, 1, HANDS + p, DISCARD)


def norm_options(t, g, s, out):
    """HZ-H4, and HZ-H3 where drawing up is optional."""
    p = s.you
    if g.count[STATE + p] == BUST:
        return -1
    if g.size[HANDS + p] > HAND_SIZE:
        return add_cards(t, g, HANDS + p, out, 0)
    if t.may_refill and s.pc == 0 and g.size[HANDS + p] < HAND_SIZE and g.count[SILVS + p] > 0:
        out[0], out[1] = YES, NO
        return 2
    return -1


def norm_choice(t, g, s, action):
    p = s.you
    if action == NO:
        s.pc = 1
    elif action == YES:
        if draw(t, g, p):
            pay_pot(g, p, 1)
        else:
            s.pc = 1
    else:
        card = card_from_hand(t, g, p, action)
        to_discard(g, card)
        tell(g, TOLD_DISCARD, p, NOBODY, card, 1, HANDS + p, DISCARD)


def refill(t, g, p):
    """R-H09: draw up to five, paying card by card while silvs last; a draw that lapses costs nothing (R-H41)."""
    while g.size[HANDS + p] < HAND_SIZE and g.count[SILVS + p] > 0:
        if not draw(t, g, p):
            return
        pay_pot(g, p, 1)


# --- turns -------------------------------------------------------------------------------------------


def turn_options(t, g, p, out):
    """HZ-T1 to T4: nub out, pass for a silv, or play a card; no options for the token's holder (HZ-W1)."""
    if g.count[CONTROL] == p:
        return -1
    out[0] = NUB_OUT
    n = 1
    if g.count[SILVS + p] > 0:
        out[1] = PASS
        n = 2
    return add_playable(t, g, p, out, n)


def turn_choice(t, g, p, action):
    g.depth -= 1
    push_step(g, AFTER_TURN, 0, p, NOBODY, NO_CARD)
    if action == NUB_OUT:
        nub_out(t, g, p)
    elif action == PASS:
        tell(g, TOLD_PASS, p, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
        pay_pot(g, p, 1)
    else:
        play_card(t, g, p, action)


def after_turn(t, g):
    """The next player's turn, unless the hand is over (R-H22, R-H23, R-H66)."""
    g.depth -= 1
    g.count[TURNS] += 1
    n = players_in(t, g)
    if n == 0 or g.count[TURNS] >= t.turn_guard:
        if t.all_out == TO_HOUSE:
            house_takes(g, g.count[POT])
        end_hand(t, g, ALL_OUT)
        return
    p = next_in(t, g, g.count[CURRENT])
    if n == 1 and t.alone_wins and g.count[CONTROL] == NOBODY:
        take_pot(g, p, g.count[POT])
        g.count[FIRST] = p
        end_hand(t, g, ALONE)
        return
    g.count[CURRENT] = p
    push_step(g, TURN, 0, p, NOBODY, NO_CARD)


# --- the showdown ------------------------------------------------------------------------------------


def compare(t, kind, house):
    """R-H28: the winning number against a house card."""
    if t.face[house] == FOOL:
        return FOOLED
    if t.suit[house] == NO_SUIT:
        return SPLIT
    return SPLIT if t.suit[house] == t.suit[kind] and t.value[house] > t.value[kind] else WON


def flip(t, g, p, position):
    """HZ-W3 to W10: turn a house card over and settle the pot."""
    g.count[FIRST] = p  # R-H32: the winner of the hand opens the next one
    card = g.cards[HOUSE][position]
    outcome = WON  # R-H79: there is no house card to compare
    if card != NO_CARD:
        g.cards[HOUSE][position] = NO_CARD
        put(g, PLAYED, card)
        g.knows[card] = EVERYBODY
        tell(g, TOLD_FLIP, p, NOBODY, card, position, HOUSE, PLAYED)
        outcome = compare(t, t.kind[g.cards[ROW][g.size[ROW] - 1]], t.kind[card])
    if outcome == WON:
        take_pot(g, p, g.count[POT])
    elif outcome == SPLIT:
        split_pot(t, g, p)
    else:
        holders = 0
        for e in range(t.players):
            holders += g.count[HELD + e]
        if holders == 0:
            outcome = FOOL_UNCLAIMED
        fool_takes_pot(t, g, p)
    end_hand(t, g, outcome)


def split_pot(t, g, p):
    """R-H30, R-H31: half and the odd silv go to the winner; the rest goes to the house or stays."""
    pot = g.count[POT]
    half = pot // 2
    take_pot(g, p, half if t.odd_to_rest else pot - half)
    if not t.split_to_pot:
        house_takes(g, g.count[POT])


def fool_takes_pot(t, g, p):
    """HZ-FF4, R-H33 to R-H35: the token holders share equally; what cannot be shared stays."""
    holders = 0
    for e in range(t.players):
        if g.count[HELD + e]:
            holders += 1
    if holders:
        share = g.count[POT] // holders
        for e in range(t.players):
            if g.count[HELD + e]:
                take_pot(g, e, share)
    elif t.fool_unclaimed == TO_HOUSE:
        house_takes(g, g.count[POT])
    elif t.fool_unclaimed == TO_WINNER:
        take_pot(g, p, g.count[POT])


# --- the end of a hand and of the game ---------------------------------------------------------------


def end_hand(t, g, outcome):
    """R-H71: Bards, table cards, tokens, the reshuffle after a Fool, then the next hand or the end."""
    g.depth = 0
    g.count[OUTCOME] = outcome
    g.count[HANDS_SO + outcome] += 1
    g.count[ALL_TURNS] += g.count[TURNS]
    tell(g, TOLD_OUTCOME, g.count[FIRST], NOBODY, NO_CARD, outcome, NO_ZONE, NO_ZONE)
    pay_out_bards(t, g)
    while g.size[PLAYED]:
        discard_from(g, take_top(g, PLAYED), PLAYED)
    clear_row(g)
    g.count[CONTROL] = NOBODY
    if outcome == FOOLED or outcome == FOOL_UNCLAIMED:
        return_tokens(t, g)
        replace_house(t, g)
    if is_over(t, g):
        g.over = 1
        g.to_act = NOBODY
        tell(g, TOLD_OVER, NOBODY, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
        return
    begin_hand(t, g)


def pay_out_bards(t, g):
    """HZ-FB3 to FB5: pay the owner of a Bard the silvs on it, or the house's tip."""
    for i in range(g.size[BARDS]):
        p, n = g.count[BARD_OF + i], g.count[ON_BARD + i]
        if n == 0:
            n = BARD_TIP
            g.count[PURSE] -= n
        g.count[SILVS + p] += n
        g.count[ON_BARD + i] = 0
        g.count[BARD_OF + i] = 0
        tell(g, TOLD_BARD_PAYS, p, NOBODY, NO_CARD, n, NO_ZONE, NO_ZONE)
        discard_from(g, g.cards[BARDS][i], BARDS)
    g.size[BARDS] = 0


def is_over(t, g):
    """R-H67, R-H72."""
    bust = alive = 0
    reached = 0
    for p in range(t.players):
        if g.count[SILVS + p] == 0:
            bust += 1
        else:
            alive += 1
        if g.count[SILVS + p] >= t.target_silvs:
            reached = 1
    if g.count[HAND_NUMBER] >= t.hand_limit:
        return True
    if t.game_end == FIRST_BUST:
        return bust > 0
    if t.game_end == TARGET:
        return reached > 0
    if t.game_end == LAST_STANDING:
        if alive <= 1:
            return True
        for p in range(t.players):
            if g.count[SILVS + p] == 0 and g.count[STATE + p] != BUST:
                throw_out(t, g, p)
    return False


def throw_out(t, g, p):
    """R-H72: a bust player's cards are discarded, tokens go to the centre, and the player is out for good."""
    g.count[STATE + p] = BUST
    g.count[TOKENS] += g.count[HELD + p]
    g.count[HELD + p] = 0
    tell(g, TOLD_BUST, p, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
    while g.size[HANDS + p]:
        discard_from(g, take_top(g, HANDS + p), HANDS + p)


# --- the machine ---------------------------------------------------------------------------------------


def settle(t, g):
    """Run to the first decision."""
    out = cython.declare(cython.int[MAX_LEGAL])
    advance(t, g, out)


def step_options(t, g, s, out):
    """The options of a step; -1 if it asks nobody now."""
    if s.op == TURN:
        return turn_options(t, g, s.you, out)
    if s.op == SWAPPING:
        return swap_options(t, g, s, out)
    if s.op == NORMING:
        return norm_options(t, g, s, out)
    if s.op == FLIPPING:
        return -1 if t.flip_random or house_cards(g) == 0 else add_positions(g, out, 0)
    return face_options(t, g, s, out)


def choose(t, g, s, action):
    """Carry out what was chosen in a step."""
    if s.op == TURN:
        turn_choice(t, g, s.you, action)
    elif s.op == SWAPPING:
        swap_choice(t, g, s, action)
    elif s.op == NORMING:
        norm_choice(t, g, s, action)
    elif s.op == FLIPPING:
        flip(t, g, s.you, action - POSITION)
    else:
        face_choice(t, g, s, action)


def perform(t, g, s):
    """Carry out a step that asks nobody now."""
    p, card = s.you, s.card
    if s.op == TURN:
        s.op = FLIPPING  # HZ-W1: a player who begins a turn with the token has won the hand
    elif s.op == LEAVING:
        g.depth -= 1
        leave(g, card)
    elif s.op == AFTER_TURN:
        after_turn(t, g)
    elif s.op == SWAPPING:
        next_seat(t, g, s)
    elif s.op == NORMING:
        if g.count[STATE + p] != BUST and not t.may_refill:
            refill(t, g, p)
        next_seat(t, g, s)
    elif s.op == FILLING_HOUSE:
        g.depth -= 1
        fill_house(t, g)
    elif s.op == FLIPPING:
        position = 0
        if house_cards(g):  # R-H78
            position = below(address(g.chance), HOUSE_SIZE)
            while g.cards[HOUSE][position] == NO_CARD:
                position = below(address(g.chance), HOUSE_SIZE)
        flip(t, g, p, position)
    elif s.op == HAND_ENDS:
        end_hand(t, g, g.count[OUTCOME])
    else:
        face_step(t, g, s)


def advance(t, g, out):
    """Run until a seat has a choice or is asked for a Knight, or the game is over; returns the number of options."""
    while not g.over:
        s = top_step(g)
        n = step_options(t, g, s, out)
        if n > 1 or (n == 1 and s.op == KNIGHTS):
            g.to_act = asked(t, s)
            return n
        if n == 1:
            choose(t, g, s, out[0])
        elif n == 0:
            g.depth -= 1
        else:
            perform(t, g, s)
    return 0


# --- invariants ----------------------------------------------------------------------------------------


def check_table(t, g):
    """Cards and silvs conserved; control, tokens and knowledge consistent."""
    seen = cython.declare(cython.uchar[MAX_CARDS])
    for card in range(t.cards):
        seen[card] = 0
    total = 0
    for zone in range(ZONES):
        for i in range(g.size[zone]):
            card = g.cards[zone][i]
            if card == NO_CARD:
                if zone != HOUSE:
                    return 1
                continue
            if card >= t.cards or seen[card]:
                return 2  # a card twice
            seen[card] = 1
            total += 1
            if zone < DECK and not g.knows[card] >> zone & 1:
                return 3  # a hand that its owner does not know
            if (zone == DISCARD or zone == ROW or zone == BARDS or zone == PLAYED) and g.knows[card] != EVERYBODY:
                return 4
            if zone == DECK and g.knows[card]:
                return 5
    if total != t.cards or g.size[HOUSE] != HOUSE_SIZE or g.size[BARDS] > MAX_BARDS:
        return 6  # a card lost
    money, tokens = g.count[POT] + g.count[PURSE], g.count[TOKENS]
    for i in range(g.size[BARDS]):
        money += g.count[ON_BARD + i]
        if g.count[ON_BARD + i] < 0 or g.count[BARD_OF + i] < 0 or g.count[BARD_OF + i] >= t.players:
            return 7
    for p in range(t.players):
        money += g.count[SILVS + p]
        tokens += g.count[HELD + p]
        if g.count[SILVS + p] < 0 or g.count[HELD + p] < 0:
            return 8
        if g.count[STATE + p] < BUST or g.count[STATE + p] > IN:
            return 9
    for zone in range(HANDS + t.players, DECK):
        if g.size[zone]:
            return 10
    if money != t.silvs or g.count[POT] < 0 or tokens != t.fools or g.count[TOKENS] < 0:
        return 11  # R-H65
    if g.count[CONTROL] < NOBODY or g.count[CONTROL] >= t.players:
        return 12
    if g.count[CONTROL] >= 0 and (g.size[ROW] == 0 or g.count[STATE + g.count[CONTROL]] != IN):
        return 13  # R-H21
    if g.count[CONTROL] == NOBODY and g.size[ROW] and not t.beat_last:
        return 14  # R-H19
    if not 0 <= g.count[FIRST] < t.players or not 0 <= g.count[CURRENT] < t.players:
        return 15
    return 16 if g.over and (g.depth or g.to_act != NOBODY) else 0


def check_steps(t, g):
    """The stack holds only steps that the engine can carry out, and the asked seat has a choice."""
    out = cython.declare(cython.int[MAX_LEGAL])
    if g.depth < 1 or g.to_act < 0 or g.to_act >= t.players:
        return 17
    for k in range(g.depth):
        s = address(g.steps[k])
        if s.op >= STEP_KINDS or s.n < 0 or s.pc < 0:
            return 18
        if s.you < 0 or s.you >= t.players or s.enemy < NOBODY or s.enemy >= t.players:
            return 19
        if (s.card != NO_CARD and s.card >= t.cards) or s.shows:
            return 20
        if s.enemy < 0 and (s.op == CROWN_TAXES or s.op == TROLL_TAXES or s.op == ROGUE_SAYS or s.op == ROGUE_STEALS):
            return 21
        if s.op == FOOL_TAKES and (s.card == NO_CARD or find_card(g, PLAYED, s.card) < 0):
            return 22
        if s.op == KNIGHTS and (k == 0 or s.n < 1):
            return 23
    s = top_step(g)
    if s.op == FLIPPING and g.size[ROW] == 0:
        return 24
    n = step_options(t, g, s, out)
    if n < 1 or (n == 1 and s.op != KNIGHTS):
        return 25
    return 26 if asked(t, s) != g.to_act else 0
