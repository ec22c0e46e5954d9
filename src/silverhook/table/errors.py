"""Errors of tables. Each says why a request was refused and what to do instead.

The table is unchanged, except perhaps after Unknown.
"""

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
    "LogFull",
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
    "TableClosed",
    "TableDeleted",
    "TableError",
    "Unknown",
]


class TableError(SilverhookError):
    """A table refused a request; nothing has changed."""


class SettingsError(TableError):
    """The settings of a table are invalid."""


class NoSuchTable(TableError):
    """There is no table of this name."""


class TableDeleted(NoSuchTable):
    """The operator has deleted this table."""

    def __init__(self) -> None:
        super().__init__("the operator of this server has deleted this table")


class TableClosed(TableError):
    """The operator has closed this table."""

    def __init__(self) -> None:
        super().__init__("the operator of this server has closed this table")


class NoSuchStep(TableError):
    """The game has no such step, or cannot be continued from it."""


class OtherRules(TableError):
    """The table uses a version of the rules that this Silverhook does not have."""


class DamagedLog(TableError):
    """A stored log does not replay: it was altered, or another program wrote it."""


class NotAllowed(TableError):
    """Only the host, or only the player in that seat, can do this."""


class NotNow(TableError):
    """The table is in the wrong phase: not begun, already begun, or over."""


class SeatTaken(TableError):
    """The seat is taken, reserved or does not exist."""


class BadName(TableError):
    """The name is empty, too long or taken."""


class BadNonce(TableError):
    """The nonce, a player's share of the deal, is malformed."""


class BadText(TableError):
    """The chat message is empty or too long."""


class Late(TableError):
    """The action answers an earlier question; `ply` is the present one."""

    def __init__(self, message: str, ply: int) -> None:
        super().__init__(message)
        self.ply = ply


class LogFull(TableError):
    """So much has happened at this table that its log takes no more of this."""


class NoUndo(TableError):
    """Nothing can be taken back: a hidden card was revealed, or the table does not allow undo."""


class NoOffer(TableError):
    """The offer to take back is no longer open."""


class NoHints(TableError):
    """The table does not allow hints, or this seat has nothing to decide."""


class StoreError(TableError):
    """The database cannot be used."""


class Unknown(StoreError):
    """Nobody knows yet whether the request was stored: the database was lost at that moment."""

    def __init__(self) -> None:
        super().__init__(
            "the database was lost at the moment of storing this, so nobody knows yet whether it is stored;"
            " send the same message again"
        )


class InUse(StoreError):
    """Another process uses the database, which serves only one."""


class Conflict(TableError):
    """Another process wrote to this log first; read its entries and decide again."""
