"""The screen and the keyboard: the room there is, and entries."""

from __future__ import annotations

import signal
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from silverhook.bots import Bot
from silverhook.terminal.view import PLENTY, Room

__all__ = ["WIDEST", "Leave", "draw", "make_console", "progress_of", "read_entry", "room_of", "say", "thinking"]

WIDEST = 140  # lines beyond that are hard to read
_NEWS = (PLENTY, *range(12, 2, -1))  # lines of news: the most that fits is shown


class Leave(Exception):
    """The player leaves the game before its end."""


def make_console() -> Console:
    """The terminal that the program runs in; Rich respects NO_COLOR and output that is not a terminal."""
    console = Console(highlight=False)
    if console.width > WIDEST:
        console = Console(highlight=False, width=WIDEST)
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it is what gives `input` its line editing
    return console


def room_of(console: Console) -> Room:
    """All the room there is, for texts that may scroll."""
    return Room(console.width)


def draw(console: Console, screen: Callable[[Room], RenderableType]) -> None:
    """Draw a screen with as much detail as fits above the prompt; a script gets everything."""
    if console.is_terminal:
        drawn = screen(_fitting(console, screen))
        console.clear()
        console.print(drawn)
    else:
        console.print()
        console.print(screen(room_of(console)))


def _fitting(console: Console, screen: Callable[[Room], RenderableType]) -> Room:
    """The most detail that a screen can have without scrolling; the least if it scrolls anyway."""

    def spare(room: Room) -> int:
        return console.height - 2 - len(console.render_lines(screen(room)))

    if spare(room_of(console)) >= 0:
        return room_of(console)
    fits = bisect_left(_NEWS, True, key=lambda news: spare(Room(console.width, news, 0, False)) >= 0)
    news = _NEWS[min(fits, len(_NEWS) - 1)]
    left = spare(Room(console.width, news, 0, False))
    return Room(console.width, news, max(0, left), False, left < 0)


def read_entry(console: Console, prompt: str) -> str:
    """A line that a person types. Input from a script is echoed, so that its output can be followed."""
    console.print(prompt, end="", style="bold", markup=False)
    sys.stdout.flush()
    entry = input()
    if not sys.stdin.isatty():
        console.print(entry, markup=False)
    return entry.strip()


def say(console: Console, *lines: str) -> None:
    """Sentences, one per line."""
    for line in lines:
        console.print(f"{line[:1].upper()}{line[1:]}", markup=False)


@contextmanager
def thinking(console: Console, bot: Bot, name: str) -> Iterator[None]:
    """Show that a bot is searching. Ctrl-C then ends the search with the best move so far, not the game."""
    stop = getattr(bot, "stop", None)
    if stop is None:
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: stop())
    try:
        with console.status(f"{name} thinks … Ctrl-C takes the best so far"):
            yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_of(work: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on stderr, told the part that is done; nothing if stderr is not a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda part: None
        return
    columns = (TextColumn(work), BarColumn(None), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(work, total=1.0)
        yield lambda part: bar.update(task, completed=part)
