from silverhook.core.record cimport Record, MAX_CARDS, NO_CARD
from silverhook.core.chance cimport Chance, below

cdef void deal_batches(Record* g, int zones, int seat, Chance* c) noexcept nogil
cdef void deal_nested(Record* g, int zones, int seat, Chance* c) noexcept nogil
