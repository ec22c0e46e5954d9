"""Checks that the steps of a lesson come up: plays the lesson and collects what a page would show.

`python -m silverhook.testing.lessons deckhand indicator second` looks for seeds that make a good lesson.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from silverhook.bots import Bot, Seat, Thought, make, think
from silverhook.core.game import Game
from silverhook.core.notation import Happening, Notation
from silverhook.core.teaching import Lesson, LessonStep, When
from silverhook.core.words import ENGLISH
from silverhook.games import game_spec, rules

__all__ = ["MOST_ACTIONS", "Fitness", "Learner", "attend", "best_seeds"]

MOST_ACTIONS = 5_000
_WAVERING = 12  # learners to try with each seed
_TRIES = 2_500  # seeds


class Learner:
    """Follows the advice of the heuristic player, but sometimes takes another action."""

    name = "learner"

    def __init__(self, seed: int, own_mind: float = 0.25) -> None:
        self._random = Random(seed)
        self._own_mind = own_mind
        self._advice, self._whim = make("heuristic"), make("random", seed)

    def think(self, seat: Seat) -> Thought:
        """The advised action, or sometimes any action."""
        return (self._whim if self._random.random() < self._own_mind else self._advice).think(seat)


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


# --- the moment for a step -----------------------------------------------------------------------


def _show(lesson: Lesson, game: Game, news: Sequence[Happening], shown: dict[str, int]) -> None:
    """Show all matching steps, in the order of the lesson. A shown step may let others follow."""
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


# --- good seeds ----------------------------------------------------------------------------------


class Fitness(NamedTuple):
    """How good a lesson is with a seed; more is better."""

    wavering: float  # the part of the steps that come up for learners who do not always follow advice
    soon: int  # minus the average number of actions before a step comes up, for a learner who does
    seed: int


def best_seeds(lesson: Lesson, seeds: Iterable[int], shortlist: int = 40) -> list[Fitness]:
    """The seeds with which the learner begins, meets every step by following advice, and wins; the best first."""
    whole = []
    for seed in seeds:
        if Game(rules(lesson.ruleset), seed).to_act != lesson.learner:
            continue
        game, shown = attend(replace(lesson, seed=seed), make("heuristic"))
        if len(shown) == len(lesson.steps) and lesson.learner in game.winners:
            whole.append((sum(shown.values()) // len(shown), seed))
    return sorted((_fitness(lesson, soon, seed) for soon, seed in sorted(whole)[:shortlist]), reverse=True)


def _fitness(lesson: Lesson, soon: int, seed: int) -> Fitness:
    met = [len(attend(replace(lesson, seed=seed), Learner(number))[1]) for number in range(_WAVERING)]
    return Fitness(round(sum(met) / _WAVERING / len(lesson.steps), 3), -soon, seed)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit("usage: python -m silverhook.testing.lessons <game> <edition> <lesson>")
    game, edition, name = sys.argv[1:]
    teach = game_spec(game).lesson
    if teach is None:
        raise SystemExit(f"{game} has no lessons")
    for fitness in best_seeds(teach(edition, ENGLISH, name), range(_TRIES))[:5]:
        print(fitness)
