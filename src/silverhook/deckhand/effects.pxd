from silverhook.core.chance cimport below
from silverhook.core.record cimport *
from silverhook.deckhand.constants cimport *
from silverhook.deckhand.piles cimport *
from silverhook.deckhand.conditions cimport *
from silverhook.deckhand.choices cimport *

cdef int run(Tables* t, Record* g, Step* s, int* out) noexcept nogil
cdef void go_on(Step* s) noexcept nogil
cdef void skip(Step* s, Instruction* i) noexcept nogil
cdef void resolve(Tables* t, Record* g, Step* s, Instruction* i, int action) noexcept nogil
cdef void leave_off(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void count_choice(Step* s, Instruction* i, int card) noexcept nogil
cdef void gain(Tables* t, Record* g, Step* s, Instruction* i, int p, int slot) noexcept nogil
cdef void show_held(Tables* t, Record* g, int p, int kind) noexcept nogil
cdef void put_next(Tables* t, Record* g, Step* s, Instruction* i, int action) noexcept nogil
cdef void mix_shown(Tables* t, Record* g, Step* s, int zone) noexcept nogil
cdef int card_with(Tables* t, int pc) noexcept nogil
cdef void note_time(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void next_player(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void release_trashed(Tables* t, Record* g, int initiator) noexcept nogil
cdef void take_chosen(Tables* t, Record* g, Step* s, Instruction* i, int action) noexcept nogil
cdef int pick_card(Tables* t, Record* g, Instruction* i, int zone, int kind, int binding) noexcept nogil
cdef int leave(Tables* t, Record* g, Step* s, Instruction* i, int zone, int at) noexcept nogil
cdef bint lies_open(int target) noexcept nogil
cdef bint is_unseen(Instruction* i, int zone) noexcept nogil
cdef void lose_sight(Tables* t, Record* g, Step* s, Instruction* i, int zone) noexcept nogil
cdef int witnesses(Step* s, Instruction* i, int zone) noexcept nogil
cdef void keep_decks(Tables* t, Record* g, Step* s) noexcept nogil
cdef void swap(Tables* t, Record* g, Step* s, Instruction* i, int action) noexcept nogil
cdef void perform(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void next_of_each(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void finish_together(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void show(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void move_this(Tables* t, Record* g, Step* s, Instruction* i) noexcept nogil
cdef void move_card(Tables* t, Record* g, Step* s, Instruction* i, int zone, int at) noexcept nogil
cdef void deliver(Tables* t, Record* g, Step* s, Instruction* i, int owner, int card, int source) noexcept nogil
cdef int lay(Tables* t, Record* g, Instruction* i, int you, int enemy, int card) noexcept nogil
