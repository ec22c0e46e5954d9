from silverhook.core.chance cimport below
from silverhook.core.record cimport *
from silverhook.core.rules cimport Rules
from silverhook.hanataz.constants cimport *
from silverhook.hanataz.piles cimport *
from silverhook.hanataz.faces cimport *
from silverhook.hanataz.judgement.playout_policy cimport *

cdef class Hanataz(Rules):
    cdef Tables tables
    cdef readonly object prepared
    cdef void deal(self, Record* g) noexcept nogil
    cdef int legal(self, Record* g, int* out) noexcept nogil
    cdef int act(self, Record* g, int action, int* out) noexcept nogil
    cdef void resume(self, Record* g, int where) noexcept nogil
    cdef void score(self, Record* g, int* scores, int* winners) noexcept nogil
    cdef int check(self, Record* g) noexcept nogil
    cdef bint possible(self, Record* g, int* out) noexcept nogil
    cdef void weigh(self, Record* g, int* out, int n, double* worth) noexcept nogil
    cdef void estimate(self, Record* g, double* odds) noexcept nogil

cdef void set_up(Tables* t, Record* g) noexcept nogil
cdef void know_placed(Tables* t, Record* g) noexcept nogil
cdef void begin_hand(Tables* t, Record* g) noexcept nogil
cdef int step_options(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void choose(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef void perform(Tables* t, Record* g, Step* s) noexcept nogil
cdef int advance(Tables* t, Record* g, int* out) noexcept nogil
cdef void settle(Tables* t, Record* g) noexcept nogil
cdef int swap_options(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void swap_choice(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef int norm_options(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void norm_choice(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef void refill(Tables* t, Record* g, int p) noexcept nogil
cdef void next_seat(Tables* t, Record* g, Step* s) noexcept nogil
cdef int turn_options(Tables* t, Record* g, int p, int* out) noexcept nogil
cdef void turn_choice(Tables* t, Record* g, int p, int action) noexcept nogil
cdef void after_turn(Tables* t, Record* g) noexcept nogil
cdef int compare(Tables* t, int kind, int house) noexcept nogil
cdef void flip(Tables* t, Record* g, int p, int position) noexcept nogil
cdef void split_pot(Tables* t, Record* g, int p) noexcept nogil
cdef void fool_takes_pot(Tables* t, Record* g, int p) noexcept nogil
cdef void end_hand(Tables* t, Record* g, int outcome) noexcept nogil
cdef void pay_out_bards(Tables* t, Record* g) noexcept nogil
cdef bint is_over(Tables* t, Record* g) noexcept nogil
cdef void throw_out(Tables* t, Record* g, int p) noexcept nogil
cdef int check_table(Tables* t, Record* g) noexcept nogil
cdef int check_steps(Tables* t, Record* g) noexcept nogil
