from silverhook.core.chance cimport below
from silverhook.core.record cimport *
from silverhook.deckhand.constants cimport *

cdef void reshuffle(Tables* t, Record* g, int p) noexcept nogil
cdef void keep_deck(Tables* t, Record* g, int p) noexcept nogil
cdef void to_stash(Tables* t, Record* g, int p, int card) noexcept nogil
cdef void draw(Tables* t, Record* g, int p) noexcept nogil
cdef bint can_draw(Tables* t, Record* g, int p) noexcept nogil
cdef int room_for(Tables* t, Record* g, int p) noexcept nogil
cdef void gain_coins(Tables* t, Record* g, int p, int n) noexcept nogil
cdef void pay_coins(Record* g, int p, int n) noexcept nogil
cdef void steal_coins(Tables* t, Record* g, int p, int e, int n) noexcept nogil
cdef int take_supply(Tables* t, Record* g, int slot) noexcept nogil
cdef void reload_slot(Record* g, int p, int slot) noexcept nogil
cdef bint can_reload(Tables* t, Record* g, int p) noexcept nogil
cdef void set_aside(Tables* t, Record* g, int you, int zone, int at, int times) noexcept nogil
cdef void finish(Tables* t, Record* g, Step* s) noexcept nogil
cdef int wait(Tables* t, Record* g, int program, int p, int card) noexcept nogil
cdef void order_waiting(Record* g, int n, int initiator) noexcept nogil
cdef void discard_card(Tables* t, Record* g, int p, int i) noexcept nogil
cdef int discard_marked(Tables* t, Record* g, int p, int everything) noexcept nogil

cdef inline int zone_of(int p, int zone) noexcept nogil:
    # The zone of a seat's own deck, hand, stash or cards set aside.
    return p * OWN_ZONES + zone

cdef inline int owner_of(int zone) noexcept nogil:
    return zone // OWN_ZONES

cdef inline int owned(Record* g, int p) noexcept nogil:
    # R-D43: the cards in deck, hand, stash and set aside.
    return (
        g.size[p * OWN_ZONES + DECK]
        + g.size[p * OWN_ZONES + HAND]
        + g.size[p * OWN_ZONES + STASH]
        + g.size[p * OWN_ZONES + ASIDE]
    )

cdef inline bint may_lose(Record* g, int p) noexcept nogil:
    # Whether a seat can lose a card and still own four.
    return owned(g, p) > FLOOR

cdef inline bint may_nest(Record* g) noexcept nogil:
    # R-D89: bounds the depth of plays within plays, and their number in one action, turn step or scoring.
    return g.depth < NEST_LIMIT and g.count[NESTED] < MAX_NESTED
cdef void note(Record* g, int op, int pc, int you, int card, int activated) noexcept nogil
cdef bint is_noted(Record* g, int op, int pc, int you) noexcept nogil
cdef void drop_used(Record* g) noexcept nogil
cdef int wake_noted(Tables* t, Record* g, int p) noexcept nogil
cdef int price_of(Tables* t, Record* g, int card) noexcept nogil

cdef inline void drop_step(Record* g, int at) noexcept nogil:
    # Take a step out of the stack.
    g.depth -= 1
    while at < g.depth:
        g.steps[at] = g.steps[at + 1]
        at += 1
