"""The commands that a table accepts. Each one decides which entries to write, from the table as it is.

`decide` changes nothing. It returns drafts for the log (none if the command was carried out before) or raises
a TableError or an ActionError. If another process writes first, the caller decides again.

Players choose an `id` for each message. A message whose id was recorded is not carried out twice.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from silverhook.core.errors import OutOfTurn
from silverhook.core.game import Game
from silverhook.records import fairness
from silverhook.table.errors import BadName, BadText, Late, LogFull, NoOffer, NotAllowed, NotNow, NoUndo, SeatTaken
from silverhook.table.log import SPARE_ENTRIES, Draft
from silverhook.table.origin import FAIR, Origin
from silverhook.table.position import Place
from silverhook.table.settings import TableSettings
from silverhook.table.table import Table
from silverhook.table.table_time import TableTime
from silverhook.table.tokens import checked_nonce, hashed
from silverhook.table.undo import take_back_to

__all__ = [
    "Act",
    "AnswerUndo",
    "BotActs",
    "Command",
    "Create",
    "EndPause",
    "Fenced",
    "Leave",
    "OfferUndo",
    "Rematch",
    "Resign",
    "Resume",
    "Return",
    "Say",
    "Sit",
    "Start",
    "TimeIsUp",
]

NAME_LENGTH = 24
TEXT_LENGTH = 500
_UNSEEN = re.compile(  # invisible letters and marks: one more of them would make two names look alike
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_GRACE = 2.0  # seconds overdue before a clock counts as having stood still


class Command(Protocol):
    """Something that a table can be asked to do."""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The entries to write."""
        ...


class PlayerCommand:
    """A command that only a seated player can give. A repeated message, known by its id, writes nothing."""

    by: Place
    id: str
    plays: ClassVar[bool] = False  # whether the game needs it to go on

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The entries to write; none if they were written before."""
        seat = self.by.seat
        if seat is None:
            raise NotAllowed("only seated players can do that")
        if self.id and table.recorded(seat, self.id) is not None:
            return []
        if not self.plays:
            _spare_room(table)
        return self.decide_for(seat, table)

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The entries to write for the player in this seat."""
        raise NotImplementedError


# --- sitting down ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Create:
    """Set up a table and publish the hash of its secret. `kept` reserves seats for (name, token hash).

    A table whose deal is given has no secret, because there is nothing to commit to.
    """

    settings: TableSettings
    host: str  # the hash of the host's token
    secret: str
    kept: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    before: str | None = None
    origin: Origin = FAIR

    def decide(self, table: Table, now: float) -> list[Draft]:
        """A new table, which starts at once if only bots play; nothing if it exists already."""
        if table.n:
            return []
        data = {
            "settings": self.settings.to_json(),
            "host": self.host,
            "secret": self.secret,
            "commitment": fairness.commitment(self.secret) if self.secret else "",
            "kept": {str(seat): list(holder) for seat, holder in self.kept.items()},
            "before": self.before,
            "origin": self.origin.to_json(),
        }
        start = [] if "person" in self.settings.seats else [Draft("started", {"bots": {}})]
        return [Draft("created", data), *start]


@dataclass(frozen=True)
class Sit:
    """Take a seat under a name, with a nonce for the deal; without a seat number, the first free seat.

    The token of a reserved seat gives that seat. The game starts when the last seat is taken. A client that
    repeats its name and nonce (secret until the end) never got the answer, so the seat gets the new token.
    """

    name: str
    nonce: str
    token: str
    seat: int | None = None

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The seat, and the start if it was the last free one."""
        hash = hashed(self.token)
        name, nonce = readable_name(self.name), checked_nonce(self.nonce)
        held = table.place(self.token).seat
        if held is not None and table.chairs[held].nonce:
            return []
        _spare_room(table)
        again = next((i for i, chair in enumerate(table.chairs) if (chair.name, chair.nonce) == (name, nonce)), None)
        if again is not None and table.phase != "finished":
            return [Draft("seated", {"seat": again, "name": name, "token": hash, "nonce": nonce})]
        if table.phase != "open":
            raise NotNow("the game has begun, so all seats are taken; watch it, or ask for a rematch")
        seat = self._free(table) if held is None else held
        if any(chair.name.casefold() == name.casefold() for i, chair in enumerate(table.chairs) if i != seat):
            raise BadName(f'"{name}" is taken at this table; choose another name')
        sits = Draft("seated", {"seat": seat, "name": name, "token": hash, "nonce": nonce})
        full = all(chair.taken for i, chair in enumerate(table.chairs) if i != seat)
        return [sits, Draft("started", {"bots": {}})] if full else [sits]

    def _free(self, table: Table) -> int:
        free = [seat for seat, chair in enumerate(table.chairs) if not chair.taken and not chair.token]
        if self.seat is None and free:
            return free[0]
        if self.seat in free:
            return self.seat  # type: ignore[return-value]
        left = f"free: {', '.join(map(str, free))}" if free else "no seat is free"
        raise SeatTaken(f"seat {self.seat} is not free; {left}" if self.seat is not None else left)


@dataclass(frozen=True)
class Start:
    """Start without waiting: bots take the empty seats. Only the host can do this."""

    by: Place

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The start."""
        if not self.by.host:
            raise NotAllowed("only the host can start the game early; it starts by itself when every seat is taken")
        if table.phase != "open":
            raise NotNow("the game has already begun")
        empty = [seat for seat, chair in enumerate(table.chairs) if not chair.taken]
        return [Draft("started", {"bots": {str(seat): table.settings.substitute for seat in empty}})]


