"""The clocks of the people at a table."""

from __future__ import annotations

from silverhook.table.settings import TimeControl

__all__ = ["Clocks"]


class Clocks:
    """The time of each seat. `Table.apply` charges it; everything else only reads it.

    `running` is for how many seconds a seat has been deciding; None while its clock stands still.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.banks: list[float] = [control.seconds] * seats

    def left(self, seat: int, running: float | None) -> float | None:
        """The seconds that a seat has left; None without a clock."""
        if self.control.kind == "none":
            return None
        if self.control.kind == "move":
            return max(0.0, self.control.seconds - (running or 0.0))
        increment = 0 if running is None else self.control.increment
        return max(0.0, self.banks[seat] + increment - (running or 0.0))

    def charge(self, seat: int, running: float | None) -> None:
        """A seat has decided: its bank keeps what is left, with the increment."""
        if self.control.kind == "bank":
            self.banks[seat] = self.left(seat, running) or 0.0

    def abandon(self, seat: int, running: float | None) -> None:
        """A seat has left while it decided: its bank keeps what is left, without the increment."""
        if self.control.kind == "bank" and running is not None:
            self.banks[seat] = max(0.0, (self.left(seat, running) or 0.0) - self.control.increment)
