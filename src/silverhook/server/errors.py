"""Errors as clients get them: a code for programs and a message for people."""

from __future__ import annotations

import re

from pydantic import ValidationError

from silverhook.core.errors import BrokenInvariant, SilverhookError
from silverhook.table import errors as table_errors

__all__ = ["AccessNeeded", "Draining", "NoSuchGame", "TooMany", "WrongCode", "code_of", "malformed", "status_of"]


class TooMany(SilverhookError):
    """The client has reached a limit."""


class AccessNeeded(SilverhookError):
    """The server is for those who know its access code."""

    def __init__(self) -> None:
        super().__init__("this server asks for an access code; POST it to /api/access, or reload the page")


class WrongCode(SilverhookError):
    """This is not the access code."""

    def __init__(self) -> None:
        super().__init__("this is not the access code; ask the host for it")


class Draining(SilverhookError):
    """The operator lets nobody open new tables."""

    def __init__(self) -> None:
        super().__init__("no new tables are opened at the moment; games in progress go on, so try again later")


class NoSuchGame(SilverhookError):
    """No game has this name."""


_STATUS: dict[type[SilverhookError], int] = {
    table_errors.TableClosed: 410,
    table_errors.TableDeleted: 410,
    table_errors.NoSuchTable: 404,
    NoSuchGame: 404,
    table_errors.NotAllowed: 403,
    table_errors.NotNow: 409,
    table_errors.SeatTaken: 409,
    table_errors.Late: 409,
    table_errors.LogFull: 409,
    table_errors.Conflict: 409,
    table_errors.OtherRules: 503,  # another server may have these rules
    AccessNeeded: 403,
    WrongCode: 403,
    TooMany: 429,
    Draining: 503,
    table_errors.StoreError: 503,
    table_errors.DamagedLog: 500,
    BrokenInvariant: 500,
}


def code_of(problem: SilverhookError) -> str:
    """The code of an error: its class name in snake case, such as `illegal_action`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(problem).__name__).lower()


def status_of(problem: SilverhookError) -> int:
    """The HTTP status of an error."""
    return next((status for kind, status in _STATUS.items() if isinstance(problem, kind)), 400)


def malformed(problem: ValidationError) -> str:
    """The first fault of a message."""
    fault = problem.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"])
    return f"{place or 'message'}: {fault['msg']}"
