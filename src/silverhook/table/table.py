"""A table: the fold of its log. `apply` is the only way in which it changes."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import Any, Literal, NamedTuple

from silverhook import bots, records
from silverhook.core.errors import RulesetError, SilverhookError
from silverhook.core.game import Game
from silverhook.core.review import plays
from silverhook.core.ruleset import Ruleset
from silverhook.core.undo import reveals
from silverhook.core.view import View
from silverhook.core.words import ENGLISH
from silverhook.games import rules
from silverhook.records import fairness
from silverhook.table.errors import DamagedLog, NoSuchStep, NotNow, OtherRules, SettingsError
from silverhook.table.log import PLIES, Draft, Entry
from silverhook.table.origin import FAIR, Origin
from silverhook.table.settings import PERSON, TableSettings, TimeControl
from silverhook.table.tokens import hashed

__all__ = ["Chair", "Offer", "Phase", "Place", "Said", "Table"]

Phase = Literal["open", "playing", "finished"]
NOBODY = -1  # nobody at this table took an action: it was taken before
_CHAT = 200  # how much of what was said is kept at hand
_IDS = 32  # how many messages' ids are remembered of each person: repeats come soon or never
_GLANCE = 2  # other deals that are tried at a glance; they miss one action in a thousand


class Place(NamedTuple):
    """What a token gives at a table: a seat, the host's rights, both or neither (a spectator)."""

    seat: int | None = None
    host: bool = False


@dataclass(slots=True)
class Chair:
    """One seat at the table and who sits there."""

    bot: str = ""  # the level of the bot that it is for; "" for a person
    name: str = ""
    token: str = ""  # the hash of its holder's token
    nonce: str = ""
    away: bool = False  # left: the substitute plays until they return
    resigned: bool = False  # left for good
    bank: float = 0

    @property
    def taken(self) -> bool:
        """Whether somebody sits here, person or bot."""
        return bool(self.bot or self.nonce)

    @property
    def person(self) -> bool:
        """Whether a person sits here and plays."""
        return bool(self.nonce) and not self.away


@dataclass(slots=True)
class Offer:
    """An offer to take back: which one, by whom, how many actions would stay, and who has agreed."""

    number: int
    seat: int
    to: int
    agreed: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Said:
    """Something said at the table."""

    seat: int
    text: str
    at: float


