"""What is given on the command line, as the objects that it names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import silverhook
from silverhook.core.errors import RulesetError, SeedError, nearest

if TYPE_CHECKING:
    from rich.console import Console

    from silverhook.core.game import Game
    from silverhook.core.options import Option, Value

__all__ = ["begin_record", "card_text", "company_of", "deal", "options_of", "seed_of", "tidy_name"]


def options_of(game: str, edition: str | None, given: list[str]) -> dict[str, Value]:
    """The options from name=value words; `silverhook.new` refuses a wrong edition."""
    from silverhook.games import game_spec

    spec = game_spec(game)
    chosen = edition or spec.editions[0]
    known: dict[str, Option] = dict(spec.options(chosen)) if chosen in spec.editions else {}
    values: dict[str, Value] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            remedy = f"{name} is {known[name].allowed}" if name in known else nearest(name, known)
            raise RulesetError(f'write an option as name=value, not "{word}"; {remedy}')
        values[name] = known[name].read(value) if name in known else value
    return values


def company_of(given: str | None, seats: int, console: Console) -> list[str]:
    """The bots given; without any, ask a person at a terminal, and give a script the usual ones."""
    from silverhook.terminal.opponents import USUAL, ask, seated

    if given is None and sys.stdin.isatty() and console.is_terminal:
        return ask(console, seats)
    return seated((USUAL if given is None else given).split(","), seats)


def deal(
    game: str, players: int, edition: str | None, options: dict[str, Value], cards: Path | None, seed: int | str
) -> Game:
    """A new game; errors in a card file name the file."""
    from silverhook.core.errors import CardSetError

    text = card_text(game, cards) if cards else ""
    try:
        return silverhook.new(game, players, edition=edition, options=options, cards=text, seed=seed)
    except CardSetError as problem:
        raise CardSetError(f"{cards}: {problem}" if cards else str(problem)) from None


def begin_record(game: Game, path: Path, new: bool) -> None:
    """Write the record before the first move, so that a file that cannot be written is an error at once."""
    from silverhook import records
    from silverhook.core.errors import RecordError

    try:
        records.save(game, path, new)
    except RecordError as problem:
        goes_on = f"; to continue its game: silverhook play --resume {path}" if new and path.is_file() else ""
        raise RecordError(f"{problem}{goes_on}") from None


def card_text(game: str, path: Path) -> str:
    """The text of a card file, checked here so that its errors name the file."""
    from silverhook.core.errors import CardSetError
    from silverhook.games import game_spec

    spec = game_spec(game)
    if spec.read_cards is None:
        raise CardSetError(f"{spec.title} has no card files")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not text in UTF-8"
        raise CardSetError(f"the card file {path} cannot be read: {reason}") from None
    spec.read_cards(text, str(path))
    return text


def seed_of(word: str | None) -> int | str:
    """The seed that was given; without one, a short random one that is easy to share."""
    if word is None:
        import secrets

        return secrets.randbelow(2**32)
    if len(word) == 64 or not (word.isascii() and word.isdigit()):
        if len(word) != 64:
            raise SeedError(f'a seed is a number from 0 or 64 hexadecimal digits, not "{word}"')
        return word
    return int(word)


def tidy_name(name: str) -> str:
    """A name short enough for the screen."""
    tidy = " ".join(name.split())
    return tidy[:20] or "You"
