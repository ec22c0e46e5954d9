"""The server has the built documentation under /docs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from silverhook.server.app import create_app
from silverhook.server.settings import Limits, ServerSettings
from silverhook.testing.server import running


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small site as MkDocs would build it."""
    folder = tmp_path / "documentation"
    (folder / "assets").mkdir(parents=True)
    (folder / "start").mkdir()
    (folder / "index.html").write_text("<h1>Silverhook</h1>")
    (folder / "index.html.gz").write_bytes(b"compressed")
    (folder / "start" / "hosts.html").write_text("<h1>For hosts</h1>")
    (folder / "assets" / "site.css").write_text("a {}")
    (tmp_path / "secret.txt").write_text("not for anybody")
    return folder


def asked(folder: Path, path: str, times: int = 1, **headers: str) -> httpx.Response:
    """The answer of an app with this site; it opens no table."""
    limits = Limits(requests_per_second=0.001, requests_at_once=20)
    app = create_app(ServerSettings(documentation=folder, limits=limits))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
            for _ in range(times):
                answer = await client.get(path, headers={"accept-encoding": "identity", **headers})
            return answer

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("path", "text"),
    [("/docs/", "Silverhook"), ("/docs/index.html", "Silverhook"), ("/docs/start/hosts.html", "For hosts")],
)
def test_pages_are_served_with_the_headers_of_every_answer(built: Path, path: str, text: str) -> None:
    answer = asked(built, path)
    assert (answer.status_code, answer.text) == (200, f"<h1>{text}</h1>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy
    again = asked(built, path, **{"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_the_address_without_a_slash_redirects(built: Path) -> None:
    answer = asked(built, "/docs")
    assert (answer.status_code, answer.headers["location"]) == (307, "/docs/")


@pytest.mark.parametrize(
    "path", ["/docs/none.html", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/start", "/docs/index.html.gz"]
)
def test_nothing_else_is_served(built: Path, path: str) -> None:
    assert asked(built, path).status_code == 404


def test_assets_are_sent_to_every_client(built: Path) -> None:
    assert asked(built, "/docs/assets/site.css", times=50).status_code == 200
    assert asked(built, "/docs/", times=50).status_code == 429


def test_a_server_without_documentation_says_how_to_build_it(tmp_path: Path) -> None:
    answer = asked(tmp_path / "none", "/docs/")
    assert answer.status_code == 404 and "make docs" in answer.text


def test_a_real_server_has_the_built_site(site: Path, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        answer = httpx.get(f"{server.url}/docs/start/players.html")
    assert answer.status_code == 200 and answer.text == (site / "start/players.html").read_text(encoding="utf-8")
    assert answer.headers["content-encoding"] == "gzip"
