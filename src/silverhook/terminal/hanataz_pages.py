"""Pages about Hanataz in a terminal: help, the cards and the course of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.text import Text

from silverhook.core.game import Game
from silverhook.core.review import plays
from silverhook.hanataz.composition import Kind, N, face_name
from silverhook.hanataz.narrator import HanatazNarrator
from silverhook.hanataz.story import OUTCOMES
from silverhook.terminal.drawing import lines_of, many, plain_table
from silverhook.terminal.view import Room

__all__ = ["card_list", "card_page", "help_page", "result_page"]

_HELP = (
    (
        "the aim",
        "Control the pot when your turn begins: then you have won the hand and face the Hanataz for the pot.",
    ),
    (
        "your turn",
        "Play a number that takes control, or a face; or pass for 1 silv; or nub out and leave this hand.",
    ),
    (
        "control",
        "Any number takes control of a pot that nobody controls. Otherwise you need a higher number of the same suit "
        "or, for 1 silv, the same number of any suit. The suit of the last number is the suit to beat.",
    ),
    (
        "showdown",
        "You turn up one of the five house cards. If it is higher in the suit of your number, you split the pot. "
        "A face counts as 11, one without a suit as 11 of every suit. If it is the Fool, the pot goes to the holder of "
        "the Fool token. Otherwise you win it.",
    ),
    (
        "next hand",
        "Everybody is in again, may swap cards for 1 silv, then {draws} up to five for 1 silv per card. "
        "All this is paid into the pot; silvs that nobody won stay there. The winner opens.",
    ),
    (
        "House",
        "The Hanataz hand, five house cards: ? is hidden from you, – is empty, a name is a card you know.",
    ),
    ("purse", "What the Hanataz has won; below 0 it has paid more than it won."),
    ("the end", "{end}; most silvs win."),
)
_ENDED = (
    ("won", "won"),
    ("alone", "won by the last player in"),
    ("split", "split with the Hanataz"),
    ("fooled", "lost to the Fool token"),
    ("fool_unclaimed", "stopped by a Fool that nobody claimed"),
    ("all_out", "won by nobody"),
)


def help_page(narrator: HanatazNarrator) -> RenderableType:
    """The course of the game and what the faces do."""
    table = plain_table(header=False)
    table.add_column(style="bold", width=10)
    table.add_column()
    draws = "may draw" if narrator.prepared.options["refill"] == "may" else "draws"
    for name, text in _HELP:
        told = text.format(end=narrator.texts.end(), draws=draws)
        table.add_row(name, f"{told[0].upper()}{told[1:]}")
    for face in narrator.texts.faces():
        if face != "Number":
            table.add_row(face, narrator.texts.brief(face))
    return Group(Text("The game", style="bold"), table)


# --- cards -------------------------------------------------------------------------------------


def card_page(narrator: HanatazNarrator, face: str, room: Room) -> RenderableType:
    """One face in full."""
    kinds = _of_face(narrator, face)
    head = f"{face}: {many(sum(kinds.values()), 'card')} in the deck, {_suits(list(kinds))}"
    return Group(Text(head, style="bold"), lines_of(narrator.texts.full(face), room.width - 1))


def card_list(narrator: HanatazNarrator) -> RenderableType:
    """The composition of the deck, and what each face does."""
    table = plain_table()
    table.add_column("card", no_wrap=True)
    table.add_column("copies", justify="right")
    table.add_column("", width=12)
    table.add_column("text")
    for face in narrator.texts.faces():
        kinds = _of_face(narrator, face)
        text = narrator.texts.full(face)
        table.add_row(Text(face, style="bold"), str(sum(kinds.values())), _suits(list(kinds)), text)
    deck = narrator.prepared.composition
    whole = f"{deck.name}: {many(sum(deck.copies), 'card')}, {many(deck.fools, 'Fool token')}, a Nub for each player"
    suits = f"Suits: {', '.join(deck.suits)}."
    own = bool(narrator.prepared.ruleset.cards)
    label = [] if own else [Text("Our assumption: the printed rules do not list the deck.", style="yellow")]
    return Group(Text(whole, style="bold"), *label, suits, table)


def _of_face(narrator: HanatazNarrator, face: str) -> dict[Kind, int]:
    """The kinds of cards of a face, and the number of each."""
    deck = narrator.prepared.composition
    return {kind: n for kind, n in zip(deck.kinds, deck.copies, strict=True) if face_name(kind) == face and n}


def _suits(kinds: list[Kind]) -> str:
    """The suits of a face, or the range of the numbers."""
    if not kinds or kinds[0].suit == N.NO_SUIT:
        return "no suit"
    values = [kind.value for kind in kinds]
    return f"{min(values)} to {max(values)} of each suit" if kinds[0].face == N.NUMBER else "of each suit"


# --- how it went -------------------------------------------------------------------------------


@dataclass
class _Course:
    """How the hands of a game ended, and who won them."""

    ended: Counter[str] = field(default_factory=Counter)
    won: Counter[tuple[int, str]] = field(default_factory=Counter)


def _course(game: Game) -> _Course:
    """Play a game again from its seed and count."""
    course = _Course()
    for again in plays(game):
        for happening in again.news(None) if again.ply else ():
            if happening.code == N.TOLD_OUTCOME:
                outcome = OUTCOMES[happening.n]
                course.ended[outcome] += 1
                course.won[happening.seat, outcome] += 1
    return course


def result_page(game: Game, names: Sequence[str]) -> RenderableType:
    """Silvs, the hands each player won, how all hands ended, and what is left on the table."""
    view, course = game.view(None), _course(game) if game.seed else _Course()
    table = plain_table()
    table.add_column("")
    for head in ("silvs", "hands won", "pot won", "split", "lost to the Fool"):
        table.add_column(head, justify="right")
    for seat in sorted(range(game.players), key=lambda p: (p not in view["winners"], -view["scores"][p])):
        won, split = course.won[seat, "won"] + course.won[seat, "alone"], course.won[seat, "split"]
        lost = course.won[seat, "fooled"] + course.won[seat, "fool_unclaimed"]
        name = Text(names[seat] + (" ★" if seat in view["winners"] else ""), style="bold")
        table.add_row(name, *map(str, (view["scores"][seat], won + split + lost, won, split, lost)))
    hands = ", ".join(f"{course.ended[key]} {words}" for key, words in _ENDED if course.ended[key])
    pot = f"; {many(view['pot'], 'silv')} left in the pot count for nobody" if view["pot"] else ""
    told = Text(f"{many(course.ended.total(), 'hand')}: {hands}.")
    return Group(table, told, Text(f"The Hanataz's purse holds {many(view['purse'], 'silv')}{pot}.", style="dim"))
