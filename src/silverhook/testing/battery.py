"""Checks that every game must pass: whole random games, with everything tested at every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator

from silverhook.core.game import Game
from silverhook.core.rules import Rules
from silverhook.games import from_bytes

__all__ = [
    "check_bytes",
    "check_clone",
    "check_knowledge",
    "check_notation",
    "check_open",
    "check_telling",
    "play_checked",
    "positions",
    "random_walk",
    "transcript",
]

LANGUAGES = ("en", "fr", "pl")


def random_walk(rules: Rules, seed: int) -> Iterator[tuple[Game, int]]:
    """A whole game of random actions: the position and the action, before each is taken."""
    pick = random.Random(seed)
    game = Game(rules, seed)
    while not game.over:
        action = pick.choice(game.legal_actions())
        yield game, action
        game.apply(action)
    yield game, -1


def positions(played: Game) -> list[Game]:
    """A game at each of its decisions, from the deal to the end."""
    game = Game(played.rules, played.seed)
    found = [game.clone()]
    for action in played.actions:
        game.apply(action)
        found.append(game.clone())
    return found


def play_checked(rules: Rules, seed: int, bytes_every: int = 16, every: int = 1) -> Game:
    """Play a whole random game with the invariants checked at every decision; the finished game.

    All other checks run at every decision too, or at every n-th one (`every=n`).
    """
    for game, action in random_walk(rules, seed):
        game.check()
        if game.ply % every == seed % every or game.over:
            check_knowledge(game, seed)
            check_open(game)
        if game.ply % bytes_every == 0 or game.over:
            check_bytes(game)
        if not game.over:
            check_notation(game)
            check_clone(game, action)
            if game.ply % every == seed % every:
                check_telling(game, action)
    assert game.legal_actions() == []
    assert game.winners
    assert game.to_act is None
    return game


def check_clone(game: Game, action: int) -> None:
    """A clone equals its original, stays equal after the same action, and leaves the original unchanged."""
    before = game.position()
    clone, other = game.clone(), game.clone()
    clone.apply(action)
    assert game.position() == before
    other.apply(action)
    assert clone == other
    assert clone.actions == [*game.actions, action]


def check_knowledge(game: Game, seed: int) -> None:
    """For each seat and for spectators: a resampled game looks the same, and depends on nothing hidden."""
    for seat in [None, *range(game.players)]:
        resampled = game.resample(seat, seed)
        assert resampled.view(seat) == game.view(seat)
        shown = game.view(seat)
        del shown["hidden"]
        assert game.view(seat, hidden=False) == shown
        assert resampled.resample(seat, seed + 1).position() == game.resample(seat, seed + 1).position()
        resampled.check()
        if seat == game.to_act and not game.over:
            assert resampled.legal_actions() == game.legal_actions()
            words = [game.describe(action) for action in game.legal_actions()]
            assert [resampled.describe(action) for action in resampled.legal_actions()] == words


def check_open(game: Game) -> None:
    """The open view shows every card, and no seat sees a different card in its place."""
    shown = game.open_view()
    assert shown["hidden"] == []
    assert all(card is not None for cards in shown["zones"].values() for card in cards)
    for seat in [None, *range(game.players)]:
        for zone, cards in game.view(seat)["zones"].items():
            assert len(cards) == len(shown["zones"][zone])
            assert all(card in (None, there) for card, there in zip(cards, shown["zones"][zone], strict=True))


def check_notation(game: Game) -> None:
    """Each legal action has words of its own, and the words mean that action."""
    actions = game.legal_actions()
    words = [game.describe(action) for action in actions]
    assert len(set(words)) == len(words), f"two actions have the same words: {words}"
    assert [game.parse(text) for text in words] == actions


def check_telling(game: Game, action: int) -> None:
    """Actions have labels, and their events can be told to every reader in every language."""
    after = game.clone()
    after.listen()
    after.apply(action)
    names = [f"Player {seat}" for seat in range(game.players)]
    for language in LANGUAGES:
        narrator = game.rules.narrator(language)
        assert all(narrator.label(game, legal, names) for legal in game.legal_actions())
        assert narrator.deed(game, action, names)
        for seat in [None, *range(game.players)]:
            for sentence in narrator.tell_all(after.news(seat), names, seat):
                assert sentence
                assert "{" not in sentence, f"a gap is left in {sentence!r}"


def check_bytes(game: Game) -> None:
    """A game read back from its bytes is equal and has the same past."""
    again = from_bytes(game.to_bytes())
    assert again == game
    assert again.actions == game.actions
    assert again.to_bytes() == game.to_bytes()


def transcript(rules: Rules, seed: int) -> str:
    """A whole random game as told to a spectator: every action and its events."""
    lines = []
    pick = random.Random(seed)
    game = Game(rules, seed)
    game.listen()
    while not game.over:
        action = pick.choice(game.legal_actions())
        lines.append(f"{game.to_act} {game.describe(action)}")
        game.apply(action)
        lines += [f"    {text}" for text in game.rules.narrator().tell_all(game.news(None))]
    lines.append(f"scores {game.scores}, winners {game.winners}")
    return "\n".join(lines) + "\n"
