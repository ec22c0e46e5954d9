# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""The rules of trumps: five functions over the record, and two about what everybody can infer."""

import cython

from trumps.narrator import TrumpsNarrator
from trumps.notation import TrumpsNotation
from trumps.visibility import TrumpsVisibility

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


def suit_of(card):
    return card // RANKS


def count_suit(g, seat, suit):
    """How many cards of a suit a seat holds."""
    n = 0
    for i in range(g.size[seat]):
        if suit_of(g.cards[seat][i]) == suit:
            n += 1
    return n


def beats(card, other):
    """Whether a card beats the best one so far: as a higher one of its suit, or as a trump."""
    if suit_of(card) == suit_of(other):
        return 1 if card > other else 0
    return 1 if suit_of(card) == SPADES else 0


class Trumps(Rules):
    """Actions are cards. A card that is the only choice plays itself, so every decision has at least two actions."""

    def __init__(self, ruleset, options):
        self.ruleset = ruleset
        self.notation = TrumpsNotation()
        self.visibility = TrumpsVisibility()
        narrator = TrumpsNarrator()
        self.narrator = lambda language="en": narrator  # it speaks one language
        self.players = ruleset.players
        self.cards = CARDS
        self.zones = ZONES
        self.actions = CARDS
        self.nested = False  # all cards are shuffled together, once
        self.infers = True  # `fits` below says which cards everybody knows a seat not to hold
        self.hand_size = options["hand_size"]

    def deal(self, g):
        for card in range(CARDS):
            put(g, DECK, card)
        shuffle_zone(g, DECK)
        for p in range(self.players):
            for _ in range(self.hand_size):
                card = take_top(g, DECK)
                put(g, p, card)
                g.knows[card] |= 1 << p
        g.to_act = 0

    def legal(self, g, out):
        p = g.to_act
        led = suit_of(g.cards[TRICK][0]) if g.size[TRICK] else NOBODY
        follows = 1 if led != NOBODY and count_suit(g, p, led) else 0
        n = 0
        for i in range(g.size[p]):
            if not follows or suit_of(g.cards[p][i]) == led:
                out[n] = g.cards[p][i]
                n += 1
        return n

    def act(self, g, action, out):
        self.play(g, action, self.legal(g, out))
        while not g.over:
            n = self.legal(g, out)
            if n > 1:
                return n
            self.play(g, out[0], 1)
        return 0

    def play(self, g, card, choices):
        """The seat to act plays one of its possible cards; the last card of a trick decides who takes it."""
        p = g.to_act
        led = suit_of(g.cards[TRICK][0]) if g.size[TRICK] else suit_of(card)
        i = 0
        while g.cards[p][i] != card:
            i += 1
        put(g, TRICK, take_at(g, p, i))
        g.knows[card] = EVERYBODY
        self.infer(g, p, suit_of(card), led, choices)
        tell(g, PLAYED, p, NOBODY, card, 0, p, TRICK)
        g.to_act = (p + 1) % self.players
        if g.size[TRICK] == self.players:
            self.take_trick(g)

    def infer(self, g, seat, suit, led, choices):
        """Note what everybody learns from a card: whether there was a choice is public, too."""
        g.count[HOLDS + seat] &= ~(1 << suit)
        if suit != led or (choices == 1 and g.size[TRICK] > 1):  # it could not follow, or this was its last of the suit
            g.count[VOID + seat] |= 1 << led
        elif choices > 1 and g.size[TRICK] > 1:  # it followed and could have done so with another card
            g.count[HOLDS + seat] |= 1 << led

    def take_trick(self, g):
        """The best card takes the trick; its player leads the next one."""
        best = 0
        for i in range(1, self.players):
            if beats(g.cards[TRICK][i], g.cards[TRICK][best]):
                best = i
        winner = (g.count[LEADER] + best) % self.players
        g.count[WON + winner] += 1
        g.count[LEADER] = winner
        while g.size[TRICK]:
            put(g, TAKEN, take_top(g, TRICK))
        tell(g, TOOK, winner, NOBODY, NO_CARD, 0, NO_ZONE, NO_ZONE)
        g.to_act = winner
        if g.size[winner] == 0:
            g.over = 1
            g.to_act = NOBODY

    def fits(self, g, zone, card):
        """A seat that could not follow a suit holds none of it, as everybody knows."""
        return 1 if zone >= self.players or not g.count[VOID + zone] >> suit_of(card) & 1 else 0

    def possible(self, g, out):
        """The seat to act has a choice, and each seat has the suits that it must have kept a card of."""
        for p in range(self.players):
            for suit in range(SUITS):
                if g.count[HOLDS + p] >> suit & 1 and not count_suit(g, p, suit):
                    return 0
        return self.legal(g, out) > 1

    def weigh(self, g, out, n, worth):
        """At a glance: take the trick with as little as possible, else give away as little as possible."""
        best = NO_CARD
        for i in range(g.size[TRICK]):
            if best == NO_CARD or beats(g.cards[TRICK][i], best):
                best = g.cards[TRICK][i]
        for i in range(n):
            trump = 1 if suit_of(out[i]) == SPADES else 0
            worth[i] = -0.2 * (out[i] % RANKS) - 1.0 * trump
            if best == NO_CARD or beats(out[i], best):
                worth[i] += 3.0

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
        if total != CARDS:
            return 1
        for p in range(self.players):
            for suit in range(SUITS):
                if g.count[HOLDS + p] >> suit & 1 and not count_suit(g, p, suit):
                    return 2
        return 0
