from cpython.long cimport PyLong_AsLongAndOverflow
from libc.stdlib cimport malloc, free
from silverhook.core.record cimport Record, Event, Events, Step, copy_record, clear_record, MAX_LEGAL, MAX_PLAYERS, MAX_CARDS, MAX_ZONES, MAX_COUNTS, MAX_STEPS, NO_CARD, NO_ZONE, SPECTATOR, OPEN
from silverhook.core.chance cimport Chance, seed_from_bytes
from silverhook.core.position cimport pack_record, unpack_record
from silverhook.core.rules cimport Rules

cdef class EventBuffer:
    cdef Events events

cdef class Game:
    cdef readonly Rules rules
    cdef readonly object seed
    cdef Record* state
    cdef EventBuffer buffer
    cdef int choices[MAX_LEGAL]
    cdef int n_choices          # -1: not asked yet
    cdef list log
    cdef int plies
    cdef readonly bint listening
    cdef void ask(self)
    cdef bint is_legal(self, int action)
    cdef void carry_out(self, int action)
    cdef object allowed(self, object action)
    cdef bint knows(self, int bit, int knowers)
    cdef object seen(self, int bit, object seat, object decision, object language, bint hidden)
    cdef dict seen_zones(self, int bit)
    cdef list hidden_cards(self, int bit)
    cdef list heard(self, int bit)
    cdef object happening(self, int i, int bit)
    cdef tuple step_at(self, int i)

cdef inline int small_number(object number):
    # A Python number as a C one; -1, which is no action, for one that does not fit.
    cdef int overflow = 0
    cdef long small = PyLong_AsLongAndOverflow(number, &overflow)
    return <int>small if not overflow and 0 <= small < 1000000 else -1
