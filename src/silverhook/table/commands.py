"""What can be asked of a table. Each command decides, from where the table stands, what is written down.

`decide` changes nothing: it returns drafts for the log (none for what has been done already), or raises a
TableError or an ActionError. Whoever carries them out does so again where another process wrote first.

What people ask has an `id` of their own choice: a message of an id that was written down is not written again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from silverhook.core.errors import OutOfTurn
from silverhook.core.game import Game
from silverhook.records import fairness
from silverhook.table.errors import BadName, BadText, Late, NoOffer, NotAllowed, NotNow, NoUndo, SeatTaken
from silverhook.table.log import Draft
from silverhook.table.origin import FAIR, Origin
from silverhook.table.position import Place
from silverhook.table.settings import TableSettings
from silverhook.table.table import Table
from silverhook.table.tokens import checked_nonce, hashed
from silverhook.table.undo import take_back_to

__all__ = [
    "Act",
    "AnswerUndo",
    "BotActs",
    "Command",
    "Create",
    "EndPause",
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
_UNSEEN = re.compile(  # letters and marks that show nothing: with one more of them a name would look like another's
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_GRACE = 2.0  # seconds after which a clock that nobody called has stood still


class Command(Protocol):
    """Something asked of a table."""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """What is to be written down."""
        ...


# --- sitting down ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Create:
    """Set up a table; the hash of its secret is published with it. `kept` keeps seats for (name, token hash).

    A table that is given its cards has no secret: there would be nothing to promise.
    """

    settings: TableSettings
    host: str  # the hash of the host's token
    secret: str
    kept: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    before: str | None = None
    origin: Origin = FAIR

    def decide(self, table: Table, now: float) -> list[Draft]:
        """A table, which starts at once where only bots play; nothing if it has been set up."""
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
    """Take a seat under a name, with a nonce for the deal; without a seat, the first that is free.

    Who holds the token of a kept seat gets that one. The game starts when the last seat is taken. Whoever asks again
    with the same name and nonce, which nobody else knows before the end, never got the answer: the seat gets the new
    token.
    """

    name: str
    nonce: str
    token: str
    seat: int | None = None

    def decide(self, table: Table, now: float) -> list[Draft]:
        """A seat, and perhaps the start."""
        hash = hashed(self.token)
        name, nonce = readable_name(self.name), checked_nonce(self.nonce)
        held = table.place(self.token).seat
        if held is not None and table.chairs[held].nonce:
            return []
        again = next((i for i, chair in enumerate(table.chairs) if (chair.name, chair.nonce) == (name, nonce)), None)
        if again is not None and table.phase != "finished":
            return [Draft("seated", {"seat": again, "name": name, "token": hash, "nonce": nonce})]
        if table.phase != "open":
            raise NotNow("the game has begun, so no seat can be taken; watch it, or ask for a rematch")
        seat = self._free(table) if held is None else held
        if any(chair.name.casefold() == name.casefold() for i, chair in enumerate(table.chairs) if i != seat):
            raise BadName(f'somebody here is called "{name}" already; choose another name')
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
    """The host does not wait: seats that nobody has taken get the substitute."""

    by: Place

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The start."""
        if not self.by.host:
            raise NotAllowed("only the host starts the game; it starts by itself when every seat is taken")
        if table.phase != "open":
            raise NotNow("the game has begun already")
        empty = [seat for seat, chair in enumerate(table.chairs) if not chair.taken]
        return [Draft("started", {"bots": {str(seat): table.settings.substitute for seat in empty}})]


