"""The guided first games: whatever the learner does they go on, and with sensible play everything comes up."""

from __future__ import annotations

import pytest

from silverhook import bots
from silverhook.core.teaching import Lesson
from silverhook.games import games
from silverhook.testing.lessons import MOST_ACTIONS, attend

LESSONS = [(game, edition) for game, spec in games().items() if spec.lesson for edition in spec.editions]


def lesson_of(game: str, edition: str, language: str = "en") -> Lesson:
    lesson: Lesson = games()[game].lesson(edition, language)
    return lesson


@pytest.mark.parametrize(("game", "edition"), LESSONS)
def test_whatever_the_learner_does_the_lesson_goes_on_to_its_end(game: str, edition: str) -> None:
    lesson = lesson_of(game, edition)
    for seed in range(3):
        played, shown = attend(lesson, bots.make("random", seed))
        assert played.over and len(played.actions) < MOST_ACTIONS
        assert {"welcome", "end"} <= set(shown) <= {step.id for step in lesson.steps}


@pytest.mark.parametrize(("game", "edition"), LESSONS)
def test_a_step_waits_only_for_steps_before_it(game: str, edition: str) -> None:
    ids = [step.id for step in lesson_of(game, edition).steps]
    assert len(set(ids)) == len(ids)
    for number, step in enumerate(lesson_of(game, edition).steps):
        assert set(step.when.after) <= set(ids[:number])
