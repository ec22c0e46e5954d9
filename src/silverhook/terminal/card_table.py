"""Warnings about a card file, and how its cards do in play, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from silverhook.lab.card_table import CardsInPlay, CardUse
from silverhook.terminal.drawing import many, plain_table

__all__ = ["measured", "warned"]


def warned(warnings: Sequence[str]) -> RenderableType:
    """The warnings, one below the other."""
    if not warnings:
        return Text("No warnings.", style="green")
    head = Text(f"{many(len(warnings), 'warning')}:", style="bold yellow")
    return Group(head, *(Text(f"- {warning}", style="yellow") for warning in warnings))


def measured(found: CardsInPlay, cards: Sequence[str], player: str) -> RenderableType:
    """What the bots did with each card."""
    length, first = found.decisions / found.games, 100 * found.first_wins / found.games
    head = Text(
        f"{many(found.games, 'quick game')} of {player} against {player}: {length:.0f} decisions each on average; "
        f"the first player won {first:.0f} %",
        style="bold",
    )
    kinds = found.kinds()
    table = plain_table()
    table.add_column("card", no_wrap=True)
    for kind in kinds:
        table.add_column(kind, justify="right")
        table.add_column("won", justify="right")
    for card in cards:
        uses = [found.uses.get((card, kind), CardUse()) for kind in kinds]
        table.add_row(Text(card, style="bold"), *(cell for use in uses for cell in _cells(use)))
    note = (
        f"{' and '.join(kinds)}: how often {player} did it, of the decisions that offered it; "
        "won: how often that player won"
    )
    return Group(head, table, Text(note, style="dim"))


def _cells(use: CardUse) -> tuple[str, str]:
    if not use.offered:
        return "-", ""
    return f"{use.chosen} of {use.offered}", f"{100 * use.won / use.chosen:.0f} %" if use.chosen else ""
