"""Files that people write: read as TOML, with errors that name file, line and column."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from silverhook.core.errors import CardSetError, Problem

__all__ = ["TomlFile"]

_LINE = 2_000  # characters
_DOTS = 40  # outside of quotes in a line: the time to read a key grows with the square of its parts
_PATH = re.compile(r"[^\n=\[\]{}\"']{1,300}\.(toml|txt)")
_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[ \t]*\n\s*|.)", re.DOTALL)
_OPENING = re.compile(r"[^=]*=\s*(\"\"\"\n?|'''\n?|\"|')")
_QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')


class TomlFile:
    """The text of a TOML file, with the position of each part."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.lines = text.split("\n")

    def toml(self) -> dict[str, Any]:
        """The contents; an error if the text is not TOML."""
        if _PATH.fullmatch(self.text.strip()):
            path = self.text.strip()
            raise self.error(1, 1, f'"{path}" is the name of a file; give the text in it: Path("{path}").read_text()')
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

    def place_in_text(self, line: int, character: int) -> tuple[int, int]:
        """The line and column of a character of the quoted text that begins in a line; characters count from 0."""
        start = sum(len(each) + 1 for each in self.lines[: line - 1])
        opening = _OPENING.match(self.text, start)
        if opening is None:
            return line, 1
        at = opening.end()
        escapes = opening[1].startswith('"')
        while character > 0 and at < len(self.text):
            escape = _ESCAPE.match(self.text, at) if escapes and self.text[at] == "\\" else None
            at = escape.end() if escape else at + 1
            character -= 0 if escape and escape[0][1:].strip(" \t")[:1] in ("\n", "") else 1
        before = self.text[:at]
        return before.count("\n") + 1, at - before.rfind("\n")

    def error(self, line: int, column: int, message: str) -> CardSetError:
        """An error at a place of the file."""
        return self.errors([Problem(line, column, message)])

    def errors(self, problems: Sequence[Problem]) -> CardSetError:
        """All that is wrong with the file, as one error."""
        ordered = sorted(problems)
        return CardSetError(
            "\n".join(f"{self.name}:{line}:{column}: {said}" for line, column, said in ordered), ordered
        )