class Table:
    """Where a table stands. What is public of it may be told to anybody, except `game` and what begins with _."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.n = 0  # entries so far; never told to clients, since answers held back count too
        self.ply = 0  # changes of the game so far
        self.at = 0.0  # when something happened that everybody may know of
        self.created_at = 0.0
        self.phase: Phase = "open"
        self.settings: TableSettings
        self.chairs: list[Chair] = []
        self.commitment = ""  # of the secret; none where the deal was not made here
        self.origin = FAIR
        self.before: str | None = None  # the table that this one is the rematch of
        self.rematch: str | None = None  # the table where it goes on
        self.chat: deque[Said] = deque(maxlen=_CHAT)
        self.offer: Offer | None = None
        self.since = 0.0  # when the present question was put
        self.actors: list[int | None] = []  # who took each of the game's actions; None: whose silence it was
        self._game: Game | None = None
        self._secret = ""
        self._host = ""
        self._last = 0.0  # when the last entry was written
        self._deeds: list[int] = []  # for each ply an action, or -1 - to where it was undone
        self._answers: dict[int, int] = {}  # held back
        self._ids: dict[str, OrderedDict[str, int]] = {}  # by token: the ids of its messages, and the ply after each
        self._questions: dict[int, Game] | None = None  # of this ply
        self._offers = 0  # offers to take back so far
        self._before: Game | None = None  # the game before its last action
        self._glanced = 0  # how many actions were looked at for what they brought to light
        self._standing = 0
        self._stand: dict[int, bool] = {}  # by its number: whether an action stands, of this ply

    @classmethod
    def fold(cls, id: str, entries: Iterable[Entry]) -> Table:
        """The table of a log."""
        table = cls(id)
        for entry in entries:
            table.apply(entry)
        return table

    # --- what there is to see -------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game itself, with everything hidden in it: tell people only of its views."""
        if self._game is None:
            raise NotNow("the game has not begun")
        return self._game

    @property
    def names(self) -> list[str]:
        """What the seats are called, no two alike: people by their names, bots of one name with numbers."""
        names = [chair.name for chair in self.chairs]
        for seat, chair in enumerate(self.chairs):
            if chair.bot:
                called = bots.LEVELS[chair.bot].name if chair.bot in bots.LEVELS else chair.bot
                names[seat] = _numbered(called, names)
        return names

    @property
    def secret(self) -> str | None:
        """The table's share of the deal, once the game is over."""
        return self._secret or None if self.phase == "finished" else None

    @property
    def turn(self) -> int | None:
        """The seat that decides, as far as everybody may know; None where nobody does, or in secret."""
        return None if self.phase != "playing" or self.in_secret else self.game.to_act

    @property
    def in_secret(self) -> bool:
        """Whether somebody is asked in secret now: all that others know is that the table pauses."""
        return bool(self.questions)

    @property
    def questions(self) -> dict[int, Game]:
        """The secret questions of this moment, put to all at once: the position that each seat answers in."""
        if self._questions is None:
            self._questions = _asked_in_secret(self._game) if self.phase == "playing" and self._game else {}
        return self._questions

    @property
    def present(self) -> list[int]:
        """The seats where people are playing."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    def asks(self, seat: int | None) -> Game | None:
        """The position in which this seat has a choice to make now; None where it has none."""
        if seat is None or self.phase != "playing":
            return None
        game = self.questions.get(seat) if self.in_secret else self.game
        return game if game is not None and game.to_act == seat and len(game.legal_actions()) > 1 else None

    def answer(self, seat: int) -> int | None:
        """What this seat has answered to a secret question; for its own eyes."""
        return self._answers.get(seat)

    def view(self, seat: int | None, language: str = ENGLISH) -> View:
        """What a seat (None: a spectator) may see of the game; what is said in words, in a language."""
        asked = self.asks(seat)
        game = asked or self.game
        return game.view(seat, language, asked=asked is not None or not self.in_secret)

    def remaining(self, seat: int, now: float) -> float | None:
        """The seconds that a seat has left; None where no clock is kept for it."""
        clock, chair = self.settings.clock, self.chairs[seat]
        if clock.kind == "none" or not chair.person or self.phase == "finished":
            return None
        running = now - self.since if self.turn == seat else 0.0
        if clock.kind == "move":
            return max(0.0, clock.seconds - running)
        return max(0.0, chair.bank + (clock.increment if self.turn == seat else 0) - running)

    @property
    def deadline(self) -> float | None:
        """When the time of the person who decides is up, or the pause of a secret question; None: never."""
        if self.phase != "playing":
            return None
        if self.in_secret:
            return self.since + (self.settings.pause if self._waited_for else 0)
        left = self.remaining(self.turn, self.since) if self.turn is not None else None
        return None if left is None else self.since + left

    @property
    def _waited_for(self) -> bool:
        """Whether the table pauses for somebody who is asked in secret, or may be.

        Where that is the only person and nobody can watch, time tells nobody anything: who has nothing to answer, or
        has answered, is not waited for.
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
        """Whether a place lets one see how the game goes; where nobody watches, a host without a seat does not."""
        return place.seat is not None or self.settings.spectators or (place.host and self.phase != "playing")

    @property
    def awake(self) -> bool:
        """Whether the table itself has something to do: a bot to move, a clock that runs, a pause to end.

        Where everybody has left for a while, the bots wait for them.
        """
        if self.phase != "playing" or self.deserted:
            return False
        return self.in_secret or self.deadline is not None or self.bot_to_act is not None

    @property
    def bot_to_act(self) -> int | None:
        """The seat that a bot decides for now, not in secret; None where a person does."""
        return None if self.turn is None or self.chairs[self.turn].person else self.turn

    @property
    def deserted(self) -> bool:
        """Whether everybody has left, and somebody may return."""
        return not self.present and any(chair.nonce and not chair.resigned for chair in self.chairs)

    def level(self, seat: int) -> str:
        """The bot that plays this seat now; "" where a person does."""
        chair = self.chairs[seat]
        return "" if chair.person else chair.bot or self.settings.substitute

    def place(self, token: str | None) -> Place:
        """What a token gives here."""
        if not token:
            return Place()
        hash = hashed(token)
        return Place(next((i for i, c in enumerate(self.chairs) if c.token == hash), None), hash == self._host)

    def recorded(self, seat: int, id: str) -> int | None:
        """The ply at which a message of this id was written down; None if it was not."""
        ids = self._ids.get(self.chairs[seat].token)
        return ids.get(id) if ids else None

    def last_action(self, seat: int) -> int | None:
        """The number of the last action that a seat took itself; None if it took none."""
        return next((n for n in range(len(self.actors) - 1, -1, -1) if self.actors[n] == seat), None)

    @property
    def standing(self) -> int:
        """How many of the game's actions stand for good, since the last of them brought something hidden to light.

        That is found by a glance at each action once, as far back as somebody's last one.
        """
        if self._glanced < len(self.actors):
            last = [n for seat in self.present if (n := self.last_action(seat)) is not None]
            if self._glanced < (oldest := min(last, default=len(self.actors))):
                self._glanced = self._standing = oldest
            before, self._before = self._before, None
            game = before.clone() if before and before.ply == self._glanced else self.at_action(self._glanced)
            for n, action in enumerate(self.game.actions[self._glanced :], self._glanced + 1):
                if reveals(game, action, _GLANCE):
                    self._standing = n
                game.apply(action)
            self._glanced = len(self.actors)
        return self._standing

    def stands(self, n: int) -> bool:
        """Whether the action of a number stands for good, by a close look; each is looked at once until one is done."""
        if n not in self._stand:
            self._stand[n] = self._revealed_since(n)
        return self._stand[n]

    def _revealed_since(self, n: int) -> bool:
        game = self.at_action(n)
        for action in self.game.actions[n:]:
            if reveals(game, action):
                return True
            game.apply(action)
        return False

    def retell(self, since: int, last: int | None = None) -> Iterator[tuple[int, Game]]:
        """The game after each change since a ply, up to another or up to now, for its news; an undo has none."""
        if since >= (self.ply if last is None else last):
            return
        game = _begun(self)
        game.listen()
        for ply, deed in enumerate(self._deeds[:last], 1):
            if deed < 0:
                game = _replayed(self, game.actions[: -1 - deed])
                game.listen()
            else:
                game.apply(deed)
            if ply > since:
                yield ply, game

    def undone_at(self, ply: int) -> bool:
        """Whether this ply took actions back."""
        return self._deeds[ply - 1] < 0

    def at_action(self, n: int) -> Game:
        """The game after its first n actions."""
        return _replayed(self, self.game.actions[:n])

    def record(self) -> str:
        """The record of a finished game, with all that proves it fair."""
        if self.phase != "finished":
            raise NotNow("the record of a table is written when the game is over: before that it would show the cards")
        names, origin = tuple(self.names), self.origin.words
        given = records.Proof(self.id, names=names, origin=origin)
        proof = given if origin else records.Proof(self.id, self._secret, self.commitment, self._nonces(), names)
        return records.write_fair(self.game, proof)

    def replay(self) -> Iterator[Game]:
        """The finished game once more: as it was dealt, then after each action."""
        if self.phase != "finished":
            raise NotNow("a game is replayed when it is over: before that it would show the cards")
        return plays(self.game)

    def continued(self, step: int, seat: int, level: str) -> tuple[TableSettings, Origin]:
        """How a table is set up that goes on from a step of this one's finished game, one seat against bots."""
        if self.phase != "finished":
            raise NotNow("a game can be continued from any of its steps when it is over")
        seats, steps = len(self.chairs), len(self.game.actions)
        if not 0 <= seat < seats:
            raise SettingsError(f"there is no seat {seat}; seats are 0 to {seats - 1}")
        if not 0 <= step < steps:
            raise NoSuchStep(f"nothing can be continued from step {step}; steps are 0 to {steps - 1}")
        kinds = tuple(PERSON if other == seat else level for other in range(seats))
        settings = replace(self.settings, seats=kinds, substitute=level, clock=TimeControl(), undo=True, hints=True)
        assert self.game.seed is not None  # tables deal their games
        seed, actions = self.game.seed.hex(), tuple(self.game.actions[:step])
        return settings.checked(), Origin("continued", seed, self.id, actions)

    def _nonces(self) -> dict[int, str]:
        return {seat: chair.nonce for seat, chair in enumerate(self.chairs) if chair.nonce}

    # --- the fold ---------------------------------------------------------------------------------

    def number(self, drafts: Iterable[Draft], now: float) -> list[Entry]:
        """Drafts as the next entries of this log."""
        entries, ply, at = [], self.ply, max(now, self._last)
        for n, draft in enumerate(drafts, self.n + 1):
            changes = draft.kind in PLIES
            ply += changes
            entries.append(Entry(self.id, n, draft.kind, draft.data, at, ply if changes else None))
        return entries

    def apply(self, entry: Entry) -> None:
        """Follow one entry of the log; DamagedLog where it does not fit."""
        run = _FOLDS.get(entry.kind)
        wrong_ply = entry.ply is not None and entry.ply != self.ply + 1
        if run is None or entry.n != self.n + 1 or wrong_ply or (entry.kind in PLIES) != (entry.ply is not None):
            raise DamagedLog(f"table {self.id}: entry {entry.n} ({entry.kind}) does not follow entry {self.n}")
        try:
            run(self, entry.data, entry.at)
            self.n, self._last, self.ply = entry.n, entry.at, entry.ply or self.ply
            if entry.data.get("id"):
                self._remember(entry)
        except OtherRules:
            raise
        except (SilverhookError, LookupError, TypeError, ValueError, AttributeError) as problem:
            raise DamagedLog(f"table {self.id}: entry {entry.n} ({entry.kind}) cannot be followed: {problem}") from None
        if entry.kind != "answered":
            self.at = entry.at
        self._questions = None

    def _created(self, data: dict[str, Any], at: float) -> None:
        settings = TableSettings.from_json(data["settings"])
        try:
            rules(settings.ruleset)
        except RulesetError as problem:
            raise OtherRules(
                f"table {self.id}: {problem}; open it with the Silverhook that it was played with"
            ) from None
        self.settings, self.created_at = replace(settings, ruleset=_shared(settings.ruleset)), at
        self._host, self._secret, self.commitment = data["host"], data["secret"], data["commitment"]
        self.before = data.get("before")
        self.origin = Origin.from_json(data.get("origin"))
        bank = self.settings.clock.seconds
        self.chairs = [Chair("" if seat == PERSON else seat, bank=bank) for seat in self.settings.seats]
        for seat, (name, token) in data.get("kept", {}).items():
            self.chairs[int(seat)].name, self.chairs[int(seat)].token = name, token

    def _seated(self, data: dict[str, Any], at: float) -> None:
        chair = self.chairs[data["seat"]]
        chair.name, chair.token, chair.nonce = data["name"], data["token"], data["nonce"]

    def _started(self, data: dict[str, Any], at: float) -> None:
        for seat, level in data["bots"].items():
            bank = self.chairs[int(seat)].bank
            self.chairs[int(seat)] = Chair(level, bank=bank)
        self._game = _begun(self)
        self._game.listen()
        self.actors = [NOBODY] * len(self.origin.actions)
        self.phase, self.since = "playing", at

    def _acted(self, data: dict[str, Any], at: float) -> None:
        seat, chair = data["seat"], self.chairs[data["seat"]]
        if self.settings.clock.kind == "bank" and chair.person:
            chair.bank = self.remaining(seat, at) or 0.0
        self._before = self.game.clone() if self.settings.undo else None
        self.game.apply(data["action"], seat)
        self.actors.append(None if data.get("silent") else seat)
        self._deeds.append(data["action"])
        self._ask_anew(at)

    def _answered(self, data: dict[str, Any], at: float) -> None:
        self._answers[data["seat"]] = data["action"]

    def _remember(self, entry: Entry) -> None:
        """Note the message that an entry was written for, so that its repeat is known."""
        ids = self._ids.setdefault(self.chairs[entry.data["seat"]].token, OrderedDict())
        ids[entry.data["id"]] = self.ply
        if len(ids) > _IDS:
            ids.popitem(last=False)

    def _ask_anew(self, at: float) -> None:
        self.since, self.offer, self._answers, self._stand = at, None, {}, {}

    def _undo_offered(self, data: dict[str, Any], at: float) -> None:
        self._offers += 1
        self.offer = Offer(self._offers, data["seat"], data["to"], {data["seat"]})

    def _undo_answered(self, data: dict[str, Any], at: float) -> None:
        if not data["yes"]:
            self.offer = None
        elif self.offer:
            self.offer.agreed.add(data["seat"])

    def _undone(self, data: dict[str, Any], at: float) -> None:
        self._game = self.at_action(data["to"])
        self._game.listen()
        del self.actors[data["to"] :]
        self._glanced, self._before = min(self._glanced, data["to"]), None
        self._deeds.append(-1 - data["to"])
        self._ask_anew(at)

    def _said(self, data: dict[str, Any], at: float) -> None:
        self.chat.append(Said(data["seat"], data["text"], at))

    def _left(self, data: dict[str, Any], at: float) -> None:
        if self.phase == "open":
            self.chairs[data["seat"]] = Chair(bank=self.chairs[data["seat"]].bank)
        else:
            self._go(data["seat"], at)

    def _go(self, seat: int, at: float) -> None:
        if self.turn == seat and self.settings.clock.kind == "bank":  # the increment is for who decides, not for going
            self.chairs[seat].bank = max(0.0, (self.remaining(seat, at) or 0.0) - self.settings.clock.increment)
        self.chairs[seat].away = True
        self.offer = None

    def _returned(self, data: dict[str, Any], at: float) -> None:
        self.chairs[data["seat"]].away = False
        if self.turn == data["seat"]:
            self.since = at

    def _resigned(self, data: dict[str, Any], at: float) -> None:
        self._go(data["seat"], at)
        self.chairs[data["seat"]].resigned = True

    def _resumed(self, data: dict[str, Any], at: float) -> None:
        self.since = at

    def _finished(self, data: dict[str, Any], at: float) -> None:
        self.phase = "finished"

    def _rematched(self, data: dict[str, Any], at: float) -> None:
        self.rematch = data["table"]


