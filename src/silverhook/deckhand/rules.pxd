from silverhook.core.chance cimport below
from silverhook.core.game cimport Game
from silverhook.core.record cimport *
from silverhook.core.rules cimport Rules, pick_next, pick_likely
from silverhook.deckhand.constants cimport *
from silverhook.deckhand.piles cimport *
from silverhook.deckhand.choices cimport *
from silverhook.deckhand.effects cimport *
from silverhook.deckhand.checks cimport *
from silverhook.deckhand.judgement.playout_policy cimport *

cdef class DeckHand(Rules):
    cdef Tables tables
    cdef readonly object prepared
    cdef void deal(self, Record* g) noexcept nogil
    cdef int legal(self, Record* g, int* out) noexcept nogil
    cdef int act(self, Record* g, int action, int* out) noexcept nogil
    cdef void score(self, Record* g, int* scores, int* winners) noexcept nogil
    cdef int check(self, Record* g) noexcept nogil
    cdef void resume(self, Record* g, int where) noexcept nogil
    cdef void weigh(self, Record* g, int* out, int n, double* worth) noexcept nogil
    cdef int smart_playout(self, Record* g, unsigned int seed, int* out, int most) noexcept nogil
    cpdef int hooks_at_end(self, Game game, int card, int seat)

cdef void drop_lapsed(Tables* t, Record* g) noexcept nogil
cdef int order_options(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void start_waiting(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef void begin_turn(Tables* t, Record* g) noexcept nogil
cdef int snapshot(Tables* t, Record* g, int p, int zone) noexcept nogil
cdef void end_turn(Tables* t, Record* g) noexcept nogil
cdef void begin_scoring(Tables* t, Record* g) noexcept nogil
cdef void lay_open(Tables* t, Record* g) noexcept nogil
cdef void score_step(Tables* t, Record* g, Step* s) noexcept nogil
cdef int advance(Tables* t, Record* g, int* out) noexcept nogil
cdef bint turn_is_spent(Tables* t, Record* g) noexcept nogil
cdef int main_options(Tables* t, Record* g, int p, int* out) noexcept nogil
cdef void main_action(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef void set_up(Tables* t, Record* g) noexcept nogil
cdef void know_placed(Tables* t, Record* g) noexcept nogil
cdef void buy(Tables* t, Record* g, int p, int slot) noexcept nogil
cdef void settle(Tables* t, Record* g) noexcept nogil
cdef int legal_now(Tables* t, Record* g, int* out) noexcept nogil
cdef void choose(Tables* t, Record* g, int action) noexcept nogil
cdef void turn_step(Tables* t, Record* g, Step* s) noexcept nogil
cdef void find_winners(Tables* t, Record* g, int* scores, int* winners) noexcept nogil
cdef bint ahead(Record* g, int* scores, int p, int e) noexcept nogil
cdef int check_decision(Tables* t, Record* g) noexcept nogil
