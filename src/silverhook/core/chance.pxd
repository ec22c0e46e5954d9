# The ChaCha8 stream of a game.
cdef struct Chance:
    unsigned int key[8]
    unsigned int block[16]
    unsigned int counter
    unsigned int used

cdef enum:
    ROUNDS = 8
    MASK32 = 0xFFFFFFFF
    MASK16 = 0xFFFF
    HALVES = 32             # numbers of 16 bits in a block

cdef unsigned int C0, C1, C2, C3

cdef void seed_from_bytes(Chance* c, bytes key)
cdef void seed_chance(Chance* c, unsigned int* key) noexcept nogil
cdef void turn_row(unsigned int* x, int n) noexcept nogil
cdef void next_block(Chance* c, int rounds) noexcept nogil
cdef unsigned int next_number(Chance* c) noexcept nogil
cdef int next_half(Chance* c) noexcept nogil
cdef int below(Chance* c, int n) noexcept nogil
