"""Your opponents: the levels to choose from, and the bots' names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from silverhook.bots import LEVELS, BotError, levels, make, name_for
from silverhook.terminal.console import Leave, read_entry, say
from silverhook.terminal.drawing import many, plain_table

__all__ = ["USUAL", "ask", "introduced", "seat_names", "seated"]

USUAL = "heuristic"  # the default level: a good game, and no waiting
_CREW = ("Jack", "Grace", "Edward", "Ching", "Henry", "Jeanne")  # names for bots that are not a level


def seated(words: Sequence[str], seats: int) -> list[str]:
    """The bots for a number of seats; `words` names one for all seats, or one for each."""
    if len(words) not in (1, seats):
        wanted = "one" if seats == 1 else f"one for all, or {seats}"
        raise BotError(f"{many(len(words), 'bot')} for {many(seats, 'seat')}: name {wanted}")
    bots = [make(word.strip()).name for word in words]
    return bots if len(bots) == seats else bots * seats


def ask(console: Console, seats: int) -> list[str]:
    """Offer the levels until the entry names bots; Enter takes the usual level."""
    console.print(_offer(seats))
    known = {str(number): level for number, level in enumerate(levels(), 1)}
    known |= {level.name.casefold(): level.bot for level in levels().values()}
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
    for number, level in enumerate(levels().values(), 1):
        table.add_row(str(number), level.name, level.about, level.bot)
    several = "" if seats == 1 else f" A number is for all seats, {seats} numbers for one each."
    how = f"Enter alone is for {LEVELS[USUAL].name}.{several} q leaves."
    return Group(Text("Who do you want to play against?", style="bold"), table, Text(how, style="dim"))


def seat_names(you: str, bots: Sequence[str]) -> list[str]:
    """Names for all seats: yours first, then a name of each level's crew."""
    names, known = [you], levels()
    for bot in bots:
        fitting = name_for(bot, names) if bot in known else next(name for name in _CREW if name not in names)
        names.append(fitting)
    return names


def introduced(names: Sequence[str], bots: Sequence[str]) -> str:
    """The bots with their names, in a sentence."""
    known = levels()
    kinds = [f"who {known[bot].about}" if bot in known else f"who is {bot}" for bot in bots]
    return f"Against you: {'; '.join(f'{name}, {kind}' for name, kind in zip(names, kinds, strict=True))}."
