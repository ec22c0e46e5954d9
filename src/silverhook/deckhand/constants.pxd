# What the rules of Deck Hand share: numbers, the instructions of card programs, a ruleset's tables.
from silverhook.core.record cimport *

cdef enum:
    SEATS = 4
    MAX_KINDS = 128
    MAX_CODE = 3000
    SLOTS = 6               # face-up supply cards
    HAND_SIZE = 3
    MAX_NESTED = 200        # plays and activations by cards within one action (R-D89)
    ROOM_LEFT = 20          # steps kept free for what is running
    FLOOR = 4               # no player ever owns fewer cards
    NO_KIND = 255
    MOST = 999              # of anything that a text counts
    MAX_NOTES = 60          # effects for later turns, and texts used this turn
    MAX_PURSE = 64          # coins beyond which more make no difference to the playout policy

# zones: four of each seat, then the table's
cdef enum:
    DECK = 0
    HAND = 1
    STASH = 2
    ASIDE = 3
    OWN_ZONES = 4
    SUPPLY = 16
    SUPPLY_DECK = 17
    RELOAD_DECK = 18
    OUT = 19

# counters of the record
cdef enum:
    CURRENT = 0
    FIRST = 1
    TURN = 2
    ACTIONS = 3
    USED = 4
    BUYS = 5
    RELOADS = 6
    ENDER = 7
    FINAL_TURNS = 8
    BANK = 9
    COINS = 10
    BONUS = 16
    NESTED = 20             # plays and activations by cards since the last action
    CHEAPER = 21            # coins less that cards cost to buy this turn

# marks on cards
cdef enum:
    STARTING = 1            # its start-of-turn effect waits
    CHOSEN = 2              # picked for a discard together, or put in its order
    LEFT = 4                # its TRASHED effect waits for the end of the instruction that trashed it
    LEFT_BY = 8             # times the seat that owned it

# pending steps
cdef enum:
    RUN = 0
    FINISH = 1
    WAITING = 2
    ORDER = 3
    DISCARD_HAND = 4
    DRAW_HAND = 5
    MAIN = 6
    LAST_DISCARD = 7
    END_TURN = 8
    SCORING = 9
    LATER = 10              # at the bottom of the stack: an effect that waits for its seat's next turn
    ONCE = 11               # ... and a text that its seat has used this turn
    STEP_KINDS = 12

# instructions of card programs: first those that ask nobody, from FIRST_ASKING on those that may ask
# (which phrase of the card language needs which: operations.py)
cdef enum:
    STOP = 0
    DO_COIN = 1
    DO_PAY = 2
    DO_STEAL_COINS = 3
    DO_ACTION = 4
    DO_BUY = 5
    DO_SHOW = 6
    DO_TOP = 7
    DO_THIS = 8
    DO_DISCARD_HAND = 9
    DO_EACH = 10
    DO_NEXT = 11
    DO_OPTION = 12
    DO_JUMP = 13
    DO_IF = 14
    DO_HOOKS = 15
    DO_CHEAPER = 16
    DO_LATER = 17
    DO_ONCE = 18
    FIRST_ASKING = 19
    DO_CARD = 19
    DO_DISCARD = 20
    DO_CHOOSE = 21
    DO_ENEMY = 22
    DO_MOVE = 23
    DO_PLAY = 24
    DO_ACTIVATE = 25
    DO_GAIN = 26
    DO_RELOAD = 27
    DO_MAY = 28
    DO_PAY_FOR = 29
    DO_SWAP = 30
    DO_TOGETHER = 31
    DO_REORDER = 32
    DO_NAME = 33

# who carries an instruction out
cdef enum:
    YOU = 0
    THEY = 1
    ALL_ENEMIES = 2
    ALL_PLAYERS = 3

# flags of an instruction
cdef enum:
    OPTIONAL = 1
    SECRET = 2              # look at cards, not reveal them; or move a card that was looked at
    RANDOM = 4
    TWICE = 8
    GIVES_UP = 16           # it takes from its player, and is a price if a benefit depends on it
    UP_TO = 32              # fewer cards than its number are enough
    UNDER = 64              # under a deck, not on top of it
    CHOOSES = 128           # a block with instructions that let somebody choose cards

# where cards are taken from
cdef enum:
    YOUR_HAND = 1
    YOUR_STASH = 2
    YOUR_DECK = 4
    THEIR_HAND = 8
    THEIR_STASH = 16
    THEIR_DECK = 32
    SHOWN = 64              # only those that this effect has revealed
    FROM_OUT = 128          # out of the game

# where they go
cdef enum:
    TO_YOUR_DECK = 0
    TO_YOUR_HAND = 1
    TO_YOUR_STASH = 2
    TO_THEIR_DECK = 4
    TO_THEIR_HAND = 5
    TO_THEIR_STASH = 6
    TO_OUT = 8

