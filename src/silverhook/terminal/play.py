"""Playing in a terminal: the loop that shows, asks and applies, for every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from silverhook.bots import LEVELS, STRONGEST, Bot, Seat, Thought, explain, look_back, make, think
from silverhook.core.errors import AmbiguousAction, MalformedAction, RecordError
from silverhook.core.game import Game
from silverhook.core.notation import Happening, normal
from silverhook.records import save
from silverhook.terminal.console import Leave, draw, read_entry, room_of, say, thinking
from silverhook.terminal.opponents import introduced
from silverhook.terminal.thoughts import weighed
from silverhook.terminal.undo import Past, why_not
from silverhook.terminal.view import Choice, told, view_of

__all__ = ["Play"]

_COMMANDS = (
    ("5", "the choice with that number; 1 3 takes several, one after the other"),
    ("words", "a choice in words; often the name of a card is enough"),
    ("hint", "what the strongest bot would do here, and why"),
    ("why", "the reasons for the last bot's move that you can know; why 2: for the move before it"),
    ("u", "take back your last entry, unless it turned up a hidden card or others have acted since"),
    ("? NAME", "a card in full; the beginning of its name is enough"),
    ("l", "the whole log"),
    ("r [FILE]", "save the record of the game"),
    ("q", "quit"),
    ("Enter", "draw the table again"),
)


@dataclass(frozen=True)
class Move:
    """A bot's move: the position before it, and what you saw of it."""

    before: Game
    seen: list[Happening]

    @property
    def shown(self) -> bool:
        """Whether you saw who acted."""
        return bool(self.seen) and self.seen[0].seat == self.before.to_act


