"""Every screen, light and dark: no accessibility faults, and a picture of each for a look by eye."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from silverhook.testing.page import Person, faults_of_access

NewPerson = Callable[..., Person]
LOOKS = [("light", 1440, 900), ("dark", 1440, 900), ("light", 360, 740), ("dark", 1024, 768), ("light", 640, 360)]


def check(anna: Person, name: str) -> None:
    anna.picture(name)
    faults = faults_of_access(anna)
    assert not faults, f"{name}: {faults}"
    width = anna.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"{name} is wider than its window"


@pytest.mark.parametrize(("theme", "width", "height"), LOOKS)
def test_lobby_rules_and_settings(person: NewPerson, theme: str, width: int, height: int) -> None:
    anna = person(theme=theme, width=width, height=height)
    look = f"{theme}-{width}"
    anna.visit("/")
    expect(anna.page.get_by_role("button", name="Play now").first).to_be_visible()
    check(anna, f"lobby-{look}")
    dialog = anna.page.get_by_role("dialog")
    anna.page.get_by_role("button", name="Settings").click()
    expect(dialog.get_by_role("group", name="Theme")).to_be_visible()
    check(anna, f"settings-{look}")
    anna.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    anna.page.get_by_role("button", name="With friends").first.click()
    dialog.get_by_text("House rules").click()
    expect(dialog.get_by_role("spinbutton").first).to_be_visible()
    check(anna, f"new-table-{look}")
    for game in ("deckhand", "hanataz"):
        anna.visit(f"/rules/{game}")
        expect(anna.page.get_by_role("tabpanel").get_by_role("heading").first).to_be_visible()
        check(anna, f"rules-{game}-{look}")
        anna.page.get_by_role("tab", name="Cards").click()
        expect(anna.page.get_by_role("tabpanel").get_by_role("listitem").first).to_be_visible()
        check(anna, f"cards-{game}-{look}")
    anna.visit("/verify")
    expect(anna.page.get_by_role("button", name="Verify", exact=True)).to_be_visible()
    check(anna, f"verify-{look}")
    anna.visit("/nowhere/at/all")
    expect(anna.page.get_by_role("heading", name="Page not found")).to_be_visible()
    check(anna, f"lost-{look}")


@pytest.mark.parametrize(("theme", "width", "height"), LOOKS)
@pytest.mark.parametrize(("game", "players"), [("deckhand", 4), ("hanataz", 6)])
def test_the_table(person: NewPerson, game: str, players: int, theme: str, width: int, height: int) -> None:
    anna = person(theme=theme, width=width, height=height)
    look = f"{game}-{theme}-{width}"
    anna.begin_alone(game, players)
    assert anna.has_choice()
    check(anna, f"table-first-{look}")
    for seed in range(8):
        if anna.has_choice():
            anna.choose(random.Random(seed).randrange)
    if anna.has_choice():
        anna.page.keyboard.press("h")
        hint = anna.page.locator('[data-part="hint"]')
        if anna.offers.count() > 1:
            expect(hint).to_be_visible()
            check(anna, f"hint-{look}")
            anna.page.keyboard.press("Escape")
            expect(hint).to_have_count(0)
    check(anna, f"table-{look}")
    dialog = anna.page.get_by_role("dialog")
    anna.page.keyboard.press("?")
    expect(dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    check(anna, f"keys-{look}")
    anna.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    anna.page.locator('[data-zone="hand.0"] [data-card]:not([data-card=""])').first.focus()
    anna.page.keyboard.press("i")
    expect(dialog.get_by_role("article")).to_be_visible()
    check(anna, f"card-{look}")


def test_the_waiting_room(person: NewPerson) -> None:
    anna = person()
    anna.visit("/")
    anna.page.get_by_role("button", name="With friends").first.click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    expect(anna.page.get_by_label("Link to this table")).to_have_value(re.compile(r"/table/\w+$"))
    check(anna, "waiting")
    anna.page.get_by_role("button", name=re.compile("Start now")).click()
    anna.sees_table()
