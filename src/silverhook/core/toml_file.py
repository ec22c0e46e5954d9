"""Files that people write: read as TOML, with errors that name file, line and column."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from silverhook.core.errors import CardSetError

__all__ = ["TomlFile"]

_LINE = 2_000  # characters
_DOTS = 40  # outside of quotes in a line: the time to read a key grows with the square of its parts
_QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')


class TomlFile:
    """The text of a TOML file, with the position of each part."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.lines = text.split("\n")

    def toml(self) -> dict[str, Any]:
        """The contents; an error if the text is not TOML."""
        for number, words in enumerate(self.lines, 1):
            if len(words) > _LINE:
                raise self.error(number, _LINE + 1, f"a line has at most {_LINE} characters, this one {len(words)}")
            if words.count(".") > _DOTS < _QUOTED.sub("", words).count("."):
                raise self.error(number, 1, f"a line has at most {_DOTS} dots outside of quotes")
        try:
            return tomllib.loads(self.text)
        except (ValueError, RecursionError) as problem:  # no TOML, a number too long, nested too deep
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(problem))
            line, column = (int(place[1]), int(place[2])) if place else (len(self.lines), 1)
            message = re.sub(r" \(at .*\)$", "", str(problem))
            raise self.error(line, column, f"this is not TOML: {message}") from None

    def error(self, line: int, column: int, message: str) -> CardSetError:
        """An error at a place of the file."""
        return CardSetError(f"{self.name}:{line}:{column}: {message}")
