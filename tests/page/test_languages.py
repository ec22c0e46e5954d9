"""The page in English, French and Polish: its own words and those of the games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from silverhook.testing.page import Person

NewPerson = Callable[..., Person]
WORDS = Path(__file__).parents[2] / "web/src/words"
TABLES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in WORDS.glob("*.json")}


def gaps(phrase: str | dict[str, str]) -> set[str]:
    forms = [phrase] if isinstance(phrase, str) else phrase.values()
    return {gap for form in forms for gap in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", sorted(set(TABLES) - {"en"}))
def test_every_phrase_is_there_in_every_language_with_the_same_gaps(language: str) -> None:
    english, other = TABLES["en"], TABLES[language]
    assert set(other) == set(english)
    for key, phrase in english.items():
        assert gaps(other[key]) <= gaps(phrase) | {"n"}, key
        assert isinstance(other[key], str) == isinstance(phrase, str), key


def test_polish_numbers_have_their_forms() -> None:
    for key, phrase in TABLES["pl"].items():
        if not isinstance(phrase, str):
            assert {"one", "few", "many"} <= set(phrase), key


@pytest.mark.parametrize(("language", "play", "edition_word"), [("fr", "Jouer", "Édition"), ("pl", "Graj", "Edycja")])
def test_the_browsers_language_is_spoken_by_page_and_game(
    person: NewPerson, language: str, play: str, edition_word: str
) -> None:
    anna = person(language=language)
    anna.visit("/")
    anna.page.locator('article[data-game="deckhand"] summary').click()
    expect(anna.page.get_by_text(edition_word, exact=True)).to_be_visible()
    anna.picture(f"lobby-{language}")
    anna.page.locator('article[data-game="deckhand"]').get_by_role("button", name=play).click()
    anna.sees_table()
    assert anna.has_choice()
    words = anna.page.locator('[data-part="prompt"]').inner_text()
    assert "end the turn" not in words
    anna.picture(f"table-{language}")


def test_the_language_can_be_changed_at_the_table(person: NewPerson) -> None:
    anna = person()
    anna.begin_alone("hanataz", 3)
    assert anna.has_choice()
    english = anna.page.locator('[data-part="prompt"]').inner_text()
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_role("radio", name="Français").press("Space")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator('[data-part="prompt"]')).not_to_have_text(english)
    expect(anna.page.locator("html")).to_have_attribute("lang", "fr")
    assert anna.has_choice()
