"""The review of a finished game: asked for, waited for, read, and left for the position of a decision."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from silverhook.server.client import Lobby
from silverhook.testing.page import Person, faults_of_access
from silverhook.testing.server import Process, play_on, run, seated

NewPerson = Callable[..., Person]
SIZES = [(1440, 900, "light", "en"), (360, 740, "dark", "pl"), (640, 360, "light", "fr")]


@pytest.fixture(scope="module")
def table(server: Process) -> str:
    """A finished game of Hanataz with a person who plays at random."""

    async def play() -> str:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(
                lobby, "hanataz", 1, seats=["person", "heuristic", "heuristic"], pause=0, options={"hand_limit": 2}
            )
            async with lobby.sit(table, tokens[0]) as seat:
                await play_on(seat, random.Random(1))
            return table

    with ThreadPoolExecutor(1) as elsewhere:  # the browser has this thread's event loop
        return elsewhere.submit(lambda: run(play())).result()


@pytest.mark.parametrize(("width", "height", "theme", "language"), SIZES)
def test_a_review_can_be_read_at_every_size(
    person: NewPerson, table: str, width: int, height: int, theme: str, language: str
) -> None:
    anna = person(width=width, height=height, theme=theme, language=language)
    anna.visit(f"/review/{table}?eyes=open")
    expect(anna.page.get_by_role("heading", level=2)).to_have_count(3)
    expect(anna.page.get_by_role("img").first).to_be_visible()
    anna.picture(f"review-{width}-{language}")
    assert not faults_of_access(anna)
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_review_shows_hidden_things_only_if_asked_and_leads_to_the_position(person: NewPerson, table: str) -> None:
    anna = person()
    anna.visit(f"/review/{table}")
    expect(anna.page.get_by_text("only what a spectator could know")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Decisions")).to_have_count(0)
    anna.page.get_by_role("combobox", name="View").select_option("0")
    expect(anna.page).to_have_url(re.compile(r"eyes=0$"))
    expect(anna.page.get_by_text("Luck", exact=True)).to_have_count(0)
    anna.page.get_by_label("Show good decisions").check()
    names = anna.page.locator("ol li a").all_inner_texts()
    assert names and all("P0" in name or "0" in name for name in names)
    anna.page.locator("ol li a").nth(2).click()
    expect(anna.page).to_have_url(re.compile(rf"/replay/{table}\?step=\d+&eyes=0"))
    expect(anna.page.locator("output")).to_have_text(re.compile(r"^[1-9]\d* / "))
    expect(anna.page.get_by_role("button", name="Play on from here")).to_be_visible()