# --- playing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Act:
    """Answer the question of a ply with an action, by number or in words; in a secret pause it is held back."""

    by: Place
    action: int | str
    ply: int
    id: str = ""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The action, and the end of the game if it is that."""
        seat = _seated(self.by)
        if _written(table, seat, self.id):
            return []
        _playing(table)
        if self.ply != table.ply:
            raise Late(f"this answers ply {self.ply}, but the table is at ply {table.ply}", table.ply)
        _there(table, seat)
        game = table.asks(seat)
        if game is None:
            raise OutOfTurn("you are not asked now")
        action = game.checked(self.action, seat)
        data = {"seat": seat, "action": action, "id": self.id}
        if table.in_secret:
            return [Draft("answered", data)]
        return _act(game, table, data)


@dataclass(frozen=True)
class BotActs:
    """What a bot chose for its seat at a ply; nothing if the table has moved on or the person is back."""

    seat: int
    action: int
    ply: int

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The action, if it is still asked for."""
        if table.phase != "playing" or table.ply != self.ply or table.in_secret or table.chairs[self.seat].person:
            return []
        return _act(table.game, table, {"seat": self.seat, "action": self.action, "bot": table.level(self.seat)})


@dataclass(frozen=True)
class EndPause:
    """The pause of a secret question is over: what was answered is carried out; who was silent declines."""

    ply: int
    bots: Mapping[int, int] = field(default_factory=dict)

    def decide(self, table: Table, now: float) -> list[Draft]:
        """An action for each seat that was asked, up to the first that does not decline."""
        if table.phase != "playing" or table.ply != self.ply:
            return []
        drafts: list[Draft] = []
        for seat, game in table.questions.items():
            silence, given = game.rules.visibility.silent_answer(game), table.answer(seat)
            bot = table.level(seat) if given is None else ""  # an answer stands, also of somebody who has left since
            chosen = self.bots.get(seat) if bot else given
            action = silence if chosen is None else chosen
            drafts += _act(game, table, {"seat": seat, "action": action, "bot": bot, "silent": action == silence})
            if action != silence:
                break
        return drafts


@dataclass(frozen=True)
class TimeIsUp:
    """The clock of the seat that decides has run out: the substitute takes over until they return."""

    ply: int

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The person has left, by time."""
        seat = table.turn
        if table.ply != self.ply or seat is None or table.in_secret or table.deadline is None or now < table.deadline:
            return []
        return [Draft("left", {"seat": seat, "why": "time"})]


@dataclass(frozen=True)
class Resume:
    """A process goes on with the table: what ran out while nobody could play begins anew."""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """A new beginning for the clock or the pause, where its time is up already."""
        return [Draft("resumed")] if table.deadline is not None and now > table.deadline + _GRACE else []


# --- taking back -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfferUndo:
    """Offer to take back one's last action and all that came after it; done when all other people agree."""

    by: Place
    id: str = ""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The offer; where no other people play, it is done at once."""
        seat = _seated(self.by)
        if _written(table, seat, self.id):
            return []
        _playing(table)
        if not table.settings.undo:
            raise NoUndo("at this table nothing is taken back")
        _there(table, seat)
        if table.offer:
            raise NoUndo("somebody has offered to take back already; answer that first")
        to = take_back_to(table, seat)
        offers = [Draft("undo_offered", {"seat": seat, "to": to, "id": self.id})]
        return offers if set(table.present) - {seat} else [*offers, Draft("undone", {"to": to})]


@dataclass(frozen=True)
class AnswerUndo:
    """Agree to what an offer, by its number, would take back, or not; who has made it may withdraw it."""

    by: Place
    yes: bool
    offer: int
    id: str = ""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """The answer; the last that agrees has it done."""
        seat = _seated(self.by)
        if _written(table, seat, self.id):
            return []
        if table.offer is None or table.offer.number != self.offer:
            raise NoOffer("that offer to take back does not stand any more")
        _there(table, seat)
        if self.yes and seat in table.offer.agreed:
            return []
        answers = [Draft("undo_answered", {"seat": seat, "yes": bool(self.yes), "id": self.id})]
        all_agree = self.yes and not set(table.present) - table.offer.agreed - {seat}
        return [*answers, Draft("undone", {"to": table.offer.to})] if all_agree else answers


# --- coming and going --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Say:
    """Say something to the table."""

    by: Place
    text: str
    id: str = ""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """What was said, in one line."""
        seat = _seated(self.by)
        if _written(table, seat, self.id):
            return []
        text = " ".join(_plain(self.text).split())
        if not 0 < len(text) <= TEXT_LENGTH:
            raise BadText(f"say something of 1 to {TEXT_LENGTH} letters")
        return [Draft("said", {"seat": seat, "text": text, "id": self.id})]


@dataclass(frozen=True)
class Leave:
    """Leave: before the start the seat is free again, after it the substitute plays until one returns."""

    by: Place
    id: str = ""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """That somebody left."""
        seat = _seated(self.by)
        if _written(table, seat, self.id):
            return []
        if table.phase == "finished":
            raise NotNow("the game is over")
        return [] if table.chairs[seat].away else [Draft("left", {"seat": seat, "why": "asked", "id": self.id})]


@dataclass(frozen=True)
class Return:
    """Take back one's seat from the substitute."""

    by: Place
    id: str = ""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """That somebody is back."""
        seat = _seated(self.by)
        if _written(table, seat, self.id):
            return []
        _playing(table)
        if table.chairs[seat].resigned:
            raise NotAllowed("who has resigned does not return")
        return [Draft("returned", {"seat": seat, "id": self.id})] if table.chairs[seat].away else []


