"""The matches of an arena, and a deal played in every seating: the same for the same settings, but for the times."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import combinations, permutations
from typing import Any

from silverhook import bots
from silverhook.core.errors import ArenaError, BotError, SilverhookError
from silverhook.core.game import Game
from silverhook.core.ruleset import Ruleset
from silverhook.core.seeds import seed_bytes
from silverhook.games import rules
from silverhook.lab.thinking_time import ThinkingTime

__all__ = ["ArenaSettings", "Deal", "Outcome", "Stopped", "play_deal", "play_game"]

MOST_GAMES = 10_000_000  # for each match: more is taken for a typing error


class Stopped(Exception):
    """The game was stopped because its result is no longer needed."""


@dataclass(frozen=True)
class ArenaSettings:
    """Everything that the results of an arena depend on."""

    ruleset: Ruleset
    bots: tuple[str, ...]
    games: int  # for each match; rounded up to whole deals
    seed: int | str = 0

    def __post_init__(self) -> None:
        if isinstance(self.games, bool) or not isinstance(self.games, int) or not 1 <= self.games <= MOST_GAMES:
            raise ArenaError(f"the number of games is from 1 to {MOST_GAMES}, not {self.games!r}")
        seed_bytes(self.seed)
        for name in self.bots:
            bots.make(name)
            if self.bots.count(name) > 1:
                raise ArenaError(f'the bot "{name}" is named twice; name each bot once')
        if len(self.bots) < 2:
            raise ArenaError("an arena needs at least two bots, as in random,search:1000")
        rules(self.ruleset)

    @cached_property
    def matches(self) -> list[tuple[str, str]]:
        """The pairs of bots. With more than two players, each bot plays alone against copies of each other bot."""
        pairs = combinations if self.ruleset.players == 2 else permutations
        return list(pairs(self.bots, 2))

    @property
    def deals(self) -> int:
        """How many deals each match plays, each in every seating."""
        return -(-self.games // self.ruleset.players)

    def seating(self, match: int, seat: int) -> tuple[str, ...]:
        """The bots by seat when the first of a match sits at `seat`."""
        alone, other = self.matches[match]
        return tuple(alone if at == seat else other for at in range(self.ruleset.players))

    def deal_seed(self, deal: int) -> bytes:
        """The seed of a deal: the same in every match and every seating."""
        return self._derived("deal", deal)

    def bot_seeds(self, deal: int, seating: tuple[str, ...]) -> tuple[int, ...]:
        """A seed of its own for the bot at each seat."""
        seats = range(len(seating))
        return tuple(int.from_bytes(self._derived("bot", deal, *seating, seat)[:8], "little") for seat in seats)

    def _derived(self, *words: object) -> bytes:
        return sha256(seed_bytes(self.seed) + "/".join(map(str, words)).encode()).digest()

    def to_json(self) -> dict[str, Any]:
        """The settings as plain data."""
        return {"ruleset": self.ruleset.to_json(), "bots": list(self.bots), "games": self.games, "seed": self.seed}


@dataclass(frozen=True)
class Outcome:
    """How one game ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    first: int  # the seat that acted first
    length: int  # decisions

    def share(self, seat: int) -> float:
        """A seat's part of the win: shared wins count as equal parts."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True)
class Deal:
    """One deal of a match, played in every seating."""

    match: int
    deal: int
    outcomes: tuple[Outcome, ...]  # by the seat of the match's first bot
    clocks: dict[str, ThinkingTime] = field(
        default_factory=dict, compare=False
    )  # by bot; the only thing left to chance


def play_deal(settings: ArenaSettings, match: int, deal: int, stopped: Callable[[], bool] = lambda: False) -> Deal:
    """A deal in every seating of a match."""
    clocks: dict[str, ThinkingTime] = {}
    outcomes = []
    for seat in range(settings.ruleset.players):
        names = settings.seating(match, seat)
        seeds = settings.bot_seeds(deal, names)
        game = Game(rules(settings.ruleset), settings.deal_seed(deal))
        outcomes.append(play_game(game, names, seeds, clocks, stopped))
    return Deal(match, deal, tuple(outcomes), clocks)


def play_game(
    game: Game,
    names: tuple[str, ...],
    seeds: tuple[int, ...],
    clocks: dict[str, ThinkingTime] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Play a dealt game to its end by the bots at its seats, and note on `clocks` how long each thinks."""
    seated = [bots.make(name, seed) for name, seed in zip(names, seeds, strict=True)]
    own = [(clocks if clocks is not None else {}).setdefault(name, ThinkingTime()) for name in names]
    first = game.to_act
    while not game.over:
        if stopped():
            raise Stopped
        seat = game.to_act
        assert seat is not None
        game.apply(_decision(game, seated[seat], names[seat], own[seat]))
    return Outcome(tuple(game.scores), tuple(game.winners), first or 0, game.ply)


def _decision(game: Game, bot: bots.Bot, name: str, clock: ThinkingTime) -> int:
    """A bot's action. Only a decision between several actions counts as thinking."""
    choice = len(game.legal_actions()) > 1
    start = time.perf_counter()
    try:
        action = bots.think(bot, game).action
    except SilverhookError:
        raise
    except Exception as problem:
        raise BotError(f'the bot "{name}" failed: {type(problem).__name__}: {problem}') from problem
    if choice:
        clock.note(time.perf_counter() - start)
    return action
