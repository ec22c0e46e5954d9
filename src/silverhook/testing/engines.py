"""The same games in the compiled and in the interpreted engine, compared byte for byte.

    with InterpretedEngine() as engine:
        engine.compare(game)

`python -m silverhook.testing.engines` is the other side: it reads games from its input, one JSON line each, and
answers with a digest for every decision.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from silverhook.core.game import Game
from silverhook.core.rules import Rules
from silverhook.core.ruleset import Ruleset
from silverhook.games import rules

__all__ = ["EnginesDiffer", "InterpretedEngine", "answer", "digests"]


class EnginesDiffer(AssertionError):
    """The two engines have different positions, options, events or results."""


def digests(rules: Rules, seed: bytes, actions: Sequence[int]) -> list[str]:
    """A digest of each position from the deal on, with legal actions and events, and finally of the scores."""
    game = Game(rules, seed)
    game.listen()
    found = [_digest(game)]
    for action in actions:
        game.apply(action)
        found.append(_digest(game))
    found.append(repr(game.results()))
    return found


def _digest(game: Game) -> str:
    told = repr((game.legal_actions(), game.open_news())).encode()
    return hashlib.sha256(game.position() + told).hexdigest()[:16]


class InterpretedEngine:
    """A process that runs the engine's sources as plain Python."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "silverhook.testing.engines"],
            env={**os.environ, "SILVERHOOK_INTERPRETED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def compare(self, game: Game) -> None:
        """Play a game's actions there; raises at the first decision where the engines differ."""
        assert self._process.stdin
        assert self._process.stdout
        assert game.seed is not None, "the game was dealt"
        task = {"ruleset": game.ruleset.to_json(), "seed": game.seed.hex(), "actions": game.actions}
        print(json.dumps(task), file=self._process.stdin, flush=True)
        theirs = json.loads(self._process.stdout.readline() or '{"error": "its process has ended"}')
        if "error" in theirs:
            raise EnginesDiffer(f"the interpreted engine fails: {theirs['error']}")
        ours = digests(game.rules, game.seed, game.actions)
        for ply, (here, there) in enumerate(zip(ours, theirs["digests"], strict=True)):
            if here != there:
                raise EnginesDiffer(f"the engines differ after {min(ply, game.ply)} of {game.ply} actions")


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """The interpreted engine's answer for a game, which may be an error."""
    try:
        made = rules(Ruleset.from_json(task["ruleset"]))
        return {"digests": digests(made, bytes.fromhex(task["seed"]), task["actions"])}
    except Exception as problem:
        return {"error": f"{type(problem).__name__}: {problem}"}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
