"""The weights of the bots' judgement, measured in games between bots. Each is defined only here.

The heuristic reads them in Python, the playout policy as C doubles. The worth of a single operation of a card is
declared with the operation, in deckhand/operations.py.
"""

from __future__ import annotations

# what things cost, in coins
CARD_PRICE = 0.8  # a card more to choose from; without an Action left for it, nothing
ACTION_PRICE = 1.4  # a Fist Fight is an Action for two coins, but not every Action finds one
BUY_PRICE = 0.9  # an Action that can only buy: worth less, since coins are short
HOOK_PRICE = 2.4  # five coins and an Action buy three hooks

# how long the game lasts
BUYS_A_TURN = 0.95  # cards that leave the supply in a turn
CARDS_A_TURN = 3.6  # cards that a player sees in a turn: three, and what they draw
LAST_TURN = 0.5  # a last turn, with its one Action, is about half of a turn
LATER_SHARE = 0.8  # of what an effect brings, if it happens at the start of the next turn
FIRST_SEEN = 0.5  # the share of a deck's turns after which a new card is first drawn

# coins in hooks
FULL_COIN = 0.42  # while there is time to spend it: five coins and an Action buy three hooks
LAST_COIN = 0.02  # when only ties are left to break
COIN_FADES = 0.4  # turns left at which a coin is worth the mean of the two
SPENDING = 9.0  # coins beyond this number are hard to spend: each card bought takes an Action

# cards in coins
LEAST_MEAN, MOST_MEAN = 0.3, 1.5  # bounds of what an average card of a deck is worth
HELD_BACK = 0.8  # the probability of a DISCARDED effect for a card that stays in the hand
SHOWN_CARDS = 1.2  # cards drawn that one of your revealed cards is worth in your hand

# what enemies lose, in hooks
LEADER = 4.0  # hooks behind the strongest enemy at which harm counts 1/e as much
DENIED = 0.12  # the share of a card's worth to the enemies that counts for taking it from them
RANDOM_STOLEN = 0.8  # a card out of a hand that you do not see
SHOWN_STOLEN = 0.9  # the best of revealed cards
SHOWN_LOST = 0.5  # the best of revealed cards, if nobody gets it
SHOWN_MOVED = 0.1  # a revealed card that changes its place only
SWAPPED = 0.3  # the better card out of a swap

# the playout policy alone
GOING_ON = 0.25  # hooks by which a card that keeps the turn going goes first
FIRST_PLAY = 0.2  # hooks by which plays go before buys while there are Actions for both
LAST_CARD = 0.5  # the weight of the lead, when a buy ends the game
CLEAR = 0.3  # hooks that make a clear difference between two actions
