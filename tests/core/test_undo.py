"""Undo takes back only actions that have revealed nothing hidden."""

from __future__ import annotations

import random

import pytest

import silverhook as sh
from silverhook.core.undo import reveals


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_an_action_that_may_be_taken_back_revealed_nothing(game: str) -> None:
    """Then no seat that acts can tell the deals apart better than before, and no card has a new knower."""
    chance, harmless, revealing = random.Random(1), 0, 0
    for seed in range(4):
        played = sh.new(game, 3, seed=seed)
        while not played.over and played.ply < 80:
            action, seat = chance.choice(played.legal_actions()), played.to_act
            after = played.clone()
            after.apply(action)
            if reveals(played, action):
                revealing += 1
            else:
                harmless += 1
                for card in range(played.rules.cards):
                    new = after.knowers(card) & ~played.knowers(card)
                    assert not new or played.knowers(card) >> seat & 1
                other = played.resample(seat, seed=99)
                other.apply(action)
                assert other.view(seat) == after.view(seat)
            played = after
    assert harmless > 20 and revealing > 20


def test_showing_a_card_of_your_own_hand_may_be_taken_back() -> None:
    """Playing a known card tells the others of it, but its player knew it: it may be taken back."""
    game = sh.new("deckhand", 2, seed=3)
    shown = 0
    for _ in range(60):
        for action in game.legal_actions():
            after = game.clone()
            after.apply(action)
            taught = any(after.knowers(card) & ~game.knowers(card) for card in range(game.rules.cards))
            shown += taught and not reveals(game, action)
        game.apply(random.Random(game.ply).choice(game.legal_actions()))
        if game.over:
            break
    assert shown > 0


def test_looking_does_not_change_the_game() -> None:
    game = sh.new("deckhand", 2, seed=1)
    before = game.position()
    for action in game.legal_actions():
        reveals(game, action)
    assert game.position() == before and game.ply == 0


def reveals_by_views(before: sh.Game, action: int, deals: int) -> bool:
    """The same answer, from whole views."""
    seat, after = before.to_act, before.clone()
    assert seat is not None
    after.apply(action)
    new = [card for card in range(before.rules.cards) if after.knowers(card) & ~before.knowers(card)]
    if before.chance_used() != after.chance_used() or any(not before.knowers(card) >> seat & 1 for card in new):
        return True
    others = [before.resample(seat, deal) for deal in range(deals)]
    if any(action not in other.legal_actions() for other in others):
        return True
    for other in others:
        other.apply(action)
    return any(other.view(seat) != after.view(seat) for other in others)


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
@pytest.mark.parametrize("players", [2, 4])
def test_two_positions_look_alike_exactly_if_their_views_are_equal(game: str, players: int) -> None:
    chance, found = random.Random(players), {True: 0, False: 0}
    for seed in range(3):
        played = sh.new(game, players, seed=seed)
        while not played.over and played.ply < 60:
            for action in played.legal_actions():
                found[reveals(played, action, 3)] += 1
                assert reveals(played, action, 3) == reveals_by_views(played, action, 3), (seed, played.ply, action)
            played.apply(chance.choice(played.legal_actions()))
    assert min(found.values()) > 50
