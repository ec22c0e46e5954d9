"""How cards do in play: what bots do with each card when they may, and whether that wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from silverhook.bots import make, think
from silverhook.core.game import Game
from silverhook.core.rules import Rules

__all__ = ["CardUse", "CardsInPlay", "play_cards"]

Use = tuple[str, str]  # a card, and what was done with it: play, buy ...


@dataclass
class CardUse:
    """What happened with a card in one way."""

    offered: int = 0  # decisions in which it was possible
    chosen: int = 0
    won: float = 0.0  # of the chosen ones, those of a player who won; a shared win counts in part


@dataclass
class CardsInPlay:
    """The cards in a number of games."""

    games: int = 0
    decisions: int = 0
    first_wins: float = 0.0
    uses: dict[Use, CardUse] = field(default_factory=dict)

    def kinds(self, most: int = 2) -> list[str]:
        """What is done with cards most often: play, buy ..."""
        counts: Counter[str] = Counter()
        for (_, kind), use in self.uses.items():
            counts[kind] += use.chosen
        return [kind for kind, _ in counts.most_common(most)]


def play_cards(
    rules: Rules, games: int, level: str = "heuristic", progress: Callable[[int], None] = lambda played: None
) -> CardsInPlay:
    """Let bots of one level play against each other; the same games each time."""
    found = CardsInPlay()
    for seed in range(games):
        _play(rules, seed, level, found)
        progress(seed + 1)
    return found


def _play(rules: Rules, seed: int, level: str, found: CardsInPlay) -> None:
    game, did = Game(rules, seed), []
    bots = [make(level, seed * rules.players + seat) for seat in range(rules.players)]
    while not game.over:
        seat = game.to_act or 0
        offered = {action: game.rules.notation.about(game, action) for action in game.legal_actions()}
        for use in {(about.card, about.does) for about in offered.values() if about.card}:
            found.uses.setdefault(use, CardUse()).offered += 1
        action = think(bots[seat], game).action
        if offered[action].card:
            did.append((seat, (str(offered[action].card), offered[action].does)))
        game.apply(action)
    share = 1 / len(game.winners)
    for seat, use in did:
        found.uses[use].chosen += 1
        found.uses[use].won += share if seat in game.winners else 0
    found.games += 1
    found.decisions += game.ply
    found.first_wins += share if 0 in game.winners else 0
