"""Whole games as people play them: by clicking against bots, on a phone, by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from silverhook.testing.page import Person

NewPerson = Callable[..., Person]


def chance(seed: int) -> Callable[[int], int]:
    return random.Random(seed).randrange


@pytest.mark.parametrize("edition", ["Coin indicator", "Coin tokens", "Treasure"])
def test_a_whole_game_of_deck_hand_against_a_bot(person: NewPerson, edition: str) -> None:
    anna = person()
    anna.begin_alone("deckhand", 2, "Mary", edition)
    assert anna.play_to_the_end(chance(7)) > 20
    expect(anna.page.get_by_role("button", name="Result")).to_be_visible()
    anna.picture(f"deckhand-end-{edition.lower().replace(' ', '-')}")


def test_a_whole_game_of_hanataz_against_bots(person: NewPerson) -> None:
    anna = person(theme="dark")
    anna.begin_alone("hanataz", 3, "Pip")
    anna.play_to_the_end(chance(3))
    expect(anna.page.get_by_role("button", name="Result")).to_be_visible()
    anna.picture("hanataz-end")


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_phone_shows_hand_and_prompt_without_scrolling(person: NewPerson, game: str) -> None:
    anna = person(width=360, height=740, has_touch=True, is_mobile=True)
    anna.begin_alone(game, 3)
    for times in range(12):
        if not anna.has_choice():
            break
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= 360, "nothing is wider than the phone"
        for part in (f'[data-zone="hand.{0}"]', '[data-part="prompt"]'):
            box = anna.page.locator(part).first.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + min(box["height"], 40) <= 740, (part, box)
        if times in (1, 8):
            anna.picture(f"{game}-phone-{times}")
        anna.choose(chance(times))


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_game_by_keyboard_alone(person: NewPerson, game: str) -> None:
    """Arrows walk from card to card, Enter takes one, and the choices without a card have numbers."""
    anna = person()
    anna.begin_alone(game, 2)
    luck = random.Random(5)
    for _ in range(25):
        if not anna.has_choice():
            break
        before = anna.ply
        numbered = anna.page.locator("[data-does]:enabled").count()
        on_cards = anna.page.locator("[data-choices]").count()
        if on_cards and (not numbered or luck.random() < 0.7):
            for _ in range(1 + luck.randrange(on_cards)):
                anna.page.keyboard.press("ArrowRight")
            anna.page.keyboard.press("Enter")
            if anna.page.locator('[role="menuitem"]').count():
                anna.page.keyboard.press("Enter")
        else:
            anna.page.keyboard.press(str(1 + luck.randrange(min(numbered, 9))))
        anna.sees_change(before)
    assert anna.ply > 10