# --- playing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Act(PlayerCommand):
    """Take an action, by number or in words. During a secret question the answer is held back."""

    by: Place
    action: int | str
    ply: int
    id: str = ""
    plays: ClassVar[bool] = True

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The action, and the end of the game if the action ends it."""
        _playing(table)
        if self.ply != table.ply:
            raise Late(f"this action was for ply {self.ply}, but the table is at ply {table.ply}", table.ply)
        _there(table, seat)
        game = table.asks(seat)
        if game is None:
            raise OutOfTurn("it is not your turn to decide")
        action = game.checked(self.action, seat)
        data = {"seat": seat, "action": action, "id": self.id}
        if table.in_secret:
            return [Draft("answered", data)]
        return _act(game, table, data)


@dataclass(frozen=True)
class BotActs:
    """A bot's action for its seat; nothing if the table has moved on or the player is back."""

    seat: int
    action: int
    ply: int

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The action, if it still fits."""
        if table.phase != "playing" or table.ply != self.ply or table.in_secret or table.chairs[self.seat].person:
            return []
        return _act(table.game, table, {"seat": self.seat, "action": self.action, "bot": table.level(self.seat)})


@dataclass(frozen=True)
class EndPause:
    """End the pause of a secret question: carry out the answers. No answer counts as declining."""

    ply: int
    bots: Mapping[int, int] = field(default_factory=dict)

    def decide(self, table: Table, now: float) -> list[Draft]:
        """An action for each seat that was asked, up to the first that accepts."""
        if table.phase != "playing" or table.ply != self.ply:
            return []
        drafts: list[Draft] = []
        for seat, game in table.questions.items():
            silence, given = game.rules.visibility.silent_answer(game), table.answer(seat)
            bot = table.level(seat) if given is None else ""  # an answer counts even if its player has left since
            chosen = self.bots.get(seat) if bot else given
            action = silence if chosen is None else chosen
            drafts += _act(game, table, {"seat": seat, "action": action, "bot": bot, "silent": action == silence})
            if action != silence:
                break
        return drafts


@dataclass(frozen=True)
class TimeIsUp:
    """The clock of the deciding seat has run out: a bot takes over until the player returns."""

    ply: int

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The player leaves, out of time."""
        seat = table.turn
        if table.ply != self.ply or seat is None or table.in_secret or table.deadline is None or now < table.deadline:
            return []
        return [Draft("left", {"seat": seat, "why": "time"})]


@dataclass(frozen=True)
class Resume:
    """A process takes over the table, which fences off the one before it; note how the table's time goes on.

    The open question keeps the time that was measured. Time that ran out while nobody could play starts again.
    """

    time: TableTime
    server: str = ""  # the process, if there may be others

    def decide(self, table: Table, now: float) -> list[Draft]:
        """A note if another process drove the table, or its time went on another machine's clock, or ran out."""
        if table.phase != "playing":
            return []
        deadline = table.deadline
        overdue = deadline is not None and now > deadline + _GRACE
        runs = deadline is not None or table.settings.clock.kind != "none"
        strange = runs and not self.time.measures(table.timeline)
        if table.driver == self.server and not overdue and not strange:
            return []
        ran = 0.0 if overdue else max(0.0, now - table.since)
        return [
            Draft("resumed", {"ran": ran, "server": self.server}, self.time.caught_up() if strange or overdue else now)
        ]


@dataclass(frozen=True)
class Fenced:
    """What a process does as the driver of a table; nothing if another one has taken over since."""

    command: Command
    fence: int

    def decide(self, table: Table, now: float) -> list[Draft]:
        """What the command decides."""
        return self.command.decide(table, now) if table.fence == self.fence else []


