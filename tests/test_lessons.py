"""The lessons: they go on whatever the learner does, and sensible play meets every step."""

from __future__ import annotations

import pytest

from silverhook import bots
from silverhook.core.game import Game
from silverhook.core.teaching import Lesson
from silverhook.games import games, rules
from silverhook.testing.lessons import MOST_ACTIONS, Learner, attend

EARLY = {"deckhand": 50, "hanataz": 60}  # actions: two or three rounds, or hands
LESSONS = [
    (game, edition, name) for game, spec in games().items() for edition in spec.editions for name in spec.lessons
]


def lesson_of(game: str, edition: str, name: str, language: str = "en") -> Lesson:
    lesson: Lesson = games()[game].lesson(edition, language, name)
    return lesson


@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_lesson_reaches_its_end_whatever_the_learner_does(game: str, edition: str, name: str) -> None:
    lesson = lesson_of(game, edition, name)
    for seed in range(3):
        played, shown = attend(lesson, bots.make("random", seed))
        assert played.over and len(played.actions) < MOST_ACTIONS
        assert {"welcome", "end"} <= set(shown) <= {step.id for step in lesson.steps}


@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_step_waits_only_for_steps_before_it(game: str, edition: str, name: str) -> None:
    ids = [step.id for step in lesson_of(game, edition, name).steps]
    assert len(set(ids)) == len(ids)
    for number, step in enumerate(lesson_of(game, edition, name).steps):
        assert set(step.when.after) <= set(ids[:number])


@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_learner_who_takes_advice_meets_every_step_and_most_of_them_soon(game: str, edition: str, name: str) -> None:
    """If the rules change, `python -m silverhook.testing.lessons GAME EDITION LESSON` finds other seeds."""
    lesson = lesson_of(game, edition, name)
    played, shown = attend(lesson, bots.make("heuristic"))
    assert [step.id for step in lesson.steps if step.id not in shown] == []
    assert lesson.learner in played.winners
    early = [step for step, actions in shown.items() if actions <= EARLY[game]]
    assert len(early) >= 0.8 * len(shown), set(shown) - set(early)


@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_learner_who_often_ignores_advice_meets_nearly_every_step(game: str, edition: str, name: str) -> None:
    lesson = lesson_of(game, edition, name)
    for number in range(5):
        _, shown = attend(lesson, Learner(number))
        assert len(shown) >= 0.8 * len(lesson.steps), {step.id for step in lesson.steps} - set(shown)


@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_step_asks_only_for_what_is_offered_and_the_advice_does_it(game: str, edition: str, name: str) -> None:
    """So the learner is never asked in vain, and following the guide is good play."""
    lesson = lesson_of(game, edition, name)
    played, shown = attend(lesson, bots.make("heuristic"))
    goals = {shown[step.id]: step for step in lesson.steps if step.goal}
    assert goals
    again, did = Game(played.rules, played.seed), 0
    for number, action in enumerate(played.actions):
        if number in goals:
            notation = again.rules.notation
            offered = {notation.about(again, one).does for one in again.legal_actions()}
            assert again.to_act == lesson.learner and offered & set(goals[number].goal), goals[number].id
            did += notation.about(again, action).does in goals[number].goal
        again.apply(action)
    assert did >= len(goals) - 1


@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_lesson_is_short(game: str, edition: str, name: str) -> None:
    """A first game takes five minutes: some twenty choices of the learner."""
    lesson = lesson_of(game, edition, name)
    played, _ = attend(lesson, bots.make("heuristic"))
    again, choices = Game(played.rules, played.seed), 0
    for action in played.actions:
        choices += again.to_act == lesson.learner and len(again.legal_actions()) > 1
        again.apply(action)
    assert choices <= (30 if name == "first" else 45)


@pytest.mark.parametrize("language", ["fr", "pl"])
@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_lesson_is_the_same_in_every_language(game: str, edition: str, name: str, language: str) -> None:
    english, lesson = lesson_of(game, edition, name), lesson_of(game, edition, name, language)
    assert (lesson.seed, lesson.seats, lesson.ruleset) == (english.seed, english.seats, english.ruleset)
    assert [(step.id, step.when, step.point) for step in lesson.steps] == [
        (step.id, step.when, step.point) for step in english.steps
    ]
    for step in lesson.steps:
        assert bool(step.goal) == bool(step.ask) == bool(step.done) == bool(step.other)
        assert step.title and len(step.text) > 60 and "{" not in step.title + step.text
        assert step.text.count("*") % 2 == 0


@pytest.mark.parametrize(("game", "edition", "name"), LESSONS)
def test_a_lesson_knows_the_cards_and_words_of_its_game(game: str, edition: str, name: str) -> None:
    """The tests above show that the decisions and actions come up that steps wait for."""
    lesson = lesson_of(game, edition, name)
    made = rules(lesson.ruleset)
    cards = {face.name for face in made.narrator().faces()}
    for step in lesson.steps:
        assert set(step.when.cards) <= cards


@pytest.mark.parametrize("edition", games()["deckhand"].editions)
def test_steps_about_triggers_wait_for_all_cards_that_have_one(edition: str) -> None:
    lesson = lesson_of("deckhand", edition, "second")
    faces = rules(lesson.ruleset).narrator().faces()
    for step in lesson.steps:
        if step.when.event == "trigger":
            assert set(step.when.cards) == {face.name for face in faces if step.id in face.marks}
