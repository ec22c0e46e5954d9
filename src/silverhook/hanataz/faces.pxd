from silverhook.core.chance cimport below
from silverhook.core.record cimport *
from silverhook.hanataz.constants cimport *
from silverhook.hanataz.piles cimport *

cdef int to_beat(Tables* t, Record* g) noexcept nogil
cdef bint takes_control(Tables* t, Record* g, int p, int kind) noexcept nogil
cdef bint face_playable(Tables* t, Record* g, int p, int face) noexcept nogil
cdef int add_playable(Tables* t, Record* g, int p, int* out, int n) noexcept nogil
cdef bint someone_else_in(Tables* t, Record* g, int p) noexcept nogil
cdef void play_card(Tables* t, Record* g, int p, int action) noexcept nogil
cdef void play_number(Tables* t, Record* g, int p, int card, int source) noexcept nogil
cdef void play_face(Tables* t, Record* g, int p, int card) noexcept nogil
cdef void leave(Record* g, int card) noexcept nogil
cdef void place_bard(Record* g, int p, int card) noexcept nogil
cdef void priest(Tables* t, Record* g, int p) noexcept nogil
cdef void discard_numbers(Tables* t, Record* g, int p) noexcept nogil
cdef int asked(Tables* t, Step* s) noexcept nogil
cdef int face_options(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void face_choice(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef void face_step(Tables* t, Record* g, Step* s) noexcept nogil
cdef int tax_options(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void tax_choice(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef void tax_step(Tables* t, Record* g, Step* s) noexcept nogil
cdef bint may_counter(Tables* t, Record* g, Step* s, int e) noexcept nogil
cdef int knight_options(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void counter(Tables* t, Record* g, Step* s, int action) noexcept nogil
cdef void announce(Record* g, int op, int mode, int you, int enemy, int card) noexcept nogil
cdef void mix_hand(Record* g, int you, int enemy) noexcept nogil
cdef void steal(Tables* t, Record* g, int you, int enemy, int mode) noexcept nogil
cdef void plant_fool(Tables* t, Record* g, Step* s, int position) noexcept nogil
cdef void after_look(Tables* t, Record* g, int you) noexcept nogil
cdef bint spared(Tables* t, Step* s, int e) noexcept nogil
