"""An external bot in ten lines: it saves its money.

Registered by an entry point, `silverhook play --bots miser` finds it:

    [project.entry-points."silverhook.bots"]
    miser = "miser:Miser"
"""

from silverhook.bots import Candidate, Seat, Thought


class Miser:
    """Never buys while it can do anything else."""

    name = "miser"
    title = "Silas"  # what its players are called
    about = "saves its money"  # as in "Silas, who saves its money"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def think(self, seat: Seat) -> Thought:
        """The first action that buys nothing."""
        thrifty = sorted(seat.actions, key=lambda action: seat.describe(action).startswith("buy"))
        return Thought(thrifty[0], (Candidate(thrifty[0], 0.5, 1.0, "a coin saved is a coin earned"),))
