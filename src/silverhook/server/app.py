"""The ASGI app: HTTP for tables before and after a game, the WebSocket for play, and the page if it is built."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from importlib.metadata import version
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, FastAPI, Header, Query, Request, Response
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from silverhook.core.errors import SilverhookError, nearest
from silverhook.core.event_log import log_event
from silverhook.core.seeds import seed_bytes
from silverhook.core.words import ENGLISH
from silverhook.games import games
from silverhook.server import catalogue, messages, replays, serializers
from silverhook.server.bounded_requests import BoundedRoute
from silverhook.server.connection import serve_connection
from silverhook.server.errors import Draining, NoSuchGame, TooMany, code_of, status_of
from silverhook.server.house import House
from silverhook.server.page import Documentation, Looks, Page
from silverhook.server.security import SecurityMiddleware, client_address, may_read_metrics
from silverhook.server.server_state import ServerState
from silverhook.server.settings import ServerSettings
from silverhook.table import LiveTable, Origin, Place, Table, TableSettings, TimeControl, commands
from silverhook.table.errors import NotAllowed
from silverhook.table.settings import PERSON

__all__ = ["create_app"]

_VERSION = version("silverhook")
_TOKEN_HEADER = "Silverhook-Token"
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.Problem, "description": words}
    for status, words in {
        400: "Invalid; the message says what to do instead",
        403: "Not allowed with this token, or from this page",
        404: "No such table or game",
        408: "The request did not arrive in time",
        409: "Not possible in the present state",
        410: "The operator has closed or deleted this table",
        413: "Too long",
        414: "The address of the request is too long",
        422: "Malformed",
        429: "Too many requests; wait a moment",
        500: "Internal error",
        503: "The database does not answer, or no new tables are opened",
    }.items()
}

TableId = Annotated[str, InPath(min_length=1, max_length=32, pattern=r"^[a-z0-9]+$", description="The table's name")]
Eyes = Annotated[
    str,
    Query(
        pattern="^(open|watch|[0-9])$", description="Whose view: a seat number, watch (a spectator) or open (all cards)"
    ),
]
FirstStep = Annotated[
    int, Query(alias="from", ge=0, le=2**31 - 1, description="The first step to return; 0 is the deal")
]
Steps = Annotated[int, Query(ge=1, le=100, description="The maximum number of steps")]
TokenHeader = Annotated[str | None, Header(alias=_TOKEN_HEADER, description="A token of the table", max_length=200)]
Bearer = Annotated[
    str | None,
    Header(alias="Authorization", description=f"Bearer TOKEN, if {_TOKEN_HEADER} is not sent", max_length=200),
]
GameName = Annotated[str, InPath(max_length=64)]
EditionName = Annotated[str | None, Query(max_length=64)]
LessonName = Annotated[str, Query(max_length=64)]
Language = Annotated[
    messages.Language, Query(description="The language of texts; English if this one is not available")
]


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """The app with these settings. It opens nothing before it starts."""
    settings = settings or ServerSettings()
    server = ServerState(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.open()
        try:
            yield
        finally:
            await server.close()

    app = FastAPI(
        title="Silverhook",
        summary="Tables for card games",
        version=_VERSION,
        lifespan=lifespan,
        docs_url=None,  # its page would load scripts from another host
        redoc_url=None,
        openapi_url=None,  # served below, because making it takes long
        redirect_slashes=False,  # a redirect would repeat whatever host the request named
        responses=_PROBLEMS,
    )
    page = Page(settings.page)
    app.state.server, app.state.page = server, page
    app.add_exception_handler(SilverhookError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_problem)
    app.include_router(tables)
    app.include_router(about)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/play", serve_connection))
    app.include_router(page.router())
    app.include_router(Looks().router())
    app.include_router(Documentation(settings.documentation).router())
    app.add_middleware(
        SecurityMiddleware, settings=settings, metrics=server.metrics, access=server.access, turns=server.turns
    )
    return app


# --- dependencies of requests --------------------------------------------------------------------


def _server(request: Request) -> ServerState:
    server: ServerState = request.app.state.server
    return server


async def _live_table(request: Request, table: TableId) -> LiveTable:
    return await _server(request).registry.live_table(table)


def _token(header: TokenHeader = None, authorization: Bearer = None) -> str | None:
    """The token of a request. Authorization may hold what a proxy in front asks for, so it comes second."""
    if header and header.strip():
        return header.strip()
    kind, _, token = (authorization or "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


def _place(live: TheLiveTable, token: TheToken) -> Place:
    place = live.table.place(token)
    if place == Place():
        raise NotAllowed(f"this needs a token of this table in the header {_TOKEN_HEADER}")
    return place


TheServer = Annotated[ServerState, Depends(_server)]
TheLiveTable = Annotated[LiveTable, Depends(_live_table)]
TheToken = Annotated[str | None, Depends(_token)]
ThePlace = Annotated[Place, Depends(_place)]

# --- tables --------------------------------------------------------------------------------------

tables = APIRouter(prefix="/api", tags=["tables"], route_class=BoundedRoute)


@tables.post("/tables", status_code=201, summary="Open a table")
async def create_table(request: Request, server: TheServer, wanted: messages.NewTable) -> messages.Created:
    """Open a table. Anybody with its name can take a seat. The returned token makes you the host."""
    _count_table(request, server)
    if PERSON not in wanted.seats:
        server.check_bots_only()
    settings = await server.side_thread.do(lambda: _settings(wanted, server.house))
    opened = await server.registry.create(settings)
    table = opened.live.table
    _note_table(server, table)
    return {"table": table.id, "token": opened.host, "commitment": table.commitment}


def _settings(wanted: messages.NewTable, house: House) -> TableSettings:
    """The settings of a new table, completed by the house. A card file is compiled for them, which takes long."""
    for level in wanted.seats:
        if level != PERSON:
            house.check_bot(level)
    house.check_bot(wanted.substitute)
    chosen = house.game(wanted.game)
    edition = wanted.edition or chosen.edition
    return TableSettings.of(
        wanted.game,
        wanted.seats,
        edition=edition,
        options={**chosen.options.get(edition, {}), **wanted.options},
        cards=wanted.cards or chosen.cards(wanted.card_set),
        clock=TimeControl(wanted.clock.kind, wanted.clock.seconds, wanted.clock.increment),
        substitute=wanted.substitute,
        undo=wanted.undo,
        hints=wanted.hints,
        spectators=wanted.spectators,
        pause=wanted.pause,
    )


def _count_table(request: Request, server: ServerState) -> None:
    """Count a new table against its client's limit; TooMany if it is reached, Draining if nobody may open one."""
    if server.registry.operator.notices.draining:
        raise Draining
    if not server.new_tables.of(client_address(request.scope)).take():
        raise TooMany("your address has opened too many tables; try again later")


