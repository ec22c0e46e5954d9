"""The available games: ours, and those that other packages add by the entry point `silverhook.games`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any
from weakref import WeakValueDictionary

from silverhook.core.declaration import check_declaration
from silverhook.core.errors import DamagedGame, RulesetError, nearest
from silverhook.core.game import Game, split_bytes
from silverhook.core.plugins import plugins
from silverhook.core.rules import Rules
from silverhook.core.ruleset import GameSpec, Ruleset
from silverhook.core.seeds import Seed

__all__ = ["from_bytes", "game_spec", "games", "new", "rules"]

_OURS = {"deckhand": "silverhook.deckhand", "hanataz": "silverhook.hanataz"}


def games() -> dict[str, GameSpec]:
    """Every game that can be played, by name. A game of another package that cannot be used is left out."""
    ours: dict[str, GameSpec] = {name: import_module(module).GAME for name, module in _OURS.items()}
    others = plugins("silverhook.games", "game", check_declaration, frozenset(_OURS))
    return ours | {name: plugin.value for name, plugin in others.items()}


def game_spec(name: str) -> GameSpec:
    """The declaration of a game."""
    if name in _OURS:
        spec: GameSpec = import_module(_OURS[name]).GAME
        return spec
    known = games()
    if name not in known:
        raise RulesetError(f"no game {name!r}; {nearest(str(name), known)}")
    return known[name]


def new(
    game: str,
    players: int = 2,
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    cards: str = "",
    seed: Seed = None,
) -> Game:
    """Deal a new game. `cards` is the text of a card file. Without a seed the deal is random."""
    return Game(_made(game_spec(game).ruleset(players, edition, options, cards)), seed)


def rules(ruleset: Ruleset) -> Rules:
    """The rules of a ruleset, ready to run. They are cached."""
    if not isinstance(ruleset, Ruleset):
        raise RulesetError(f"rules are those of a Ruleset, as in rules(game.ruleset), not of {ruleset!r}")
    spec = game_spec(ruleset.game)
    if ruleset.version != spec.version:
        raise RulesetError(
            f"this is {spec.title} by rules version {ruleset.version}; this Silverhook plays version {spec.version}"
        )
    checked = spec.ruleset(ruleset.players, ruleset.edition, dict(ruleset.options), ruleset.cards)
    return _made(checked)


_in_use: WeakValueDictionary[Ruleset, Rules] = WeakValueDictionary()


def _made(ruleset: Ruleset) -> Rules:
    """The rules of a ruleset: the same ones as long as anybody uses them, however many others there are."""
    made = _in_use.get(ruleset) or _recent(ruleset)
    return _in_use.setdefault(ruleset, made)


@lru_cache(maxsize=64)
def _recent(ruleset: Ruleset) -> Rules:
    made: Rules = game_spec(ruleset.game).make(ruleset)
    return made


def from_bytes(data: bytes) -> Game:
    """The game that `Game.to_bytes` wrote. Damaged bytes are refused."""
    ruleset, seed, actions, position = split_bytes(data)
    try:
        made = rules(ruleset)
    except RulesetError as problem:
        raise DamagedGame(f"the rules in these bytes cannot be used: {problem}") from None
    return Game.restore(made, seed, actions, position)
