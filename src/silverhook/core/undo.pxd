from silverhook.core.game cimport Game
from silverhook.core.record cimport Record, MAX_CARDS, MAX_COUNTS, NO_CARD
from silverhook.core.rules cimport Rules

cdef bint taught(Game before, Game after, int seat)
cdef bint found_out(Game before, Game after, int action, int seat, int deals)
cdef bint looks_like(Game game, Game other, int seat)
cdef bint counts_alike(Record* g, Record* h) noexcept nogil
cdef bint cards_look_like(Game game, Game other, int seat)
cdef void sort_numbers(int* numbers, int n) noexcept nogil
