"""A client for tables over the network: for bots, tests and measurements.

    async with Lobby("http://127.0.0.1:8765") as lobby:
        table = (await lobby.create(game="deckhand", seats=["person", "heuristic"]))["table"]
        mine = await lobby.take_seat(table, "Robo")
        async with lobby.sit(table, mine["token"]) as seat:
            while (state := await seat.turn())["table"]["phase"] != "finished":
                await seat.act(state["actions"][0]["action"])

A `RemoteSeat` keeps its connection. When the connection breaks, it reconnects, says what it saw last, and sends
unanswered messages again. The server recognises a repeated message by its id and never carries it out twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from silverhook.core.errors import SilverhookError

if TYPE_CHECKING:
    from silverhook.server import messages

    Answer = messages.Done | messages.Hint | messages.Story

__all__ = ["Lobby", "Lost", "Refusal", "RemoteSeat"]

_PROTOCOL = 1
_TOKEN_HEADER = "Silverhook-Token"  # Authorization may hold the password of a proxy in front
_ACCESS = "silverhook-access"  # the cookie that a server with an access code gives
_LONGEST = 2**22  # bytes of a message from the server
_TOO_FAST = 0.3  # seconds to wait after reaching a rate limit
_PAUSE = 0.05  # seconds before the first attempt to reconnect
_IN_DOUBT = ("unknown", "store_error")  # refusals that say nothing of earlier attempts
_FINAL = (1002, 1003, 1008, 1009)  # WebSocket close codes after which another attempt would end the same way


class Refusal(SilverhookError):
    """The server refused a request or a command; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Lost(SilverhookError):
    """The connection is lost for good."""


