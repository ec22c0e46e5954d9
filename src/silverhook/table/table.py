"""A table: the fold of its log. `Table.apply` is the only way in which it changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from silverhook.core.errors import RulesetError, SilverhookError
from silverhook.games import rules
from silverhook.records import fairness
from silverhook.table.clocks import Clocks
from silverhook.table.errors import DamagedLog, OtherRules
from silverhook.table.history import History
from silverhook.table.log import PLIES, TIMED, Draft, Entry
from silverhook.table.origin import Origin
from silverhook.table.position import Chair, Said, Sealed, TablePosition
from silverhook.table.secret_questions import SecretQuestions
from silverhook.table.settings import PERSON, TableSettings
from silverhook.table.table_time import TableTime, Timeline
from silverhook.table.undo import Offer, Revelations

__all__ = ["Table"]


class Table(TablePosition):
    """A table that follows its log, entry by entry. Each kind of entry has one method that carries it out."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._offers = 0  # offers to take back so far

    @classmethod
    def fold(cls, id: str, entries: Iterable[Entry]) -> Table:
        """The table of a log."""
        table = cls(id)
        for entry in entries:
            table.apply(entry)
        return table

    def number(self, drafts: Iterable[Draft], now: float, time: TableTime | None = None) -> list[Entry]:
        """Number drafts as the next entries of this log; those that begin a timeline note it."""
        entries, ply, at, digest = [], self.ply, max(now, self.written_at), self.digest
        for n, draft in enumerate(drafts, self.n + 1):
            changes = draft.kind in PLIES
            ply, at = ply + changes, max(at, draft.at)
            data = {**draft.data, "timeline": list(time.timeline(at))} if time and draft.kind in TIMED else draft.data
            if draft.kind == "finished":
                data = {**data, "log": digest.hex()}
            entries.append(Entry.after(digest, self.id, n, draft.kind, data, at, ply if changes else None))
            digest = entries[-1].digest
        return entries

    def apply(self, entry: Entry) -> None:
        """Follow one entry of the log; DamagedLog if it does not fit."""
        run = _FOLDS.get(entry.kind)
        wrong_ply = entry.ply is not None and entry.ply != self.ply + 1
        if run is None or entry.n != self.n + 1 or wrong_ply or (entry.kind in PLIES) != (entry.ply is not None):
            raise DamagedLog(f"table {self.id}: entry {entry.n} ({entry.kind}) does not follow entry {self.n}")
        if not entry.follows(self.digest):
            raise DamagedLog(f"table {self.id}: entry {entry.n} ({entry.kind}) is not as it was written")
        try:
            run(self, entry.data, entry.at)
            self.n, self.written_at, self.ply = entry.n, entry.at, entry.ply or self.ply
            self.digest = entry.digest
            if entry.data.get("id"):
                self.message_ids.note(self.chairs[entry.data["seat"]].token, entry.data["id"], self.ply)
        except OtherRules:
            raise
        except (SilverhookError, LookupError, TypeError, ValueError, AttributeError) as problem:
            raise DamagedLog(f"table {self.id}: entry {entry.n} ({entry.kind}) cannot be applied: {problem}") from None
        if entry.kind != "answered":
            self.at = entry.at

    def _created(self, data: dict[str, Any], at: float) -> None:
        settings = TableSettings.from_json(data["settings"])
        try:
            self.rules = rules(settings.ruleset)
        except RulesetError as problem:
            raise OtherRules(f"table {self.id}: {problem}; only a server of that version can open it") from None
        self.settings, self.created_at = replace(settings, ruleset=self.rules.ruleset), at
        self.sealed, self.commitment = Sealed(data["host"], data["secret"]), data["commitment"]
        self.before = data.get("before")
        self.origin = Origin.from_json(data.get("origin"))
        self.clocks = Clocks(self.settings.clock, len(self.settings.seats))
        self.chairs = [Chair("" if seat == PERSON else seat) for seat in self.settings.seats]
        for seat, (name, token) in data.get("kept", {}).items():
            self.chairs[int(seat)].name, self.chairs[int(seat)].token = name, token

    def _seated(self, data: dict[str, Any], at: float) -> None:
        chair = self.chairs[data["seat"]]
        chair.name, chair.token, chair.nonce = data["name"], data["token"], data["nonce"]

    def _started(self, data: dict[str, Any], at: float) -> None:
        for seat, level in data["bots"].items():
            self.chairs[int(seat)] = Chair(level)
        self.history = History(self.rules, self._seed(), self.origin.actions, self.settings.undo)
        self.revelations = Revelations(self.history)
        self.phase = "playing"
        self.timeline = Timeline.from_json(data.get("timeline"))
        self._ask(at)

    def _seed(self) -> bytes | str:
        """The seed of the deal: given, or made from the shares of the table and of each person."""
        ruleset = self.settings.ruleset
        return self.origin.seed or fairness.seed(self.sealed.secret, self.id, ruleset, self.nonces)

    def _acted(self, data: dict[str, Any], at: float) -> None:
        seat = data["seat"]
        if self.chairs[seat].person:
            self.clocks.charge(seat, self.running(seat, at))
        self.history.act(data["action"], seat, silent=bool(data.get("silent")))
        self._ask(at)

    def _ask(self, at: float) -> None:
        """Start the question that the new position asks."""
        self.since, self.offer = at, None
        self.secret_questions = SecretQuestions(self.game)
        self.revelations.forget(len(self.history.actors))

    def _answered(self, data: dict[str, Any], at: float) -> None:
        self.secret_questions.answers[data["seat"]] = data["action"]

    def _undo_offered(self, data: dict[str, Any], at: float) -> None:
        self._offers += 1
        self.offer = Offer(self._offers, data["seat"], data["to"], {data["seat"]})

    def _undo_answered(self, data: dict[str, Any], at: float) -> None:
        if not data["yes"]:
            self.offer = None
        elif self.offer:
            self.offer.agreed.add(data["seat"])

    def _undone(self, data: dict[str, Any], at: float) -> None:
        self.history.take_back(data["to"])
        self._ask(at)

    def _said(self, data: dict[str, Any], at: float) -> None:
        self.chat.append(Said(data["seat"], data["text"], at))

    def _left(self, data: dict[str, Any], at: float) -> None:
        if self.phase == "open":
            self.chairs[data["seat"]] = Chair()
        else:
            self._go(data["seat"], at)

    def _go(self, seat: int, at: float) -> None:
        self.clocks.abandon(seat, self.running(seat, at))
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
        self.since = at - data.get("ran", 0.0)
        self.driver, self.fence = data.get("server", ""), self.n + 1
        self.timeline = Timeline.from_json(data.get("timeline"))

    def _finished(self, data: dict[str, Any], at: float) -> None:
        self.phase = "finished"
        self.log = data.get("log", "")

    def _rematched(self, data: dict[str, Any], at: float) -> None:
        self.rematch = data["table"]

    def _closed(self, data: dict[str, Any], at: float) -> None:
        self.closed = True

    def _forgotten(self, data: dict[str, Any], at: float) -> None:
        if data["host"]:
            self.sealed = self.sealed._replace(host="")
        if (seat := data["seat"]) is not None:
            chair = self.chairs[seat]
            chair.name, chair.token = data["name"] if chair.nonce else "", ""
            self.chat = deque((line for line in self.chat if line.seat != seat), self.chat.maxlen)


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
    "closed": Table._closed,
    "forgotten": Table._forgotten,
}
