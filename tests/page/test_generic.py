"""A game unknown to the page uses the generic board: examples/highcard, from lobby to replay."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from silverhook.testing.page import FINISHED, Person, faults_of_access
from silverhook.testing.server import Process, running

NewPerson = Callable[..., Person]


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, installed_example: Callable[[str], dict[str, str]]
) -> Iterator[Process]:
    """A server where high card is installed, too."""
    with running(tmp_path_factory.mktemp("server"), env=installed_example("highcard")) as process:
        yield process


def check(anna: Person, name: str) -> None:
    anna.picture(name)
    assert not faults_of_access(anna)
    width = anna.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], "the board is wider than its window"


@pytest.mark.parametrize(
    ("theme", "width", "height"), [("light", 1440, 900), ("dark", 720, 450), ("light", 360, 740)], ids=str
)
def test_a_whole_game_is_played_by_clicking(person: NewPerson, theme: str, width: int, height: int) -> None:
    anna = person(theme=theme, width=width, height=height)
    anna.begin_alone("highcard", 3)
    assert anna.has_choice()
    hand = anna.page.locator('[data-zone="hand.0"] [data-card]')
    expect(hand).to_have_count(3)
    expect(hand.first).to_be_in_viewport()
    expect(anna.page.locator('[data-zone="hand.1"] [data-card=""]').first).to_be_attached()  # from behind
    expect(anna.page.get_by_role("list", name=re.compile(r"^Deck: \d+ cards$"))).to_be_visible()
    check(anna, f"highcard-{theme}-{width}")
    assert anna.play_to_the_end(random.Random(3).randrange) == 2, "the last card of a hand plays itself"
    expect(anna.page.get_by_role("button", name="Result")).to_be_visible()
    expect(anna.page.get_by_role("button", name="9 known cards")).to_be_visible()  # of three tricks
    check(anna, f"highcard-end-{theme}-{width}")


def test_a_card_is_played_by_keyboard_and_by_dragging(person: NewPerson) -> None:
    anna = person()
    anna.begin_alone("highcard", 2)
    assert anna.has_choice()
    before = anna.ply
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator('[data-zone="hand.0"] [data-card]:focus')).to_have_count(1)
    anna.page.keyboard.press("Enter")
    anna.sees_change(before)
    played = anna.page.locator('[data-part="log"] li').filter(has_text=re.compile(r"You play the \w+ of \w+\."))
    expect(played).to_have_count(1)
    assert anna.has_choice()
    anna.page.locator('[data-zone="hand.0"] [data-choices]').first.drag_to(anna.page.locator('[data-zone="trick"]'))
    expect(anna.page.locator(FINISHED)).to_be_visible()  # the last card plays itself


def test_a_game_without_rules_to_read_and_without_a_lesson_offers_neither(person: NewPerson) -> None:
    anna = person()
    anna.visit("/")
    ours = anna.page.locator('article[data-game="deckhand"]')
    expect(ours.get_by_role("link", name="Learn in 5 minutes")).to_be_visible()
    theirs = anna.page.locator('article[data-game="highcard"]')
    expect(theirs.get_by_role("button", name="Play now")).to_be_visible()
    expect(theirs.get_by_role("link")).to_have_count(0)
    theirs.get_by_role("button", name="Play now").click()
    anna.sees_table()
    expect(anna.page.get_by_role("heading", name="High card")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Rules and cards")).to_have_count(0)


def test_its_result_and_its_replay_can_be_looked_at(person: NewPerson) -> None:
    anna = person()
    anna.begin_alone("highcard", 2)
    anna.play_to_the_end(random.Random(4).randrange)
    anna.page.get_by_role("button", name="Result").click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name=re.compile("At the end")).first).to_be_visible()
    check(anna, "highcard-result")
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.page.locator("output")).to_have_text("0 / 4")
    expect(anna.page.locator('[data-zone="hand.1"] [data-card]').first).not_to_have_attribute("data-card", "")
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator("output")).to_have_text("1 / 4")
    check(anna, "highcard-replay")
