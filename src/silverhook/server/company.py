"""Everybody who is connected to one table.

What happens is put into words once for each seat and language, then handed to all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from silverhook.server import sights
from silverhook.server.outbox import Outbox
from silverhook.server.sights import Reader
from silverhook.table import Desk, Entry, Place, Table

__all__ = ["Company", "Guest"]

_FAR_BEHIND = 60  # plies; who has missed more is shown the table as it is, and told what happened as they ask for it
_CHAT_AT_ONCE = 50
_MOMENT = 0.1  # seconds
_MOVES_PEOPLE = ("seated", "left", "started")  # entries after which a token may give something else


@dataclass(eq=False, slots=True)
class Guest:
    """One connection: its token and what that gives, and what waits to be sent to it."""

    place: Place
    token: str | None
    memory: bool
    language: str
    outbox: Outbox

    @property
    def reader(self) -> Reader:
        """For whose eyes its messages are."""
        return self.place.seat


class Company:
    """The guests of one table, in this process."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.guests: set[Guest] = set()
        self.hinting: set[Reader] = set()  # for whom a hint is being thought of
        self._told = desk.table.ply  # what the guests know of
        self._news: dict[tuple[Reader, str], list[dict[str, Any]]] = {}  # by reader and language
        self._to_all = False  # something is to be told to everybody
        self._to_seats: set[int] = set()  # ... or only to these
        self._planned = False
        self._presence_planned = False
        self._end = desk.subscribe(self._hear)

    @property
    def table(self) -> Table:
        """Where the table stands."""
        return self.desk.table

    def close(self) -> None:
        """Listen to the table no longer."""
        self._end()

    def join(self, guest: Guest, since: int | None) -> None:
        """Tell a guest where the table stands, and from now on all that happens."""
        self._tell()
        self.guests.add(guest)
        for text in (
            sights.welcome(self.table, guest.place),
            self._state(guest, since),
            self._chat(),
            self._presence(),
        ):
            guest.outbox.answer(text)
        self._plan_presence()

    def story(self, guest: Guest, before: int) -> list[dict[str, Any]]:
        """What happened just before a ply, as much as is told at once."""
        until = min(before - 1, self.table.ply)
        return sights.news_since(self.table, max(0, until - _FAR_BEHIND), guest.reader, guest.language, until)

    def part(self, guest: Guest) -> None:
        """A guest has gone."""
        self.guests.discard(guest)
        self._plan_presence()

    def whole(self, guest: Guest) -> list[str]:
        """The table as it is, for a guest who has not been told all that led to it."""
        return [self._state(guest, None), self._chat(), self._presence()]

    # --- what happens at the table ---------------------------------------------------------------

    def _hear(self, desk: Desk, entry: Entry) -> None:
        """Note one entry of the log; guests are told of all that come together, at once."""
        if not self.guests:
            self._told = self.table.ply
            return
        if entry.kind == "said":
            self._put(sights.encoded(sights.chat(self.table, False, 1)), self.guests)
        elif entry.kind == "answered":
            self._to_seats.add(entry.data["seat"])
        else:
            self._to_all = True
        if entry.ply is not None:
            self._note_news(entry.ply)
        if entry.kind in _MOVES_PEOPLE:
            self._place_anew()
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _place_anew(self) -> None:
        """Who has left a seat sees it no longer; who may not watch either goes."""
        for guest in self.guests:
            guest.place = self.table.place(guest.token)
            if not self.table.may_watch(guest.place):
                guest.outbox.answer(sights.goodbye("protocol", "nobody watches at this table; take a seat"))
                guest.outbox.close()

    def _note_news(self, ply: int) -> None:
        readers: dict[str, set[Reader]] = {}
        for guest in self.guests:
            readers.setdefault(guest.language, set()).add(guest.reader)
        for language, several in readers.items():
            for reader, item in sights.news_of(self.table, ply, several, language).items():
                self._news.setdefault((reader, language), []).append(item)

    def _tell(self) -> None:
        """Send the table's state to whom it concerns, made once for all of the same eyes and language."""
        self._planned = False
        if self._to_all or self._to_seats:
            guests = self.guests if self._to_all else [one for one in self.guests if one.reader in self._to_seats]
            self._send_states(guests)
        self._to_all, self._to_seats, self._news, self._told = False, set(), {}, self.table.ply

    def _send_states(self, guests: Iterable[Guest]) -> None:
        alike: dict[tuple[Reader, bool, str], list[Guest]] = {}
        for guest in guests:
            alike.setdefault((guest.reader, guest.memory, guest.language), []).append(guest)
        table, now = self.table, time.time()
        shared = _shared(table, now)
        for (reader, memory, language), readers in alike.items():
            news = self._news.get((reader, language), [])
            state = sights.state(table, reader, shared, now, self._told, news, memory, language)
            self._put(sights.encoded(state), readers)

    # --- what a guest is told --------------------------------------------------------------------

    def _state(self, guest: Guest, since: int | None) -> str:
        table, now = self.table, time.time()
        if since is not None and not 0 <= table.ply - since <= _FAR_BEHIND:
            since = None
        reader, language = guest.reader, guest.language
        news = [] if since is None else sights.news_since(table, since, reader, language)
        return sights.encoded(
            sights.state(table, reader, _shared(table, now), now, since, news, guest.memory, language)
        )

    def _chat(self) -> str:
        return sights.encoded(sights.chat(self.table, True, _CHAT_AT_ONCE))

    def _presence(self) -> str:
        seats = {guest.reader for guest in self.guests}
        watching = sum(guest.reader is None for guest in self.guests)
        return sights.encoded(sights.presence(self.table, seats, watching))

    def _plan_presence(self) -> None:
        """Tell everybody in a moment who is connected: when many come at once, once."""
        if not self._presence_planned and self.guests:
            self._presence_planned = True
            asyncio.get_running_loop().call_later(_MOMENT, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_planned = False
        if self.guests:
            self._put(self._presence(), self.guests)

    @staticmethod
    def _put(text: str, guests: Iterable[Guest]) -> None:
        for guest in guests:
            guest.outbox.state(text)


def _shared(table: Table, now: float) -> orjson.Fragment:
    """What all see alike, encoded once."""
    return orjson.Fragment(orjson.dumps(sights.table_state(table, now)))
