"""The built page, the built documentation, and the looks of packages' games; compressed where they are built so."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.exceptions import HTTPException

from silverhook.games import games

__all__ = ["Documentation", "Looks", "Page"]

_INDEX = "index.html"
_ROUTES = (
    "/",
    "/table/{name}",
    "/replay/{name}",
    "/review/{name}",
    "/new/{name}",
    "/rules/{name}",
    "/learn/{name}",
    "/cards/{name}",
    "/verify",
)  # web/src/router
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_CODINGS = {"br": ".br", "gzip": ".gz"}  # the better one first
_FOR_EVER = "public, max-age=31536000, immutable"  # the name of an asset contains the hash of its content
_ASK_AGAIN = "no-cache"
_NOT_BUILT = """The page of this Silverhook is not built.

In a copy of its sources `make play` builds it and opens the table; installed packages come with it built.
Tables can be reached without it: over HTTP (/api/openapi.json says how), or `silverhook play` in a terminal.
"""
_NO_DOCUMENTATION = """The documentation of this Silverhook is not built.

In a copy of its sources `make docs` builds it; then start the server again.
"""


@dataclass(frozen=True)
class _File:
    """A file in each available coding; "" is the plain one."""

    type: str
    forms: dict[str, bytes]
    tag: str

    @classmethod
    def read(cls, path: Path) -> _File:
        plain = path.read_bytes()
        beside = {coding: path.with_name(path.name + end) for coding, end in _CODINGS.items()}
        forms = {coding: file.read_bytes() for coding, file in beside.items() if file.is_file()}
        tag = hashlib.sha256(plain).hexdigest()[:20]
        return cls(_TYPES.get(path.suffix, "application/octet-stream"), {**forms, "": plain}, tag)

    def answer(self, request: Request, caching: str, status: int = 200) -> Response:
        """The file in the best coding that the browser accepts, or 304 if its copy is still current."""
        coding = next(coding for coding in self.forms if coding in {"", *_accepted(request)})
        tag = f'"{self.tag}{coding and f"-{coding}"}"'
        headers = {"Cache-Control": caching, "ETag": tag, "Vary": "Accept-Encoding"}
        if status == 200 and tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if coding:
            headers["Content-Encoding"] = coding
        return Response(self.forms[coding], status, headers, media_type=self.type)


def _accepted(request: Request) -> set[str]:
    """The codings that a browser accepts; a quality of 0 means no."""
    words = [word.replace(" ", "").partition(";q=") for word in request.headers.get("accept-encoding", "").split(",")]
    return {coding.lower() for coding, _, quality in words if quality.strip("0.") or not quality}


class Page:
    """The files that Vite has built in a folder, read when the server starts."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in _CODINGS.values()]
        self._files = {path.relative_to(folder).as_posix(): _File.read(path) for path in paths}

    def router(self) -> APIRouter:
        """The routes of the page, which all return the same document, and the routes of its files."""
        router = APIRouter(include_in_schema=False)
        for path in _ROUTES:
            router.add_api_route(path, self._document, methods=["GET", "HEAD"], response_model=None)
        router.add_api_route("/assets/{name}", self._asset, methods=["GET", "HEAD"], response_model=None)
        for name in self._files:
            if "/" not in name and name != _INDEX:
                router.add_api_route(f"/{name}", self._file, methods=["GET", "HEAD"], response_model=None)
        return router

    def lost(self, request: Request) -> Response | None:
        """The page for a person at an unknown address; None for a program."""
        person = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if not person or request.url.path.startswith(("/api/", "/assets/", "/looks/")) or _INDEX not in self._files:
            return None
        return self._files[_INDEX].answer(request, _ASK_AGAIN, 404)

    async def _document(self, request: Request) -> Response:
        if _INDEX not in self._files:
            return PlainTextResponse(_NOT_BUILT, 404)
        return self._files[_INDEX].answer(request, _ASK_AGAIN)

    async def _file(self, request: Request) -> Response:
        return self._files[request.url.path[1:]].answer(request, _ASK_AGAIN)

    async def _asset(self, request: Request, name: str) -> Response:
        if f"assets/{name}" not in self._files:
            raise HTTPException(404)
        return self._files[f"assets/{name}"].answer(request, _FOR_EVER)


class Documentation:
    """The files that MkDocs has built in a folder, listed when the server starts and read on request."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in _CODINGS.values()]
        self._paths = {path.relative_to(folder).as_posix(): path for path in paths}
        self._files: dict[str, _File] = {}

    def router(self) -> APIRouter:
        """The routes of the documentation."""
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/docs", self._entry, methods=["GET", "HEAD"], response_model=None)
        router.add_api_route("/docs/{name:path}", self._file, methods=["GET", "HEAD"], response_model=None)
        return router

    async def _entry(self) -> Response:
        return RedirectResponse("/docs/")  # links on the front page are relative to its folder

    async def _file(self, request: Request, name: str) -> Response:
        if not self._paths:
            return PlainTextResponse(_NO_DOCUMENTATION, 404)
        name = name or _INDEX
        if name not in self._paths:
            raise HTTPException(404)
        if name not in self._files:
            self._files[name] = _File.read(self._paths[name])
        return self._files[name].answer(request, _ASK_AGAIN)


class Looks:
    """The looks that packages bring for their games, read again when a file has changed."""

    def __init__(self) -> None:
        self._files: dict[Path, tuple[int, _File]] = {}

    def router(self) -> APIRouter:
        """The route of the looks."""
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/looks/{game}/{name:path}", self._file, methods=["GET", "HEAD"], response_model=None)
        return router

    def _file(self, request: Request, game: str, name: str) -> Response:
        try:
            file = self._found(game, name)
        except (OSError, ValueError):  # no name that a file can have
            file = None
        if file is None:
            raise HTTPException(404)
        return file.answer(request, _ASK_AGAIN)

    def _found(self, game: str, name: str) -> _File | None:
        """A file for browsers within the folder of a game's look."""
        spec = games().get(game)
        if spec is None or spec.look is None:
            return None
        folder = spec.look.resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or path.suffix not in _TYPES or not path.is_file():
            return None
        changed = path.stat().st_mtime_ns
        if path not in self._files or self._files[path][0] != changed:
            self._files[path] = changed, _File.read(path)
        return self._files[path][1]
