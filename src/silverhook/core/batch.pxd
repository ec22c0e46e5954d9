from libc.string cimport memset
from silverhook.core.record cimport Record, MAX_LEGAL, MAX_PLAYERS
from silverhook.core.chance cimport Chance, seed_from_bytes
from silverhook.core.rules cimport Rules

cdef class Batch:
    cdef readonly Rules rules
    cdef readonly int size
    cdef readonly object masks, to_act, over, scores, winners
    cdef bytearray block
    cdef Record* first
    cdef unsigned char[:, ::1] mask
    cdef signed char[::1] seats
    cdef unsigned char[::1] ended
    cdef int[:, ::1] results
    cdef int[:, ::1] victors
    cdef Chance keys
    cdef Record* at(self, int i) noexcept nogil
    cdef void start(self, int i) noexcept nogil
    cdef void show(self, int i, int* out, int n) noexcept nogil

cdef inline void zero_row(unsigned char[:, ::1] rows, int i) noexcept nogil:
    memset(&rows[i, 0], 0, rows.shape[1])
