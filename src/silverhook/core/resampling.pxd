from silverhook.core.record cimport Record, MAX_CARDS, NO_CARD
from silverhook.core.chance cimport Chance, below

cdef enum:
    MAX_BARRED = 2720   # MAX_ZONES * MAX_CARDS
    MIXING = 4          # exchanges that are tried for each card

cdef void deal_batches(Record* g, int zones, int seat, Chance* c) noexcept nogil
cdef void deal_nested(Record* g, int zones, int seat, Chance* c) noexcept nogil
cdef void keep_out(Record* g, int zones, int seat, unsigned char* barred, bint nested, Chance* c) noexcept nogil
cdef void mend(Record* g, unsigned char* zone, unsigned char* place, int n, int wrong, unsigned char* barred, bint nested, Chance* c) noexcept nogil
cdef bint can_hold(Record* g, int zone, int held, int card, unsigned char* barred, bint nested) noexcept nogil
cdef void exchange(Record* g, int zone, int i, int other, int j) noexcept nogil
