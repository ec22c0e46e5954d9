"""The constants of the bots' judgement, in silvs unless another unit is given.

The heuristic player and the playout policy judge by the same numbers. They were set by hand and checked in the arena.
"""

from __future__ import annotations

# --- the pot --------------------------------------------------------------------------------------

OPENING = 0.8  # winning a hand also means opening the next one
USUAL_SHARE = 0.85  # the part of a pot that its winner takes on average
OPEN_SHARE = 0.8  # the part of a pot that the others take while nobody controls it
BACK = 0.2  # the chance to win a hand after your number was beaten
OVERTAKEN = 0.35  # the chance to win a pot after somebody else has beaten the number in control
LATER = 0.22  # the chance of a pot that nobody controls, if you let one rival go first
STILL_OPEN = 0.15  # the worth of staying in while nobody controls the pot, as a part of the pot

# --- the hand -------------------------------------------------------------------------------------

SAFE = 2  # with this many silvs or fewer you may go bust
POOR_SWAP = 2.0  # what a swap costs beyond its price if you may go bust
POOR_PASS = 1.0  # the same for a pass
SWAP_GAIN = 1.2  # how much better new cards must promise to be, for the silv that a swap costs
SWAP_EACH = 0.35  # what each new card must promise
SWAP_ORDER = 0.01  # for each silv that a card is worth: the weakest card goes first
GOOD_NUMBER = 7  # a number that is worth keeping
REFILL_COST = 1.2  # what a card must promise for the silv that it costs
REFILL_SHORT = 0.3  # for each card that the hand is short of five
SPENT_SHARE = 0.6  # the part of a card's worth that you lose by using it

# --- faces ----------------------------------------------------------------------------------------

ASSASSIN_SHARE = 0.1  # the worth of one rival fewer, as a part of the pot
BARD_OPEN = 3.2  # a Bard while others may still play faces
CANNOT_PAY = 0.2  # the cost, beyond the pot, of driving yourself out
DRIVES_OUT = 0.4  # the worth of driving out a rival, as a part of the pot
TROLL_PAYS = 0.9  # the silvs that each rival pays on average
FOOL_STAYS = 0.8  # the card from the Hanataz hand that a Fool leaves you
LOOK = 0.3  # a look at a house card
JESTER_LOOK = 0.06  # the worth of the Jester's look, as a part of the pot
LOOT_WEALTH = 0.02  # for each silv of the player you rob: prefer the rich
ROBBED_CARD = 0.5  # the part of a card's worth that a Rogue's random card brings
DRAWN = 0.35  # a card drawn beyond the five that you refill to

# --- winning --------------------------------------------------------------------------------------

SWING = 9.0  # a lead that makes a win about three times as likely as not
