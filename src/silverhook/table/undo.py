"""What can be taken back: a seat's last action and all after it, while nothing hidden has come to light since."""

from __future__ import annotations

from silverhook.table.errors import NoUndo
from silverhook.table.table import Table

__all__ = ["may_offer", "take_back_to"]


def may_offer(table: Table, seat: int | None) -> bool:
    """Whether a seat can offer to take back its last action now, as far as a glance tells; an offer looks closer."""
    if seat is None or table.phase != "playing" or not table.settings.undo or table.offer:
        return False
    to = table.last_action(seat)
    return table.chairs[seat].person and to is not None and to >= table.standing


def take_back_to(table: Table, seat: int) -> int:
    """How many actions stay if a seat takes back its last one; NoUndo if that one has to stay as well."""
    to = table.last_action(seat)
    if to is None:
        raise NoUndo("you have not done anything that could be taken back")
    if table.stands(to):
        raise NoUndo("a hidden card has been revealed since, so the action stands")
    return to
