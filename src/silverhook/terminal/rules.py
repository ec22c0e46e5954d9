"""The rules of a game, and its editions and options as tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from silverhook.core.options import Option, written
from silverhook.core.ruleset import GameSpec
from silverhook.core.teaching import Guide, Section
from silverhook.core.words import ENGLISH
from silverhook.terminal.drawing import many

__all__ = ["game_list", "rules_of"]


def game_list(specs: Sequence[GameSpec]) -> RenderableType:
    """Every game in short."""
    heads = [part for spec in specs for part in (_head(spec), "")]
    names = ", ".join(f"silverhook rules {spec.name}" for spec in specs)
    return Group(*heads, Text(f"For rules and house rules: {names}", style="dim"))


def rules_of(spec: GameSpec, edition: str | None = None) -> RenderableType:
    """A game: its editions, our assumptions, how to play an edition, and the options."""
    assumed = [Text(f"assumption: {text}", style="yellow") for text in spec.assumptions]
    return Group(_head(spec), *assumed, "", *_guide(spec, edition), _options(spec))


def _guide(spec: GameSpec, edition: str | None) -> list[RenderableType]:
    """How to play an edition with its default options; nothing for a game without a guide."""
    ruleset = spec.ruleset(spec.players[0], edition)
    guide = spec.guide(ruleset, ENGLISH) if spec.guide else Guide()
    return [part for section in guide.sections for part in _section(section)]


def _section(section: Section) -> list[RenderableType]:
    return [Text(section.title, style="bold"), *map(_emphasised, section.paragraphs), ""]


def _emphasised(paragraph: str) -> Text:
    """A paragraph; text between asterisks is in italics."""
    parts = paragraph.split("*")
    return Text.assemble(*((part, "italic" if number % 2 else "") for number, part in enumerate(parts)))


def _head(spec: GameSpec) -> RenderableType:
    """The game and its editions; the first is the default."""
    fewest, most = spec.players
    default = f"; {spec.editions[0]} is the default" if len(spec.editions) > 1 else ""
    return Group(
        Text(f"{spec.title} (silverhook play {spec.name}): {spec.summary}", style="bold"),
        Text(f"{fewest} to {most} players (--players N)" if fewest < most else many(most, "player")),
        Text(f"editions (--edition NAME): {', '.join(spec.editions)}{default}"),
    )


def _options(spec: GameSpec) -> RenderableType:
    """Every option: what it does, its values, and the default of each edition."""
    known = {edition: spec.options(edition) for edition in spec.editions}
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name in dict.fromkeys(name for options in known.values() for name in options):
        option = next(options[name] for options in known.values() if name in options)
        defaults = {edition: options[name] for edition, options in known.items() if name in options}
        ruling = f" ({option.ruling})" if option.ruling else ""
        table.add_row(name, f"{option.help}{ruling}\n{option.allowed}; default {_defaults(defaults, len(known))}")
    return Group(Text("options (--option name=value):", style="bold"), table)


def _defaults(options: dict[str, Option], editions: int) -> str:
    """One default if all editions agree, otherwise each with its edition."""
    words = {edition: written(option.default) for edition, option in options.items()}
    if len(set(words.values())) == 1 and len(words) == editions:
        return next(iter(words.values()))
    return ", ".join(f"{word} ({edition})" for edition, word in words.items())