def _note_table(server: ServerState, table: Table) -> None:
    server.metrics.created.inc()
    log_event("table_opened", table=table.id, game=table.settings.ruleset.game, origin=table.origin.kind)


@tables.get("/tables/{table}", summary="The public state of a table")
async def get_table(live: TheLiveTable, token: TheToken) -> messages.TableState:
    """Seats, clock, phase and the commitment to the deal, without cards.

    If spectators are not allowed, only seated players are told whose turn it is.
    """
    return serializers.table_state(live.table, live.now(), live.table.may_watch(live.table.place(token)))


@tables.get("/tables/{table}/cards", response_model=list[messages.CardInfo], summary="The cards of a table")
async def get_table_cards(server: TheServer, live: TheLiveTable, language: Language = ENGLISH) -> Response:
    """The faces of the cards at this table."""
    return await _made(server, lambda: catalogue.cards_of(live.table.rules, language))


@tables.get("/tables/{table}/guide", response_model=messages.GuideInfo, summary="The rules of a table")
async def get_table_guide(server: TheServer, live: TheLiveTable, language: Language = ENGLISH) -> Response:
    """The rules of this table, with its edition, options and cards."""
    return await _made(server, lambda: catalogue.guide_of(live.table.settings.ruleset, language))


@tables.post("/tables/{table}/seats", status_code=201, summary="Take a seat")
async def take_seat(live: TheLiveTable, token: TheToken, wanted: messages.TakeSeat) -> messages.Seated:
    """Take a seat under a name. The game begins when the last seat is taken.

    At a rematch, the token of your old seat gives you the seat reserved for you.
    """
    kept = token if live.table.place(token).seat is not None else None
    seat, held = await live.sit(wanted.name, wanted.nonce, wanted.seat, kept)
    return {"table": live.table.id, "seat": seat, "token": held}


