"""Tells a recorded game step by step."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from silverhook.core.game import Game
from silverhook.core.notation import seat_name
from silverhook.core.record_text import read
from silverhook.records import begin, replay
from silverhook.terminal.console import read_entry, room_of
from silverhook.terminal.view import view_of

__all__ = ["tell_game"]


def tell_game(text: str, console: Console, step: bool = False) -> None:
    """Check a record, then tell its game; with `step`, wait for Enter after each step."""
    end = replay(text)  # report errors before telling anything
    record, ruleset = read(text), end.ruleset
    game = begin(record)
    names = [record.proof.get(f"seat {seat}", seat_name(seat)) for seat in range(game.players)]
    console.print(Text(f"{ruleset.game}, {ruleset.edition} edition, {game.players} players", style="bold"))
    if origin := record.proof.get("origin"):
        console.print(f"The cards were given: {origin}.", markup=False)
    console.print(f"{names[game.to_act or 0]} begins.", markup=False)
    game.listen()
    for number, action in enumerate(end.actions, 1):
        seat = game.to_act or 0
        if len(game.legal_actions()) == 1:  # not a real choice
            game.apply(action)
            _tell(game, names, console)
            continue
        if step and read_entry(console, "Enter continues, q ends > ").casefold() in ("q", "quit"):
            return
        console.print(Text(f"{number:>4}  {names[seat]}: {game.describe(action)}"))
        game.apply(action)
        _tell(game, names, console)
    _end(end, names, console)


def _tell(game: Game, names: list[str], console: Console) -> None:
    for line in game.rules.narrator().tell_all(game.news(None), names, None):
        console.print(Text(f"        {line}", style="dim"))


def _end(game: Game, names: list[str], console: Console) -> None:
    if not game.over:
        console.print(f"The record ends here; {names[game.to_act or 0]} is to act.", markup=False)
        return
    winners = " and ".join(names[seat] for seat in game.winners)
    console.print(Text(f"The game is over: {winners} {'win' if len(game.winners) > 1 else 'wins'}.", style="bold"))
    console.print(view_of(game, names, None).result(game, room_of(console)))
