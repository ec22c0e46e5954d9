# What the rules of Hanataz share: numbers and a ruleset's tables.
from silverhook.core.record cimport *

cdef enum:
    SEATS = 6
    MAX_KINDS = 128
    HAND_SIZE = 5
    HOUSE_SIZE = 5
    START_SILVS = 15
    FACE_VALUE = 11         # what a face of a suit counts at the showdown (HZ-W4)
    BARD_TIP = 5            # what the house pays a Bard that nobody tipped (HZ-FB4)
    DRAGON_TAKES = 3
    NO_SUIT = 255
    MAX_BARDS = 8

# zones: the hands, then the table's
cdef enum:
    HANDS = 0
    DECK = 6
    DISCARD = 7
    HOUSE = 8               # five places, NO_CARD where one is empty
    ROW = 9
    BARDS = 10
    PLAYED = 11             # cards being played, and cards that a Priest reveals
    ZONES = 12

# counters of the record
cdef enum:
    CURRENT = 0
    FIRST = 1
    HAND_NUMBER = 2
    TURNS = 3
    CONTROL = 4
    POT = 5
    PURSE = 6               # the house's own; it may go below zero (R-H65)
    TOKENS = 7              # Fool tokens in the centre
    TOKEN_CLOCK = 8
    OUTCOME = 9             # how the last hand ended, for statistics
    SILVS = 10
    STATE = 16              # of each seat: in, nubbed out, out for good
    HELD = 22               # Fool tokens of each seat
    HELD_SINCE = 28
    ON_BARD = 34            # silvs on each Bard
    BARD_OF = 42            # whose it is
    HANDS_SO = 50           # hands that ended in each way
    ALL_TURNS = 57
    RESHUFFLES = 58

# states of a seat
cdef enum:
    BUST = -1
    NUBBED = 0
    IN = 1

# pending steps
cdef enum:
    SWAPPING = 0
    NORMING = 1             # drawing up or discarding down to five
    FILLING_HOUSE = 2
    TURN = 3
    AFTER_TURN = 4
    FLIPPING = 5
    LEAVING = 7             # a played card goes to the discard
    ASSASSIN_AIMS = 8
    CROWN_TAXES = 9
    TROLL_TAXES = 10
    FOOL_TAKES = 11
    JESTER_LOOKS = 12
    JESTER_PUTS = 13
    JESTER_PLAYS = 14
    ROGUE_AIMS = 15
    ROGUE_SAYS = 16
    KNIGHTS = 17
    ROGUE_STEALS = 18
    DRAGON_HOARDS = 19
    HAND_ENDS = 20
    STEP_KINDS = 21

# kinds of cards
cdef enum:
    NUMBER = 0
    ASSASSIN = 1
    BARD = 2
    CROWN = 3
    DRAGON = 4
    FOOL = 5
    JESTER = 6
    KNIGHT = 7
    PRIEST = 8
    ROGUE = 9
    TROLL = 10
    WIZARD = 11

# how a hand ended
cdef enum:
    WON = 1
    SPLIT = 2
    FOOLED = 3
    FOOL_UNCLAIMED = 4
    ALL_OUT = 5
    ALONE = 6

# options with several values
cdef enum:
    TABLE_ONLY = 0
    OWN_HAND = 1
    ALL_HANDS = 2
    FIRST_BUST = 0
    LAST_STANDING = 1
    HANDS_ONLY = 2
    TARGET = 3
    CARRY = 0
    TO_HOUSE = 1
    TO_WINNER = 2

# actions: words, seats, house positions, then a card by its kind
cdef enum:
    NO = 0
    YES = 1
    PASS = 2
    NUB_OUT = 3
    PAY = 4
    PUT_BACK = 5
    SHUFFLE = 6
    TWO_SILVS = 7
    SILV_AND_CARD = 8
    SEAT = 10
    POSITION = 16
    CARD = 21

# where a position set up by hand continues
cdef enum:
    AT_SET_UP = 0
    AT_TURN = 1
    AT_FLIP = 2
    AT_HAND_END = 3

# events
cdef enum:
    TOLD_HAND = 1
    TOLD_MOVE = 2           # a card moves; the story does not tell it
    TOLD_SWAP = 3
    TOLD_DRAW = 4
    TOLD_DISCARD = 5
    TOLD_NUMBER = 6
    TOLD_FACE = 7
    TOLD_PASS = 8
    TOLD_NUB = 9
    TOLD_CONTROL = 10
    TOLD_RETURN = 11
    TOLD_PAY_POT = 12
    TOLD_TAKE_POT = 13
    TOLD_SILVS = 14
    TOLD_TIP = 15
    TOLD_BARD_PAYS = 16
    TOLD_HOUSE_PAYS = 17
    TOLD_HOUSE_TAKES = 18
    TOLD_FLIP = 19
    TOLD_OUTCOME = 20
    TOLD_RESHUFFLE = 21
    TOLD_TOKEN = 22
    TOLD_TOKENS_BACK = 23
    TOLD_LOOK = 24
    TOLD_HOUSE_SHUFFLE = 25
    TOLD_TAKE_HOUSE = 26
    TOLD_AIM = 27
    TOLD_SAYS = 28
    TOLD_COUNTER = 29
    TOLD_STEAL = 30
    TOLD_STEAL_CARD = 31
    TOLD_REVEAL = 32
    TOLD_PLANT = 33
    TOLD_BUST = 34
    TOLD_OVER = 35
    TOLD_HOUSE_FILLED = 36

cdef struct Tables:
    int players, kinds, cards, fools
    int ante_every_hand, first_hand_swap, may_refill, beat_last, all_out, alone_wins, turn_guard
    int flip_random, split_to_pot, odd_to_rest, fool_unclaimed, keep_tokens
    int knight_target_only, crown_self, bard_self_pays, jester_may, priest_scope
    int game_end, hand_limit, target_silvs, silvs
    unsigned char kind[MAX_CARDS]
    unsigned char face[MAX_KINDS]
    unsigned char value[MAX_KINDS]
    unsigned char suit[MAX_KINDS]
    int typical             # a number of middling strength
    double drawn            # silvs that a card of the deck is worth
    double held[MAX_KINDS]  # silvs that a card is worth in the hand
    double safe[MAX_KINDS]  # chance that a number stays in control against one card of the deck
    double pays[MAX_KINDS]  # the part of the pot that it wins against one
