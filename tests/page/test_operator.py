"""What an operator does, as the page shows it: an access code, an announcement, drain mode, a closed table."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from playwright.sync_api import Browser, expect
from typer.testing import CliRunner

from silverhook.cli import app
from silverhook.testing.page import Person
from silverhook.testing.server import running

CODE = "parrot and hook"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A server of its own with an access code: its address, and its database."""
    folder = tmp_path_factory.mktemp("club")
    with running(folder, "--access-code", CODE) as server:
        yield server.url, f"sqlite:///{folder / 'tables.db'}"


def admin(database: str, *words: str) -> None:
    """Run `silverhook admin`, in a thread because this one has an event loop already."""
    command = ["admin", *words, "--database", database]
    with ThreadPoolExecutor() as thread:
        done = thread.submit(CliRunner().invoke, app, command, catch_exceptions=False).result()
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("language", "title", "enter", "wrong"),
    [
        ("en", "Members only", "Enter", "That is not the access code."),
        ("fr", "Réservé aux membres", "Entrer", "Ce n’est pas le code d’accès."),
        ("pl", "Tylko dla członków", "Wejdź", "To nie jest kod dostępu."),
    ],
)
def test_the_page_asks_for_the_access_code(
    chromium: Browser, club: tuple[str, str], language: str, title: str, enter: str, wrong: str
) -> None:
    anna = Person(chromium, club[0], language=language)
    anna.visit("/rules/deckhand")
    expect(anna.page.get_by_role("heading", name=title)).to_be_visible()
    anna.page.locator("#code").fill("a guess")
    anna.page.get_by_role("button", name=enter).click()
    expect(anna.page.get_by_role("alert")).to_have_text(wrong)
    anna.page.locator("#code").fill(CODE)
    anna.page.get_by_role("button", name=enter).click()
    expect(anna.page.get_by_role("heading", name="Deck Hand").first).to_be_visible()
    anna.context.close()
    assert not anna.complaints


def test_the_page_shows_what_the_operator_does(chromium: Browser, club: tuple[str, str]) -> None:
    url, database = club
    anna = Person(chromium, url)
    anna.visit("/")
    anna.page.locator("#code").fill(CODE)
    anna.page.get_by_role("button", name="Enter").click()
    expect(anna.page.locator("article").first).to_be_visible()
    anna.begin_alone("deckhand", 2)
    admin(database, "announce", "We close at ten.")
    notice = anna.page.get_by_text("Message from this server: We close at ten.")
    expect(notice).to_be_visible()
    anna.page.locator("p.announcement").get_by_role("button", name="Close").click()
    expect(notice).to_be_hidden()
    table = anna.table
    admin(database, "drain", "on")
    cookies = {cookie["name"]: cookie["value"] for cookie in anna.context.cookies()}
    while not httpx.get(f"{url}/api/notices", cookies=cookies).json()["draining"]:
        pass
    anna.visit("/")
    expect(notice).to_be_visible()
    expect(anna.page.get_by_text("Games in progress go on.")).to_be_visible()
    anna.page.get_by_role("button", name="Play now").first.click()
    expect(anna.page.get_by_role("alert")).to_have_text("No new tables can be opened at the moment. Try again later.")
    admin(database, "drain", "off")
    anna.visit(f"/table/{table}")
    anna.sees_table()
    admin(database, "close", table)
    expect(anna.page.get_by_text("The people who run this server have closed this table.").first).to_be_visible()
    anna.context.close()
    assert not anna.complaints
