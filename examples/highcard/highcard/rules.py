# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""The rules of high card: five functions over the record."""

import cython

from highcard.narrator import HighCardNarrator
from highcard.notation import HighCardNotation
from highcard.visibility import HighCardVisibility

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def rank_of(card):
    return card // COPIES


class HighCard(Rules):
    """Actions are cards. The last card of a hand plays itself, so every decision has at least two actions."""

    def __init__(self, ruleset, options):
        self.ruleset = ruleset
        self.notation = HighCardNotation()
        self.visibility = HighCardVisibility()
        narrator = HighCardNarrator()
        self.narrator = lambda language="en": narrator  # it speaks one language
        self.players = ruleset.players
        self.cards = RANKS * COPIES
        self.zones = ZONES
        self.actions = RANKS * COPIES
        self.nested = False  # all cards are shuffled together, once
        self.hand_size = options["hand_size"]

    def deal(self, g):
        for card in range(self.cards):
            put(g, DECK, card)
        shuffle_zone(g, DECK)
        for p in range(self.players):
            for _ in range(self.hand_size):
                card = take_top(g, DECK)
                put(g, p, card)
                g.knows[card] |= 1 << p
        push_step(g, 0, 0, 0, NOBODY, NO_CARD)
        g.to_act = 0

    def legal(self, g, out):
        for i in range(g.size[g.to_act]):
            out[i] = g.cards[g.to_act][i]
        return g.size[g.to_act]

    def act(self, g, action, out):
        self.play(g, action)
        while not g.over and g.size[g.to_act] == 1:
            self.play(g, g.cards[g.to_act][0])
        return 0 if g.over else self.legal(g, out)

    def play(self, g, card):
        """The seat to act plays a card; the last card of a trick decides who takes it."""
        i = 0
        while g.cards[g.to_act][i] != card:
            i += 1
        put(g, TRICK, take_at(g, g.to_act, i))
        g.knows[card] = EVERYBODY
        tell(g, 1, g.to_act, NOBODY, card, 0, g.to_act, TRICK)
        g.to_act = (g.to_act + 1) % self.players
        if g.size[TRICK] == self.players:
            self.take_trick(g)

    def take_trick(self, g):
        """The highest card takes the trick, the first of equals; its player leads the next one."""
        best = 0
        for i in range(1, self.players):
            if rank_of(g.cards[TRICK][i]) > rank_of(g.cards[TRICK][best]):
                best = i
        winner = (g.count[LEADER] + best) % self.players
        g.count[WON + winner] += 1
        g.count[LEADER] = winner
        while g.size[TRICK]:
            put(g, TAKEN, take_top(g, TRICK))
        tell(g, 2, winner, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
        g.to_act = winner
        if g.size[winner] == 0:
            g.over = 1
            g.to_act = NOBODY

    def score(self, g, scores, winners):
        best = 0
        for p in range(self.players):
            scores[p] = g.count[WON + p]
            if scores[p] > best:
                best = scores[p]
        for p in range(self.players):
            winners[p] = 1 if scores[p] == best else 0

    def check(self, g):
        total = 0
        for zone in range(ZONES):
            total += g.size[zone]
        return 0 if total == self.cards else 1
