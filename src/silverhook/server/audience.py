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

from silverhook.server import serializers
from silverhook.server.outbox import Outbox
from silverhook.server.serializers import Reader
from silverhook.table import Entry, LiveTable, Place, Table

__all__ = ["Audience", "Subscriber"]

_FAR_BEHIND = 60  # plies; who has missed more is shown the table as it is, and told what happened as they ask for it
_CHAT_AT_ONCE = 50
_MOMENT = 0.1  # seconds
_MOVES_PEOPLE = ("seated", "left", "started")  # entries after which a token may give something else


@dataclass(eq=False, slots=True)
class Subscriber:
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


class Audience:
    """The subscribers of one table, in this process."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.subscribers: set[Subscriber] = set()
        self.hinting: set[Reader] = set()  # for whom a hint is being thought of
        self._told = live.table.ply  # what the subscribers know of
        self._news: dict[tuple[Reader, str], list[dict[str, Any]]] = {}  # by reader and language
        self._to_all = False  # something is to be told to everybody
        self._to_seats: set[int] = set()  # ... or only to these
        self._planned = False
        self._presence_planned = False
        self._end = live.subscribe(self._hear)

    @property
    def table(self) -> Table:
        """Where the table stands."""
        return self.live.table

    def close(self) -> None:
        """Listen to the table no longer."""
        self._end()

    def join(self, subscriber: Subscriber, since: int | None) -> None:
        """Tell a subscriber where the table stands, and from now on all that happens."""
        self._tell()
        self.subscribers.add(subscriber)
        for text in (
            serializers.welcome(self.table, subscriber.place),
            self._state(subscriber, since),
            self._chat(),
            self._presence(),
        ):
            subscriber.outbox.answer(text)
        self._plan_presence()

    def story(self, subscriber: Subscriber, before: int) -> list[dict[str, Any]]:
        """What happened just before a ply, as much as is told at once."""
        until = min(before - 1, self.table.ply)
        return serializers.news_since(
            self.table, max(0, until - _FAR_BEHIND), subscriber.reader, subscriber.language, until
        )

    def part(self, subscriber: Subscriber) -> None:
        """A subscriber has gone."""
        self.subscribers.discard(subscriber)
        self._plan_presence()

    def whole(self, subscriber: Subscriber) -> list[str]:
        """The table as it is, for a subscriber who has not been told all that led to it."""
        return [self._state(subscriber, None), self._chat(), self._presence()]

    # --- what happens at the table ---------------------------------------------------------------

    def _hear(self, live: LiveTable, entry: Entry) -> None:
        """Note one entry of the log; subscribers are told of all that come together, at once."""
        if not self.subscribers:
            self._told = self.table.ply
            return
        if entry.kind == "said":
            self._put(serializers.encoded(serializers.chat(self.table, False, 1)), self.subscribers)
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
        for subscriber in self.subscribers:
            subscriber.place = self.table.place(subscriber.token)
            if not self.table.may_watch(subscriber.place):
                subscriber.outbox.answer(serializers.goodbye("protocol", "nobody watches at this table; take a seat"))
                subscriber.outbox.close()

    def _note_news(self, ply: int) -> None:
        readers: dict[str, set[Reader]] = {}
        for subscriber in self.subscribers:
            readers.setdefault(subscriber.language, set()).add(subscriber.reader)
        for language, several in readers.items():
            for reader, item in serializers.news_of(self.table, ply, several, language).items():
                self._news.setdefault((reader, language), []).append(item)

    def _tell(self) -> None:
        """Send the table's state to whom it concerns, made once for all of the same eyes and language."""
        self._planned = False
        if self._to_all or self._to_seats:
            subscribers = (
                self.subscribers if self._to_all else [one for one in self.subscribers if one.reader in self._to_seats]
            )
            self._send_states(subscribers)
        self._to_all, self._to_seats, self._news, self._told = False, set(), {}, self.table.ply

    def _send_states(self, subscribers: Iterable[Subscriber]) -> None:
        alike: dict[tuple[Reader, bool, str], list[Subscriber]] = {}
        for subscriber in subscribers:
            alike.setdefault((subscriber.reader, subscriber.memory, subscriber.language), []).append(subscriber)
        table, now = self.table, time.time()
        shared = _shared(table, now)
        for (reader, memory, language), readers in alike.items():
            news = self._news.get((reader, language), [])
            state = serializers.state(table, reader, shared, now, self._told, news, memory, language)
            self._put(serializers.encoded(state), readers)

    # --- what a subscriber is told --------------------------------------------------------------------

    def _state(self, subscriber: Subscriber, since: int | None) -> str:
        table, now = self.table, time.time()
        if since is not None and not 0 <= table.ply - since <= _FAR_BEHIND:
            since = None
        reader, language = subscriber.reader, subscriber.language
        news = [] if since is None else serializers.news_since(table, since, reader, language)
        return serializers.encoded(
            serializers.state(table, reader, _shared(table, now), now, since, news, subscriber.memory, language)
        )

    def _chat(self) -> str:
        return serializers.encoded(serializers.chat(self.table, True, _CHAT_AT_ONCE))

    def _presence(self) -> str:
        seats = {subscriber.reader for subscriber in self.subscribers}
        watching = sum(subscriber.reader is None for subscriber in self.subscribers)
        return serializers.encoded(serializers.presence(self.table, seats, watching))

    def _plan_presence(self) -> None:
        """Tell everybody in a moment who is connected: when many come at once, once."""
        if not self._presence_planned and self.subscribers:
            self._presence_planned = True
            asyncio.get_running_loop().call_later(_MOMENT, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_planned = False
        if self.subscribers:
            self._put(self._presence(), self.subscribers)

    @staticmethod
    def _put(text: str, subscribers: Iterable[Subscriber]) -> None:
        for subscriber in subscribers:
            subscriber.outbox.state(text)


def _shared(table: Table, now: float) -> orjson.Fragment:
    """What all see alike, encoded once."""
    return orjson.Fragment(orjson.dumps(serializers.table_state(table, now)))
