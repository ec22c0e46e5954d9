"""Where a table stands: everything that its log has led to, and what follows from that."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from silverhook import bots, records
from silverhook.core.game import Game
from silverhook.core.review import plays
from silverhook.core.rules import Rules
from silverhook.core.view import View
from silverhook.core.words import ENGLISH
from silverhook.table.clocks import Clocks
from silverhook.table.errors import NoSuchStep, NotNow, SettingsError
from silverhook.table.history import History
from silverhook.table.log import MOST_ENTRIES
from silverhook.table.message_ids import MessageIds
from silverhook.table.origin import FAIR, Origin
from silverhook.table.secret_questions import SecretQuestions
from silverhook.table.settings import PERSON, TableSettings, TimeControl
from silverhook.table.table_time import Timeline
from silverhook.table.tokens import hashed
from silverhook.table.undo import Offer, Revelations

__all__ = ["Chair", "Phase", "Place", "Said", "Sealed", "TablePosition"]

Phase = Literal["open", "playing", "finished"]
_CHAT = 200  # chat lines kept in memory


class Place(NamedTuple):
    """What a token gives at a table: a seat, the host's rights, both or neither (a spectator)."""

    seat: int | None = None
    host: bool = False


class Sealed(NamedTuple):
    """What no client may learn: the hash of the host's token, and until the end the table's share of the deal."""

    host: str = ""
    secret: str = ""


@dataclass(slots=True)
class Chair:
    """One seat at the table and who sits there."""

    bot: str = ""  # the level of the bot in this seat; "" for a person
    name: str = ""
    token: str = ""  # the hash of its holder's token
    nonce: str = ""
    away: bool = False  # left; a bot plays until they return
    resigned: bool = False  # left for good

    @property
    def taken(self) -> bool:
        """Whether somebody sits here, person or bot."""
        return bool(self.bot or self.nonce)

    @property
    def person(self) -> bool:
        """Whether a person sits here and plays."""
        return bool(self.nonce) and not self.away


@dataclass(frozen=True, slots=True)
class Said:
    """A chat line."""

    seat: int
    text: str
    at: float


