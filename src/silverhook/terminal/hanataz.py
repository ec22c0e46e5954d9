"""Hanataz in a terminal: the table, the known house cards, the hand and the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from silverhook.core.game import Game
from silverhook.hanataz.composition import Kind, N, face_name
from silverhook.hanataz.narrator import HanatazNarrator
from silverhook.terminal import hanataz_pages as pages
from silverhook.terminal.drawing import counted, lines_of, many, named, plain_table, two_sides
from silverhook.terminal.view import Choice, Room, TerminalView, listed, parts, told

__all__ = ["VIEW", "HanatazView"]

_DECLINES = (N.NO, N.PASS, N.PUT_BACK, N.NUB_OUT)  # the first of these that is offered has the number 0
_BEFORE = ("swap", "swapping", "discard", "refill")  # decisions before a hand
_PLAYING = ("turn", "jester")  # decisions in which cards are played
_COMPACT = 3  # more players than this share lines on a low screen


class HanatazView(TerminalView):
    """Draws Hanataz."""

    narrator: HanatazNarrator

    def preface(self) -> list[str]:
        prepared = self.narrator.prepared
        return [self.narrator.texts.assumed(own_deck=bool(prepared.ruleset.cards))]

    # --- a decision ----------------------------------------------------------------------------

    def choices(self, game: Game) -> list[Choice]:
        """The choices: cards in the order of the hand, then words; a house card by its position; 0 always declines."""
        actions = game.legal_actions()
        labels = {action: self.narrator.label(game, action, self.names) for action in actions}
        if actions[0] >= N.POSITION and actions[-1] < N.CARD:
            return [Choice(action - N.POSITION + 1, action, labels[action]) for action in actions]
        zero = next((action for action in _DECLINES if action in actions), None)
        ordered = sorted((action for action in actions if action != zero), key=self._place)
        numbered = list(enumerate(ordered, 1)) + ([(0, zero)] if zero is not None else [])
        return [Choice(number, action, labels[action]) for number, action in numbered]

    def _place(self, action: int) -> tuple[Any, ...]:
        """The sort key of an action among the choices: cards first."""
        if action < N.CARD:
            return (1, action)
        return (0, *self._rank(self._kind(action).name))

    def _rank(self, name: str) -> tuple[bool, str, int, int]:
        """The sort key of a card in a hand: numbers by suit, then faces by name."""
        kind = self.narrator.texts.kind(name)
        face = kind.face != N.NUMBER
        return (face, face_name(kind), kind.suit, kind.value)

    def table(self, game: Game, choices: list[Choice], news: Sequence[str], room: Room) -> RenderableType:
        view = game.view(self.you)
        cards = {self._card(choice): choice for choice in choices if choice.action >= N.CARD}
        places = [choice.number for choice in choices if N.POSITION <= choice.action < N.CARD]
        others = [choice for choice in choices if not places and choice not in cards.values()]
        return parts(
            room,
            Group(self._header(view, room), told(news, room)),
            self._board(view, places),
            self._players(view, room),
            self._hand(view, cards, room),
            Group(*self._question(view, room, bool(places)), *([listed(others, room)] if others else [])),
        )

    def _card(self, choice: Choice) -> str:
        return self._kind(choice.action).name

    def _kind(self, action: int) -> Kind:
        """The kind of card that an action is about."""
        kind: Kind = self.narrator.prepared.kinds[action - N.CARD]
        return kind

    def _header(self, view: dict[str, Any], room: Room) -> RenderableType:
        turn, zones, limit = view["turn"], view["zones"], self.narrator.prepared.options["hand_limit"]
        hand = f"Hand {turn['hand']}" + (f" of {limit}" if limit else "")
        if view["decision"]["kind"] in _BEFORE:
            parts = [hand, "before the hand", self._does(view["first"], "opens", "open")]
        else:
            whose = "your turn" if turn["seat"] == self.you else f"{self.names[turn['seat']]}'s turn"
            parts = [hand, whose, self._does(view["first"], "opened", "opened")]
        piles = f"deck {len(zones['deck'])} · discard {len(zones['discard'])}"
        return two_sides(Text(" · ".join(parts), style="bold"), Text(piles, style="dim"), room.width)

    def _does(self, seat: int, they: str, you: str) -> str:
        """What a player does, with the matching form of the verb."""
        return f"you {you}" if self._is_you(seat) else f"{self.names[seat]} {they}"

    def _is_you(self, seat: int) -> bool:
        return seat == self.you and self.names[seat] == "You"

    # --- the table -----------------------------------------------------------------------------

    def _board(self, view: dict[str, Any], places: list[int]) -> RenderableType:
        """Pot, row, Hanataz hand and Bards."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        table.add_row("Pot", self._pot(view))
        if view["zones"]["row"]:
            table.add_row("Row", self._row(view["zones"]["row"], view["beaten_by"]))
        table.add_row("House", self._house(view, places))
        for bard in view["bards"]:
            whose = "yours" if self._is_you(bard["seat"]) else f"{self.names[bard['seat']]}'s"
            on_it = f"{many(bard['silvs'], 'silv')} on it" if bard["silvs"] else "nothing on it yet"
            table.add_row("Bard", f"{whose}, {on_it}: every face costs 1 silv")
        return table

    def _pot(self, view: dict[str, Any]) -> Text:
        """How much is in the pot, and who controls it."""
        control, text = view["control"], Text(many(view["pot"], "silv"), style="bold")
        if view["decision"]["kind"] in _BEFORE:
            return text
        if control is not None:
            return Text.assemble(text, f" · {self._does(control, 'controls', 'control')} it")
        free = "" if view["zones"]["row"] else f": {view['beaten_by']}"
        return Text.assemble(text, f" · nobody controls it{free}")

    def _row(self, row: list[str], beaten_by: str) -> Text:
        """The numbers played so far, with the winning one marked, and the numbers that would beat it."""
        text = Text(", ".join(row[:-1]) + (", " if row[1:] else ""))
        text.append(f"[{row[-1]}]", style="bold yellow")
        return text.append(f" · {beaten_by}")

    def _house(self, view: dict[str, Any], places: list[int]) -> Text:
        """The Hanataz hand as you know it, the purse, and Fool tokens in the centre."""
        text = Text()
        for place, card in enumerate(view["zones"]["house"], 1):
            text.append(f"{place}: ", style="bold cyan" if place in places else "dim")
            text.append("?" if card is None else card or "–", style="bold" if card else "dim")
            text.append("   ")
        text.append(f"purse {view['purse']}", style="dim")
        if view["fool_tokens"]:
            text.append(f" · {_tokens(view['fool_tokens'])} in the centre", style="dim")
        return text

    def _players(self, view: dict[str, Any], room: Room) -> RenderableType:
        if not room.airy and len(view["seats"]) > _COMPACT:
            return self._compact_players(view)
        table = plain_table()
        table.add_column("")
        table.add_column("silvs", justify="right")
        table.add_column("cards", justify="right")
        table.add_column("")
        for seat, values in enumerate(view["seats"]):
            name, silvs, cards = self._marked(view, seat), values["silvs"], len(view["zones"][f"hand.{seat}"])
            style = "" if values["state"] == "in" else "dim"
            table.add_row(name, str(silvs), str(cards), self._notes(view, seat), style=style)
        return table

    def _compact_players(self, view: dict[str, Any]) -> RenderableType:
        """Two players per line."""
        cells = []
        for seat, values in enumerate(view["seats"]):
            style = "" if values["state"] == "in" else "dim"
            silvs, cards = many(values["silvs"], "silv"), many(len(view["zones"][f"hand.{seat}"]), "card")
            name = Text.assemble(self._marked(view, seat), style=style)
            cells.append([name, *(Text(word, style=style) for word in (silvs, cards, self._notes(view, seat) + "  "))])
        table = Table.grid(padding=(0, 1, 0, 0))
        for justify in ("left", "right", "right", "left") * 2:
            table.add_column(justify=justify, no_wrap=True)  # type: ignore[arg-type]
        for left, right in zip(cells[::2], [*cells[1::2], []], strict=False):
            table.add_row(*left, *right)
        return table

    def _marked(self, view: dict[str, Any], seat: int) -> Text:
        turn = seat == view["turn"]["seat"] and view["decision"]["kind"] not in _BEFORE
        return Text(("▸" if turn else " ") + self.called(seat), style="bold")

    def _notes(self, view: dict[str, Any], seat: int) -> str:
        """A player's state (in, in control, nubbed out, out of the game), Bards and tokens."""
        values = view["seats"][seat]
        notes = ["in control" if view["control"] == seat else values["state"]]
        if values["fool_tokens"]:
            notes.append(_tokens(values["fool_tokens"]))
        return " · ".join(notes)

    # --- the hand and the question -------------------------------------------------------------

    def _hand(self, view: dict[str, Any], cards: dict[str, Choice], room: Room) -> RenderableType:
        counts = Counter(sorted(view["zones"][f"hand.{self.you}"], key=self._rank))
        if not counts:
            return Text("Your hand is empty.", style="dim")
        rest = [] if room.airy else [counted(name, n) for name, n in counts.items() if name not in cards]
        if rest and not cards:
            return named("Your hand", rest)
        table = plain_table()
        table.add_column("", width=2, justify="right")
        table.add_column("Your hand", header_style="bold", no_wrap=True)
        table.add_column("", no_wrap=True)
        longest = max(len("Your hand"), *(len(counted(name, n)) for name, n in counts.items()))
        left = max(room.width - longest - 5, 5)  # number and name are never cut, because you choose by them
        for name, n in counts.items():
            choice = cards.get(name)
            if choice or room.airy:
                number = Text(str(choice.number) if choice else "", style="bold cyan")
                style = "" if choice or not cards else "dim"
                use = lines_of(self._use(view, name, choice), left, 1)
                table.add_row(number, counted(name, n), use, style=style)
        return Group(table, *([Text(f"   not now: {', '.join(rest)}", style="dim")] if rest else []))

    def _use(self, view: dict[str, Any], name: str, choice: Choice | None) -> str:
        """What a card would do; for a number, only if it can be played."""
        kind = self.narrator.texts.kind(name)
        if kind.face != N.NUMBER:
            return self.narrator.texts.brief(face_name(kind))
        if view["decision"]["kind"] not in _PLAYING:
            return ""
        if choice is None:
            return "does not beat it"
        beaten = view["to_beat"] and self.narrator.texts.kind(view["to_beat"])
        return "takes control" + (" for 1 silv" if beaten and beaten.value == kind.value else "")

    def _question(self, view: dict[str, Any], room: Room, places: bool) -> list[RenderableType]:
        """The question, the card that asks it, and that card's text."""
        decision, card = view["decision"], view["decision"]["card"]
        owner = f"{self.names[decision['by']]}'s " if card and decision["by"] != self.you else ""
        asked = Text.assemble((owner, "bold yellow"), (decision["prompt"], "bold"))
        if places:
            asked.append("  (its number)", style="dim")
        more = self._more(view)
        return [asked, *([lines_of(f"({more})", room.width - 1, style="dim")] if more and not room.tight else [])]

    def _more(self, view: dict[str, Any]) -> str:
        """What you need to decide: the text of your card that asks, or the possible results of a showdown."""
        decision = view["decision"]
        if decision["kind"] == "flip":
            return self._showdown(view)
        if not decision["card"] or decision["by"] != self.you:
            return ""
        return self.narrator.texts.full(face_name(self.narrator.texts.kind(decision["card"])))

    def _showdown(self, view: dict[str, Any]) -> str:
        """How the house cards compare with the winning card."""
        winning = self.narrator.texts.kind(view["zones"]["row"][-1])
        suit = self.narrator.prepared.composition.suits[winning.suit]
        holders = [seat for seat, values in enumerate(view["seats"]) if values["fool_tokens"]]
        called = " and ".join("you" if self._is_you(seat) else self.names[seat] for seat in holders)
        fool = f"The Fool gives it to {called}." if called else "With the Fool, nobody gets it."
        return (
            f"A higher number or a face of {suit}, or a face without a suit, splits the pot with the Hanataz. "
            f"{fool} With anything else you win all {many(view['pot'], 'silv')}."
        )

    # --- help, cards, result -------------------------------------------------------------------

    def help(self, room: Room) -> RenderableType:
        return Group(pages.help_page(self.narrator), Text(self.preface()[0], style="yellow"))

    def cards(self) -> list[str]:
        return self.narrator.texts.faces()

    def find(self, name: str) -> list[str]:
        face = name.casefold().partition(" of ")[0].strip()
        return super().find("Number" if face.isdigit() else face)

    def card(self, name: str, room: Room) -> RenderableType:
        return pages.card_page(self.narrator, name, room)

    def card_list(self, room: Room) -> RenderableType:
        return pages.card_list(self.narrator)

    def result(self, game: Game, room: Room) -> RenderableType:
        return pages.result_page(game, [self.called(seat) for seat in range(game.players)])


VIEW = HanatazView


def _tokens(n: int) -> str:
    return "Fool token" if n == 1 else f"{n} Fool tokens"
