"""Whether the steps of a lesson come up: a lesson played through, with what a page would show in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from silverhook.bots import Bot, make, think
from silverhook.core.game import Game
from silverhook.core.notation import Happening, Notation
from silverhook.core.teaching import Lesson, LessonStep, When
from silverhook.games import rules

__all__ = ["MOST_ACTIONS", "attend"]

MOST_ACTIONS = 5_000


def attend(lesson: Lesson, learner: Bot) -> tuple[Game, dict[str, int]]:
    """Play a lesson with a bot in the learner's seat: the finished game, and after how many actions each step came."""
    game = Game(rules(lesson.ruleset), lesson.seed)
    game.listen()
    players = [learner if seat == "person" else make(seat) for seat in lesson.seats]
    shown: dict[str, int] = {}
    _show(lesson, game, [], shown)
    while not game.over and len(game.actions) < MOST_ACTIONS:
        assert game.to_act is not None
        game.apply(think(players[game.to_act], game).action)
        _show(lesson, game, game.news(lesson.learner), shown)
    return game, shown


def _show(lesson: Lesson, game: Game, news: Sequence[Happening], shown: dict[str, int]) -> None:
    """Show all that fits now, in the order of the lesson; what was shown may let others come."""
    view = game.view(lesson.learner)
    while (step := _next(lesson, game, view, news, shown)) is not None:
        shown[step.id] = len(game.actions)


def _next(
    lesson: Lesson, game: Game, view: Mapping[str, Any], news: Sequence[Happening], shown: Mapping[str, int]
) -> LessonStep | None:
    fitting = (
        step
        for step in lesson.steps
        if step.id not in shown
        and set(step.when.after) <= set(shown)
        and _fits(step.when, game, view, news, lesson.learner)
    )
    return next(fitting, None)


def _fits(when: When, game: Game, view: Mapping[str, Any], news: Sequence[Happening], learner: int) -> bool:
    """Whether the moment is there."""
    notation: Notation = game.rules.notation
    asked = game.to_act == learner
    offered = [notation.about(game, action).does for action in game.legal_actions()] if asked else []
    return (
        when.over in (None, game.over)
        and when.kind in (None, view.get("decision", {}).get("kind"))
        and (when.does is None or when.does in offered)
        and (_happened(when, notation, news, learner) if when.event else _stands(when, view, asked, learner))
    )


def _happened(when: When, notation: Notation, news: Sequence[Happening], learner: int) -> bool:
    return any(
        notation.event_name(one.code) == when.event
        and when.mine in (None, one.seat == learner)
        and (not when.cards or one.card in when.cards)
        for one in news
    )


def _stands(when: When, view: Mapping[str, Any], asked: bool, learner: int) -> bool:
    held = view["zones"][f"hand.{learner}"]
    return when.mine in (None, asked) and (not when.cards or any(card in when.cards for card in held))
