"""The editions and options of a game, as tables."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from silverhook.core.options import Option, written
from silverhook.core.ruleset import GameSpec

__all__ = ["editions_table", "options_table"]


def editions_table(spec: GameSpec) -> RenderableType:
    """The game and its editions; the first is the default."""
    fewest, most = spec.players
    return Group(
        Text(f"{spec.title}: {spec.summary}", style="bold"),
        Text(f"{fewest} to {most} players (--players N)"),
        Text(f"editions (--edition NAME): {', '.join(spec.editions)}; {spec.editions[0]} is the default"),
    )


def options_table(spec: GameSpec) -> RenderableType:
    """Every option: what it does, its values, and what each edition starts from."""
    known = {edition: spec.options(edition) for edition in spec.editions}
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name in dict.fromkeys(name for options in known.values() for name in options):
        option = next(options[name] for options in known.values() if name in options)
        defaults = {edition: options[name] for edition, options in known.items() if name in options}
        table.add_row(name, f"{option.help}\n{option.allowed}; default {_defaults(defaults, len(known))}")
    return Group(Text("options (--option name=value):", style="bold"), table)


def _defaults(options: dict[str, Option], editions: int) -> str:
    """One word if all editions agree, else each with its own."""
    words = {edition: written(option.default) for edition, option in options.items()}
    if len(set(words.values())) == 1 and len(words) == editions:
        return next(iter(words.values()))
    return ", ".join(f"{word} ({edition})" for edition, word in words.items())
