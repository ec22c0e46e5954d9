"""Security middleware: hosts and origins, headers, size and rate limits, and a log line for each request."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from ipaddress import ip_address

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from silverhook.core.event_log import log_event
from silverhook.server.access import AccessDesk
from silverhook.server.errors import AccessNeeded
from silverhook.server.limits import RateLimiter, limit_key
from silverhook.server.messages import Problem
from silverhook.server.metrics import Metrics
from silverhook.server.origins import Origins, own_origin
from silverhook.server.settings import ServerSettings
from silverhook.table.sharing import PAYER, Turns

__all__ = ["SecurityMiddleware", "client_address", "may_read_metrics"]

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
_METRICS = "/metrics"
_OPERATORS = ("/health", "/ready", _METRICS)
_POLICY_VIOLATION = 1008  # a WebSocket close code
_Refusal = tuple[int, str, str]  # status, code, message


def client_address(scope: Scope) -> str:
    """The address of a client as limits count it; behind a trusted proxy, the one that the proxy reports."""
    client = scope.get("client")
    return limit_key(client[0]) if client else "local"


def may_read_metrics(scope: Scope, allowed: str, token: str | None) -> bool:
    """Whether a client may read the metrics. Clients on this machine always may."""
    if allowed == "open" or _is_local(client_address(scope)):
        return True
    return allowed != "local" and hmac.compare_digest(allowed.encode(), (token or "").encode())


def _is_local(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "local"


class SecurityMiddleware:
    """Checks every request before it reaches the app, and adds security headers to every HTTP response."""

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, metrics: Metrics, access: AccessDesk, turns: Turns
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._turns = turns
        self._origins = Origins(settings)
        self._access = access
        limits = settings.limits
        self._requests = RateLimiter(limits.requests_per_second, limits.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it. Whatever it costs is charged to the client."""
        PAYER.set(client_address(scope))
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket" and (problem := self._misdirected(scope)):
            self._metrics.refused.labels(problem[1]).inc()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})  # the client gets an HTTP 403
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", [])
                stored = (
                    [] if any(name == b"cache-control" for name, _ in headers) else [(b"cache-control", b"no-store")]
                )
                message["headers"] = [*headers, *_HEADERS, *stored]
            await send(message)

        try:
            problem = self._refusal(scope)
            async with asyncio.timeout(self._settings.limits.silence_seconds):
                body = None if problem else await _body(receive, self._settings.limits.body_bytes)
            if problem:
                await _refuse(answer, *problem)
            elif body is None:
                most = self._settings.limits.body_bytes
                await _refuse(answer, 413, "too_long", f"a request can have at most {most} bytes")
            else:
                if scope["path"] not in _OPERATORS:
                    await self._turns.take()
                await self._app(scope, _again(body, receive), answer)
        except TimeoutError:
            await _refuse(answer, 408, "too_slow", "the request did not arrive in time")
        except Exception:
            log_event("request_failed", logging.ERROR, trace=True)
            await _refuse(answer, 500, "defect", "internal error; it has been logged")
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "none")
            self._metrics.request_seconds.labels(route, str(status)).observe(seconds)
            level = logging.DEBUG if route in _OPERATORS else logging.INFO
            log_event("request", level, method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1))

    def _refusal(self, scope: Scope) -> _Refusal | None:
        if problem := self._misdirected(scope):
            return problem
        if len(scope["query_string"]) > (most := self._settings.limits.query_bytes):
            return 414, "too_long", f"the address of a request can have at most {most} bytes after ?"
        if not _unlimited(scope["path"]) and not self._requests.of(client_address(scope)).take():
            return 429, "too_many", "too many requests from your address; wait a moment"
        if _behind_the_code(scope["path"]) and not self._access.admits(scope):
            return 403, "access_needed", str(AccessNeeded())
        return None

    def _misdirected(self, scope: Scope) -> _Refusal | None:
        """Why a request may not come to this server by this name, from this page, or at this port."""
        if host := self._origins.foreign_host(scope):
            remedy = f"if it should be, the operator adds --origin {own_origin(scope)[:200]}"
            return 421, "foreign_host", f"this server is not known as {host[:200]}; {remedy}"
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not reads and (origin := self._origins.foreign_origin(scope)):
            return 403, "foreign_origin", f"pages from {origin[:200]} are not allowed to use this server"
        return (404, "not_found", "this is served at another port") if self._elsewhere(scope) else None

    def _elsewhere(self, scope: Scope) -> bool:
        """Whether a path is served at another port: metrics may have one of their own, with nothing for players."""
        own = self._settings.metrics_address
        if not own:
            return False
        at_own = (scope.get("server") or ("", None))[1] == own.port
        return scope["path"] not in _OPERATORS if at_own else scope["path"] == _METRICS


def _unlimited(path: str) -> bool:
    """Whether a path has no rate limit: health checks, and assets, which are cheap to send."""
    return path in _OPERATORS or path.startswith(("/assets/", "/docs/assets/", "/looks/"))


def _behind_the_code(path: str) -> bool:
    """Whether a path needs the access code: everything about tables, but not the page that asks for the code."""
    return path.startswith("/api/") and path != "/api/access"


async def _body(receive: Receive, most: int) -> bytes | None:
    """The body of a request; None if it is too long."""
    parts: list[bytes] = []
    more = True
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        most -= len(parts[-1])
        if most < 0:
            return None
        more = message.get("more_body", False)
    return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """A receive function that returns the body that was read, then later messages."""
    given = False

    async def next_message() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return next_message


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    problem: Problem = {"code": code, "message": message}
    body = orjson.dumps(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
