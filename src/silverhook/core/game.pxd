from libc.stdlib cimport malloc, free
from silverhook.core.record cimport Record, Event, Events, Step, copy_record, clear_record, MAX_LEGAL, MAX_PLAYERS, MAX_CARDS, MAX_ZONES, MAX_COUNTS, MAX_STEPS, NO_CARD, NO_ZONE, SPECTATOR
from silverhook.core.chance cimport Chance, seed_chance, next_block
from silverhook.core.position cimport pack_record, unpack_record
from silverhook.core.rules cimport Rules, fill_key

cdef class Ear:
    cdef Events events

cdef class Game:
    cdef readonly Rules rules
    cdef readonly object seed
    cdef Record* state
    cdef Ear ear
    cdef int choices[MAX_LEGAL]
    cdef int n_choices          # -1: not asked yet
    cdef list log
    cdef int plies
    cdef bint listening
    cdef void ask(self)
    cdef bint is_legal(self, int action)
    cdef void carry_out(self, int action)
    cdef object refuse(self, object action)
