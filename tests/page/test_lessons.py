"""The lessons as a learner sees them, in each language."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from silverhook.testing.page import Person, faults_of_access

NewPerson = Callable[..., Person]


@pytest.mark.parametrize(
    ("game", "language", "understood"),
    [("deckhand", "en", "Got it"), ("hanataz", "fr", "Compris"), ("deckhand", "pl", "Rozumiem")],
)
def test_a_lesson_explains_the_game_step_by_step(person: NewPerson, game: str, language: str, understood: str) -> None:
    anna = person(language=language)
    anna.visit(f"/learn/{game}")
    anna.sees_table()
    guide = anna.page.locator('[data-part="lesson"]')
    expect(guide).to_be_visible()
    anna.picture(f"lesson-{game}-{language}")
    assert not faults_of_access(anna)
    read: list[str] = []
    for turn in range(14):
        while guide.count():
            title = guide.get_by_role("heading").inner_text()
            assert title not in read, "each step is shown once"
            read.append(title)
            if not guide.get_by_role("button", name=understood).count():  # the step asks for an action
                expect(guide.locator(".ask")).to_be_visible()
                anna.choose(random.Random(turn).randrange)
                expect(guide.locator(".ask")).to_have_count(0)
            guide.get_by_role("button", name=understood).click()
            expect(guide.get_by_role("heading", name=title, exact=True)).to_have_count(0)
        if not anna.has_choice():
            break
        anna.choose(random.Random(turn).randrange)
    assert len(read) >= 6


def test_a_step_asks_for_an_action_and_answers_to_what_was_done(person: NewPerson) -> None:
    anna = person(width=360, height=740)
    anna.visit("/learn/deckhand")
    guide = anna.page.locator('[data-part="lesson"]')
    for _ in range(2):
        guide.get_by_role("button", name="Got it").click()
    expect(guide.locator(".ask")).to_have_text("Play a card.")
    expect(guide.get_by_role("button", name="Got it")).to_have_count(0)
    anna.picture("lesson-asks")
    assert not faults_of_access(anna)
    anna.page.locator('[data-does="end_turn"]').click()  # something else
    expect(guide.get_by_text("That takes an Action as well")).to_be_visible()
    guide.get_by_role("button", name="Got it").click()


def test_the_second_lesson_follows_the_first(person: NewPerson) -> None:
    anna = person()
    anna.visit("/learn/hanataz?lesson=second")
    anna.sees_table()
    guide = anna.page.locator('[data-part="lesson"]')
    expect(guide.get_by_role("heading", name="How to win")).to_be_visible()
    anna.page.reload()
    expect(guide.get_by_role("heading", name="How to win")).to_be_visible()
    anna.picture("lesson-second")


def test_a_lesson_points_at_its_subject_and_survives_a_reload(person: NewPerson) -> None:
    anna = person(width=360, height=740)
    anna.visit("/learn/deckhand")
    guide = anna.page.locator('[data-part="lesson"]')
    expect(guide).to_be_visible()
    pointed = False
    for _ in range(2):
        pointed = pointed or anna.page.locator("[data-pointed]").count() > 0
        if guide.count():
            guide.get_by_role("button", name="Got it").click()
    assert pointed
    title = guide.get_by_role("heading").inner_text() if guide.count() else ""
    anna.page.reload()
    anna.sees_table()
    if title:
        expect(guide.get_by_role("heading")).to_have_text(title)
    anna.picture("lesson-phone")
