from silverhook.core.chance cimport Chance, next_block, ROUNDS, HALVES
from silverhook.core.record cimport *

cdef bytes pack_record(Record* g, int zones, int cards)
cdef object unpack_record(Record* g, bytes data, int zones, int cards, int players)
