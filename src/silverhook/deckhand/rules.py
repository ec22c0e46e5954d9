# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Deck Hand: set-up, turns, the end of the game, and invariants."""

import cython
from cython import address

from silverhook.core.errors import RulesetError
from silverhook.deckhand.judgement.card_worth import USUAL_CARDS, in_coins, spending
from silverhook.deckhand.operations import WORTHS

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


class DeckHand(Rules):
    """The rules of one edition with its options and cards; `prepared` says which."""

    def __init__(self, prepared: object) -> None:
        if not cython.compiled:
            self.tables = Tables()
        self.prepared = prepared
        self.ruleset = prepared.ruleset
        self.visibility, self.notation, self.narrator = prepared.visibility, prepared.notation, prepared.narrator
        self.players = prepared.players
        self.cards = len(prepared.cards)
        self.zones = OUT + 1
        self.nested = False  # the cards of a stash were face up before they were shuffled
        self.actions = FROM_HAND + CARD_PLACES * len(prepared.kinds)
        self.fill_tables(prepared)

    def fill_tables(self, prepared):
        """Copy a prepared ruleset into the tables that the engine reads."""
        if len(prepared.kinds) > MAX_KINDS or len(prepared.cards) > MAX_CARDS or len(prepared.code) > MAX_CODE:
            raise RulesetError(f"{len(prepared.cards)} cards of {len(prepared.kinds)} kinds are too many")
        t = address(self.tables)
        edition, options = prepared.edition, prepared.options
        t.players, t.kinds, t.cards, t.code_size = (
            prepared.players,
            len(prepared.kinds),
            len(prepared.cards),
            len(prepared.code),
        )
        t.draw_optional = edition.draw_optional
        t.reload_banked = edition.reload_banked
        t.select_inapplicable = edition.select_inapplicable
        t.supply_deck = prepared.supply_deck
        t.start_money = options["start_money"]
        t.bank_limited = options.get("bank_limit") is not None
        t.bank = prepared.bank
        t.money_cap = 1_000_000 if options["money_cap"] is None else options["money_cap"]
        t.start_in_stash = options["start_trigger_zone"] != "hand"
        t.start_in_hand = options["start_trigger_zone"] != "stash"
        t.discard_at_end = options["hand_discard"] == "end_of_turn"
        t.lazy = options["reshuffle"] == "lazy"
        t.offturn_reload = options["offturn_reload"]
        t.action_cap = 1_000_000 if options["action_cap"] is None else options["action_cap"]
        t.action_guard = options["action_guard"] if options["action_cap"] is None else 1_000_000
        t.tie_after_ender = options["final_tie"] == "after_ender"
        t.max_turns = 2_000_000_000 if options["max_rounds"] is None else options["max_rounds"] * prepared.players
        t.end_moves = t.trash_texts = 0
        for card, kind in enumerate(prepared.cards):
            t.kind[card] = kind
            t.price[card] = prepared.kinds[kind].cost
            t.card_slot[card] = prepared.kinds[kind].slot
            t.starter[card] = prepared.starters[card]
        for number, kind in enumerate(prepared.kinds):
            t.hooks[number] = kind.hooks
            t.play[number], t.start[number] = kind.play, kind.start
            t.discarded[number], t.end[number] = kind.discarded, kind.end
            t.bought[number], t.gained[number], t.trashed[number] = kind.bought, kind.gained, kind.trashed
            t.trash_texts |= kind.trashed > 0
            t.activates[number], t.moves_at_end[number] = kind.activates, kind.moves_at_end
            t.end_moves |= kind.moves_at_end
            t.slot[number], t.goes_on[number] = kind.slot, kind.goes_on
        for coins in range(MAX_PURSE):
            t.purse[coins] = spending(coins)
        for at, instruction in enumerate(prepared.code):
            t.code[at].op, t.code[at].who, t.code[at].flags = instruction.op, instruction.who, instruction.flags
            t.code[at].place, t.code[at].target = instruction.place, instruction.target
            t.code[at].low, t.code[at].high, t.code[at].kind = instruction.low, instruction.high, instruction.kind
            t.code[at].value, t.code[at].condition = instruction.value, instruction.condition
            t.code[at].which = instruction.which
            t.code[at].n, t.code[at].m = instruction.n, instruction.m
            t.code[at].most, t.code[at].jump = instruction.most, instruction.jump
            theirs = instruction.who == THEY and (instruction.op == DO_MOVE or instruction.op == DO_GAIN)
            t.code[at].settled = (
                instruction.operation and (theirs or is_settled(instruction.op)) and not instruction.value
            )
            usual = min(instruction.n, USUAL_CARDS) if instruction.flags & UP_TO else instruction.n
            n, worth = usual if t.code[at].settled else 1, WORTHS[instruction.operation]
            t.mine[at], t.theirs[at] = n * in_coins(worth), n * worth.enemy

    def __reduce__(self):
        return type(self), (self.prepared,)

    def deal(self, g):
        t = address(self.tables)
        set_up(t, g)
        begin_turn(t, g)
        settle(t, g)

    def legal(self, g, out):
        return legal_now(address(self.tables), g, out)

    def act(self, g, action, out):
        t = address(self.tables)
        choose(t, g, action)
        return advance(t, g, out)

    def resume(self, g, where):
        t = address(self.tables)
        know_placed(t, g)
        p = g.count[CURRENT]
        if where == AT_START:
            begin_turn(t, g)
        elif where == AT_SCORING:
            begin_scoring(t, g)
        else:
            push_step(g, MAIN, 0, p, NOBODY, NO_CARD)
            if where == AT_STEP_2:
                push_step(g, DRAW_HAND, 0, p, NOBODY, NO_CARD)
                if not t.discard_at_end:
                    push_step(g, DISCARD_HAND, 0, p, NOBODY, NO_CARD)
        settle(t, g)

    def weigh(self, g, out, n, worth):
        o: Look
        if not cython.compiled:
            o = Look()
        look_at(address(self.tables), g, address(o), g.to_act)
        weigh_actions(address(self.tables), g, address(o), out, n, worth)

    def smart_playout(self, g, seed, out, most):
        """Takes one look at the position for each player in a turn."""
        worth = cython.declare(cython.double[MAX_LEGAL])
        o: Look
        if not cython.compiled:
            o = Look()
        t = address(self.tables)
        turn = player = -1
        n = 0
        choices = 0 if g.over else self.legal(g, out)
        while choices and (n < most or not most):
            seed = pick_next(seed)
            action = at_once(t, g, out, choices) if seed & 7 else -1
            if action < 0:
                if g.count[TURN] != turn or g.to_act != player:
                    turn, player = g.count[TURN], g.to_act
                    look_at(t, g, address(o), player)
                weigh_actions(t, g, address(o), out, choices, worth)
                action = out[pick_likely(worth, choices, seed)]
            choices = self.act(g, action, out)
            n += 1
        return n

    def score(self, g, scores, winners):
        t = address(self.tables)
        for p in range(t.players):
            scores[p] = count_hooks(t, g, p)
        find_winners(t, g, scores, winners)

    def hooks_at_end(self, game, card, seat):
        """The hooks that the END effect of a card adds for its owner in the present position."""
        return counted_at_end(address(self.tables), game.state, seat, self.tables.kind[card])

    def check(self, g):
        t = address(self.tables)
        broken = check_cards(t, g)
        if not broken:
            broken = check_knowledge(t, g)
        if not broken:
            broken = check_steps(t, g)
        if not broken:
            broken = check_decks(t, g)
        return broken if broken or g.over else check_decision(t, g)


