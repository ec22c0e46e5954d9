"""A game whose package brings its own look: examples/trumps, from lobby to result; and what happens if a look fails."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from silverhook.testing.page import Person, faults_of_access
from silverhook.testing.server import Process, running

NewPerson = Callable[..., Person]


@pytest.fixture(scope="module")
def site(installed_example: Callable[[str], dict[str, str]]) -> dict[str, str]:
    return installed_example("trumps")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, site: dict[str, str]) -> Iterator[Process]:
    """A server where trumps is installed, too."""
    with running(tmp_path_factory.mktemp("server"), env=site) as process:
        yield process


def test_a_game_is_played_on_its_packages_own_board(person: NewPerson) -> None:
    anna = person()
    anna.visit("/")
    expect(anna.page.get_by_text("Deck Hand, Hanataz, and Trumps: play against bots now")).to_be_visible()
    expect(anna.page.locator('article[data-game="trumps"] .trumps-emblem')).to_be_visible()
    assert not faults_of_access(anna)
    anna.begin_alone("trumps", 4)
    assert anna.has_choice()
    hand = anna.page.locator('.trumps-own [data-zone="hand.0"] [data-card]')
    assert hand.count() >= 5
    expect(anna.page.locator(".trumps-table")).to_have_css("color", "rgb(255, 255, 255)")  # its stylesheet is in use
    anna.picture("trumps")
    assert not faults_of_access(anna)
    before = anna.ply
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator("button.trumps-card:focus")).to_have_count(1)
    anna.page.keyboard.press("Enter")
    anna.sees_change(before)
    anna.play_to_the_end(random.Random(5).randrange)
    anna.page.get_by_role("button", name="Result").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()


def test_it_fits_a_phone(person: NewPerson) -> None:
    anna = person(width=360, height=740)
    anna.begin_alone("trumps", 3)
    assert anna.has_choice()
    expect(anna.page.locator("button.trumps-card").first).to_be_in_viewport()
    width = anna.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    anna.picture("trumps-360")


@pytest.mark.parametrize(
    ("look", "complaint"),
    [
        ("export const nothing = 1;", "look.js exports no function board"),
        ("syntax error", "SyntaxError"),
        ('export function board() { throw new Error("no table today"); }', "no table today"),
        ('export const board = () => {}; export const style = "/looks/trumps/none.css";', "cannot be loaded"),
    ],
)
def test_a_look_that_fails_is_replaced_by_the_plain_board(
    person: NewPerson, site: dict[str, str], look: str, complaint: str
) -> None:
    file = Path(site["PYTHONPATH"].split(":")[0]) / "trumps" / "look" / "look.js"
    right = file.read_text(encoding="utf-8")
    try:
        file.write_text(look, encoding="utf-8")
        anna = person()
        anna.begin_alone("trumps", 2)
        assert anna.has_choice()
        expect(anna.page.get_by_role("list", name=re.compile(r"^Deck: \d+ cards$"))).to_be_visible()
    finally:
        file.write_text(right, encoding="utf-8")
    assert any(complaint in heard for heard in anna.complaints), anna.complaints
    anna.complaints.clear()
