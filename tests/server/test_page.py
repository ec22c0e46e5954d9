"""The server sends the page with caching, compression and headers, and says so if the page is not built."""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest

import silverhook as sh
from silverhook.server.app import create_app
from silverhook.server.settings import Limits, ServerSettings

INDEX = '<!doctype html><title>Silverhook</title><script type="module" src="/assets/index-AbC123.js"></script>'
SCRIPT = "console.log('the page');\n" * 50
FOR_EVER = "public, max-age=31536000, immutable"
SAFE = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small page as Vite would build it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    for name, text in {"index.html": INDEX, "assets/index-AbC123.js": SCRIPT, "hook.svg": "<svg/>"}.items():
        (folder / name).write_text(text)
        (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
        (folder / f"{name}.br").write_bytes(b"brotli of " + name.encode())
    (folder / "assets" / "font-Xy9.woff2").write_bytes(b"wOF2")
    (tmp_path / "secret.txt").write_text("not for anybody")
    return folder


def asked(folder: Path, path: str, method: str = "GET", times: int = 1, **headers: str) -> httpx.Response:
    """The answer of an app with this page; it opens no table."""
    limits = Limits(requests_per_second=0.001, requests_at_once=20)
    app = create_app(ServerSettings(page=folder, limits=limits))

    async def ask() -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in {"accept_encoding": "identity", **headers}.items()}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
            for _ in range(times):
                request = client.build_request(method, path, headers=named)
                answer = await client.send(request)
            return answer

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "path",
    ["/", "/table/abc234", "/replay/abc234", "/new/deckhand", "/rules/hanataz?edition=x", "/learn/deckhand", "/verify"],
)
def test_every_route_of_the_page_serves_the_same_document(built: Path, path: str) -> None:
    answer = asked(built, path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert all(name in answer.headers for name in SAFE)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy and "style-src 'self'" in policy and "unsafe" not in policy


def test_browsers_may_cache_assets_forever(built: Path) -> None:
    answer = asked(built, "/assets/index-AbC123.js")
    assert (answer.text, answer.headers["cache-control"]) == (SCRIPT, FOR_EVER)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert all(name in answer.headers for name in SAFE)
    assert asked(built, "/assets/font-Xy9.woff2").headers["content-type"] == "font/woff2"
    icon = asked(built, "/hook.svg")
    assert (icon.headers["content-type"], icon.headers["cache-control"]) == ("image/svg+xml", "no-cache")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.0, gzip; q=0", None),
        ("identity", None),
        ("", None),
        (";;q=,,=", None),
    ],
)
@pytest.mark.parametrize("path", ["/", "/assets/index-AbC123.js"])
def test_a_browser_gets_the_encoding_it_accepts(built: Path, path: str, accepted: str, coding: str | None) -> None:
    app = create_app(ServerSettings(page=built))

    async def ask() -> tuple[httpx.Response, bytes]:
        async with (
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client,
            client.stream("GET", path, headers={"accept-encoding": accepted}) as answer,
        ):
            return answer, b"".join([part async for part in answer.aiter_raw()])

    answer, body = asyncio.run(ask())
    name = "index.html" if path == "/" else path[1:]
    end = {"br": ".br", "gzip": ".gz", None: ""}[coding]
    assert answer.headers.get("content-encoding") == coding
    assert body == (built / f"{name}{end}").read_bytes()
    assert answer.headers["vary"] == "Accept-Encoding"


def test_a_file_without_compressed_forms_is_sent_uncompressed(built: Path) -> None:
    answer = asked(built, "/assets/font-Xy9.woff2", accept_encoding="br, gzip")
    assert answer.content == b"wOF2" and "content-encoding" not in answer.headers


def test_a_cached_file_is_not_sent_again(built: Path) -> None:
    tag = asked(built, "/").headers["etag"]
    again = asked(built, "/", if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")
    assert asked(built, "/", if_none_match='"another"').status_code == 200
    (built / "index.html").write_text(INDEX.replace("AbC123", "DeF456"))
    assert asked(built, "/", if_none_match=tag).status_code == 200


def test_head_is_answered(built: Path) -> None:
    answer = asked(built, "/", method="HEAD")
    assert answer.status_code == 200 and answer.headers["content-length"] == str(len(INDEX))


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/../secret.txt",
        "/assets/",
        "/assets/none.js",
        "/index.html.br",
        "/assets/index-AbC123.js.gz",
        "/api/nothing",
    ],
)
def test_nothing_else_is_served(built: Path, path: str) -> None:
    answer = asked(built, path)
    assert answer.status_code == 404 and "not for anybody" not in answer.text
    assert answer.json()["code"] == "not_found"
    assert answer.headers["cache-control"] == "no-store"


