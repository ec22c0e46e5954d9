"""Reads the enums and structs of a .pxd file, so that every number and layout is defined once.

The compiled engine gets them from Cython. The interpreted engine, and the Python code that prepares
tables for both engines, get them from here: enums as integers, structs as ctypes structures, which
overflow and are laid out in memory like the C ones.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

__all__ = ["EngineNumbers", "declarations"]

_C_TYPES = {
    "unsigned char": ctypes.c_ubyte,
    "signed char": ctypes.c_byte,
    "short": ctypes.c_short,
    "unsigned short": ctypes.c_ushort,
    "int": ctypes.c_int,
    "unsigned int": ctypes.c_uint,
    "unsigned long long": ctypes.c_ulonglong,
    "double": ctypes.c_double,
    "float": ctypes.c_float,
}
_FIELD = re.compile(r"(?P<type>(?:unsigned |signed |long )*\w+)(?P<pointer>\*?) (?P<names>.+)")
_NAME = re.compile(r"(?P<name>\w+)(?P<dimensions>(?:\[\w+\])*)")


class EngineNumbers:
    """The enum values of a .pxd file as attributes: `N.SEATS`. `vars` lists them all."""

    def __init__(self, path: Path) -> None:
        vars(self).update({name: value for name, value in declarations(path).items() if isinstance(value, int)})

    def __getattr__(self, name: str) -> int:
        raise AttributeError(f"the engine has no number {name}")


@cache
def declarations(path: Path) -> Mapping[str, Any]:
    """The enum values and struct types that a .pxd file declares, with those it cimports from ours."""
    found: dict[str, Any] = {}
    block = ""
    fields: dict[str, Any] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.split("#")[0].rstrip()
        if text.startswith("from silverhook."):
            module, names = re.fullmatch(r"from silverhook\.(\S+) cimport (.+)", text).groups()  # type: ignore[union-attr]
            other = declarations(Path(__file__).parent.parent / (module.replace(".", "/") + ".pxd"))
            wanted = {name.strip() for name in names.strip("()").split(",")}
            found.update(
                {name: value for name, value in other.items() if name in wanted or "*" in wanted or name.isupper()}
            )
        elif text and not text.startswith(" "):
            block, fields = text.removesuffix(":"), {}
        elif text and block == "cdef enum":
            for part in text.split(","):
                name, value = part.split("=")
                found[name.strip()] = int(value.strip(), 0)
        elif text and block.startswith("cdef struct "):
            fields.update(_fields(text.strip(), found))
            found[block.split()[-1]] = _structure(block.split()[-1], fields)
    return MappingProxyType(found)


def _fields(line: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that one line of a struct declares: name to ctypes type, None for a pointer."""
    match = _FIELD.fullmatch(line)
    if not match:
        raise ValueError(f"cannot read the declaration {line!r}")
    base = None if match["pointer"] else _C_TYPES.get(match["type"]) or known[match["type"]]
    result = {}
    for part in match["names"].split(", "):
        name = _NAME.fullmatch(part.strip())
        if not name:
            raise ValueError(f"cannot read the field {part!r} in {line!r}")
        kind: Any = base
        for size in reversed(re.findall(r"\[(\w+)\]", name["dimensions"])):
            kind = kind * (int(size) if size.isdigit() else known[size])
        result[name["name"]] = kind
    return result


def _structure(name: str, fields: dict[str, Any]) -> type:
    """A ctypes structure; a pointer field becomes an attribute that is None until it is set."""
    real = [(field, kind) for field, kind in fields.items() if kind is not None]
    pointers = {field: None for field, kind in fields.items() if kind is None}
    return type(name, (ctypes.Structure,), {"_fields_": real, **pointers})
