from silverhook.core.chance cimport below
from silverhook.core.record cimport *
from silverhook.hanataz.constants cimport *

cdef int next_in(Tables* t, Record* g, int p) noexcept nogil
cdef int players_in(Tables* t, Record* g) noexcept nogil
cdef void pay_pot(Record* g, int p, int n) noexcept nogil
cdef void take_pot(Record* g, int p, int n) noexcept nogil
cdef void house_pays(Record* g, int n) noexcept nogil
cdef void house_takes(Record* g, int n) noexcept nogil
cdef int tax(Tables* t, Record* g, int p) noexcept nogil
cdef void pay_bards(Tables* t, Record* g, int p) noexcept nogil
cdef void to_discard(Record* g, int card) noexcept nogil
cdef void tell_move(Record* g, int card, int n, int source, int target) noexcept nogil
cdef void discard_from(Record* g, int card, int source) noexcept nogil
cdef void clear_row(Record* g) noexcept nogil
cdef void return_control(Tables* t, Record* g) noexcept nogil
cdef void nub_out(Tables* t, Record* g, int p) noexcept nogil
cdef void take_token(Tables* t, Record* g, int p) noexcept nogil
cdef void return_tokens(Tables* t, Record* g) noexcept nogil
cdef void replace_house(Tables* t, Record* g) noexcept nogil
cdef int from_deck(Tables* t, Record* g) noexcept nogil
cdef bint draw(Tables* t, Record* g, int p) noexcept nogil
cdef void fill_house(Tables* t, Record* g) noexcept nogil
cdef int house_cards(Record* g) noexcept nogil
cdef void shuffle_house(Record* g) noexcept nogil
cdef int add_cards(Tables* t, Record* g, int zone, int* out, int n) noexcept nogil
cdef int add_positions(Record* g, int* out, int n) noexcept nogil
cdef int find_kind(Tables* t, Record* g, int zone, int kind) noexcept nogil
cdef int card_from_hand(Tables* t, Record* g, int p, int action) noexcept nogil
