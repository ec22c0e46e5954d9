from libc.math cimport exp
from silverhook.core.record cimport *
from silverhook.deckhand.constants cimport *
from silverhook.deckhand.piles cimport *
from silverhook.deckhand.conditions cimport *
from silverhook.deckhand.choices cimport *

# the weights that the policy uses, as C doubles: weights.py says what they are
cdef double BUYS_A_TURN, CARDS_A_TURN, LAST_TURN, FIRST_SEEN, FULL_COIN, LAST_COIN, COIN_FADES
cdef double CARD_PRICE, ACTION_PRICE, BUY_PRICE, LEAST_MEAN, MOST_MEAN, HELD_BACK, SHOWN_CARDS
cdef double LEADER, DENIED, RANDOM_STOLEN, SHOWN_STOLEN, SHOWN_LOST, SHOWN_MOVED
cdef double LATER_SHARE, GOING_ON, FIRST_PLAY, LAST_CARD, CLEAR

cdef struct Look:
    double coin             # what a coin is worth in hooks
    double turns            # how many are still to come for each
    double mean[SEATS]      # coins that a card drawn is worth
    double plays[SEATS]     # how often a card bought now will be seen
    double score[SEATS]     # hooks, including those that coins will bring
    double harm[SEATS]      # the worth of a loss of this seat, for the seat that evaluates
    double worth[SEATS][MAX_KINDS]      # what owning a card is worth, where it is known
    unsigned char known[SEATS][MAX_KINDS]

cdef void look_at(Tables* t, Record* g, Look* o, int me) noexcept nogil
cdef double turns_left(Tables* t, Record* g, int me) noexcept nogil
cdef double purse(Tables* t, int coins) noexcept nogil
cdef void count_scores(Tables* t, Record* g, Look* o, int me) noexcept nogil
cdef double worth_of(Tables* t, Record* g, Look* o, int kind, int p) noexcept nogil
cdef void weigh_actions(Tables* t, Record* g, Look* o, int* out, int n, double* worth) noexcept nogil
cdef int at_once(Tables* t, Record* g, int* out, int n) noexcept nogil
cdef void weigh_main(Tables* t, Record* g, Look* o, int p, int* out, int n, double* worth) noexcept nogil
cdef double weigh_play(Tables* t, Record* g, Look* o, int p, int kind) noexcept nogil
cdef double weigh_purchase(Tables* t, Record* g, Look* o, int p, int slot) noexcept nogil
cdef double weigh_reload(Tables* t, Record* g, Look* o, int p, int slot) noexcept nogil
cdef double weigh_choice(Tables* t, Record* g, Look* o, Step* s, Instruction* i, int action) noexcept nogil
cdef double weigh_theirs(Tables* t, Record* g, Look* o, Step* s, Instruction* i, int action) noexcept nogil
cdef double weigh_card(Tables* t, Record* g, Look* o, Step* s, Instruction* i, int action) noexcept nogil
cdef double gain_of(Tables* t, Record* g, Look* o, int pc, int end, int you, int enemy, int kind) noexcept nogil
cdef double gain_here(Tables* t, Record* g, Look* o, int pc, Instruction* i, int you, int enemy, int kind) noexcept nogil
cdef double settled_gain(Tables* t, Look* o, int pc, int enemy) noexcept nogil
cdef bint is_settled(int op) noexcept nogil
cdef double block_gain(Tables* t, Record* g, Look* o, int pc, Instruction* i, int you, int enemy, int kind) noexcept nogil
cdef bint might_fit(Tables* t, Instruction* i, int card) noexcept nogil
cdef double best_move(Tables* t, Record* g, Look* o, Instruction* i, int you, int enemy) noexcept nogil
cdef double moved(Tables* t, Record* g, Look* o, int kind, int whose, int target, int you, int enemy) noexcept nogil