class Play:
    """One person at a table with bots."""

    def __init__(
        self, game: Game, bots: Sequence[Bot | None], names: Sequence[str], console: Console, record: Path | None = None
    ) -> None:
        self.game = game
        self.bots = bots
        self.names = list(names)
        self.you = bots.index(None)
        self.console = console
        self.record = record
        self.saved_ply = -1
        self.log: list[Happening] = []
        self.told = 0
        self.past: list[Past] = []
        self.moves: list[Move] = []
        self.reader = self.you if names[self.you] == "You" else None  # your own name is told like the others
        self.view = view_of(game, names, self.you)
        self.opening = self._opening()
        game.listen()

    def _opening(self) -> str:
        first = self.game.to_act or 0
        begins = "You begin" if first == self.reader else f"{self.names[first]} begins"
        others = [(name, bot.name) for name, bot in zip(self.names, self.bots, strict=True) if bot]
        company = introduced(*zip(*others, strict=True))
        return f"{company} {'You play on' if self.game.ply else begins}."

    # --- the game ------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end; Leave, EOFError or KeyboardInterrupt if the player leaves before."""
        while not self.game.over:
            seat, actions = self.game.to_act or 0, self.game.legal_actions()
            bot = self.bots[seat]
            if bot is not None:
                self._move(bot, seat)
            elif len(actions) == 1:  # asked only so that the question reveals nothing to the others
                self._apply(actions[0])
            else:
                self._decide()
        self._finish()

    def _move(self, bot: Bot, seat: int) -> None:
        """Make a bot's move and keep what you see of it, even if the bot had no choice: you cannot know that."""
        before, told = self.game.clone(), len(self.log)
        actions = self.game.legal_actions()
        self._apply(actions[0] if len(actions) == 1 else self._think(bot, self.names[seat]).action)
        self.moves.append(Move(before, self.log[told:]))

    def _think(self, bot: Bot, name: str) -> Thought:
        with thinking(self.console, bot, name):
            return think(bot, self.game)

    def _apply(self, action: int) -> None:
        self.game.apply(action)
        self.log += self.game.news(self.you)

    def _story(self, since: int = 0) -> list[str]:
        """Tell the player what has happened since a place in the log."""
        return self.view.narrator.tell_all(self.log[since:], self.names, self.reader)

    def _decide(self) -> None:
        """Show the table and ask until an entry has changed the game."""
        if self.record:
            self._keep(self.record)
        choices = self.view.choices(self.game)
        self._draw(choices)
        ply = self.game.ply
        while self.game.ply == ply:
            entry = read_entry(self.console, "> ")
            if entry:
                self._enter(entry, choices)
            else:
                self._draw(choices)

    def _draw(self, choices: list[Choice]) -> None:
        news = self._story(self.told)
        if not self.past:  # the important lines come last, so that a small screen keeps them
            news = [self.opening, *news, *self.view.preface(), "Enter hint for advice, ? for help."]
        draw(self.console, lambda room: self.view.table(self.game, choices, news, room))

    # --- entries -------------------------------------------------------------------------------

    def _enter(self, entry: str, choices: list[Choice]) -> None:
        word, _, rest = entry.partition(" ")
        if entry.startswith("?") or word.casefold() == "help":
            self._help((entry[1:] if entry.startswith("?") else rest).strip())
        elif entry.casefold() in ("h", "hint"):
            self._hint(choices)
        elif word.casefold() in ("w", "why"):
            self._why(rest.strip() or "1")
        elif entry.casefold() in ("l", "log"):
            self._say(self.opening, *self._story())
        elif entry.casefold() in ("u", "undo"):
            self._undo()
        elif entry.casefold() in ("q", "quit"):
            self._quit()
        elif word.casefold() in ("r", "record"):
            self._keep(Path(rest).expanduser() if rest else self.record or self._free_name(), aloud=True)
        else:
            self._choose(entry, choices)

    def _choose(self, entry: str, choices: list[Choice]) -> None:
        """Carry out the choice that was entered, or say what you can enter."""
        words = entry.split() if all(word.isdigit() for word in entry.split()) else [entry]
        try:
            actions = [self._action(word, choices) for word in words]
        except MalformedAction as problem:
            self._say(str(problem))
            return
        told, labels = len(self.log), {choice.action: choice.label for choice in choices}
        for action in actions:
            if self._label(action) != labels.get(action):
                break  # it is no longer offered, or means something else now
            self.past.append(Past(self.game.clone(), len(self.log), self.told))
            self.told = told
            self._apply(action)

    def _label(self, action: int) -> str | None:
        """The listed number of an action, if you may take it now."""
        offered = self.view.choices(self.game) if self.game.to_act == self.you else []
        return next((choice.label for choice in offered if choice.action == action), None)

    def _action(self, entry: str, choices: list[Choice]) -> int:
        numbers = {str(choice.number): choice.action for choice in choices}
        labels = {normal(choice.label): choice.action for choice in choices}
        action = numbers.get(entry, labels.get(normal(entry)))
        if action is not None:
            return action
        try:
            return self.game.parse(entry)
        except AmbiguousAction:
            raise
        except MalformedAction:
            pass  # reported below in terms of the screen
        known = "one of the numbers" if choices[0].number else "a number"
        if entry.isdigit():
            raise MalformedAction(f"there is no choice {entry} now; enter {known} on the screen, or ? for help")
        close = get_close_matches(normal(entry), labels, n=1, cutoff=0.5) or [k for k in labels if normal(entry) in k]
        hint = f'did you mean "{close[0]}"? Enter' if close else "enter"
        raise MalformedAction(f'"{entry}" is not a choice here; {hint} {known} on the screen, or ? for help')

    def _help(self, about: str) -> None:
        if about:
            self._card(about)
            return
        commands = Table(box=None, show_header=False, pad_edge=False)
        commands.add_column(style="bold cyan", width=10)
        commands.add_column()
        for entry, meaning in _COMMANDS:
            commands.add_row(entry, meaning)
        room = room_of(self.console)  # the most wanted part comes last, so that a small screen shows it
        self._show(Group(self.view.help(room), Text("What you can enter", style="bold"), commands))

    def _card(self, name: str) -> None:
        """Show a card by its name, or by the beginning of its name."""
        fits = self.view.find(name)
        if not fits:
            self._say(f'there is no card "{name}" in this game; the table and the log (l) show the names of cards')
        self._show(Group(*(self.view.card(fit, room_of(self.console)) for fit in fits[:5])))

    # --- thoughts ------------------------------------------------------------------------------

    def _hint(self, choices: list[Choice]) -> None:
        """What the strongest level would do here, from what you see; the answer is the same every time."""
        level = LEVELS[STRONGEST]
        thought = self._think(make(STRONGEST, self.game.ply), level.name)
        thought = explain(Seat(self.game, self.you, self._called()), thought)
        labels = {choice.action: choice.label for choice in choices}
        judged = [(labels[candidate.action], candidate) for candidate in thought.candidates]
        numbers = {choice.action: choice.number for choice in choices}
        self._say(f"{level.introduction}, would enter {numbers[thought.action]}.")
        self._show(weighed(judged, ("", "at first sight"), room_of(self.console), numbers))

    def _why(self, which: str) -> None:
        """The reasons for a bot's move, counted back from its last one."""
        moves = [move for move in self.moves if move.shown]
        if not moves:
            self._say("no bot has moved yet")
            return
        if not which.isdigit() or not 1 <= int(which) <= len(moves):
            self._say(
                f"enter why or why N, with N from 1 to {len(moves)}: 1 is the last move of a bot, 2 the one before"
            )
            return
        move = moves[-int(which)]
        judged = look_back(move.before, move.seen, self.you, self._called())
        heads = f"{self.names[move.before.to_act or 0]} could choose", "from what you know"
        self._show(Text(self.view.narrator.tell_all(move.seen, self.names, self.reader)[0], style="bold"))
        if judged:
            self._show(weighed(list(judged.items()), heads, room_of(self.console)))
        else:
            self._say("the reasons lie in cards that you do not see")

    def _called(self) -> list[str]:
        """The names in the form used within a sentence."""
        return ["you" if seat == self.reader else name for seat, name in enumerate(self.names)]

    # --- back, and away ------------------------------------------------------------------------

    def _undo(self) -> None:
        """Go back to the previous decision, if nobody has learned anything since."""
        if not self.past:
            self._say("there is nothing to take back")
            return
        past = self.past[-1]
        reason = why_not(past, self.game, self._others())
        if reason:
            self._say(f"not possible: {reason}")
            return
        self.past.pop()
        self.game = past.game
        self.game.listen()
        self.log = self.log[: past.log]
        self.told = past.told

    def _others(self) -> str:
        others = [name for seat, name in enumerate(self.names) if seat != self.you]
        return f"{others[0]} has" if len(others) == 1 else "others have"

    def _quit(self) -> None:
        self._say("Leave the game? Enter q again to leave, or anything else to play on (r saves the record).")
        if read_entry(self.console, "leave? > ").casefold() in ("q", "quit", "y", "yes"):
            raise Leave
        self._say("You play on.")

    # --- records -------------------------------------------------------------------------------

    def _keep(self, path: Path, aloud: bool = False) -> bool:
        """Save the record. If the file cannot be written or holds something else, say so and continue the game."""
        try:
            save(self.game, path, new=path != self.record)
        except RecordError as problem:
            self._say(f"not saved: {problem}")
            return False
        self.record, self.saved_ply = path, self.game.ply
        if aloud:
            self._say(f"saved: {path}")
        return True

    def _free_name(self) -> Path:
        """A file name that is free."""
        stem = f"{self.game.ruleset.game}-{(self.game.seed or b'').hex()[:8]}"
        names = (Path(f"{stem}{number}.txt") for number in ("", *(f"-{n}" for n in range(2, 1000))))
        return next(name for name in names if not name.exists())

    def farewell(self) -> None:
        """Tell a player who leaves how to continue later."""
        if self.record:
            self._keep(self.record)
        if self.record and self.saved_ply == self.game.ply:
            self._say(f"The game so far is in {self.record}.")
            self._say(f"Play on:   silverhook play --resume {self.record}")
            self._say(f"Look back: silverhook replay {self.record}")
        else:
            self._say("You have left the game without saving it. Start with --record FILE to save every move.")

    def _finish(self) -> None:
        news, winners = self._story(self.told), self.game.winners
        who = " and ".join("You" if seat == self.reader else self.names[seat] for seat in winners)
        verb = "win" if len(winners) > 1 or winners[0] == self.reader else "wins"
        self._show(Group(told(news, room_of(self.console)), ""))
        self._show(Text(f"The game is over: {who} {verb}.", style="bold"))
        self._show(self.view.result(self.game, room_of(self.console)))
        self._show(Text(f"seed {seed_word(self.game)}, {self.game.ply} decisions", style="dim"))
        if self.record:
            self._keep(self.record, aloud=True)
        else:
            self._offer_record()

    def _offer_record(self) -> None:
        """Ask where to save the record, until it is saved or the player declines."""
        name, saved = self._free_name(), False
        while not saved:
            try:
                entry = read_entry(self.console, f"Save the record? y for {name}, or a file name; Enter for no > ")
            except EOFError:
                self.console.print()
                return
            if not entry or normal(entry) in ("n", "no"):
                return
            if entry.isdigit():  # meant for a decision that did not come
                self._say(f'not saved: "{entry}" looks like a choice; enter ./{entry} for a file of that name')
                continue
            saved = self._keep(name if normal(entry) in ("y", "yes") else Path(entry).expanduser(), aloud=True)

    # --- the screen ----------------------------------------------------------------------------

    def _say(self, *lines: str) -> None:
        say(self.console, *lines)

    def _show(self, drawn: RenderableType) -> None:
        self.console.print(drawn)


def seed_word(game: Game) -> str:
    """A seed in the form for the command line: a number if it is short."""
    seed = int.from_bytes(game.seed or b"", "little")
    return str(seed) if seed < 2**64 else (game.seed or b"").hex()
