"""Who sits at the table with you: the levels that are offered, and what the bots are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from silverhook.bots import LEVELS, BotError, make
from silverhook.terminal.console import Leave, read_entry, say
from silverhook.terminal.drawing import many, plain_table

__all__ = ["USUAL", "ask", "introduced", "seat_names", "seated"]

USUAL = "heuristic"  # who sits there if nobody is named: a good game, and no waiting
_CREW = ("Jack", "Grace", "Edward", "Ching", "Henry", "Jeanne")  # for bots that are no level
_NUMBERS = ("", " II", " III", " IV", " V", " VI")  # for several of one level


def seated(words: Sequence[str], seats: int) -> list[str]:
    """The bots of so many seats by name; the words name one for all of them, or one for each."""
    if len(words) not in (1, seats):
        wanted = "one" if seats == 1 else f"one for all, or {seats}"
        raise BotError(f"{many(len(words), 'bot')} for {many(seats, 'seat')}: name {wanted}")
    bots = [make(word.strip()).name for word in words]
    return bots if len(bots) == seats else bots * seats


def ask(console: Console, seats: int) -> list[str]:
    """Offer the levels, until the entry names bots; Enter takes the usual one."""
    console.print(_offer(seats))
    known = {str(number): level for number, level in enumerate(LEVELS, 1)}
    known |= {level.name.casefold(): level.bot for level in LEVELS.values()}
    while True:
        entry = read_entry(console, "> ").casefold()
        if entry in ("q", "quit"):
            raise Leave
        words = [known.get(word, word) for word in re.split(r"[\s,]+", entry) if word]
        try:
            return seated(words or [USUAL], seats)
        except BotError as problem:
            say(console, str(problem))


def _offer(seats: int) -> RenderableType:
    table = plain_table(header=False)
    table.add_column(style="bold cyan", justify="right", width=2)
    table.add_column(style="bold")
    table.add_column()
    table.add_column(style="dim")
    for number, level in enumerate(LEVELS.values(), 1):
        table.add_row(str(number), level.name, level.about, level.bot)
    several = "" if seats == 1 else f" A number is for all seats, {seats} numbers for one each."
    how = f"Enter alone is for {LEVELS[USUAL].name}.{several} q leaves."
    return Group(Text("Who do you want to play against?", style="bold"), table, Text(how, style="dim"))


def seat_names(you: str, bots: Sequence[str]) -> list[str]:
    """Names for all seats; yours is the first, a level sits under its own."""
    names = [you]
    for bot in bots:
        fitting = [f"{LEVELS[bot].name}{number}" for number in _NUMBERS] if bot in LEVELS else _CREW
        taken = [name.casefold() for name in names]
        names.append(next(name for name in fitting if name.casefold() not in taken))
    return names


def introduced(names: Sequence[str], bots: Sequence[str]) -> str:
    """The bots with their names, in a sentence."""
    kinds = [f"who {LEVELS[bot].about}" if bot in LEVELS else f"who is {bot}" for bot in bots]
    return f"Against you: {'; '.join(f'{name}, {kind}' for name, kind in zip(names, kinds, strict=True))}."