@tables.post("/tables/{table}/start", status_code=204, summary="Start the game")
async def start(server: TheServer, live: TheLiveTable, place: ThePlace) -> Response:
    """Start at once. Bots take the empty seats. Only the host can do this."""
    if not live.table.present:
        server.check_bots_only()
    await live.do(commands.Start(place))
    return Response(status_code=204)


@tables.post("/tables/{table}/rematch", status_code=201, summary="Play again")
async def rematch(request: Request, server: TheServer, live: TheLiveTable, place: ThePlace) -> messages.RematchTable:
    """A new table like this one with seats reserved for its players; the same one for all who ask."""
    opens = live.table.phase == "finished" and live.table.rematch is None
    if opens:
        _count_table(request, server)
    other = await server.registry.rematch(live, place)
    if opens:
        _note_table(server, other.table)
    return {"table": other.table.id}


@tables.get(
    "/tables/{table}/record",
    summary="The record of a finished game",
    responses={200: {"description": "The record", "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def get_record(server: TheServer, live: TheLiveTable) -> PlainTextResponse:
    """The whole game as text, with the proof of its fair deal. `silverhook verify` checks it."""
    name = f"{live.table.settings.ruleset.game}-{live.table.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(await server.side_thread.do(live.table.record), headers=headers)


@tables.get("/tables/{table}/replay", response_model=messages.Replay, summary="A finished game step by step")
async def get_replay(
    server: TheServer,
    live: TheLiveTable,
    eyes: Eyes = "watch",
    first: FirstStep = 0,
    count: Steps = 40,
    language: Language = ENGLISH,
) -> Response:
    """Each action and the position after it, as seen by a seat, by a spectator, or with all cards open."""
    return await _made(server, lambda: replays.replay(live.table, eyes, first, count, language))


@tables.get("/tables/{table}/review", response_model=messages.ReviewInfo, summary="How a finished game went")
async def get_review(server: TheServer, live: TheLiveTable, language: Language = ENGLISH) -> Response:
    """The scores by turn or by hand, and the sources of each seat's score."""
    return await _made(server, lambda: replays.review(live.table, language))


@tables.get("/tables/{table}/analysis", response_model=messages.AnalysisState, summary="A finished game judged")
async def get_analysis(
    request: Request, server: TheServer, live: TheLiveTable, eyes: Eyes = "watch", language: Language = ENGLISH
) -> Response:
    """Each seat's chance to win over time, and each decision judged by a strong bot.

    The first request puts the game into a queue; ask again until `analysis` is there. Each reader gets only what that
    reader could know; `eyes=open` shows everything.
    """
    replays.checked_eyes(live.table, eyes)
    found = server.analyses.ask(live.table, client_address(request.scope))
    if isinstance(found, float):
        return await _made(server, lambda: {"progress": found, "analysis": None})
    told = server.analyses.told
    return await _made(server, lambda: {"progress": 1.0, "analysis": asdict(told(live.table, found, eyes, language))})


async def _made(server: ServerState, make: Callable[[], object]) -> Response:
    """A response that takes long to make; it is not validated again."""
    data = await server.side_thread.do(lambda: orjson.dumps(make()))
    return Response(data, media_type="application/json")


@tables.post("/tables/{table}/continue", status_code=201, summary="Continue a finished game")
async def continue_game(
    request: Request, server: TheServer, live: TheLiveTable, wanted: messages.Continue
) -> messages.Seated:
    """A new table with the position after a step of a finished game: you in one seat, bots in the others."""
    server.house.check_bot(wanted.level)
    settings, origin = live.table.continued(wanted.step, wanted.seat, wanted.level)
    return await _begin(request, server, settings, origin, wanted)


@tables.post("/lessons", status_code=201, summary="Begin a guided first game")
async def begin_lesson(request: Request, server: TheServer, wanted: messages.NewLesson) -> messages.Seated:
    """A new table with the lesson's fixed deal; `/api/games/{game}/lesson` has its explanations."""
    game = _known(wanted.game)
    server.house.game(game)
    lesson = await server.side_thread.do(lambda: catalogue.lesson_plan(game, wanted.edition, name=wanted.lesson))
    settings = TableSettings(lesson.ruleset, lesson.seats, hints=True, spectators=False, pause=None)
    origin = Origin("lesson", seed_bytes(lesson.seed).hex(), lesson=wanted.lesson)
    return await _begin(request, server, settings, origin, wanted)


async def _begin(
    request: Request,
    server: ServerState,
    settings: TableSettings,
    origin: Origin,
    wanted: messages.Continue | messages.NewLesson,
) -> messages.Seated:
    """A table with a given deal, and the seat of its one person."""
    _count_table(request, server)
    live, (seat, token) = await server.registry.begin(settings, origin, wanted.name, wanted.nonce)
    _note_table(server, live.table)
    return {"table": live.table.id, "seat": seat, "token": token}


@tables.post("/mine", summary="Your tables")
async def mine(server: TheServer, wanted: messages.Mine) -> messages.MyTables:
    """The tables where these tokens hold a seat or the host's rights."""
    found = await server.registry.tables_of(wanted.tokens)
    tokens = dict.fromkeys(wanted.tokens)  # each once
    listed = [_mine(table, token) for table in found for token in tokens if table.place(token) != Place()]
    return {"tables": sorted(listed, key=lambda one: -one["at"])}


def _mine(table: Table, token: str) -> messages.MyTable:
    place, ruleset = table.place(token), table.settings.ruleset
    return {
        "table": table.id,
        "seat": place.seat,
        "host": place.host,
        "game": ruleset.game,
        "edition": ruleset.edition,
        "phase": table.phase,
        "your_turn": place.seat is not None and table.asks(place.seat) is not None and table.answer(place.seat) is None,
        "names": table.names,
        "at": table.at if table.may_watch(place) else table.created_at,
    }


# --- catalogue and health --------------------------------------------------------

about = APIRouter(tags=["about"], route_class=BoundedRoute)


@about.get("/api/catalogue", response_model=messages.Catalogue, summary="Games and bots")
async def get_catalogue(server: TheServer, language: Language = ENGLISH) -> Response:
    """The games with their editions and options, and the bots."""
    return await _made(server, lambda: _catalogue(server.house, language))


def _catalogue(house: House, language: str) -> messages.Catalogue:
    return {
        "protocol": messages.PROTOCOL,
        "version": _VERSION,
        "games": catalogue.game_list(house, language),
        "bots": catalogue.bot_list(house, language),
    }


@about.get("/api/games/{game}/cards", response_model=list[messages.CardInfo], summary="The cards of a game")
async def get_cards(
    server: TheServer, game: GameName, edition: EditionName = None, language: Language = ENGLISH
) -> Response:
    """The faces of the cards of an edition."""
    return await _made(server, lambda: catalogue.edition_cards(_known(game), edition, language))


@about.get("/api/games/{game}/card-help", response_model=messages.CardHelp, summary="Help with writing cards")
async def get_card_help(server: TheServer, game: GameName) -> Response:
    """A card file to begin with, and sentences for the texts of cards."""
    return await _made(server, lambda: catalogue.card_help(_known(game)))


@about.post("/api/games/{game}/card-check", response_model=messages.CardCheck, summary="Check a card file")
async def check_cards(
    request: Request, server: TheServer, game: GameName, wanted: messages.CheckCards, language: Language = ENGLISH
) -> Response:
    """The mistakes in a card file, or its cards as they are printed and what looks wrong with them."""
    if not server.card_checks.of(client_address(request.scope)).take():
        raise TooMany("your address has had too many card files checked; wait a moment")
    return await _made(server, lambda: catalogue.check_cards(_known(game), wanted.edition, wanted.cards, language))


@about.get("/api/games/{game}/guide", response_model=messages.GuideInfo, summary="The rules of a game")
async def get_guide(
    server: TheServer, game: GameName, edition: EditionName = None, language: Language = ENGLISH
) -> Response:
    """The rules of an edition with its own options."""
    return await _made(server, lambda: catalogue.edition_guide(_known(game), edition, language))


@about.get("/api/games/{game}/lesson", response_model=messages.LessonInfo, summary="A guided game")
async def get_lesson(
    server: TheServer,
    game: GameName,
    edition: EditionName = None,
    language: Language = ENGLISH,
    lesson: LessonName = "first",
) -> Response:
    """What is explained in it, and when."""
    return await _made(server, lambda: catalogue.lesson_of(_known(game), edition, language, lesson))


def _known(game: str) -> str:
    if game not in games():
        raise NoSuchGame(f"no game {game!r}; {nearest(game, games())}")
    return game


@about.post("/api/access", status_code=204, summary="Give the access code")
async def enter(request: Request, server: TheServer, wanted: messages.Access) -> Response:
    """The answer sets a cookie, which opens a server that asks for an access code."""
    held = await server.access.enter(wanted.code, client_address(request.scope))
    secure = request.scope["scheme"] == "https"
    return Response(status_code=204, headers={"Set-Cookie": server.access.cookie(held, secure)} if held else {})


@about.get("/api/notices", summary="What the operator tells everybody")
async def get_notices(server: TheServer) -> messages.Notices:
    """An announcement, and whether new tables are opened."""
    notices = server.registry.operator.notices
    return {"announcement": notices.announcement, "draining": notices.draining}


@about.get("/api/schema", response_model=dict[str, Any], summary="The JSON Schema of every message")
async def get_schema(server: TheServer) -> Response:
    """What `silverhook serve --schema` prints."""
    return await _made(server, messages.schema)


@about.get("/api/openapi.json", include_in_schema=False)
async def get_openapi(request: Request, server: TheServer) -> Response:
    return await _made(server, request.app.openapi)


@about.get("/health", summary="Liveness")
async def health() -> messages.Health:
    """Always ok while the process runs."""
    return {"status": "ok", "version": _VERSION}


@about.get("/ready", response_model=messages.Health, summary="Readiness")
async def ready(server: TheServer) -> Response:
    """503 while the server is stopping, or its database does not answer or cannot be written; the message says why."""
    if not server.stopping:
        await server.registry.store.ping()
    found: messages.Health = {"status": "stopping" if server.stopping else "ok", "version": _VERSION}
    return JSONResponse(found, 503 if server.stopping else 200)


@about.get(
    "/metrics",
    response_model=None,
    responses={200: {"description": "The counters", "content": {"text/plain": {"schema": {"type": "string"}}}}},
    summary="Counters for Prometheus",
)
async def metrics(request: Request, server: TheServer, token: TheToken) -> PlainTextResponse:
    """Tables, connections, actions and their latency; by default only for requests from this machine."""
    if not may_read_metrics(request.scope, server.settings.metrics, token):
        raise NotAllowed(
            "metrics can be read only on the server's own machine; the operator can change that with --metrics"
        )
    return PlainTextResponse(server.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


# --- refusals ------------------------------------------------------------------------------------


def _problem(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    problem: messages.Problem = {"code": code, "message": message}
    return JSONResponse(problem, status, headers)


async def _refused(request: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, SilverhookError)
    if request.url.path != "/ready":  # a probe is no client that was refused
        _server(request).metrics.refused.labels(code_of(problem)).inc()
    return _problem(status_of(problem), code_of(problem), str(problem))


async def _malformed(request: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    fault = problem.errors()[0]
    return _problem(422, "malformed", f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}")


async def _http_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    page: Page = request.app.state.page
    if problem.status_code == 404 and (lost := page.lost(request)):
        return lost
    codes = {404: "not_found", 405: "not_allowed", 413: "too_long"}
    headers = dict(problem.headers or {})
    return _problem(problem.status_code, codes.get(problem.status_code, "http"), str(problem.detail), headers)
