from libc.math cimport exp, sqrt
from libc.stdlib cimport malloc, free
from silverhook.core.chance cimport Chance, seed_from_bytes, next_number
from silverhook.core.game cimport Game
from silverhook.core.record cimport *
from silverhook.core.rules cimport Rules, change_chance, pick_next

cdef enum:
    MAX_ACTIONS = 1024
    MAX_DEPTH = 400

cdef double FULL_LEAD, UNTRIED

cdef struct Node:
    int action
    int first               # child, 0 for none
    int next                # sibling, 0 for none
    int visits
    double value[MAX_PLAYERS]

cdef struct Scratch:
    int out[MAX_LEGAL]
    int child[MAX_ACTIONS]
    int path[MAX_DEPTH]
    int scores[MAX_PLAYERS]
    int winners[MAX_PLAYERS]
    double worth[MAX_LEGAL]
    double odds[MAX_PLAYERS]
    double reward[MAX_PLAYERS]

cdef class Tree:
    cdef Rules rules
    cdef Game game
    cdef Node* nodes
    cdef int used, room, seat, horizon, only
    cdef double exploration, margin, trust
    cdef bint playouts, redeal
    cdef Chance keys
    cdef unsigned int seed
    cdef void run(self, int simulations) noexcept nogil
    cdef void play_out(self, int simulations) noexcept nogil
    cdef void deal(self, Record* g, Scratch* x) noexcept nogil
    cdef void finish(self, Record* g, Scratch* x) noexcept nogil
    cdef void reward(self, Scratch* x, int node) noexcept nogil
    cdef int place_of(self, Scratch* x, int n) noexcept nogil
    cdef void simulate(self, Record* g, Scratch* x) noexcept nogil
    cdef int descend(self, Record* g, Scratch* x, int node, int n) noexcept nogil
    cdef void gather(self, Scratch* x, int node, int n) noexcept nogil
    cdef int most_promising(self, Record* g, Scratch* x, int node, int n) noexcept nogil
    cdef void judge(self, Record* g, Scratch* x) noexcept nogil

cdef void clear_node(Node* node, int action) noexcept nogil
