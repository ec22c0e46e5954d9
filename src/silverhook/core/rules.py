# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""The contract of a game's rules: five functions over a record, and what every game gets for them."""

import cython
from cython import address

from silverhook.core.errors import BrokenInvariant
from silverhook.core.seeds import seed_bytes

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


MASK32 = 0xFFFFFFFF
DOUBT = 1.0  # noise, in clear differences between actions


class Rules:
    """One ruleset: a game with its edition, options and cards, ready to run.

    A game implements `deal`, `legal`, `act`, `score` and `check`, and sets `notation` (the names in records),
    `visibility` (what a seat may see) and `narrator` (its words: `narrator(language)`). Actions are numbers from 0 to
    `actions` - 1; cards are numbers from 0 to `cards` - 1. After `deal` and after each `act` the record
    says who decides (`to_act`, with at least one legal action) or that the game is `over`.
    """

    def deal(self, g):
        """Set up a new game in a cleared record whose chance is seeded, and run to the first decision."""

    def legal(self, g, out):
        """Write the legal actions into out; return how many."""
        return 0

    def act(self, g, action, out):
        """Carry out a legal action, run to the next decision and write its legal actions into out.

        Returns how many there are, 0 when the game is over. An illegal action is not noticed here.
        """
        return 0

    def resume(self, g, where):
        """Continue from a position that was laid out by hand. Each game says what `where` means."""

    def score(self, g, scores, winners):
        """Write each seat's score, and 1 for each seat that has won."""

    def check(self, g):
        """The number of an invariant that does not hold, or 0."""
        return 0

    def begin(self, g, keys):
        """Deal a new game from the next key of a stream of keys."""
        events = g.events
        clear_record(g)
        g.events = events
        change_chance(g, keys)
        self.deal(g)

    def possible(self, g, out):
        """Whether a new deal of the hidden cards fits the decision that the game waits for.

        Everybody knows that a seat is asked, and therefore that it has a choice.
        """
        return self.legal(g, out) > 1

    def deal_hidden(self, g, seat, c, out):
        """Redeal all cards that a seat does not know, until the deal fits the decision."""
        for deals in range(MAX_REDEALS):
            if self.nested:
                deal_nested(g, self.zones, seat, c)
            else:
                deal_batches(g, self.zones, seat, c)
            if self.infers and not self.fitting(g):
                if deals < FRESH_DEALS:
                    continue
                self.keep_inferences(g, seat, c)
            if g.over or self.possible(g, out):
                break
        change_chance(g, c)

    def fits(self, g, zone, card):
        """Whether a card can lie in a zone, as far as everybody knows. Used if `infers` is set."""
        return 1

    def fitting(self, g):
        """Whether all cards lie where everybody knows that they can."""
        for zone in range(self.zones):
            for i in range(g.size[zone]):
                if g.cards[zone][i] != NO_CARD and not self.fits(g, zone, g.cards[zone][i]):
                    return 0
        return 1

    def keep_inferences(self, g, seat, c):
        """Exchange cards that a seat does not know until each lies where everybody knows that it can."""
        barred = cython.declare(cython.uchar[MAX_BARRED])
        for zone in range(self.zones):
            for card in range(self.cards):
                barred[zone * MAX_CARDS + card] = 0 if self.fits(g, zone, card) else 1
        keep_out(g, self.zones, seat, barred, self.nested, c)

    def card_names(self):
        """The name of each card, as its notation has it."""
        if self.named_cards is None:
            self.named_cards = [self.notation.card_name(card) for card in range(self.cards)]
        return self.named_cards

    def card_kinds(self):
        """A number for each card; cards of one name have the same."""
        if self.kinds_of_cards is None:
            names = self.card_names()
            self.kinds_of_cards = [names.index(name) for name in names]
        return self.kinds_of_cards

    def zone_names(self):
        """The name of each zone, as its notation has it."""
        if self.named_zones is None:
            self.named_zones = [self.notation.zone_name(zone) for zone in range(self.zones)]
        return self.named_zones

    def playout(self, g, seed, out):
        """Play random actions to the end. Returns their number."""
        n = 0
        choices = 0 if g.over else self.legal(g, out)
        while choices:
            seed = pick_next(seed)
            choices = self.act(g, out[pick_below(seed, choices)], out)
            n += 1
        return n

    def weigh(self, g, out, n, worth):
        """How good each legal action looks at a glance; a difference of 1 is clear. All equal by default."""
        for i in range(n):
            worth[i] = 0.0

    def estimate(self, g, odds):
        """Each seat's chance to win, at a glance; equal by default."""
        for p in range(self.players):
            odds[p] = 1.0 / self.players

    def smart_playout(self, g, seed, out, most):
        """Play by `glance`, to the end or for at most `most` actions (0: no limit). Returns their number."""
        worth = cython.declare(cython.double[MAX_LEGAL])
        n = 0
        choices = 0 if g.over else self.legal(g, out)
        while choices and (n < most or not most):
            seed = pick_next(seed)
            self.weigh(g, out, choices, worth)
            choices = self.act(g, out[pick_likely(worth, choices, seed)], out)
            n += 1
        return n

    def checked_playout(self, g, seed, out):
        """The same, checking every invariant at every decision; returns -1 - number if one is broken."""
        n = 0
        while not g.over:
            broken = self.check(g)
            if broken:
                return -1 - broken
            seed = pick_next(seed)
            self.act(g, out[pick_below(seed, self.legal(g, out))], out)
            n += 1
        broken = self.check(g)
        return -1 - broken if broken else n

    def random_games(self, games: cython.int, seed, checked: cython.bint = False) -> tuple[int, list[int]]:
        """Deal and play random games. Returns the number of decisions and the wins by seat.

        With `checked` every invariant is tested at every decision. The GIL is released while this runs.
        """
        return self.many_games(cython.NULL if cython.compiled else None, games, seed_bytes(seed), checked)

    def rollouts_from(self, g, games, seed):
        """The same from a position, each game with its own chance."""
        return self.many_games(g, games, seed, False)

    def many_games(self, start, games, seed, checked):
        out = cython.declare(cython.int[MAX_LEGAL])
        scores = cython.declare(cython.int[MAX_PLAYERS])
        winners = cython.declare(cython.int[MAX_PLAYERS])
        won: cython.longlong[6] = [0] * 6  # MAX_PLAYERS
        keys: Chance
        g: Record
        if not cython.compiled:
            keys, g = Chance(), Record()
        clear_record(address(g))
        seed_from_bytes(address(keys), seed)
        decisions: cython.longlong = 0
        n: cython.int = 0
        i: cython.int
        with cython.nogil:
            for _ in range(games):
                if start:
                    copy_record(address(g), start)
                    change_chance(address(g), address(keys))
                else:
                    self.begin(address(g), address(keys))
                if checked:
                    n = self.checked_playout(address(g), next_number(address(keys)) | 1, out)
                else:
                    n = self.playout(address(g), next_number(address(keys)) | 1, out)
                if n < 0:
                    break
                decisions += n
                self.score(address(g), scores, winners)
                for i in range(self.players):
                    won[i] += winners[i]
        if n < 0:
            raise BrokenInvariant(f"invariant {-1 - n} of {self.ruleset} broken in a game from seed {seed.hex()}")
        return decisions, [won[i] for i in range(self.players)]


if not cython.compiled:
    Rules.horizon, Rules.curiosity = 0, 0.0  # a game without a playout policy leaves them as they are
    Rules.infers = False
    Rules.named_cards = Rules.named_zones = Rules.kinds_of_cards = None


def change_chance(g, keys):
    """Give a game other random draws, from the next key of a stream of keys."""
    key = cython.declare(cython.uint[8])
    for i in range(8):
        key[i] = next_number(keys)
    seed_chance(address(g.chance), key)


def pick_next(s):
    """The next state of a xorshift generator: it picks actions in playouts and never deals cards."""
    s ^= (s << 13) & MASK32
    s ^= s >> 17
    s ^= (s << 5) & MASK32
    return s


def pick_below(s, n):
    return (cython.cast(cython.ulonglong, s) * n) >> 32


def pick_likely(worth, n, seed):
    """The action that looks best, with some noise."""
    best, most = 0, -1000000.0
    for i in range(n):
        seed = pick_next(seed)
        if worth[i] + DOUBT * seed / MASK32 > most:
            best, most = i, worth[i] + DOUBT * seed / MASK32
    return best
