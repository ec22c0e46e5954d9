from libc.math cimport log, sqrt
from libc.stdlib cimport malloc, free
from silverhook.core.chance cimport Chance, seed_from_bytes, next_number
from silverhook.core.game cimport Game
from silverhook.core.record cimport *
from silverhook.core.rules cimport Rules, pick_next, pick_below

cdef enum:
    MAX_ACTIONS = 1024
    MAX_DEPTH = 400

cdef double FULL_LEAD

cdef struct Node:
    int action
    int first               # child, 0 for none
    int next                # sibling, 0 for none
    int visits
    int offered             # how often it could have been chosen
    float value[MAX_PLAYERS]

cdef struct Scratch:
    int out[MAX_LEGAL]
    int child[MAX_ACTIONS]
    int path[MAX_DEPTH]
    int scores[MAX_PLAYERS]
    int winners[MAX_PLAYERS]
    float reward[MAX_PLAYERS]

cdef class Tree:
    cdef Rules rules
    cdef Game game
    cdef Node* nodes
    cdef int used, room, seat
    cdef float exploration, margin
    cdef bint smart
    cdef Chance keys
    cdef unsigned int seed
    cdef void run(self, int simulations) noexcept nogil
    cdef void simulate(self, Record* g, Scratch* x) noexcept nogil
    cdef int descend(self, Record* g, Scratch* x, int node, int n) noexcept nogil
    cdef int best_child(self, Scratch* x, int n, int p) noexcept nogil
    cdef int add_child(self, int node, int action) noexcept nogil
    cdef void judge(self, Record* g, Scratch* x) noexcept nogil

cdef void clear_node(Node* node, int action) noexcept nogil
