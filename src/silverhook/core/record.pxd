# The flat record of a game: one fixed C struct for every game and every ruleset.
from cython cimport address
from libc.string cimport memcpy, memset
from silverhook.core.chance cimport Chance, below

cdef enum:
    MAX_PLAYERS = 6
    MAX_CARDS = 136         # two Hanataz decks of 65 fit, as does every Deck Hand box
    MAX_ZONES = 20          # Deck Hand: four of each of four seats, four of the table
    MAX_COUNTS = 64
    MAX_STEPS = 400
    NEST_LIMIT = 100        # beyond this depth nested plays lapse, so that triggers still have room (R-D89)
    MAX_LEGAL = 160         # every card within reach, the slots and a few words
    MAX_EVENTS = 1024
    NOBODY = -1
    NO_CARD = 255
    NO_ZONE = 255
    EVERYBODY = 255         # knowledge bits of a face-up card; bit 7 is the spectators'
    SPECTATOR = 7
    LAST_BIT = 128
    OPEN = 8                # the reader of an open view: one bit more than cards have, always set

cdef struct Step:
    unsigned char op
    unsigned char card
    signed char you, enemy
    short pc
    short n
    unsigned char shows     # the bit that marks the cards it has shown, 0 for none
    unsigned char count     # how often its instruction happens, where that depends on the position
    unsigned char moved     # the cards that its last instruction has moved which lets somebody choose cards
    unsigned char last      # the last of those
    unsigned char named     # the kind of card that somebody has named

cdef struct Event:
    unsigned char code
    signed char seat, other
    unsigned char card, sees, source, target
    short n

cdef struct Events:
    int size
    Event event[MAX_EVENTS]

cdef struct Record:
    Events* events
    Chance chance
    int count[MAX_COUNTS]
    unsigned short batch[MAX_CARDS]     # of the place: the batch that its card was shuffled in
    unsigned short since[MAX_CARDS]     # of the card: the first batch it can be in, as everybody knows
    unsigned short batches
    short depth
    signed char to_act, over
    unsigned char size[MAX_ZONES]
    unsigned char knows[MAX_CARDS]
    unsigned char mark[MAX_CARDS]
    unsigned char bound[MAX_CARDS]      # which pending steps have shown the card in its place, a bit for each
    unsigned char cards[MAX_ZONES][MAX_CARDS]
    Step steps[MAX_STEPS]

cdef inline void copy_record(Record* target, Record* g) noexcept nogil:
    # The steps come last, so that a copy needs only the pending ones.
    memcpy(target, g, <size_t>((<char*>&g.steps[g.depth]) - (<char*>g)))
    target.events = NULL

cdef inline void clear_record(Record* g) noexcept nogil:
    memset(g, 0, sizeof(Record))

cdef void put_under(Record* g, int zone, int card) noexcept nogil
cdef int take_at(Record* g, int zone, int i) noexcept nogil
cdef int find_card(Record* g, int zone, int card) noexcept nogil
cdef void shuffle_zone(Record* g, int zone) noexcept nogil
cdef void hide_zone(Record* g, int zone) noexcept nogil
cdef void blur_card(Record* g, int card, int cards, int knowers) noexcept nogil
cdef int knowers(Record* g, int card) noexcept nogil
cdef int best_known(Record* g, int zone, int at, unsigned char* kind, int binding) noexcept nogil
cdef void forget_like(Record* g, int zone, int card, unsigned char* kind, int cards, int binding) noexcept nogil
cdef void show_leaving(Record* g, int zone, int card, unsigned char* kind, int cards, int binding) noexcept nogil
cdef int bind_shown(Record* g, Step* s, int cards) noexcept nogil
cdef void write_event(Record* g, int code, int seat, int other, int card, int n, int source, int target) noexcept nogil

# The smallest and hottest functions are here, so that every module inlines them. The interpreted engine
# reads the same lines.

cdef inline void put(Record* g, int zone, int card) noexcept nogil:
    # Put a card on top of a zone, and clear the notes about its old place.
    g.cards[zone][g.size[zone]] = card
    g.size[zone] += 1
    g.mark[card] = 0
    g.bound[card] = 0

cdef inline int take_top(Record* g, int zone) noexcept nogil:
    g.size[zone] -= 1
    return g.cards[zone][g.size[zone]]

cdef inline Step* top_step(Record* g) noexcept nogil:
    return address(g.steps[g.depth - 1])

cdef inline Step* push_step(Record* g, int op, int pc, int you, int enemy, int card) noexcept nogil:
    # Past the limit it replaces the topmost step, which lapses (R-D89).
    if g.depth < MAX_STEPS:
        g.depth += 1
    step = address(g.steps[g.depth - 1])
    step.op = op
    step.pc = pc
    step.you = you
    step.enemy = enemy
    step.card = card
    step.n = 0
    step.shows = 0
    step.count = 0
    step.moved = 0
    step.last = NO_CARD
    step.named = NO_CARD
    return step

cdef inline void tell(Record* g, int code, int seat, int other, int card, int n, int source, int target) noexcept nogil:
    # Playouts have no listener, so this check is all that events cost them.
    if g.events:
        write_event(g, code, seat, other, card, n, source, target)

cdef inline int add_once(int* out, int first, int n, int action) noexcept nogil:
    # Add an action to those from place `first` on, unless it is there already; the new length.
    while first < n and out[first] != action:
        first += 1
    if first == n:
        out[n] = action
        n += 1
    return n