# --- set-up ----------------------------------------------------------------------------------


def set_up(t, g):
    """DH3-S1 to S8: decks of four, coins, the supply deck, the reload deck and six cards face up."""
    for card in range(t.cards):
        owner = t.starter[card]
        if owner < t.players:
            put(g, zone_of(owner, DECK), card)
        elif owner == SEATS:
            put(g, RELOAD_DECK, card)
        else:
            put(g, OUT, card)
            g.knows[card] = EVERYBODY
    for p in range(t.players):
        shuffle_zone(g, zone_of(p, DECK))  # R-D01
        g.count[COINS + p] = t.start_money
    g.count[BANK] = t.bank - t.players * t.start_money  # R-D04
    shuffle_zone(g, RELOAD_DECK)  # R-D02: everything else together
    for _ in range(t.supply_deck):
        put(g, SUPPLY_DECK, take_top(g, RELOAD_DECK))
    for slot in range(SLOTS):
        card = take_top(g, RELOAD_DECK)
        put(g, SUPPLY, card)
        g.knows[card] = EVERYBODY
    g.count[ENDER] = NOBODY
    g.count[FINAL_TURNS] = -1
    g.count[FIRST] = below(address(g.chance), t.players)  # R-D10
    g.count[CURRENT] = g.count[FIRST]


