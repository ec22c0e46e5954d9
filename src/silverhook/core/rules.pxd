from silverhook.core.record cimport Record, copy_record, clear_record, MAX_CARDS, MAX_LEGAL, MAX_PLAYERS, NO_CARD
from silverhook.core.chance cimport Chance, seed_chance, seed_from_bytes, next_number
from silverhook.core.resampling cimport deal_batches, deal_nested, keep_out, MAX_BARRED

cdef class Rules:
    cdef object __weakref__
    cdef readonly object ruleset, notation, visibility, narrator
    cdef readonly int players, actions, cards, zones
    cdef readonly bint nested      # whether hidden cards can move between batches
    cdef readonly bint infers      # whether `fits` bars cards from zones, because everybody knows that they are not there
    cdef readonly double curiosity # how much a search explores beyond what looks good so far
    cdef readonly int horizon      # actions after which `estimate` is as good as playing to the end
    cdef list named_cards, named_zones, kinds_of_cards  # kept once they are known, because views need them often
    cdef list card_names(self)
    cdef list card_kinds(self)
    cdef list zone_names(self)
    cdef void deal(self, Record* g) noexcept nogil
    cdef int legal(self, Record* g, int* out) noexcept nogil
    cdef int act(self, Record* g, int action, int* out) noexcept nogil
    cdef void resume(self, Record* g, int where) noexcept nogil
    cdef void score(self, Record* g, int* scores, int* winners) noexcept nogil
    cdef int check(self, Record* g) noexcept nogil
    cdef void begin(self, Record* g, Chance* keys) noexcept nogil
    cdef bint possible(self, Record* g, int* out) noexcept nogil
    cdef void deal_hidden(self, Record* g, int seat, Chance* c, int* out) noexcept nogil
    cdef bint fits(self, Record* g, int zone, int card) noexcept nogil
    cdef bint fitting(self, Record* g) noexcept nogil
    cdef void keep_inferences(self, Record* g, int seat, Chance* c) noexcept nogil
    cdef object rollouts_from(self, Record* g, int games, bytes seed)
    cdef object many_games(self, Record* start, int games, bytes seed, bint checked)
    cdef int playout(self, Record* g, unsigned int seed, int* out) noexcept nogil
    cdef void weigh(self, Record* g, int* out, int n, double* worth) noexcept nogil
    cdef void estimate(self, Record* g, double* odds) noexcept nogil
    cdef int smart_playout(self, Record* g, unsigned int seed, int* out, int most) noexcept nogil
    cdef int checked_playout(self, Record* g, unsigned int seed, int* out) noexcept nogil

cdef unsigned int MASK32
cdef double DOUBT

cdef enum:
    MAX_REDEALS = 20000     # at worst, one deal in a few dozen is possible
    FRESH_DEALS = 20        # deals that may contradict what everybody knows before cards are exchanged in one

cdef void change_chance(Record* g, Chance* keys) noexcept nogil
cdef unsigned int pick_next(unsigned int s) noexcept nogil
cdef int pick_below(unsigned int s, int n) noexcept nogil
cdef int pick_likely(double* worth, int n, unsigned int seed) noexcept nogil
