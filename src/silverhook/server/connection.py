"""A WebSocket connection of a player or a spectator: reads messages, carries them out, answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import ValidationError
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from silverhook.core.errors import SilverhookError
from silverhook.core.event_log import log_event
from silverhook.server import messages, serializers
from silverhook.server.audience import Audience, Subscriber
from silverhook.server.bounded_protocols import WRITE
from silverhook.server.errors import AccessNeeded, TooMany, code_of, malformed, status_of
from silverhook.server.messages import PROTOCOL, FromServer, GoodbyeReason, from_client
from silverhook.server.outbox import Outbox
from silverhook.server.security import client_address
from silverhook.table import Command, Entry, LiveTable, Place, commands
from silverhook.table.errors import Late, NotAllowed
from silverhook.table.operator_feed import Notices

if TYPE_CHECKING:
    from silverhook.server.server_state import ServerState

__all__ = ["Connection", "serve_connection"]

_PATIENCE = 20  # faults (malformed or too many messages) before a client is disconnected
_POLICY, _RESTART, _TRY_LATER = 1008, 1012, 1013  # WebSocket close codes

_COMMANDS: dict[type[messages.FromClient], Callable[[Place, Any], Command]] = {
    messages.ActMessage: lambda by, said: commands.Act(by, said.action, said.ply, said.id),
    messages.ChatMessage: lambda by, said: commands.Say(by, said.text, said.id),
    messages.OfferUndoMessage: lambda by, said: commands.OfferUndo(by, said.id),
    messages.AnswerUndoMessage: lambda by, said: commands.AnswerUndo(by, said.accept, said.offer, said.id),
    messages.LeaveMessage: lambda by, said: commands.Leave(by, said.id),
    messages.ReturnMessage: lambda by, said: commands.Return(by, said.id),
    messages.ResignMessage: lambda by, said: commands.Resign(by, said.id),
}


async def serve_connection(socket: WebSocket) -> None:
    """Serve one WebSocket from its handshake to its end."""
    server: ServerState = socket.app.state.server
    address = client_address(socket.scope)
    connection = Connection(server, socket, address)
    if not server.may_connect(address) or not server.slots.take(address, connection, connection.say_busy):
        server.metrics.refused.labels("too_many").inc()
        await socket.close(_TRY_LATER)  # before accept, so the client gets an HTTP 403
        return
    try:
        if refusal := await _elsewhere(server, socket.path_params["table"]):
            server.metrics.refused.labels(code_of(refusal)).inc()
            problem = {"code": code_of(refusal), "message": str(refusal)}
            await socket.send_denial_response(JSONResponse(problem, 503, {"Retry-After": "1"}))
            return
        await socket.accept()
        with server.metrics.connections.track_inprogress():
            await connection.run()
    finally:
        server.slots.free(address, connection)
        server.collections.ended(len(server.connections))


async def _elsewhere(server: ServerState, table: str) -> SilverhookError | None:
    """Why a client should try another server, which may have the rules of this table or reach the database.

    A proxy in front does so by itself, because nothing was accepted yet. Other refusals follow the hello.
    """
    try:
        await server.registry.live_table(table)
    except SilverhookError as problem:
        return problem if status_of(problem) == 503 else None
    return None


class _Gone(Exception):
    """The client has disconnected."""


class _Over(Exception):
    """The server ends the connection and says why."""

    def __init__(self, code: int, reason: GoodbyeReason, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.retry_after = retry_after


class Connection:
    """A client on a WebSocket: hello, then messages until one side closes."""

    def __init__(self, server: ServerState, socket: WebSocket, address: str) -> None:
        limits = server.settings.limits
        self._server = server
        self._socket = socket
        self._address = address
        self._patience = _PATIENCE
        write = socket.scope.get("extensions", {}).get(WRITE, lambda text: False)
        self._outbox = Outbox(self._send, self._catch_up, limits.outbox_messages, limits.stalled_seconds, write)
        self._code = 1000
        self._slow = False
        self._audience: Audience
        self._subscriber: Subscriber | None = None
        self._hint: asyncio.Task[None] | None = None
        self._main: asyncio.Task[Any] | None = None
        self.sending: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the client until one side closes."""
        self._main = asyncio.current_task()
        self.sending = asyncio.create_task(self._deliver())
        self._server.connections.add(self)
        try:
            await self._handle_messages()
        except (_Gone, WebSocketDisconnect):
            pass
        except _Over as over:
            self.say_goodbye(over)
            await asyncio.wait([self.sending], timeout=self._server.settings.limits.silence_seconds)
        except asyncio.CancelledError:
            if not self._slow:
                raise
        finally:
            self._disconnect()

    def say_goodbye(self, over: _Over) -> None:
        """Send a goodbye with its reason, then close the connection."""
        self._code = over.code
        self._answer(serializers.goodbye(over.reason, str(over), over.retry_after))
        self._outbox.close()

    def say_restart(self) -> None:
        """Say that the server is stopping and that the client can reconnect."""
        self.say_goodbye(_Over(_RESTART, "restart", "the server is restarting; reconnect in a moment", 1.0))

    def say_lost(self) -> None:
        """Say that the server has lost its database, so that it cannot know any more how the table stands."""
        self.say_goodbye(_Over(_TRY_LATER, "restart", "the server has lost its database; reconnect in a moment", 0.5))

    def say_changed(self) -> None:
        """Say that the operator has changed the table, so that the client reads it again."""
        self.say_goodbye(_Over(_RESTART, "changed", "the operator has changed this table; reconnect", 0.1))

    def say_notice(self) -> None:
        """Pass on what the operator tells everybody, to a client that has joined."""
        if self._subscriber:
            self._answer(serializers.notice(self._server.registry.operator.notices))

    def sits_at(self, live: LiveTable) -> bool:
        """Whether this client has joined this table."""
        return self._subscriber is not None and self._audience.live is live

    def say_busy(self) -> None:
        """Say that another client gets the place of this connection."""
        self.say_goodbye(_Over(_TRY_LATER, "limit", "too many connections; try again later"))

    def _disconnect(self) -> None:
        self._server.connections.discard(self)
        if self._subscriber:
            self._audience.part(self._subscriber)
            self._server.release(self._audience)
        for task in (self.sending, self._hint):
            if task:
                task.cancel()
        self._server.metrics.sent.inc(self._outbox.sent)
        self._server.metrics.skipped.inc(self._outbox.skipped)

    # --- to the client ---------------------------------------------------------------------------

    async def _send(self, text: str) -> None:
        await self._socket.send({"type": "websocket.send", "text": text})

    async def _deliver(self) -> None:
        """Send what is in the outbox, then close the connection."""
        try:
            await self._outbox.run()
            if self._outbox.overflowed:
                self._drop("overflow")
            await self._socket.close(_TRY_LATER if self._outbox.overflowed else self._code)
        except TimeoutError:
            self._slow = True
            self._drop("slow")
            if self._main:
                self._main.cancel()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the client is gone; the receiving side notices too

    def _drop(self, reason: str) -> None:
        self._server.metrics.dropped.labels(reason).inc()
        log_event("dropped", reason=reason, skipped=self._outbox.skipped)

    def _catch_up(self) -> list[str]:
        return self._audience.whole(self._subscriber) if self._subscriber else []

    def _answer(self, message: FromServer) -> None:
        self._outbox.answer(serializers.encoded(message))

    def _refuse(self, id: str | None, code: str, message: str, ply: int | None = None) -> None:
        self._server.metrics.refused.labels(code).inc()
        self._answer(serializers.refused(id, code, message, ply))

    def _count_fault(self) -> None:
        self._patience -= 1
        if self._patience <= 0:
            self._drop("impatience")
            raise _Over(_POLICY, "limit", "too many messages, or too many malformed ones")

    # --- from the client -------------------------------------------------------------------------

    async def _handle_messages(self) -> None:
        await self._await_hello()
        while True:
            text = await self._next()
            arrived = time.perf_counter()
            if not self._within_limits():
                self._refuse(_id_of(text), "too_many", "too many messages; wait a moment")
                self._count_fault()
                continue
            await self._server.turns.take()
            said = self._parse(text)
            if said is not None:
                await self._handle(said, arrived)

    def _within_limits(self) -> bool:
        assert self._subscriber
        return self._server.may_send(self._address, self._audience.table.id, self._subscriber.place.seat)

    async def _next(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise _Gone
        text: str | bytes | None = message.get("text")
        return message["bytes"] if text is None else text

    def _parse(self, text: str | bytes) -> messages.FromClient | None:
        """The message in a frame; None if it was refused."""
        try:
            if isinstance(text, bytes):
                raise ValueError("send text frames, not binary ones")
            return from_client.validate_json(text)
        except ValidationError as problem:
            self._refuse(_id_of(text), "malformed", malformed(problem))
        except ValueError as problem:
            self._refuse(None, "malformed", str(problem))
        self._count_fault()
        return None

    async def _await_hello(self) -> None:
        """Wait for hello and join the table."""
        try:
            async with asyncio.timeout(self._server.settings.limits.silence_seconds):
                hello = self._parse(await self._next())
        except TimeoutError:
            raise _Over(_POLICY, "protocol", "hello, the first message, did not arrive in time") from None
        if not isinstance(hello, messages.HelloMessage):
            raise _Over(_POLICY, "protocol", 'the first message must be {"type": "hello", "protocol": 1, ...}')
        if hello.protocol != PROTOCOL:
            raise _Over(
                _POLICY, "protocol", f"this server uses protocol {PROTOCOL}, not {hello.protocol}; reload the page"
            )
        try:
            await self._join(hello)
        except SilverhookError as problem:
            self._refuse(None, code_of(problem), str(problem))
            again = _TRY_LATER if status_of(problem) == 503 else _POLICY
            raise _Over(again, "protocol", str(problem)) from None

    async def _join(self, hello: messages.HelloMessage) -> None:
        if not self._server.access.admits(self._socket.scope):
            raise AccessNeeded
        table = self._socket.path_params["table"]
        await self._server.turns.take()
        narrator = (await self._server.registry.live_table(table)).table.rules.narrator
        language = await self._server.side_thread.do(lambda: narrator(hello.language).language)
        audience = await self._server.audience(table)
        place = audience.table.place(hello.token)
        if hello.token and place == Place():
            self._server.release(audience)
            raise NotAllowed("this token belongs to another table")
        if not audience.table.may_watch(place):
            self._server.release(audience)
            raise NotAllowed("this table does not allow spectators; take a seat")
        self._audience = audience
        self._subscriber = Subscriber(place, hello.token, hello.memory, language, self._outbox, hello.at_once)
        audience.join(self._subscriber, hello.since)
        if self._server.registry.operator.notices != Notices():
            self.say_notice()

    async def _handle(self, said: messages.FromClient, arrived: float) -> None:
        """Carry out a message and answer it."""
        subscriber = self._subscriber
        assert subscriber
        if isinstance(said, messages.HelloMessage):
            self._refuse(None, "malformed", "hello was already sent")
            return
        written: list[Entry] = []
        try:
            if isinstance(said, messages.ResendMessage):
                self._outbox.whole()
            elif isinstance(said, messages.StoryRequest):
                await self._send_story(said, subscriber)
                return
            elif isinstance(said, messages.HintRequest):
                self._start_hint(said)
                return
            else:
                written = await self._audience.live.do(_COMMANDS[type(said)](subscriber.place, said))
        except SilverhookError as problem:
            ply = problem.ply if isinstance(problem, Late) else self._audience.table.ply
            self._refuse(said.id, code_of(problem), str(problem), ply)
            return
        self._answer(serializers.done(said.id, self._ply_after(said.id)))
        if written and written[0].kind == "acted":  # counters must not reveal answers held back
            self._server.metrics.actions.inc()
            self._server.metrics.action_seconds.observe(time.perf_counter() - arrived)

    async def _send_story(self, said: messages.StoryRequest, subscriber: Subscriber) -> None:
        """Send a part of the story. It is long, so a client that does not read what it was sent gets none."""
        if self._outbox.full:
            raise TooMany("read what was sent before you ask for more")
        audience = self._audience
        make = self._server.side_thread.do
        self._outbox.answer(await make(lambda: _story(said.id, audience.story(subscriber, said.before))))

    def _ply_after(self, id: str) -> int:
        """The ply after a message; for a repeated message, the same as before."""
        table, subscriber = self._audience.table, self._subscriber
        written = (
            table.recorded(subscriber.place.seat, id) if subscriber and subscriber.place.seat is not None else None
        )
        return table.ply if written is None else written

    # --- hints -----------------------------------------------------------------------------------

    def _start_hint(self, said: messages.HintRequest) -> None:
        """Start thinking of a hint, one at a time for each seat."""
        assert self._subscriber
        if self._subscriber.reader in self._audience.hinting:
            raise TooMany("a hint is already on its way")
        reader = self._subscriber.reader
        self._audience.hinting.add(reader)
        self._hint = asyncio.create_task(self._send_hint(said))
        self._hint.add_done_callback(lambda _: self._audience.hinting.discard(reader))

    async def _send_hint(self, said: messages.HintRequest) -> None:
        subscriber = self._subscriber
        assert subscriber
        try:
            ply = self._audience.table.ply
            thought = await self._audience.live.hint(subscriber.place, subscriber.language)
        except SilverhookError as problem:
            self._refuse(said.id, code_of(problem), str(problem))
            return
        self._answer(serializers.hint(said.id, ply, thought))


def _story(id: str, news: list[messages.News]) -> str:
    return serializers.encoded(serializers.story(id, news))


def _id_of(text: str | bytes) -> str | None:
    """The id of a refused message, if it has one, so that the client knows which message it was."""
    with suppress(ValueError, TypeError, KeyError):
        id = orjson.loads(text)["id"]
        return id if isinstance(id, str) and len(id) <= 64 else None
    return None
