from libc.math cimport exp
from silverhook.core.record cimport *
from silverhook.hanataz.constants cimport *
from silverhook.hanataz.piles cimport *
from silverhook.hanataz.faces cimport *

cdef double CLEAR, UNANSWERED
# from weights.py
cdef int GOOD_NUMBER, SAFE
cdef double ASSASSIN_SHARE, BACK, BARD_OPEN, CANNOT_PAY, DRAWN, DRIVES_OUT, FOOL_STAYS, JESTER_LOOK, LATER, LOOK
cdef double LOOT_WEALTH, OPENING, OPEN_SHARE, OVERTAKEN, POOR_PASS, POOR_SWAP, REFILL_COST, REFILL_SHORT
cdef double ROBBED_CARD, SPENT_SHARE, STILL_OPEN, SWAP_EACH, SWAP_GAIN, SWAP_ORDER, SWING, TROLL_PAYS
cdef double USUAL_SHARE

cdef struct Look:
    int me, others, against     # other seats still in, and cards in their hands
    int pot, control, money
    double weight               # the cost of a silv that a rival gains
    double tax                  # what a face costs
    double lost                 # worth of the pot to a player who leaves it to the others
    double waiting              # chance to win it for a player who does not take control this turn
    double wait                 # and the worth of that

cdef void look_at(Tables* t, Record* g, Look* o) noexcept nogil
cdef int cards_between(Tables* t, Record* g, int p) noexcept nogil
cdef double power(double base, int n) noexcept nogil
cdef double with_number(Tables* t, Look* o, int kind, int pot, int against) noexcept nogil
cdef double spent(Tables* t, Record* g, Look* o, int kind, bint drawn) noexcept nogil
cdef void weigh_actions(Tables* t, Record* g, int* out, int n, double* worth) noexcept nogil
cdef double weigh_action(Tables* t, Record* g, Look* o, Step* s, int action) noexcept nogil
cdef double weigh_swap(Tables* t, Record* g, Look* o, Step* s, int action) noexcept nogil
cdef bint weak(Tables* t, Record* g, int p, int kind) noexcept nogil
cdef double weigh_turn(Tables* t, Record* g, Look* o, int action) noexcept nogil
cdef double weigh_face(Tables* t, Record* g, Look* o, int face) noexcept nogil
cdef double loot(Record* g, Look* o, int p) noexcept nogil
cdef double weigh_tax(Tables* t, Record* g, Look* o, Step* s, int action) noexcept nogil
cdef double weigh_knight(Tables* t, Record* g, Look* o, Step* s, int action) noexcept nogil
cdef double weigh_position(Tables* t, Record* g, Look* o, Step* s, int i) noexcept nogil
cdef void estimate_odds(Tables* t, Record* g, double* odds) noexcept nogil