class Lobby:
    """The HTTP side of a server: everything before and after a game. A club's server needs its access code."""

    def __init__(self, url: str, access_code: str = "") -> None:
        self._access_code = access_code
        self.url = url.rstrip("/")
        self._http = httpx.AsyncClient(base_url=self.url, timeout=30)

    async def __aenter__(self) -> Lobby:
        try:
            if self._access_code:
                await self._ask("POST", "/api/access", json={"code": self._access_code})
        except BaseException:
            await self._http.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def catalogue(self, language: str = "en") -> messages.Catalogue:
        """Games, editions, options and bots."""
        found: messages.Catalogue = await self._ask("GET", "/api/catalogue", params={"language": language})
        return found

    async def notices(self) -> messages.Notices:
        """What the server's operator tells everybody."""
        found: messages.Notices = await self._ask("GET", "/api/notices")
        return found

    async def create(self, **choices: object) -> messages.Created:
        """Open a table; docs/protocol.md lists the choices."""
        made: messages.Created = await self._ask("POST", "/api/tables", json=choices)
        return made

    async def table(self, table: str) -> messages.TableState:
        """A table as everybody sees it."""
        found: messages.TableState = await self._ask("GET", f"/api/tables/{table}")
        return found

    async def cards(self, table: str, language: str = "en") -> list[messages.CardInfo]:
        """The faces of the cards that a table is played with."""
        wanted = {"language": language}
        found: list[messages.CardInfo] = await self._ask("GET", f"/api/tables/{table}/cards", params=wanted)
        return found

    async def guide(self, table: str, language: str = "en") -> messages.GuideInfo:
        """The rules of a table for its players."""
        wanted = {"language": language}
        found: messages.GuideInfo = await self._ask("GET", f"/api/tables/{table}/guide", params=wanted)
        return found

    async def take_seat(
        self,
        table: str,
        name: str,
        seat: int | None = None,
        nonce: str | None = None,
        token: str | None = None,
    ) -> messages.Seated:
        """Take a seat; the answer holds its token. Without a nonce, one is made here.

        At a rematch, your old token gives you the seat reserved for you.
        """
        body = {"name": name, "seat": seat, "nonce": nonce or secrets.token_hex(32)}
        taken: messages.Seated = await self._ask("POST", f"/api/tables/{table}/seats", token=token, json=body)
        return taken

    async def start(self, table: str, token: str) -> None:
        """Start with bots in the empty seats. Only the host can do this."""
        await self._ask("POST", f"/api/tables/{table}/start", token=token)

    async def rematch(self, table: str, token: str) -> messages.RematchTable:
        """The same seats at a new table."""
        made: messages.RematchTable = await self._ask("POST", f"/api/tables/{table}/rematch", token=token)
        return made

    async def record(self, table: str) -> str:
        """The record of a finished game, for `silverhook verify`."""
        answer = await self._http.get(f"/api/tables/{table}/record")
        _check(answer)
        return answer.text

    async def replay(
        self, table: str, eyes: int | str = "watch", first: int = 0, count: int = 40, language: str = "en"
    ) -> messages.Replay:
        """Steps of a finished game, as seen by a seat, a spectator ("watch") or with all cards open ("open")."""
        wanted = {"eyes": eyes, "from": first, "count": count, "language": language}
        found: messages.Replay = await self._ask("GET", f"/api/tables/{table}/replay", params=wanted)
        return found

    async def review(self, table: str, language: str = "en") -> messages.ReviewInfo:
        """The course of a finished game and the sources of each seat's score."""
        wanted = {"language": language}
        found: messages.ReviewInfo = await self._ask("GET", f"/api/tables/{table}/review", params=wanted)
        return found

    async def analysis(self, table: str, eyes: str = "watch", language: str = "en") -> messages.AnalysisState:
        """How a strong bot judges a finished game for one reader; ask again until it is done."""
        wanted = {"eyes": eyes, "language": language}
        found: messages.AnalysisState = await self._ask("GET", f"/api/tables/{table}/analysis", params=wanted)
        return found

    async def go_on(
        self, table: str, step: int, seat: int, name: str, nonce: str | None = None, level: str = "heuristic"
    ) -> messages.Seated:
        """Continue a finished game from one of its steps, at a new table against bots; the answer is your seat."""
        body = {"step": step, "seat": seat, "name": name, "nonce": nonce or secrets.token_hex(32), "level": level}
        taken: messages.Seated = await self._ask("POST", f"/api/tables/{table}/continue", json=body)
        return taken

    async def learn(
        self, game: str, name: str, edition: str | None = None, nonce: str | None = None
    ) -> messages.Seated:
        """Begin the guided first game of an edition; the answer is your seat."""
        body = {"game": game, "edition": edition, "name": name, "nonce": nonce or secrets.token_hex(32)}
        taken: messages.Seated = await self._ask("POST", "/api/lessons", json=body)
        return taken

    async def mine(self, tokens: list[str]) -> list[messages.MyTable]:
        """The tables that tokens belong to."""
        found = await self._ask("POST", "/api/mine", json={"tokens": tokens})
        tables: list[messages.MyTable] = found["tables"]
        return tables

    def sit(self, table: str, token: str | None = None, **settings: Any) -> RemoteSeat:
        """A seat at a table, by its token; without one, a place to watch from."""
        return RemoteSeat(self.url, table, token, **{"access": self._http.cookies.get(_ACCESS) or "", **settings})

    async def _ask(
        self, method: str, path: str, token: str | None = None, json: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        headers = {_TOKEN_HEADER: token} if token else {}
        answer = await self._http.request(method, path, headers=headers, json=json, params=params)
        _check(answer)
        return answer.json() if answer.content else None


def _check(answer: httpx.Response) -> None:
    if answer.is_success:
        return
    try:
        problem = answer.json()
        raise Refusal(problem["code"], problem["message"])
    except (ValueError, KeyError, TypeError):
        raise Refusal("http", f"the server answered {answer.status_code}") from None


class _Asked:
    """A message that waits for its answer."""

    def __init__(self, message: bytes) -> None:
        self.message = message
        self.answer: asyncio.Future[Answer | messages.Refused] = asyncio.get_running_loop().create_future()
        self.doubtful = False  # whether an earlier attempt may have been stored


class RemoteSeat:
    """A seat at a table, or a place to watch from."""

    def __init__(
        self,
        url: str,
        table: str,
        token: str | None = None,
        *,
        memory: bool = False,
        language: str = "en",
        patience: float = 60.0,
        longest: float = 2.0,
        heard: Callable[[messages.FromServer], None] | None = None,
        access: str = "",
    ) -> None:
        self._headers = {"Cookie": f"{_ACCESS}={access}"} if access else {}
        self._url = f"ws{url.removeprefix('http')}/api/tables/{table}/play"
        self._token = token
        self._memory = memory
        self._language = language
        self._patience = patience  # seconds to try to reconnect
        self._longest = longest  # seconds between two attempts
        self._heard = heard  # called with every message
        self._socket: ClientConnection | None = None
        self._open: dict[str, _Asked] = {}
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self._lost: Exception | None = None
        self._refusal: Refusal | None = None  # why the server is about to close this connection
        self.welcome: messages.Welcome | None = None
        self.state: messages.State | None = None
        self.presence: messages.Presence | None = None
        self.reconnects = -1

    async def __aenter__(self) -> RemoteSeat:
        self._task = asyncio.create_task(self._stay())
        try:
            await self.when(lambda state: True)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect; the seat stays yours."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._socket:
            await self._socket.close()

    # --- waiting ----------------------------------------------------------------------

    async def when(self, wanted: Callable[[messages.State], bool]) -> messages.State:
        """The first state, starting with the present one, for which `wanted` is true."""
        async with self._changed:
            while not (self.state and wanted(self.state)):
                if self._lost:
                    raise self._lost
                await self._changed.wait()
            return self.state

    async def turn(self) -> messages.State:
        """The state in which this seat decides, or in which the game is over."""
        return await self.when(lambda state: bool(state["actions"]) or state["table"]["phase"] == "finished")

    async def states(self) -> AsyncIterator[messages.State]:
        """States until the game is over; a state is skipped if a newer one arrives first."""
        state: messages.State | None = None
        while not (state and state["table"]["phase"] == "finished"):
            state = await self.when(lambda now, last=state: now is not last)  # type: ignore[misc]
            yield state

    # --- commands ---------------------------------------------------------------------------

    async def act(self, action: int, ply: int | None = None) -> messages.Done:
        """Take an offered action. Returns when it is stored; raises Refusal if it is refused."""
        at = self.state["ply"] if ply is None and self.state else ply
        done = await self.command("act", ply=at, action=action)
        assert done["type"] == "done"
        stored = done["ply"]
        await self.when(lambda state: state["ply"] >= stored and (state["answered"] or at is None or state["ply"] > at))
        return done

    async def command(self, type: str, **fields: Any) -> Answer:
        """Send any command and wait for its answer."""
        id = fields.pop("id", None) or secrets.token_urlsafe(9)
        message = orjson.dumps({"type": type, "id": id, **fields})
        asked = self._open[id] = _Asked(message)
        try:
            while (answer := await self._answered(asked))["type"] == "refused":
                if answer["code"] in _IN_DOUBT:
                    asked.doubtful = asked.doubtful or answer["code"] == "unknown"
                if not (answer["code"] == "too_many" or (answer["code"] in _IN_DOUBT and asked.doubtful)):
                    raise Refusal(answer["code"], answer["message"])
                await asyncio.sleep(_TOO_FAST)
            return answer
        finally:
            del self._open[id]

    async def _answered(self, asked: _Asked) -> Answer | messages.Refused:
        """The answer to a message, which is sent again after each reconnection."""
        asked.answer = asyncio.get_running_loop().create_future()
        if self._lost:
            raise self._lost
        if self._socket:
            with suppress(ConnectionClosed):  # it is sent again after the reconnection
                await self._socket.send(asked.message, text=True)
        return await asked.answer

    # --- the connection --------------------------------------------------------------------------

    async def _stay(self) -> None:
        """Stay connected until the server cannot be reached any more, or has refused the client for good."""
        pause, gone = _PAUSE, asyncio.get_running_loop().time()
        while True:
            before, problem = self.reconnects, await self._connect()
            if isinstance(problem, ConnectionClosed) and problem.rcvd and problem.rcvd.code in _FINAL:
                lost = Lost(f"the server closed the connection: {problem.rcvd.reason}")
                return await self._give_up(self._refusal or lost)
            if self.reconnects > before:  # it was connected meanwhile
                pause, gone = _PAUSE, asyncio.get_running_loop().time()
            elif asyncio.get_running_loop().time() - gone > self._patience:
                return await self._give_up(Lost(f"{self._url} cannot be reached: {self._refusal or problem}"))
            await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
            pause = min(pause * 2, self._longest)

    async def _connect(self) -> Exception:
        """Connect and listen; returns what ended that."""
        self._refusal = None
        try:
            async with connect(
                self._url, compression=None, max_size=_LONGEST, additional_headers=self._headers
            ) as socket:
                await self._listen(socket)
        except InvalidStatus as problem:
            with suppress(ValueError, KeyError, TypeError):
                said = orjson.loads(problem.response.body or b"")
                self._refusal = Refusal(said["code"], said["message"])
            return problem
        except (OSError, InvalidHandshake, TimeoutError, ConnectionClosed) as problem:
            return problem

    async def _listen(self, socket: ClientConnection) -> NoReturn:
        since = self.state["ply"] if self.state else None
        hello = {"type": "hello", "protocol": _PROTOCOL, "token": self._token, "since": since}
        hello |= {"memory": self._memory, "language": self._language}
        await socket.send(orjson.dumps(hello), text=True)
        self._socket = socket
        try:
            for asked in list(self._open.values()):
                asked.doubtful = True  # an earlier connection may have carried it
                await socket.send(asked.message, text=True)
            while True:
                await self._hear(orjson.loads(await socket.recv(decode=False)))
        finally:
            self._socket = None

    async def _hear(self, message: messages.FromServer) -> None:
        if self._heard:
            self._heard(message)
        match message["type"]:
            case "state":
                async with self._changed:
                    self.state = message
                    self._changed.notify_all()
            case "welcome":
                self.welcome = message
                self.reconnects += 1
            case "presence":
                self.presence = message
            case "refused" if message["id"] is None:  # if it is final, the server closes the connection
                self._refusal = Refusal(message["code"], message["message"])
            case "done" | "refused" | "hint" | "story":
                asked = self._open.get(message["id"] or "")
                if asked and not asked.answer.done():
                    asked.answer.set_result(message)

    async def _give_up(self, problem: Exception) -> None:
        async with self._changed:
            self._lost = problem
            self._changed.notify_all()
        for asked in self._open.values():
            if not asked.answer.done():
                asked.answer.set_exception(problem)