# --- taking back -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfferUndo(PlayerCommand):
    """Offer to take back your last action and everything after it. It is done when all other people agree."""

    by: Place
    id: str = ""

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The offer; if no other people play, it is carried out at once."""
        _playing(table)
        if not table.settings.undo:
            raise NoUndo("this table does not allow undo")
        _there(table, seat)
        if table.offer:
            raise NoUndo("an offer to take back is open; answer it first")
        to = take_back_to(table, seat)
        offers = [Draft("undo_offered", {"seat": seat, "to": to, "id": self.id})]
        return offers if set(table.present) - {seat} else [*offers, Draft("undone", {"to": to})]


@dataclass(frozen=True)
class AnswerUndo(PlayerCommand):
    """Accept or decline the offer of this number; declining your own offer withdraws it."""

    by: Place
    yes: bool
    offer: int
    id: str = ""

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The answer; the last agreement carries out the offer."""
        if table.offer is None or table.offer.number != self.offer:
            raise NoOffer("that offer to take back is no longer open")
        _there(table, seat)
        if self.yes and seat in table.offer.agreed:
            return []
        answers = [Draft("undo_answered", {"seat": seat, "yes": bool(self.yes), "id": self.id})]
        all_agree = self.yes and not set(table.present) - table.offer.agreed - {seat}
        return [*answers, Draft("undone", {"to": table.offer.to})] if all_agree else answers


# --- coming and going --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Say(PlayerCommand):
    """Send a chat message to the table."""

    by: Place
    text: str
    id: str = ""

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The message, in one line."""
        text = " ".join(_plain(self.text).split())
        if not 0 < len(text) <= TEXT_LENGTH:
            raise BadText(f"a chat message has 1 to {TEXT_LENGTH} characters")
        return [Draft("said", {"seat": seat, "text": text, "id": self.id})]


@dataclass(frozen=True)
class Leave(PlayerCommand):
    """Leave. Before the start this frees the seat; afterwards a bot plays until you return."""

    by: Place
    id: str = ""

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The player leaves; nothing if they have left already."""
        if table.phase == "finished":
            raise NotNow("the game is over")
        return [] if table.chairs[seat].away else [Draft("left", {"seat": seat, "why": "asked", "id": self.id})]


@dataclass(frozen=True)
class Return(PlayerCommand):
    """Take your seat back from the bot."""

    by: Place
    id: str = ""

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The player returns; nothing if they never left."""
        _playing(table)
        if table.chairs[seat].resigned:
            raise NotAllowed("you resigned, so you cannot return")
        return [Draft("returned", {"seat": seat, "id": self.id})] if table.chairs[seat].away else []


@dataclass(frozen=True)
class Resign(PlayerCommand):
    """Resign: a bot plays the seat to the end."""

    by: Place
    id: str = ""
    plays: ClassVar[bool] = True

    def decide_for(self, seat: int, table: Table) -> list[Draft]:
        """The player resigns; nothing if they resigned before."""
        _playing(table)
        return [] if table.chairs[seat].resigned else [Draft("resigned", {"seat": seat, "id": self.id})]


@dataclass(frozen=True)
class Rematch:
    """Continue at another table; the first request decides which one."""

    by: Place
    table: str

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The table of the rematch."""
        if table.phase != "finished":
            raise NotNow("a rematch needs a finished game")
        if self.by.seat is None and not self.by.host:
            raise NotAllowed("only the players and the host can ask for a rematch")
        return [] if table.rematch else [Draft("rematched", {"table": self.table})]


# --- shared checks -------------------------------------------------------------------------


def readable_name(name: str) -> str:
    """A name without invisible characters or repeated spaces; BadName if it is empty or too long."""
    tidy = " ".join(_UNSEEN.sub("", _plain(name)).split())
    if not 0 < len(tidy) <= NAME_LENGTH:
        raise BadName(f"a name has 1 to {NAME_LENGTH} characters")
    return tidy


def _plain(text: str) -> str:
    """Text without control and formatting characters, which could garble the page of others."""
    if not isinstance(text, str):
        raise BadText("this must be text")
    composed = unicodedata.normalize("NFC", text[: 8 * TEXT_LENGTH])
    return "".join(" " if c.isspace() else c for c in composed if c.isspace() or unicodedata.category(c)[0] != "C")


def _spare_room(table: Table) -> None:
    """Keep the rest of a long log for the game itself."""
    if table.n >= SPARE_ENTRIES:
        raise LogFull("too much has happened at this table; it takes no more of this, but you can finish the game")


def _there(table: Table, seat: int) -> None:
    if not table.chairs[seat].person:
        raise NotAllowed("a bot plays this seat because you left; return first")


def _playing(table: Table) -> None:
    if table.phase != "playing":
        raise NotNow("the game is over" if table.phase == "finished" else "the game has not begun yet")


def _act(game: Game, table: Table, data: dict[str, Any]) -> list[Draft]:
    """An action, and the end of the game if the action ends it, which reveals the secret."""
    after = game.clone()
    after.apply(data["action"])
    acts = Draft("acted", data)
    if not after.over:
        return [acts]
    end = {"scores": after.scores, "winners": after.winners, "secret": table.sealed.secret}
    return [acts, Draft("finished", end)]
