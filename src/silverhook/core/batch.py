# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True
"""Many games of one ruleset in one block of memory, stepped together."""

import cython
from cython import address

from silverhook.core.errors import IllegalAction, MalformedAction, RulesetError
from silverhook.core.seeds import seed_bytes

if not cython.compiled:
    from silverhook.core.interpreted import stand_in

    stand_in(globals())


class Batch:
    """N games that step together. A game that ends is dealt again at once.

    After each step the arrays describe every game: `masks[i, a]` is 1 where action a is legal in game i,
    `to_act[i]` is the seat that decides, `over[i]` is 1 where the step ended a game. For those,
    `scores[i]` and `winners[i]` hold the result, while mask and seat are those of the new game.
    """

    def __init__(self, rules: Rules, size: cython.int, seed=None):
        import numpy

        if size < 1:
            raise RulesetError(f"a batch has at least one game, not {size}")
        self.rules = rules
        self.size = size
        self.masks = numpy.zeros((size, rules.actions), numpy.uint8)
        self.to_act = numpy.zeros(size, numpy.int8)
        self.over = numpy.zeros(size, numpy.uint8)
        self.scores = numpy.zeros((size, rules.players), numpy.int32)
        self.winners = numpy.zeros((size, rules.players), numpy.int32)
        self.mask, self.seats, self.ended = self.masks, self.to_act, self.over
        self.results, self.victors = self.scores, self.winners
        if cython.compiled:
            self.block = bytearray(cython.sizeof(Record) * size)
            self.first = cython.cast(cython.pointer(Record), cython.cast(cython.p_char, self.block))
        else:
            self.first, self.keys = [Record() for _ in range(size)], Chance()
        seed_from_bytes(address(self.keys), seed_bytes(seed))
        out = cython.declare(cython.int[MAX_LEGAL])
        with cython.nogil:
            for i in range(size):
                self.start(i)
                self.show(i, out, self.rules.legal(self.at(i), out))

    def at(self, i):
        return address(self.first[i])

    def start(self, i):
        """Deal a new game i from the batch's own stream of keys."""
        self.rules.begin(self.at(i), address(self.keys))

    def show(self, i, out, n):
        """Write the mask and the seat of game i, whose n legal actions are in out."""
        zero_row(self.mask, i)
        for k in range(n):
            self.mask[i, out[k]] = 1
        self.seats[i] = self.at(i).to_act

    def step(self, actions) -> None:
        """Take one action in each game. If any is illegal, none is taken."""
        import numpy

        given = numpy.asarray(actions)
        if given.dtype.kind not in "iu" or (given.size and int(given.max()) >= self.rules.actions):
            raise MalformedAction(f"actions are whole numbers from 0 to {self.rules.actions - 1}")
        given = numpy.ascontiguousarray(given, dtype=numpy.int32)
        if given.shape != (self.size,):
            raise MalformedAction(f"{self.size} games take {self.size} actions, not an array of shape {given.shape}")
        action: cython.int[::1] = given
        wrong: cython.int = -1
        out = cython.declare(cython.int[MAX_LEGAL])
        scores = cython.declare(cython.int[MAX_PLAYERS])
        winners = cython.declare(cython.int[MAX_PLAYERS])
        with cython.nogil:
            for i in range(self.size):
                if action[i] < 0 or action[i] >= self.rules.actions or not self.mask[i, action[i]]:
                    wrong = i
                    break
            if wrong < 0:
                for i in range(self.size):
                    g = self.at(i)
                    n = self.rules.act(g, action[i], out)
                    self.ended[i] = g.over
                    if g.over:
                        self.rules.score(g, scores, winners)
                        for k in range(self.rules.players):
                            self.results[i, k] = scores[k]
                            self.victors[i, k] = winners[k]
                        self.start(i)
                        n = self.rules.legal(g, out)
                    self.show(i, out, n)
        if wrong >= 0:
            raise IllegalAction(f"action {given[wrong]} is not allowed in game {wrong}; no game was stepped")