def know_placed(t, g):
    """In a position set up by hand, everybody knows face-up cards, and each owner the own hand."""
    for zone in range(OUT + 1):
        for i in range(g.size[zone]):
            card = g.cards[zone][i]
            kind = zone % OWN_ZONES
            if card == NO_CARD:
                continue
            if zone == SUPPLY or zone == OUT or (zone < SUPPLY and (kind == STASH or kind == ASIDE)):
                g.knows[card] = EVERYBODY
            elif zone < SUPPLY and kind == HAND:
                g.knows[card] = 1 << owner_of(zone)


# --- turns -----------------------------------------------------------------------------------


def begin_turn(t, g):
    """Push steps 1 to 3 of a turn, with the start-of-turn effects on top (R-D18: as they are now)."""
    p = g.count[CURRENT]
    g.count[TURN] += 1
    g.count[ACTIONS] = 2 if g.count[ENDER] < 0 else 1
    g.count[USED] = g.count[BUYS] = g.count[RELOADS] = g.count[CHEAPER] = 0
    noted = g.depth  # all that is left on the stack
    if noted:
        drop_used(g)
    tell(g, TOLD_TURN, p, NOBODY, NO_CARD, g.count[ACTIONS], NO_ZONE, NO_ZONE)
    push_step(g, MAIN, 0, p, NOBODY, NO_CARD)
    push_step(g, DRAW_HAND, 0, p, NOBODY, NO_CARD)
    if not t.discard_at_end:
        push_step(g, DISCARD_HAND, 0, p, NOBODY, NO_CARD)
    waiting = 0
    if t.start_in_hand:
        waiting += snapshot(t, g, p, zone_of(p, HAND))
    if t.start_in_stash:
        waiting += snapshot(t, g, p, zone_of(p, STASH))
    if noted:
        waiting += wake_noted(t, g, p)
    order_waiting(g, waiting, p)


def snapshot(t, g, p, zone):
    """Mark the start-of-turn effects of a zone; reveal a card that acts from a hand (R-D91)."""
    waiting = 0
    for i in range(g.size[zone]):
        card = g.cards[zone][i]
        if t.start[t.kind[card]]:
            g.mark[card] |= STARTING
            g.knows[card] = EVERYBODY
            waiting += wait(t, g, t.start[t.kind[card]], p, card)
    return waiting


