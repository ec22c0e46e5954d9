"""What other packages add by entry points. A broken one is left out with a warning that names it; the rest works."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from silverhook.core.errors import PluginError, SilverhookError
from silverhook.core.event_log import log_event

__all__ = ["Plugin", "broken", "plugins"]


class Plugin(NamedTuple):
    """An object that another package has registered."""

    value: Any
    package: str


def plugins(group: str, kind: str, check: Callable[[str, Any], None], ours: frozenset[str]) -> Mapping[str, Plugin]:
    """The working entry points of a group by name. `check` raises if an object cannot be used under its name.

    They are loaded once, and each that is left out gets one warning. The names in `ours` are taken.
    """
    return _plugins(group, kind, check, ours, tuple(sys.path))


@lru_cache(maxsize=16)
def _plugins(
    group: str, kind: str, check: Callable[[str, Any], None], ours: frozenset[str], path: tuple[str, ...]
) -> Mapping[str, Plugin]:
    found: dict[str, Plugin] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, _package(entry))):
        package = _package(entry)
        try:
            if entry.name in ours:
                raise PluginError("Silverhook has one of this name; choose another")
            if entry.name in found:
                raise PluginError(f"the package {found[entry.name].package} has one of this name; uninstall either")
            value = entry.load()
            check(entry.name, value)
        except (Exception, SystemExit) as problem:
            message = f'the {kind} "{entry.name}" of the package {package} is left out: {broken(problem)}'
            log_event("plugin_left_out", logging.WARNING, message, group=group, name=entry.name, package=package)
        else:
            found[entry.name] = Plugin(value, package)
    return found


def broken(problem: BaseException) -> str:
    """What went wrong in code that is not ours, in one line: the kind of error, its message, and where it arose."""
    words = " ".join(str(problem).split())[:300]
    if isinstance(problem, SilverhookError):
        return words
    return f"{': '.join(filter(None, (type(problem).__name__, words)))}{_place(problem)}"


def _place(problem: BaseException) -> str:
    """The file and line of the package's code that an error comes from; empty if none of its code ran."""
    trace, place = problem.__traceback__, ""
    while trace:
        name = str(trace.tb_frame.f_globals.get("__name__", ""))
        if not name.startswith(("silverhook.", "importlib")) and "<frozen" not in trace.tb_frame.f_code.co_filename:
            place = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})"
        trace = trace.tb_next
    return place


def _package(entry: EntryPoint) -> str:
    """The name of the package that registered an entry point."""
    return entry.dist.name if entry.dist else "of an unknown name"
