"""The screen and the keyboard: what fits, what is entered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from rich.console import Console, RenderableType

from silverhook.terminal.face import Room

__all__ = ["WIDEST", "draw", "make_console", "read_entry", "room_of"]

WIDEST = 140  # lines beyond that are hard to read
_LEVELS = ((99, 99), (99, 8), (2, 8), (2, 5), (1, 5), (1, 3))  # lines for a card's text, lines of news


def make_console() -> Console:
    """The terminal that the program runs in; Rich minds NO_COLOR and output that is no terminal."""
    console = Console(highlight=False)
    if console.width > WIDEST:
        console = Console(highlight=False, width=WIDEST)
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it is what gives `input` its line editing
    return console


def room_of(console: Console) -> Room:
    """All the room there is, for what may scroll."""
    return Room(console.width)


def draw(console: Console, screen: Callable[[Room], RenderableType]) -> None:
    """Draw a screen with as much detail as fits above the prompt; a script gets everything."""
    rooms = [Room(console.width, *level) for level in _LEVELS] if console.is_terminal else [room_of(console)]
    for room in rooms:
        drawn = screen(room)
        if not console.is_terminal or len(console.render_lines(drawn)) <= console.height - 2:
            break
    console.clear()
    if not console.is_terminal:
        console.print()
    console.print(drawn)


def read_entry(console: Console, prompt: str) -> str:
    """What a person types; what a script sends is shown, so that its output can be followed."""
    console.print(prompt, end="", style="bold", markup=False)
    sys.stdout.flush()
    entry = input()
    if not sys.stdin.isatty():
        console.print(entry, markup=False)
    return entry.strip()
