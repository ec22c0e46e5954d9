from silverhook.core.record cimport *
from silverhook.core.rules cimport Rules

cdef enum:
    SUITS = 4
    RANKS = 8           # seven to ace
    CARDS = 32
    SPADES = 3          # always trumps
    DECK = 4            # after the four hands
    TRICK = 5
    TAKEN = 6
    ZONES = 7
    LEADER = 0          # counters
    WON = 1             # tricks, and so on for each seat
    VOID = 5            # the suits that everybody knows a seat not to hold, a bit for each
    HOLDS = 9           # the suits of which everybody knows a seat to hold a card
    PLAYED = 1          # events
    TOOK = 2

cdef class Trumps(Rules):
    cdef int hand_size
    cdef void deal(self, Record* g) noexcept nogil
    cdef int legal(self, Record* g, int* out) noexcept nogil
    cdef int act(self, Record* g, int action, int* out) noexcept nogil
    cdef void score(self, Record* g, int* scores, int* winners) noexcept nogil
    cdef int check(self, Record* g) noexcept nogil
    cdef bint fits(self, Record* g, int zone, int card) noexcept nogil
    cdef bint possible(self, Record* g, int* out) noexcept nogil
    cdef void weigh(self, Record* g, int* out, int n, double* worth) noexcept nogil
    cdef void play(self, Record* g, int card, int choices) noexcept nogil
    cdef void infer(self, Record* g, int seat, int suit, int led, int choices) noexcept nogil
    cdef void take_trick(self, Record* g) noexcept nogil

cdef int suit_of(int card) noexcept nogil
cdef int count_suit(Record* g, int seat, int suit) noexcept nogil
cdef bint beats(int card, int other) noexcept nogil
