"""A bot's thought on the screen: the best few candidates in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from silverhook.core.seat import Candidate
from silverhook.terminal.drawing import plain_table
from silverhook.terminal.view import Room

__all__ = ["bar", "weighed"]

FEW = 5  # candidates that are shown
BAR = 8  # columns of a bar
_EIGHTHS = " ▏▎▍▌▋▊▉"
_LABEL = 0.34  # of the width, at most


def weighed(
    judged: Sequence[tuple[str, Candidate]],
    heads: tuple[str, str],
    room: Room,
    numbers: Mapping[int, int] | None = None,
) -> RenderableType:
    """Actions by their labels, the chosen one first, each with its chance to win and its reasons.

    `heads` are the headings of actions and reasons. If an action can be entered now, its number comes before it.
    """
    searched = len({candidate.share for _, candidate in judged}) > 1
    table = plain_table()
    if numbers:
        table.add_column("", width=2, justify="right", style="bold cyan")
    table.add_column(heads[0], max_width=int(_LABEL * room.width))
    table.add_column("chance to win", no_wrap=True)
    if searched:
        table.add_column("search", justify="right", no_wrap=True)
    table.add_column(heads[1])
    for label, candidate in judged[:FEW]:
        style = "bold" if candidate is judged[0][1] else ""
        cells = [Text(str(numbers[candidate.action]))] if numbers else []
        cells += [Text(label), Text(f"{bar(candidate.value)} {_percent(candidate.value)}")]
        cells += [Text(_percent(candidate.share))] if searched else []
        table.add_row(*cells, Text(candidate.words), style=style)
    left = len(judged) - FEW
    rest = [Text(f"and {left} more", style="dim")] if left > 0 else []
    return Group(table, *rest)


def bar(value: float) -> str:
    """A fraction as a bar."""
    full, part = divmod(round(value * BAR * 8), 8)
    return f"{'█' * full}{_EIGHTHS[part] if part else ''}".ljust(BAR)


def _percent(value: float) -> str:
    return f"{100 * value:3.0f} %"
