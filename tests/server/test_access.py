"""A server for those who know its access code: the gate, the pass, guessing, proxies and clients."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from silverhook.cli import app
from silverhook.core.errors import SilverhookError
from silverhook.server.access import COOKIE, AccessCode
from silverhook.server.client import Lobby, Refusal
from silverhook.testing.nginx import running_nginx
from silverhook.testing.server import Process, play_on, raw, run, running, seated

CODE = "parrot and hook"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with an access code, given as its hash."""
    hashed = CliRunner().invoke(app, ["admin", "access-code"], input=f"{CODE}\n", catch_exceptions=False).stdout.strip()
    with running(
        tmp_path_factory.mktemp("club"), "--access-code", hashed, "--limit", "access_attempts_at_once=100000"
    ) as process:
        yield process


def test_nothing_about_tables_is_told_without_the_code(club: Process) -> None:
    for path in ("/api/catalogue", "/api/tables/abc", "/api/notices", "/api/openapi.json", "/api/games/deckhand/cards"):
        answer = httpx.get(club.url + path)
        assert (answer.status_code, answer.json()["code"]) == (403, "access_needed"), path
    assert httpx.post(f"{club.url}/api/tables", json={"game": "deckhand", "seats": ["person"]}).status_code == 403
    for path in ("/health", "/ready", "/metrics"):
        assert httpx.get(club.url + path).status_code == 200


def test_a_websocket_without_the_pass_is_refused_before_it_learns_anything(club: Process) -> None:
    async def body() -> None:
        for table in ("abcdef", "nothere"):
            async with raw(club.url, table, {}) as client:
                assert (await client.hear())["code"] == "access_needed"
                assert await client.closed() == 1008

    run(body())


def test_python_clients_play_with_the_code(club: Process) -> None:
    async def body() -> None:
        async with Lobby(club.url, CODE) as lobby:
            table, tokens = await seated(lobby, seats=["person", "random"], people=1)
            async with lobby.sit(table, tokens[0]) as seat:
                await play_on(seat, random.Random(1), 5)
        with pytest.raises(Refusal, match="not the access code") as refusal:
            async with Lobby(club.url, "something else"):
                pass
        assert refusal.value.code == "wrong_code"
        async with Lobby(club.url) as lobby:
            with pytest.raises(Refusal, match="access code"):
                await lobby.catalogue()

    run(body())


def test_the_cookie_is_for_this_site_only_and_for_no_script(club: Process) -> None:
    answer = httpx.post(f"{club.url}/api/access", json={"code": f"  {CODE} "})
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 204 and "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert CODE not in cookie and "Secure" not in cookie
    behind = httpx.post(
        f"{club.url}/api/access", json={"code": CODE}, headers={"X-Forwarded-Proto": "https"}
    )  # as a proxy reports it
    assert "; Secure" in behind.headers["set-cookie"]


@pytest.mark.parametrize("held", ["", "0" * 64, "\xff" * 64, "x" * 3000, '"'])
def test_a_forged_pass_opens_nothing(club: Process, held: str) -> None:
    cookie = f"{COOKIE}={held}".encode("latin-1")
    answer = httpx.get(f"{club.url}/api/catalogue", headers={b"Cookie": cookie})
    assert answer.json()["code"] == "access_needed"


def test_guessing_is_limited_for_each_address(tmp_path: Path) -> None:
    with running(tmp_path, "--access-code", CODE, "--limit", "access_attempts_at_once=3") as server:

        def guess(code: str, address: str) -> int:
            away = {"X-Forwarded-For": address}
            return httpx.post(f"{server.url}/api/access", json={"code": code}, headers=away).status_code

        assert [guess(f"guess {n}", "203.0.113.9") for n in range(4)] == [403, 403, 403, 429]
        assert guess(CODE, "203.0.113.9") == 429  # even the right one, so that nothing is learnt
        assert guess(CODE, "203.0.113.10") == 204


def test_servers_with_the_same_code_share_its_passes() -> None:
    held = AccessCode.of(CODE).pass_for(CODE)
    assert held and AccessCode.of(CODE).opens(held)
    hashed = AccessCode.new(CODE)
    again = AccessCode.of(hashed.stored)
    assert again == hashed and again.opens(again.pass_for(CODE) or "")
    assert CODE not in hashed.stored and not hashed.opens(hashed.digest.hex())  # what is stored is no pass
    assert not again.opens(held) and again.pass_for("another") is None


def test_an_access_code_has_a_decent_length() -> None:
    for code in ("12345", "", "   ", "x" * 201):
        with pytest.raises(SilverhookError, match="6 to 200 characters"):
            AccessCode.new(code)


def test_the_code_works_behind_a_proxy_that_asks_for_a_password(
    club: Process, tmp_path: Path, program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(address: str) -> None:
        async with Lobby(address, CODE) as lobby:
            table, tokens = await seated(lobby, seats=["person", "random"], people=1)
            async with lobby.sit(table, tokens[0]) as seat:
                await play_on(seat, random.Random(1), 3)

    with running_nginx(program("nginx"), tmp_path, [club.url], "sesame") as proxy:
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        run(body(proxy.https.replace("https://", "https://club:sesame@")))
