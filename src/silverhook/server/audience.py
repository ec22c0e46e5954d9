"""The clients connected to one table.

Each message is made once for every combination of seat and language, then sent to all clients who share it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from silverhook.server import serializers
from silverhook.server.messages import ChatLog, FromServer, News, Presence, State
from silverhook.server.outbox import Outbox
from silverhook.server.serializers import Reader
from silverhook.table import Entry, LiveTable, Place, Table

__all__ = ["Audience", "Subscriber"]

_TOLD_AT_ONCE = 20  # plies; clients that missed more get the present state, and older news on request
_CHAPTER = 60  # plies of one part of the story
_CHAT_AT_ONCE = 50
_MOMENT = 0.1  # seconds
_MOVES_PEOPLE = ("seated", "left", "started")  # entries that may change what a token gives


@dataclass(eq=False, slots=True)
class Subscriber:
    """One connection to a table: its token, what that gives, and its outbox."""

    place: Place
    token: str | None
    memory: bool
    language: str
    outbox: Outbox
    at_once: bool = False  # whether it needs no pause between the moves of bots

    @property
    def reader(self) -> Reader:
        """The seat whose view it gets; None for a spectator."""
        return self.place.seat


class Audience:
    """The subscribers of one table in this process."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.subscribers: set[Subscriber] = set()
        self.hinting: set[Reader] = set()  # readers for whom a bot is thinking of a hint
        self._told = live.table.ply  # the last ply that the subscribers were told
        self._news: dict[tuple[Reader, str], list[News]] = {}  # by reader and language
        self._to_all = False  # the next state goes to everybody
        self._to_seats: set[int] = set()  # ... or only to these seats
        self._planned = False
        self._presence_planned = False
        self._end = live.subscribe(self._hear)

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.live.table

    def close(self) -> None:
        """Stop listening to the table."""
        self._end()

    def join(self, subscriber: Subscriber, since: int | None) -> None:
        """Send a new subscriber the present state, and from now on every change."""
        self._tell()
        self.subscribers.add(subscriber)
        self._agree_on_pace()
        subscriber.outbox.answer(serializers.encoded(serializers.welcome(self.table, subscriber.place)))
        for text in self._present(subscriber, since):
            subscriber.outbox.answer(text)
        self._plan_presence()

    def story(self, subscriber: Subscriber, before: int) -> list[News]:
        """The news just before a ply, as many as fit one answer."""
        until = min(before - 1, self.table.ply)
        return serializers.news_since(
            self.table, max(0, until - _CHAPTER), subscriber.reader, subscriber.language, until
        )

    def part(self, subscriber: Subscriber) -> None:
        """Remove a subscriber that has disconnected."""
        self.subscribers.discard(subscriber)
        self._agree_on_pace()
        self._plan_presence()

    def _agree_on_pace(self) -> None:
        """Bots move without a pause if nobody here needs one."""
        self.live.at_once = bool(self.subscribers) and all(one.at_once for one in self.subscribers)

    def whole(self, subscriber: Subscriber) -> list[str]:
        """The whole present state, for a subscriber that missed messages."""
        return self._present(subscriber, None)

    # --- changes of the table ---------------------------------------------------------------

    def _hear(self, live: LiveTable, entry: Entry) -> None:
        """Note an entry of the log. Entries that arrive together are told in one message."""
        if not self.subscribers:
            self._told = self.table.ply
            return
        if entry.kind == "said":
            self._put(serializers.chat(self.table, False, 1), self.subscribers)
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
        """Update the subscribers' places, and disconnect those that may no longer watch."""
        for subscriber in self.subscribers:
            subscriber.place = self.table.place(subscriber.token)
            if not self.table.may_watch(subscriber.place):
                goodbye = serializers.goodbye("protocol", "this table does not allow spectators; take a seat")
                subscriber.outbox.answer(serializers.encoded(goodbye))
                subscriber.outbox.close()

    def _note_news(self, ply: int) -> None:
        readers: dict[str, set[Reader]] = {}
        for subscriber in self.subscribers:
            readers.setdefault(subscriber.language, set()).add(subscriber.reader)
        for language, several in readers.items():
            for reader, item in serializers.news_of(self.table, ply, several, language).items():
                self._news.setdefault((reader, language), []).append(item)

    def _tell(self) -> None:
        """Send the new state to the subscribers it concerns."""
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
        table, now = self.table, self.live.now()
        shared = serializers.encoded_once(serializers.table_state(table, now))
        for (reader, memory, language), readers in alike.items():
            news = self._news.get((reader, language), [])
            self._put(serializers.state(table, reader, shared, now, self._told, news, memory, language), readers)

    # --- messages --------------------------------------------------------------------

    def _present(self, subscriber: Subscriber, since: int | None) -> list[str]:
        """Everything as it is now, for one subscriber."""
        present: list[FromServer] = [self._state(subscriber, since), self._chat(), self._presence()]
        return [serializers.encoded(message) for message in present]

    def _state(self, subscriber: Subscriber, since: int | None) -> State:
        table, now = self.table, self.live.now()
        if since is not None and not 0 <= table.ply - since <= _TOLD_AT_ONCE:
            since = None
        reader, language = subscriber.reader, subscriber.language
        news = [] if since is None else serializers.news_since(table, since, reader, language)
        shared = serializers.table_state(table, now)
        return serializers.state(table, reader, shared, now, since, news, subscriber.memory, language)

    def _chat(self) -> ChatLog:
        return serializers.chat(self.table, True, _CHAT_AT_ONCE)

    def _presence(self) -> Presence:
        seats = {subscriber.reader for subscriber in self.subscribers}
        watching = sum(subscriber.reader is None for subscriber in self.subscribers)
        return serializers.presence(self.table, seats, watching)

    def _plan_presence(self) -> None:
        """Tell everybody shortly who is connected; once if many connect together."""
        if not self._presence_planned and self.subscribers:
            self._presence_planned = True
            asyncio.get_running_loop().call_later(_MOMENT, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_planned = False
        if self.subscribers:
            self._put(self._presence(), self.subscribers)

    @staticmethod
    def _put(message: FromServer, subscribers: Iterable[Subscriber]) -> None:
        """Send a message to several subscribers, encoded once."""
        text = serializers.encoded(message)
        for subscriber in subscribers:
            subscriber.outbox.state(text)