def test_an_unknown_path_gives_browsers_the_page_and_programs_a_problem(built: Path) -> None:
    lost = asked(built, "/tabel/abc", accept="text/html,application/xhtml+xml")
    assert (lost.status_code, lost.text, lost.headers["cache-control"]) == (404, INDEX, "no-cache")
    assert asked(built, "/tabel/abc").json()["code"] == "not_found"
    for path in ("/api/tabels", "/assets/none.js"):
        assert asked(built, path, accept="text/html").json()["code"] == "not_found"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_the_page_allows_only_get_and_head(built: Path, method: str) -> None:
    assert asked(built, "/", method=method).json()["code"] == "not_allowed"


def test_the_api_answers_as_usual(built: Path) -> None:
    assert asked(built, "/api/mine").status_code == 405
    assert asked(built, "/health").json()["status"] == "ok"
    described: dict[str, Any] = asked(built, "/api/openapi.json").json()
    assert all(path.startswith(("/api/", "/health", "/ready", "/metrics")) for path in described["paths"])


def test_without_a_built_page_the_server_says_how_to_build_it(tmp_path: Path) -> None:
    for folder in (tmp_path / "nowhere", tmp_path):
        answer = asked(folder, "/table/abc")
        assert answer.status_code == 404 and "make play" in answer.text
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert asked(folder, "/tabel", accept="text/html").json()["code"] == "not_found"


def test_asset_requests_are_not_rate_limited(built: Path) -> None:
    assert asked(built, "/assets/index-AbC123.js", times=100).status_code == 200
    assert asked(built, "/", times=100).status_code == 429


@pytest.fixture
def looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a look of its own."""
    folder = tmp_path / "package" / "look"
    (folder / "pictures").mkdir(parents=True)
    (folder / "look.js").write_text("export const board = () => {};")
    (folder / "pictures" / "ace.svg").write_text("<svg/>")
    (folder / "look.py").write_text("SECRET = 1")
    (folder.parent / "secret.js").write_text("secret")
    (folder / "link.js").symlink_to(folder.parent / "secret.js")
    found = sh.games()
    spec = dataclasses.replace(found["hanataz"], name="mine", look=folder)
    monkeypatch.setattr("silverhook.server.page.games", lambda: {**found, "mine": spec})
    return folder


def test_the_look_of_a_packages_game_is_sent_under_the_same_policy(built: Path, looks: Path) -> None:
    answer = asked(built, "/looks/mine/look.js")
    assert (answer.status_code, answer.text) == (200, "export const board = () => {};")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == asked(built, "/").headers["content-security-policy"]
    assert asked(built, "/looks/mine/look.js", if_none_match=answer.headers["etag"]).status_code == 304
    assert asked(built, "/looks/mine/pictures/ace.svg").headers["content-type"] == "image/svg+xml"
    (looks / "look.js").write_text("export const changed = 1;")
    assert asked(built, "/looks/mine/look.js").text == "export const changed = 1;"


@pytest.mark.parametrize(
    "path",
    [
        "/looks/mine/look.py",  # no type for browsers
        "/looks/mine/",
        "/looks/mine/pictures",
        "/looks/mine/none.js",
        "/looks/mine/..%2Fsecret.js",
        "/looks/mine/%2e%2e/secret.js",
        "/looks/mine/link.js",
        "/looks/mine/%00.js",
        "/looks/mine/" + "a" * 300 + ".js",
        "/looks/deckhand/look.js",  # ours has none of this kind
        "/looks/nothing/look.js",
    ],
)
def test_nothing_else_of_a_package_is_sent(built: Path, looks: Path, path: str) -> None:
    answer = asked(built, path, accept="text/html")
    assert answer.status_code == 404
    assert "secret" not in answer.text.lower()