class TablePosition:
    """Where a table stands; only `Table.apply` changes it.

    Clients may be told everything public except `game`, `history`, `sealed`, and `secret_questions`.
    """

    def __init__(self, id: str) -> None:
        self.id = id
        self.n = 0  # entries so far; never told to clients, since answers held back count too
        self.digest = b""  # of the last entry
        self.log = ""  # the digest of the whole game's log, once it is over; logs of old have none
        self.ply = 0  # changes of the game so far
        self.at = 0.0  # when something public last happened
        self.created_at = 0.0
        self.written_at = 0.0  # when the last entry was written; never told to clients, as `n`
        self.phase: Phase = "open"
        self.closed = False  # by the operator
        self.settings: TableSettings
        self.rules: Rules  # of its game; kept here because preparing them takes long
        self.chairs: list[Chair] = []
        self.clocks: Clocks
        self.sealed = Sealed()
        self.commitment = ""  # to the secret; empty where the deal was not made here
        self.origin = FAIR
        self.before: str | None = None  # the table that this one is the rematch of
        self.rematch: str | None = None  # the table where it goes on
        self.chat: deque[Said] = deque(maxlen=_CHAT)
        self.since = 0.0  # when the present question was asked
        self.driver = ""  # the process that drives it, if there are several
        self.fence = 0  # the entry with which that process took over
        self.timeline: Timeline | None = None  # how its time follows from a machine's clock, if the log says so
        self.history: History  # from the start on
        self.secret_questions = SecretQuestions()
        self.offer: Offer | None = None  # to take back
        self.revelations: Revelations
        self.message_ids = MessageIds()

    # --- the game and its seats -----------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The whole game with its hidden cards. Show people only its views."""
        if self.phase == "open":
            raise NotNow("the game has not begun yet")
        return self.history.game

    @property
    def names(self) -> list[str]:
        """The names of the seats, all different; each bot has a name of its level's crew."""
        names = [chair.name for chair in self.chairs]
        for seat, chair in enumerate(self.chairs):
            if chair.bot:
                names[seat] = bots.name_for(chair.bot, names)
        return names

    @property
    def secret(self) -> str | None:
        """The table's share of the deal, revealed when the game is over."""
        return self.sealed.secret or None if self.phase == "finished" else None

    @property
    def turn(self) -> int | None:
        """The seat that decides; None if nobody does, or if everybody must not know who."""
        return None if self.phase != "playing" or self.in_secret else self.game.to_act

    @property
    def in_secret(self) -> bool:
        """Whether a secret question is open. The other seats know only that the table pauses."""
        return bool(self.questions)

    @property
    def questions(self) -> dict[int, Game]:
        """The open secret questions, asked all at once: for each seat, the position it decides in."""
        return self.secret_questions.positions if self.phase == "playing" else {}

    @property
    def present(self) -> list[int]:
        """The seats where people are playing."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    def asks(self, seat: int | None) -> Game | None:
        """The position in which this seat must choose now; None if it has no choice."""
        if seat is None or self.phase != "playing":
            return None
        game = self.questions.get(seat) if self.in_secret else self.game
        return game if game is not None and game.to_act == seat and len(game.legal_actions()) > 1 else None

    def answer(self, seat: int) -> int | None:
        """This seat's answer to a secret question, which only this seat may see."""
        return self.secret_questions.answers.get(seat)

    def view(self, seat: int | None, language: str = ENGLISH, hidden: bool = True) -> View:
        """What a seat (None: a spectator) may see of the game; `Game.view` explains `hidden`."""
        asked = self.asks(seat)
        game = asked or self.game
        return game.view(seat, language, asked=asked is not None or not self.in_secret, hidden=hidden)

    def running(self, seat: int, now: float) -> float | None:
        """For how many seconds this seat has been deciding; None if its clock stands still."""
        return max(0.0, now - self.since) if self.turn == seat else None

    def remaining(self, seat: int, now: float) -> float | None:
        """The seconds that a seat has left; None if it has no clock."""
        if not self.chairs[seat].person or self.phase == "finished":
            return None
        return self.clocks.left(seat, self.running(seat, now))

    @property
    def deadline(self) -> float | None:
        """When the deciding person's time, or the pause of a secret question, ends; None: never."""
        if self.phase != "playing" or self.awaits_answer:
            return None
        if self.in_secret:
            return self.since + ((self.settings.pause or 0) if self._waited_for else 0)
        left = self.remaining(self.turn, self.since) if self.turn is not None else None
        return None if left is None else self.since + left

    @property
    def awaits_answer(self) -> bool:
        """Whether a secret question stays open until a person answers it, however long that takes."""
        return self.settings.pause is None and self.in_secret and self._waited_for

    @property
    def _waited_for(self) -> bool:
        """Whether the table waits for a person who is asked in secret, or might be.

        If only one person plays and nobody can watch, waiting hides nothing, so the table waits only while that
        person has a choice and has not answered.
        """
        asked = [seat for seat in self.questions if self.chairs[seat].person]
        if not self.alone:
            return bool(asked)
        return any(self.asks(seat) is not None and self.answer(seat) is None for seat in asked)

    @property
    def alone(self) -> bool:
        """Whether at most one person has a seat, and nobody may watch."""
        return not self.settings.spectators and sum(bool(chair.nonce) for chair in self.chairs) <= 1

    def may_watch(self, place: Place) -> bool:
        """Whether a place may see the game. Without spectators, a host without a seat may not see it either."""
        return place.seat is not None or self.settings.spectators or (place.host and self.phase != "playing")

    @property
    def awake(self) -> bool:
        """Whether the table has something to do by itself: move a bot, run a clock or end a pause.

        If all people have left but may return, the bots wait for them.
        """
        if self.phase != "playing" or self.deserted or self.n >= MOST_ENTRIES:
            return False
        asking = self.in_secret and not self.awaits_answer
        return asking or self.deadline is not None or self.bot_to_act is not None

    @property
    def bot_to_act(self) -> int | None:
        """The seat whose bot must act now; None if a person decides or a secret question is open."""
        return None if self.turn is None or self.chairs[self.turn].person else self.turn

    @property
    def deserted(self) -> bool:
        """Whether all people have left and at least one may return."""
        return not self.present and any(chair.nonce and not chair.resigned for chair in self.chairs)

    def level(self, seat: int) -> str:
        """The bot that plays this seat now; "" if a person does."""
        chair = self.chairs[seat]
        return "" if chair.person else chair.bot or self.settings.substitute

    def place(self, token: str | None) -> Place:
        """What a token gives here."""
        if not token:
            return Place()
        hash = hashed(token)
        return Place(next((i for i, c in enumerate(self.chairs) if c.token == hash), None), hash == self.sealed.host)

    def recorded(self, seat: int, id: str) -> int | None:
        """The ply after a message of this id was carried out; None if it was not."""
        return self.message_ids.ply_of(self.chairs[seat].token, id)

    # --- afterwards --------------------------------------------------------------------------------

    def record(self) -> str:
        """The record of a finished game, with the proof of its fair deal."""
        if self.phase != "finished":
            raise NotNow("the record is available when the game is over; before that it would reveal the cards")
        names, origin = tuple(self.names), self.origin.words
        given = records.Proof(self.id, names=names, origin=origin, log=self.log)
        dealt = records.Proof(self.id, self.sealed.secret, self.commitment, self.nonces, names, log=self.log)
        proof = given if origin else dealt
        return records.write_fair(self.game, proof)

    def replay(self) -> Iterator[Game]:
        """The finished game step by step: after the deal, then after each action."""
        if self.phase != "finished":
            raise NotNow("a replay is available when the game is over; before that it would reveal the cards")
        return plays(self.game)

    def continued(self, step: int, seat: int, level: str) -> tuple[TableSettings, Origin]:
        """Settings and origin of a table that continues this finished game from a step, one seat against bots."""
        if self.phase != "finished":
            raise NotNow("only a finished game can be continued from one of its steps")
        seats, steps = len(self.chairs), len(self.game.actions)
        if not 0 <= seat < seats:
            raise SettingsError(f"no seat {seat}; seats are 0 to {seats - 1}")
        if not 0 <= step < steps:
            raise NoSuchStep(f"cannot continue from step {step}; choose one from 0 to {steps - 1}")
        kinds = tuple(PERSON if other == seat else level for other in range(seats))
        settings = replace(self.settings, seats=kinds, substitute=level, clock=TimeControl(), undo=True, hints=True)
        assert self.game.seed is not None  # tables deal their games
        seed, actions = self.game.seed.hex(), tuple(self.game.actions[:step])
        return settings.checked(), Origin("continued", seed, self.id, actions)

    @property
    def nonces(self) -> dict[int, str]:
        """Each person's share of the deal, by seat."""
        return {seat: chair.nonce for seat, chair in enumerate(self.chairs) if chair.nonce}