_FOLDS: dict[str, Callable[[Table, dict[str, Any], float], None]] = {
    "created": Table._created,
    "seated": Table._seated,
    "started": Table._started,
    "acted": Table._acted,
    "answered": Table._answered,
    "undo_offered": Table._undo_offered,
    "undo_answered": Table._undo_answered,
    "undone": Table._undone,
    "said": Table._said,
    "left": Table._left,
    "returned": Table._returned,
    "resigned": Table._resigned,
    "resumed": Table._resumed,
    "finished": Table._finished,
    "rematched": Table._rematched,
}


@lru_cache(maxsize=64)
def _shared(ruleset: Ruleset) -> Ruleset:
    """One ruleset for all tables that play by it, since it may hold the text of all cards."""
    return ruleset


def _numbered(name: str, others: list[str]) -> str:
    """A name that nobody else has: with a number where it is taken."""
    if name not in others:
        return name
    return next(numbered for n in count(2) if (numbered := f"{name} ({n})") not in others)


def _deal(table: Table) -> Game:
    """The game of a table as it was dealt."""
    ruleset, given = table.settings.ruleset, table.origin.seed
    return Game(rules(ruleset), given or fairness.seed(table._secret, table.id, ruleset, table._nonces()))


def _begun(table: Table) -> Game:
    """The game of a table as it was when the table started."""
    return _replayed(table, table.origin.actions)


def _replayed(table: Table, actions: Iterable[int]) -> Game:
    game = _deal(table)
    for action in actions:
        game.apply(action)
    return game


def _secret(game: Game) -> bool:
    """Whether the game asks somebody without saying whom."""
    decision = game.decision()
    return decision is not None and decision.seat is None


def _asked_in_secret(game: Game) -> dict[int, Game]:
    """Who is asked in secret now, and after each that declines; in the order in which the game asks."""
    questions: dict[int, Game] = {}
    while _secret(game) and (seat := game.to_act) is not None and seat not in questions:
        questions[seat] = game
        game = game.clone()
        game.apply(game.rules.visibility.silent_answer(game))
    return questions
