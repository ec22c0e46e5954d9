from silverhook.core.record cimport *
from silverhook.core.rules cimport Rules

cdef enum:
    RANKS = 13
    COPIES = 4
    DECK = 6            # after the six hands
    TRICK = 7
    TAKEN = 8
    ZONES = 9
    LEADER = 0          # counters
    WON = 1             # and so on for each seat

cdef class HighCard(Rules):
    cdef int hand_size
    cdef void deal(self, Record* g) noexcept nogil
    cdef int legal(self, Record* g, int* out) noexcept nogil
    cdef int act(self, Record* g, int action, int* out) noexcept nogil
    cdef void score(self, Record* g, int* scores, int* winners) noexcept nogil
    cdef int check(self, Record* g) noexcept nogil
    cdef void play(self, Record* g, int card) noexcept nogil
    cdef void take_trick(self, Record* g) noexcept nogil

cdef int rank_of(int card) noexcept nogil