def end_turn(t, g):
    """The next player's turn, or the end: R-D60 final turns once each, R-D65 the guard."""
    tell(g, TOLD_END, g.count[CURRENT], NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
    if g.count[ENDER] >= 0:
        if g.count[FINAL_TURNS] < 0:
            g.count[FINAL_TURNS] = t.players
        g.count[FINAL_TURNS] -= 1
    if g.count[FINAL_TURNS] == 0 or g.count[TURN] >= t.max_turns:
        if g.count[FINAL_TURNS] != 0:
            g.count[ENDER] = NOBODY  # R-D65: the guard ends the game, no player does
        begin_scoring(t, g)
        return
    g.count[CURRENT] = (g.count[CURRENT] + 1) % t.players
    begin_turn(t, g)


def turn_is_spent(t, g):
    """R-D49: without a cap, a turn ends after a number of actions."""
    return g.count[USED] >= t.action_guard


def main_options(t, g, p, out):
    """Step 3: end the turn, play a card, buy one, use a banked Reload."""
    out[0] = NO
    n = 1
    if turn_is_spent(t, g):
        return n
    acts = 1 if g.count[ACTIONS] > 0 and g.count[USED] < t.action_cap else 0
    if acts:
        n = add_hand(t, g, p, out, n)
    if acts or g.count[BUYS] > 0:
        coins = g.count[COINS + p] + g.count[CHEAPER]  # R-D98
        for slot in range(SLOTS):
            card = g.cards[SUPPLY][slot]
            if card != NO_CARD and t.price[card] <= coins:
                out[n] = BUY + slot
                n += 1
    if g.count[RELOADS] > 0 and can_reload(t, g, p):
        for slot in range(SLOTS):
            if g.cards[SUPPLY][slot] != NO_CARD:
                out[n] = SLOT + slot
                n += 1
    return n


def main_action(t, g, s, action):
    p = s.you
    g.count[NESTED] = 0
    if action == NO:
        s.op = LAST_DISCARD if t.discard_at_end else END_TURN
    elif action >= FROM_HAND:
        g.count[ACTIONS] -= 1
        g.count[USED] += 1
        hand = zone_of(p, HAND)
        at = pick_card(t, g, address(t.code[0]), hand, action - FROM_HAND, 0)
        set_aside(t, g, p, hand, at, 1)
    elif action >= SLOT:
        g.count[RELOADS] -= 1
        reload_slot(g, p, action - SLOT)
    else:
        buy(t, g, p, action - BUY)


def buy(t, g, p, slot):
    """R-D83: a Buy is used before an Action. R-D09: the price goes to the bank."""
    if g.count[BUYS] > 0:
        g.count[BUYS] -= 1
    else:
        g.count[ACTIONS] -= 1
        g.count[USED] += 1
    price = price_of(t, g, g.cards[SUPPLY][slot])
    g.count[COINS + p] -= price
    g.count[BANK] += price
    tell(g, TOLD_BUY, p, NOBODY, g.cards[SUPPLY][slot], price, SUPPLY, zone_of(p, STASH))
    card = take_supply(t, g, slot)
    to_stash(t, g, p, card)
    program = t.bought[t.kind[card]]
    if program:
        order_waiting(g, wait(t, g, program, p, card), p)


# --- the machine -----------------------------------------------------------------------------


def settle(t, g):
    """Run to the first decision."""
    out = cython.declare(cython.int[MAX_LEGAL])
    advance(t, g, out)


def legal_now(t, g, out):
    """The options of the decision that the game waits for."""
    s = top_step(g)
    if s.op == RUN:
        return options(t, g, s, address(t.code[s.pc]), out)
    if s.op == ORDER:
        return order_options(t, g, s, out)
    return main_options(t, g, s.you, out)


def check_decision(t, g):
    """The asked seat has a choice, and it is the seat to act."""
    out = cython.declare(cython.int[MAX_LEGAL])
    if legal_now(t, g, out) < 2:
        return 26
    s = top_step(g)
    asked = doer(s, address(t.code[s.pc])) if s.op == RUN else s.you
    return 27 if asked != g.to_act else 0


def choose(t, g, action):
    """Carry out what was chosen in the decision that the game waits for."""
    s = top_step(g)
    if s.op == RUN:
        resolve(t, g, s, address(t.code[s.pc]), action)
    elif s.op == ORDER:
        start_waiting(t, g, s, action)
    else:
        main_action(t, g, s, action)


def advance(t, g, out):
    """Run until a seat has at least two options or the game is over; returns the number of options."""
    n = 0
    while not g.over:
        s = top_step(g)
        if s.op == RUN:
            n = run(t, g, s, out)
            if n > 1:
                return n
        elif s.op == FINISH:
            finish(t, g, s)
        elif s.op == MAIN:
            n = main_options(t, g, s.you, out)
            if n > 1:
                g.to_act = s.you
                return n
            main_action(t, g, s, NO)
        elif s.op == ORDER:
            n = order_options(t, g, s, out)
            if n > 1:
                g.to_act = s.you
                return n
            start_waiting(t, g, top_step(g), out[0] if n else NO)
        else:
            turn_step(t, g, s)
    return 0


def turn_step(t, g, s):
    """Carry out a step of a turn that needs no decision."""
    p, op = s.you, s.op
    g.depth -= 1
    if op == DISCARD_HAND:
        order_waiting(g, discard_marked(t, g, p, 1), p)  # R-D21: one instruction, one event
    elif op == DRAW_HAND:
        for _ in range(HAND_SIZE):
            draw(t, g, p)
    elif op == LAST_DISCARD:
        push_step(g, END_TURN, 0, p, NOBODY, NO_CARD)
        order_waiting(g, discard_marked(t, g, p, 1), p)
    elif op == SCORING:
        g.depth += 1
        score_step(t, g, s)
    else:
        end_turn(t, g)


# --- effects that wait for their order ---------------------------------------------------------


def drop_lapsed(t, g):
    """R-D18: a start-of-turn effect lapses if its card has left its place."""
    n = top_step(g).n
    at = g.depth - 1 - n
    while n > 0:
        step = address(g.steps[at])
        if step.n == 0 and step.pc == t.start[t.kind[step.card]] and not g.mark[step.card] & STARTING:
            drop_step(g, at)
            top_step(g).n -= 1
        else:
            at += 1
        n -= 1


def order_options(t, g, s, out):
    """Choose whose effect comes next, if several seats have some; then which one (R-D37)."""
    drop_lapsed(t, g)
    s = top_step(g)
    first = g.depth - 1 - s.n
    n = 0
    if s.enemy == NOBODY:
        for p in range(t.players):
            for k in range(first, g.depth - 1):
                if g.steps[k].you == p:
                    out[n] = SEAT + p
                    n += 1
                    break
        if n > 1:
            return n
    n = 0
    for k in range(first, g.depth - 1):
        if s.enemy == NOBODY or g.steps[k].you == s.enemy:
            n = add_once(out, 0, n, FROM_HAND + t.kinds + t.kind[g.steps[k].card])
    return n


def start_waiting(t, g, s, action):
    """Begin the effect that was chosen; NO when none is left."""
    if action == NO:
        g.depth -= 1
        return
    if action < FROM_HAND:
        s.enemy = action - SEAT
        return
    at = g.depth - 1 - s.n
    while FROM_HAND + t.kinds + t.kind[g.steps[at].card] != action or (
        s.enemy != NOBODY and g.steps[at].you != s.enemy
    ):
        at += 1
    pc, you, card, activated = g.steps[at].pc, g.steps[at].you, g.steps[at].card, g.steps[at].count
    drop_step(g, at)
    s = top_step(g)
    s.n -= 1
    s.enemy = NOBODY
    if s.n == 0:
        g.depth -= 1
    if pc == t.start[t.kind[card]]:
        g.mark[card] &= ~STARTING
    tell(g, TOLD_TRIGGER, you, NOBODY, card, 0, NO_ZONE, NO_ZONE)
    push_step(g, RUN, pc, you, NOBODY, NO_CARD if activated else card)


# --- the end of the game -----------------------------------------------------------------------


def begin_scoring(t, g):
    """After the last turn, show all cards, then run the END effects that move things (R-D63, R-D84)."""
    g.depth = 0
    g.count[ACTIONS] = g.count[BUYS] = g.count[RELOADS] = g.count[NESTED] = 0
    lay_open(t, g)
    g.count[CURRENT] = NOBODY
    push_step(g, SCORING, 0, NOBODY, NOBODY, NO_CARD)


def lay_open(t, g):
    """R-D62: show everybody all the cards that count."""
    for p in range(t.players):
        for zone in range(zone_of(p, DECK), zone_of(p, ASIDE) + 1):
            for i in range(g.size[zone]):
                g.knows[g.cards[zone][i]] = EVERYBODY


def score_step(t, g, s):
    """Run END effects that move things: the ender's first, then clockwise; each seat orders its own."""
    if s.n == t.players or not t.end_moves:
        lay_open(t, g)  # END effects may have shuffled
        g.depth = 0
        g.over = 1
        g.to_act = NOBODY
        return
    first = g.count[ENDER] if g.count[ENDER] >= 0 else g.count[FIRST]
    p = (first + s.n) % t.players
    s.n += 1
    waiting = 0
    for zone in range(zone_of(p, DECK), zone_of(p, ASIDE) + 1):
        for i in range(g.size[zone]):
            kind = t.kind[g.cards[zone][i]]
            if t.moves_at_end[kind]:
                waiting += wait(t, g, t.end[kind], p, g.cards[zone][i])
    order_waiting(g, waiting, p)


def find_winners(t, g, scores, winners):
    """Most hooks win, then most coins, then the ender; otherwise the win is shared, or the option decides (R-D64)."""
    best = 0
    for p in range(1, t.players):
        if ahead(g, scores, p, best):
            best = p
    for p in range(t.players):
        winners[p] = not ahead(g, scores, best, p)
    ender = g.count[ENDER]
    if ender < 0:
        return
    if winners[ender] or t.tie_after_ender:
        p = ender
        while not winners[p]:
            p = (p + 1) % t.players
        for e in range(t.players):
            winners[e] = e == p


def ahead(g, scores, p, e):
    if scores[p] != scores[e]:
        return scores[p] > scores[e]
    return g.count[COINS + p] > g.count[COINS + e]