# conditions
cdef enum:
    ALWAYS = 0
    YOU_MORE = 1
    THEY_MORE = 2
    FEWER_THAN_EACH = 3
    MORE_THAN_EACH = 4
    SOME_MORE = 5
    SOME_FEWER = 6
    YOU_LEAST = 7
    YOU_MOST = 8
    THEY_LEAST = 9
    THEY_MOST = 10
    SHOWN_IS = 11
    IT_IS = 12

# which cards an instruction takes, beside those in its range of costs
cdef enum:
    MORE_THAN_IT = 1        # costing up to so much more than the card moved last
    EXACTLY_MORE = 2
    LESS_THAN_IT = 3
    NAMED = 4
    SAME_AS_IT = 5
    SAME_AS_HELD = 6        # of the name of a card in your hand
    CHOSEN_NAME = 7

# values
cdef enum:
    VALUE_COINS = 1
    VALUE_HAND = 2
    VALUE_STASH = 3
    VALUE_OWNED = 4
    VALUE_HOOKS = 5
    VALUE_NAMED = 6
    VALUE_DECK = 7
    VALUE_ACTIONS = 8
    VALUE_ENEMIES = 9
    VALUE_MOVED = 10        # cards that the last instruction moved which let somebody choose them
    VALUE_OVER = 11         # cards in hand above a number
    VALUE_SHORT = 12        # ... and below it

# actions: a few words, options, seats, supply slots, then a card by its kind from one of four places
cdef enum:
    NO = 0
    YES = 1
    OPTION = 2
    MAX_OPTIONS = 8
    SEAT = 10
    BUY = 14
    SLOT = 20
    FROM_HAND = 26          # + kind; the places after it lie `kinds` apart
    CARD_PLACES = 4

# events
cdef enum:
    TOLD_TURN = 1
    TOLD_DRAW = 2
    TOLD_PLAY = 3
    TOLD_BUY = 4
    TOLD_RELOAD = 5
    TOLD_DISCARD = 6
    TOLD_MOVE = 7
    TOLD_COINS = 8
    TOLD_STEAL_COINS = 9
    TOLD_ACTIONS = 10
    TOLD_BUYS = 11
    TOLD_RELOADS = 12
    TOLD_SHUFFLE = 13
    TOLD_REVEAL = 14
    TOLD_LOOK = 15
    TOLD_REFILL = 16
    TOLD_TRIGGER = 17
    TOLD_ACTIVATE = 18
    TOLD_DECLINE = 19
    TOLD_LAST_CARD = 20
    TOLD_END = 21
    TOLD_HOOKS = 22
    TOLD_FINISH = 23
    TOLD_TARGET = 24
    TOLD_OPTION = 25
    TOLD_UNDER = 26
    TOLD_NAMED_CARD = 27
    TOLD_REORDER = 28
    TOLD_CHEAPER = 29

# where a position set up by hand continues
cdef enum:
    AT_START = 0
    AT_STEP_2 = 1
    AT_ACTIONS = 2
    AT_SCORING = 3

cdef struct Instruction:
    unsigned char op, who, flags, place, target, low, high, value, condition, kind, which
    unsigned char settled   # it brings the same whatever coins and cards are on the table
    short n, m, most, jump

cdef struct Tables:
    int players, kinds, cards, code_size
    int draw_optional, reload_banked, select_inapplicable
    int supply_deck, start_money, bank, bank_limited, money_cap
    int start_in_stash, start_in_hand, discard_at_end, lazy, offturn_reload
    int action_cap, action_guard, tie_after_ender, max_turns, end_moves, trash_texts
    unsigned char kind[MAX_CARDS]
    unsigned char starter[MAX_CARDS]
    unsigned char price[MAX_CARDS]
    signed char hooks[MAX_KINDS]
    unsigned char activates[MAX_KINDS]
    unsigned char moves_at_end[MAX_KINDS]
    short play[MAX_KINDS]
    short start[MAX_KINDS]
    short discarded[MAX_KINDS]
    short bought[MAX_KINDS]
    short gained[MAX_KINDS]
    short trashed[MAX_KINDS]
    short end[MAX_KINDS]
    unsigned char goes_on[MAX_KINDS]    # brings an Action
    double slot[MAX_KINDS]  # the worth of holding one in an average turn, in coins
    double card_slot[MAX_CARDS]
    double purse[MAX_PURSE]
    double mine[MAX_CODE]       # the coins that an instruction brings its player; for each of its n, if it is not settled
    double theirs[MAX_CODE]     # ... and to the enemy
    Instruction code[MAX_CODE]
