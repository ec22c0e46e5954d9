"""The card editor of the page: written and pasted by people, checked by the server, played at once."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import silverhook as sh
from silverhook.testing.page import Person, faults_of_access

NewPerson = Callable[..., Person]
REFERENCE = (Path(sh.__file__).parent / "deckhand/sets/reference.toml").read_text(encoding="utf-8")
STARTERS = 'starters = ["A", "B"]\n\n[[card]]\nname = "A"\ncopies = 8\n\n[[card]]\nname = "B"\ncopies = 8\n'


def state(anna: Person) -> Locator:
    return anna.page.locator("#card-state")


def text(anna: Person) -> Locator:
    return anna.page.get_by_role("textbox", name="Card file")


def fits(anna: Person) -> bool:
    width = anna.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return bool(width[0] <= width[1])


def test_cards_are_written_with_live_checks_and_suggestions(person: NewPerson) -> None:
    anna = person()
    anna.visit("/")
    anna.page.locator('article[data-game="deckhand"]').get_by_role("link", name="Write cards").click()
    expect(state(anna)).to_have_text("Nothing is written yet.")
    expect(anna.page.get_by_role("button", name="Play with these cards")).to_be_disabled()
    text(anna).fill(STARTERS)
    expect(state(anna)).to_contain_text("you cannot play with them yet")
    text(anna).press("Control+End")
    anna.page.keyboard.type('\n[[card]]\nname = "Storm"\nplay = "+1 Crad. Disc')
    expect(anna.page.get_by_role("list", name="Mistakes")).to_be_visible()
    anna.page.keyboard.press("Control+Space")
    expect(anna.page.get_by_role("button", name=re.compile("^Discard")).first).to_be_focused()
    anna.page.keyboard.press("ArrowDown")
    anna.page.keyboard.press("ArrowUp")
    wanted = anna.page.locator("button:focus").inner_text()
    anna.page.keyboard.press("Enter")
    expect(text(anna)).to_be_focused()
    anna.page.keyboard.type('"\n')
    expect(text(anna)).to_have_value(re.compile(rf'play = "\+1 Crad\. {re.escape(wanted)}"\n$'))
    mistake = anna.page.get_by_role("list", name="Mistakes").get_by_role("button")
    expect(mistake).to_contain_text("Line 13:")
    expect(mistake).to_contain_text("+1 Crad")
    assert not faults_of_access(anna)
    anna.picture("cards-mistake")
    mistake.click()
    expect(text(anna)).to_be_focused()
    assert text(anna).evaluate("area => area.value.slice(area.selectionStart)").startswith("+1 Crad.")
    text(anna).fill(text(anna).input_value().replace("Crad", "Card"))
    storm = anna.page.locator('[data-face="Storm"]')
    expect(storm).to_contain_text("+1 Card.")
    expect(anna.page.get_by_role("list", name="Mistakes")).to_have_count(0)
    first = anna.page.locator("[data-face]").first
    expect(first).to_have_attribute("data-face", "Storm")  # the card at the caret
    text(anna).press("Control+Home")
    expect(first).to_have_attribute("data-face", "A")


def test_a_file_is_opened_checked_played_and_kept(person: NewPerson, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    more = '\n[[card]]\nname = "Hoard"\ncost = 18\nhooks = 50\n'
    file.write_text(REFERENCE.replace('name = "Plunder"', 'name = "Pillage"') + more, encoding="utf-8")
    anna = person()
    anna.visit("/cards/deckhand")
    anna.page.locator("#card-file").set_input_files(file)
    expect(state(anna)).to_have_text("31 kinds of cards, ready to play.")
    expect(anna.page.locator('[data-face="Pillage"]')).to_be_visible()
    anna.page.get_by_role("radio", name="Coin tokens").press("Space")
    expect(anna.page.get_by_role("list", name="Warnings")).to_contain_text("nobody can have more than 17 coins")
    assert not faults_of_access(anna)
    anna.picture("cards-file")
    with anna.page.expect_download() as download:
        anna.page.get_by_role("button", name="Save as a file").click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    anna.page.get_by_role("button", name="Play with these cards").click()
    anna.sees_table()
    assert anna.has_choice()
    anna.choose(random.Random(1).randrange)
    anna.page.go_back()
    expect(text(anna)).to_have_value(file.read_text(encoding="utf-8"))  # kept in this browser


@pytest.mark.parametrize(
    ("language", "start", "ready"),
    [("fr", "Commencer avec nos cartes", "30 sortes de cartes"), ("pl", "Zacznij od naszych kart", "30 rodzajów kart")],
)
def test_it_speaks_the_readers_language_and_fits_a_phone(
    person: NewPerson, language: str, start: str, ready: str
) -> None:
    anna = person(language=language, width=360, height=740, theme="dark")
    anna.visit("/cards/deckhand")
    anna.page.get_by_role("button", name=start).click()
    expect(state(anna)).to_contain_text(ready)
    assert fits(anna)
    assert not faults_of_access(anna)
    anna.picture(f"cards-{language}-360")


def test_the_editor_is_not_part_of_the_first_load(person: NewPerson) -> None:
    anna = person()
    scripts: list[str] = []
    anna.page.on("response", lambda response: scripts.append(response.url))
    anna.visit("/")
    expect(anna.page.get_by_role("link", name="Write cards").first).to_be_visible()
    assert not [url for url in scripts if "CardsPage" in url]
    anna.visit("/cards/nothing")
    expect(anna.page.get_by_text("There is no game “nothing” on this server.")).to_be_visible()
    assert [url for url in scripts if "CardsPage" in url]
