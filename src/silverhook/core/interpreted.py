"""What Cython gives a compiled module, for the same module run as plain Python."""

from __future__ import annotations

import ctypes
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from silverhook.core.cdefs import declarations

__all__ = ["stand_in"]


def stand_in(namespace: dict[str, Any]) -> None:
    """Put into a module's namespace all that its .pxd declares or cimports."""
    path = Path(namespace["__file__"]).with_suffix(".pxd")
    namespace["address"] = _same
    namespace["copy_record"] = _copy
    namespace["clear_record"] = _clear
    namespace.update(declarations(path))
    for module, names in re.findall(r"^from (silverhook\.\S+) cimport (.+)$", path.read_text("utf-8"), re.M):
        if not (path.parent.parent / module.split(".", 1)[1].replace(".", "/")).with_suffix(".py").exists():
            continue  # a .pxd without functions
        source = vars(import_module(module))
        wanted = source if names == "*" else [name.strip() for name in names.split(",")]
        namespace.update({name: source[name] for name in wanted if callable(source.get(name)) and name[0] != "_"})


def _same(thing: Any) -> Any:
    return thing


def _copy(target: Any, g: Any) -> None:
    ctypes.memmove(ctypes.byref(target), ctypes.byref(g), ctypes.sizeof(g))
    target.events = None


def _clear(g: Any) -> None:
    ctypes.memset(ctypes.byref(g), 0, ctypes.sizeof(g))
    g.events = None
