from silverhook.core.record cimport *
from silverhook.deckhand.constants cimport *
from silverhook.deckhand.piles cimport *

cdef int check_cards(Tables* t, Record* g) noexcept nogil
cdef int check_knowledge(Tables* t, Record* g) noexcept nogil
cdef int check_steps(Tables* t, Record* g) noexcept nogil
cdef int check_decks(Tables* t, Record* g) noexcept nogil
cdef bint is_moving(Tables* t, Record* g) noexcept nogil
