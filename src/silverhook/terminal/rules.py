"""The editions and options of a game, as tables."""

from __future__ import annotations

from rich.table import Table

from silverhook.core.options import Option
from silverhook.core.ruleset import GameSpec

__all__ = ["editions_table", "options_table"]


def editions_table(spec: GameSpec) -> Table:
    """The editions; the first is the default."""
    table = Table(box=None, title=f"{spec.title}: {spec.summary}", title_justify="left", title_style="bold")
    table.add_column("edition", style="bold")
    table.add_column("")
    fewest, most = spec.players
    for edition in spec.editions:
        table.add_row(edition, "the default" if edition == spec.editions[0] else "")
    table.caption = f"for {fewest} to {most} players; choose by --edition NAME"
    table.caption_justify = "left"
    return table


def options_table(spec: GameSpec) -> Table:
    """Every option with its values, what each edition starts from, and what it does."""
    known = {edition: spec.options(edition) for edition in spec.editions}
    table = Table(box=None, title="Options (--option name=value)", title_justify="left", title_style="bold")
    for head in ("option", *spec.editions):
        table.add_column(head, style="bold" if head == "option" else "")
    table.add_column("what it does, and its values")
    for name in dict.fromkeys(name for options in known.values() for name in options):
        option = next(options[name] for options in known.values() if name in options)
        defaults = [_default(options.get(name)) for options in known.values()]
        table.add_row(name, *defaults, f"{option.help}: {option.allowed}")
    return table


def _default(option: Option | None) -> str:
    return "–" if option is None else option.write(option.default)