@dataclass(frozen=True)
class Resign:
    """Give up for good: the substitute plays the seat to the end."""

    by: Place
    id: str = ""

    def decide(self, table: Table, now: float) -> list[Draft]:
        """That somebody resigned."""
        seat = _seated(self.by)
        if _written(table, seat, self.id):
            return []
        _playing(table)
        return [] if table.chairs[seat].resigned else [Draft("resigned", {"seat": seat, "id": self.id})]


@dataclass(frozen=True)
class Rematch:
    """Go on at another table, which has been set up; the first to ask decides where."""

    by: Place
    table: str

    def decide(self, table: Table, now: float) -> list[Draft]:
        """Where it goes on."""
        if table.phase != "finished":
            raise NotNow("a rematch follows a finished game")
        if self.by.seat is None and not self.by.host:
            raise NotAllowed("only who played here can ask for a rematch")
        return [] if table.rematch else [Draft("rematched", {"table": self.table})]


# --- what several of them need -------------------------------------------------------------------------


def readable_name(name: str) -> str:
    """A name with single blanks and nothing invisible in it."""
    tidy = " ".join(_UNSEEN.sub("", _plain(name)).split())
    if not 0 < len(tidy) <= NAME_LENGTH:
        raise BadName(f"a name has 1 to {NAME_LENGTH} letters")
    return tidy


def _plain(text: str) -> str:
    """Text without control and formatting characters, which could garble what others see."""
    if not isinstance(text, str):
        raise BadText("a text is expected")
    composed = unicodedata.normalize("NFC", text[: 8 * TEXT_LENGTH])
    return "".join(" " if c.isspace() else c for c in composed if c.isspace() or unicodedata.category(c)[0] != "C")


def _seated(by: Place) -> int:
    if by.seat is None:
        raise NotAllowed("only who has a seat at this table can do that")
    return by.seat


def _written(table: Table, seat: int, id: str) -> bool:
    """Whether a message was written down before; without an id nobody knows."""
    return bool(id) and table.recorded(seat, id) is not None


def _there(table: Table, seat: int) -> None:
    if not table.chairs[seat].person:
        raise NotAllowed("a bot plays this seat since you left; return to it first")


def _playing(table: Table) -> None:
    if table.phase != "playing":
        raise NotNow("the game is over" if table.phase == "finished" else "the game has not begun")


def _act(game: Game, table: Table, data: dict[str, Any]) -> list[Draft]:
    """An action, and the end of the game if it is that; the secret is revealed with it."""
    after = game.clone()
    after.apply(data["action"])
    acts = Draft("acted", data)
    if not after.over:
        return [acts]
    end = {"scores": after.scores, "winners": after.winners, "secret": table.sealed.secret}
    return [acts, Draft("finished", end)]
