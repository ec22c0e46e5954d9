"""Tools for the views of games: plain tables, texts of limited height, counted words."""

from __future__ import annotations

import textwrap

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from silverhook.terminal.view import PLENTY

__all__ = ["counted", "lines_of", "many", "named", "plain_table", "two_sides", "wrapped"]


def plain_table(header: bool = True) -> Table:
    """A table without lines."""
    return Table(box=None, padding=(0, 1, 0, 0), show_header=header, header_style="dim", pad_edge=False)


def two_sides(left: Text, right: Text, width: int) -> RenderableType:
    """A line with something at either end; two lines if the screen is too narrow."""
    if len(left) + 1 + len(right) > width:
        return Group(left, right)
    line = Table.grid(expand=True)
    line.add_column(no_wrap=True, ratio=1)
    line.add_column(no_wrap=True, justify="right")
    line.add_row(left, right)
    return line


def named(head: str, names: list[str]) -> Text:
    """Cards by their names only, if there is no room for more."""
    return Text.assemble((f"{head}: ", "bold"), (", ".join(names), "dim"))


def counted(name: str, n: int) -> str:
    """A name, with a number if there are several."""
    return name if n == 1 else f"{n}x {name}"


def many(n: int, one: str, several: str = "") -> str:
    """A number of things."""
    return f"{n} {one if n == 1 else several or one + 's'}"


def lines_of(text: str, width: int, lines: int = PLENTY, style: str = "") -> Text:
    """A text in at most this many lines; an ellipsis marks what is left out."""
    return Text("\n".join(wrapped(text, width, lines)), style=style)


def wrapped(text: str, width: int, lines: int = PLENTY) -> list[str]:
    """The lines of a text."""
    return textwrap.wrap(text, width, max_lines=lines, placeholder=" …") or [""]
