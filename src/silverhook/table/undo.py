"""Taking back: a seat's last action and all after it, unless hidden cards have been revealed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from silverhook.core.undo import reveals
from silverhook.table.errors import NoUndo
from silverhook.table.history import History

if TYPE_CHECKING:
    from silverhook.table.position import TablePosition

__all__ = ["Offer", "Revelations", "may_offer", "take_back_to"]

_GLANCE = 2  # other deals that a quick check tries; it misses one revealing action in a thousand


@dataclass(slots=True)
class Offer:
    """An offer to take back: its number, who made it, how many actions would stay, and who has agreed."""

    number: int
    seat: int
    to: int
    agreed: set[int] = field(default_factory=set)


class Revelations:
    """Which actions revealed hidden cards. Each answer follows from the game alone and is remembered once found."""

    def __init__(self, history: History, found: Mapping[int, bool] | None = None) -> None:
        self._history = history
        self.found = dict(found or {})  # what quick checks found, by number of the action
        self._thorough: dict[int, bool] = {}  # by number: whether it or any later action reveals something

    def forget(self, to: int) -> None:
        """Drop what was found of all but the first actions, since they are taken back."""
        self.found = {n: found for n, found in self.found.items() if n < to}
        self._thorough.clear()

    def likely_since(self, n: int) -> bool:
        """Whether an action from number n on reveals something, by a quick check of each."""
        actions = self._history.game.actions
        if any(self.found.get(one) for one in range(n, len(actions))):
            return True
        first = next((one for one in range(n, len(actions)) if one not in self.found), len(actions))
        game = self._history.at_action(first) if first < len(actions) else None
        for one in range(first, len(actions)):
            assert game is not None
            self.found[one] = reveals(game, actions[one], _GLANCE)
            game.apply(actions[one])
        return any(self.found[one] for one in range(first, len(actions)))

    def since(self, n: int) -> bool:
        """Whether an action from number n on reveals something, by a thorough check."""
        if n not in self._thorough:
            self._thorough[n] = self._found_since(n)
        return self._thorough[n]

    def _found_since(self, n: int) -> bool:
        game = self._history.at_action(n)
        for action in self._history.game.actions[n:]:
            if reveals(game, action):
                return True
            game.apply(action)
        return False


def may_offer(table: TablePosition, seat: int | None) -> bool:
    """Whether a seat can offer to take back its last action, by a quick check; the offer itself checks thoroughly."""
    if seat is None or table.phase != "playing" or not table.settings.undo or table.offer:
        return False
    to = table.history.last_action(seat)
    return table.chairs[seat].person and to is not None and not table.revelations.likely_since(to)


def take_back_to(table: TablePosition, seat: int) -> int:
    """How many actions stay if a seat takes back its last one; NoUndo if that one has to stay as well."""
    to = table.history.last_action(seat)
    if to is None:
        raise NoUndo("you have no action to take back")
    if table.revelations.since(to):
        raise NoUndo("a hidden card has been revealed since, so the action cannot be taken back")
    return to
