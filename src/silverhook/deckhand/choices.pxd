from silverhook.core.record cimport *
from silverhook.deckhand.constants cimport *
from silverhook.deckhand.piles cimport *
from silverhook.deckhand.conditions cimport *

cdef int options(Tables* t, Record* g, Step* s, Instruction* i, int* out) noexcept nogil
cdef void begin_choosing(Step* s, Instruction* i) noexcept nogil
cdef bint speaks_of_it(Instruction* i) noexcept nogil
cdef int with_no(Step* s, Instruction* i, int* out, int n) noexcept nogil
cdef int together_options(Tables* t, Record* g, Step* s, Instruction* i, int* out) noexcept nogil
cdef int chosen(Record* g, int p) noexcept nogil
cdef bint selectable(Tables* t, Record* g, Step* s, Instruction* i, int pc, int e) noexcept nogil
cdef int doer(Step* s, Instruction* i) noexcept nogil
cdef int add_hand(Tables* t, Record* g, int p, int* out, int n) noexcept nogil
cdef int add_kinds(Tables* t, Record* g, Instruction* i, int zone, int base, int binding, int* out, int n) noexcept nogil
cdef int base_of(Tables* t, Instruction* i, int place) noexcept nogil
cdef bint leaves_owner(Instruction* i, int owner, int you, int enemy) noexcept nogil
cdef int move_options(Tables* t, Record* g, Instruction* i, int you, int enemy, int binding, int* out) noexcept nogil
cdef int activate_options(Tables* t, Record* g, Instruction* i, int you, int enemy, int* out) noexcept nogil
cdef int supply_options(Tables* t, Record* g, Instruction* i, int* out) noexcept nogil
cdef int place_of_this(Record* g, Step* s) noexcept nogil
cdef bint can_move_this(Record* g, Step* s, Instruction* i, int enemy) noexcept nogil
cdef bint applies(Tables* t, Record* g, int pc, int end, Step* s, int enemy) noexcept nogil
cdef bint applicable(Tables* t, Record* g, int pc, Step* s, int enemy) noexcept nogil
cdef bint is_unseen_by_decider(Tables* t, Step* s, int p) noexcept nogil
cdef bint reaches_unseen(Tables* t, Record* g, Instruction* i, Step* s, int enemy) noexcept nogil
cdef bint block_applicable(Tables* t, Record* g, int pc, Instruction* i, Step* s, int enemy) noexcept nogil
cdef bint affordable(Tables* t, Record* g, int pc, Step* s, int enemy) noexcept nogil
cdef int fitting(Tables* t, Record* g, Instruction* i, int zone) noexcept nogil
cdef int can_part_with(Tables* t, Record* g, Instruction* i, int p, int you, int enemy) noexcept nogil

cdef inline bint fits(Tables* t, Record* g, Instruction* i, int card, int binding) noexcept nogil:
    # Whether an instruction takes a card: by its cost or name and, if required, because this effect revealed it.
    if t.price[card] < i.low or t.price[card] > i.high:
        return False
    if i.which and not passes(t, g, i, card):
        return False
    return not i.place & SHOWN or g.bound[card] & binding
