"""What a table refuses; each error says why and what would be right, and the table is as it was."""

from __future__ import annotations

from silverhook.core.errors import SilverhookError

__all__ = [
    "BadName",
    "BadNonce",
    "BadText",
    "Conflict",
    "DamagedLog",
    "InUse",
    "Late",
    "NoHints",
    "NoOffer",
    "NoSuchStep",
    "NoSuchTable",
    "NoUndo",
    "NotAllowed",
    "NotNow",
    "OtherRules",
    "SeatTaken",
    "SettingsError",
    "StoreError",
    "TableError",
]


class TableError(SilverhookError):
    """Something asked of a table was refused; nothing has changed."""


class SettingsError(TableError):
    """A table cannot be set up so."""


class NoSuchTable(TableError):
    """There is no table of this name."""


class NoSuchStep(TableError):
    """The game has no such step, or it cannot be continued from there."""


class OtherRules(TableError):
    """The table is played by rules that this Silverhook does not play."""


class DamagedLog(TableError):
    """A stored log does not replay: it was written by something else, or changed."""


class NotAllowed(TableError):
    """Only the host, or only who sits there, may do this."""


class NotNow(TableError):
    """The table is not in a state for it: not begun, begun already, or over."""


class SeatTaken(TableError):
    """The seat is taken, kept for somebody, or there is none."""


class BadName(TableError):
    """A name that nobody could read."""


class BadNonce(TableError):
    """A seat's share of the deal is not of the right form."""


class BadText(TableError):
    """Something said that is empty or too long."""


class Late(TableError):
    """The answer is to a question that the table no longer asks; `ply` is where it stands."""

    def __init__(self, message: str, ply: int) -> None:
        super().__init__(message)
        self.ply = ply


class NoUndo(TableError):
    """Nothing can be taken back: a hidden card was revealed since, or the table does not allow it."""


class NoOffer(TableError):
    """There is no offer to answer."""


class NoHints(TableError):
    """The table gives no hints, or none to this seat now."""


class StoreError(TableError):
    """The database cannot be used."""


class InUse(StoreError):
    """Another process has the database, and it serves only one."""


class Conflict(TableError):
    """Another process has written to this log first; read on and decide anew."""
