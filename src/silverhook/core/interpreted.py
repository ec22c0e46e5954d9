"""Gives a module that runs as plain Python the names that Cython gives it when compiled."""

from __future__ import annotations

import ctypes
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from silverhook.core.cdefs import declarations

__all__ = ["stand_in"]

_PACKAGE = Path(__file__).parent.parent
_INLINE = re.compile(r"^cdef inline [\w ]+[ *]+(\w+)\((.*)\) noexcept nogil:\n((?:    .*\n|\n)+)", re.M)


def stand_in(namespace: dict[str, Any]) -> None:
    """Put everything that a module's .pxd declares or cimports into the module's namespace."""
    path = Path(namespace["__file__"]).with_suffix(".pxd")
    namespace.update(_NATIVE)
    namespace.update(declarations(path))
    for module, names in re.findall(r"^from (silverhook\.\S+) cimport (.+)$", path.read_text("utf-8"), re.M):
        if not (_PACKAGE / module.split(".", 1)[1].replace(".", "/")).with_suffix(".py").exists():
            continue  # a .pxd without functions
        source = vars(import_module(module))
        wanted = source if names == "*" else [name.strip() for name in names.split(",")]
        namespace.update({name: source[name] for name in wanted if callable(source.get(name)) and name[0] != "_"})
    _define_inline(path.read_text("utf-8"), namespace)


def _define_inline(text: str, namespace: dict[str, Any]) -> None:
    """Define the inline functions of a .pxd: their bodies are plain Python."""
    for name, arguments, body in _INLINE.findall(text):
        if name not in namespace:
            plain = ", ".join(re.split(r"[ *]+", argument.strip())[-1] for argument in arguments.split(","))
            exec(f"def {name}({plain}):\n{body}", namespace)


def _same(thing: Any) -> Any:
    return thing


def _copy(target: Any, g: Any) -> None:
    ctypes.memmove(ctypes.byref(target), ctypes.byref(g), ctypes.sizeof(g))
    target.events = None


def _clear(g: Any) -> None:
    ctypes.memset(ctypes.byref(g), 0, ctypes.sizeof(g))
    g.events = None


def _zero_row(rows: Any, i: int) -> None:
    rows[i] = 0


def _small_number(number: int) -> int:
    return number if 0 <= number < 1_000_000 else -1


# Plain Python's versions of functions that work on addresses in C.
_NATIVE = {
    "address": _same,
    "copy_record": _copy,
    "clear_record": _clear,
    "zero_row": _zero_row,
    "small_number": _small_number,
}
