"""After a game: its result, its proof in the page, its replay from every view, and continuing from any step."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from silverhook.records import verify
from silverhook.server.client import Lobby
from silverhook.testing.page import Person, faults_of_access
from silverhook.testing.server import Process, play_on, run, seated

NewPerson = Callable[..., Person]


async def finished(url: str, game: str, **settings: object) -> str:
    """The name of a table with a finished short game."""
    async with Lobby(url) as lobby:
        table, tokens = await seated(lobby, game, 1, seats=["person", "heuristic", "heuristic"], pause=0, **settings)
        async with lobby.sit(table, tokens[0]) as seat:
            await play_on(seat, random.Random(1))
        return table


@pytest.fixture(scope="module", params=["deckhand", "hanataz"])
def played(request: pytest.FixtureRequest, server: Process) -> tuple[str, str]:
    options = {"deckhand": {"max_rounds": 6}, "hanataz": {"hand_limit": 3}}[request.param]
    with ThreadPoolExecutor(1) as elsewhere:  # the browser has this thread's event loop
        game = elsewhere.submit(lambda: run(finished(server.url, request.param, options=options)))
        return request.param, game.result()


def test_the_result_says_where_the_score_came_from_and_proves_the_deal(
    person: NewPerson, played: tuple[str, str], tmp_path: Path
) -> None:
    game, table = played
    anna = person()
    anna.visit(f"/table/{table}")
    anna.page.get_by_role("button", name="Result").click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Score breakdown")).to_be_visible()
    expect(dialog.get_by_role("img", name=re.compile("At the end")).first).to_be_visible()
    dialog.get_by_role("button", name="Verify now").click()
    expect(dialog.get_by_text("Verified: nobody chose this deal")).to_be_visible()
    anna.picture(f"result-{game}")
    assert not faults_of_access(anna)
    with anna.page.expect_download() as download:
        dialog.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "record.txt")
    verify((tmp_path / "record.txt").read_bytes())


def test_the_page_detects_a_forged_record(person: NewPerson, played: tuple[str, str]) -> None:
    _, table = played
    anna = person()
    anna.visit(f"/verify?table={table}")
    expect(anna.page.get_by_text("Verified: nobody chose this deal")).to_be_visible()
    text = anna.page.locator("#text")
    text.fill(re.sub(r"seed: (.)", lambda seed: "seed: 1" if seed[1] == "0" else "seed: 0", text.input_value()))
    anna.page.get_by_role("button", name="Verify", exact=True).click()
    expect(anna.page.get_by_text("Verification failed")).to_be_visible()
    text.fill("Dear diary")
    anna.page.get_by_role("button", name="Verify", exact=True).click()
    expect(anna.page.get_by_role("alert")).to_contain_text("silverhook record 1")


def test_a_replay_goes_step_by_step_in_every_view(person: NewPerson, played: tuple[str, str]) -> None:
    game, table = played
    anna = person()
    anna.visit(f"/replay/{table}")
    step = anna.page.get_by_role("status").or_(anna.page.locator("output"))
    expect(step.last).to_have_text(re.compile(r"^0 / \d+"))
    hands = anna.page.locator('[data-zone^="hand."] [data-card]')
    expect(hands.first).to_be_visible()
    assert all(card.get_attribute("data-card") for card in hands.all()), "the open view shows every card"
    holder = anna.page.locator('[data-zone^="hand."]:has([data-card])').first.get_attribute("data-zone") or ""
    other = "0" if holder != "hand.0" else "1"  # in Deck Hand only the first player holds cards
    anna.page.get_by_label("View").select_option(other)
    expect(anna.page.locator('[data-zone^="hand."] [data-card=""]').first).to_be_attached()
    for number in range(1, 6):
        anna.page.keyboard.press("ArrowRight")
        expect(anna.page.locator("output")).to_have_text(re.compile(rf"^{number} / "))
    anna.picture(f"replay-{game}")
    assert not faults_of_access(anna)
    slider = anna.page.get_by_role("slider")
    slider.fill(slider.get_attribute("max") or "0")
    expect(anna.page.get_by_role("button", name="Next step")).to_be_disabled()
    if game == "hanataz":  # its last step ends a hand
        expect(anna.page.locator('[data-part="outcome"]')).to_be_visible()
        anna.picture("outcome-hanataz")
        assert not faults_of_access(anna)


def test_a_game_continues_from_a_step_of_another(person: NewPerson, played: tuple[str, str]) -> None:
    _, table = played
    anna = person()
    anna.visit(f"/replay/{table}")
    anna.page.get_by_role("slider").fill("3")
    anna.page.get_by_role("button", name="Play on from here").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_role("group", name="Against").get_by_role("radio", name="Mary").press("Space")
    dialog.get_by_role("button", name="Play now").click()
    expect(anna.page).to_have_url(re.compile(rf"/table/(?!{table})\w+$"))
    anna.sees_table()
    assert anna.has_choice()
    anna.choose(random.Random(1).randrange)


def test_a_table_that_is_not_there_says_so(person: NewPerson) -> None:
    anna = person()
    for path in ("/table/nosuchtable", "/replay/nosuchtable"):
        anna.visit(path)
        expect(anna.page.get_by_text(re.compile("no table|no such table|There is no", re.I)).first).to_be_visible()
    anna.picture("no-table")


def test_a_rematch_keeps_the_seats(person: NewPerson) -> None:
    anna = person()
    anna.visit("/")
    choice = anna.page.locator('article[data-game="hanataz"]')
    choice.get_by_role("button", name="With friends").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="2").press("Space")
    dialog.get_by_label("Seat 2").select_option("random")
    dialog.get_by_text("House rules").click()
    dialog.get_by_role("spinbutton", name="Hand limit").fill("1")
    dialog.get_by_role("button", name="Open the table").click()
    anna.sees_table()
    anna.play_to_the_end(random.Random(2).randrange)
    before = anna.table
    anna.page.get_by_role("button", name="Rematch").click()
    expect(anna.page).not_to_have_url(re.compile(before))
    anna.sees_table()
    assert anna.has_choice()
