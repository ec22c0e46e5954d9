from silverhook.core.record cimport *
from silverhook.deckhand.constants cimport *
from silverhook.deckhand.piles cimport *

cdef int next_enemy(Tables* t, int you, int enemy) noexcept nogil
cdef int next_in_turn(Tables* t, Record* g, int you, int enemy) noexcept nogil
cdef int zone_at(int place, int you, int enemy) noexcept nogil
cdef int value_of(Tables* t, Record* g, int value, int kind, int p) noexcept nogil
cdef int count_kind(Tables* t, Record* g, int p, int kind) noexcept nogil
cdef bint holds(Tables* t, Record* g, Instruction* i, int you, int enemy, int binding) noexcept nogil
cdef bint compare_all(Tables* t, Record* g, Instruction* i, int you, int mine) noexcept nogil
cdef bint passes(Tables* t, Record* g, Instruction* i, int card) noexcept nogil
cdef int count_up(Tables* t, Record* g, Instruction* i, int p, int moved) noexcept nogil
cdef int settle_count(Tables* t, Record* g, Step* s, Instruction* i, int p) noexcept nogil
cdef int end_hooks(Tables* t, Record* g, int p, int pc) noexcept nogil
cdef int count_hooks(Tables* t, Record* g, int p) noexcept nogil
cdef int counted_at_end(Tables* t, Record* g, int p, int kind) noexcept nogil

cdef inline int counted(Tables* t, Record* g, Instruction* i, int p, int moved) noexcept nogil:
    # The number of an instruction: mostly a fixed one.
    return count_up(t, g, i, p, moved) if i.value else i.n

cdef inline int amount(Tables* t, Record* g, Step* s, Instruction* i, int p) noexcept nogil:
    # How often an instruction happens that may ask.
    return settle_count(t, g, s, i, p) if i.value else i.n
