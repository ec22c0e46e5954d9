"""The place that an action is about: a table can offer the action where its card lies."""

from __future__ import annotations

import random

import pytest

import silverhook as sh
from silverhook.games import game_spec


@pytest.mark.parametrize("name", ["deckhand", "hanataz"])
def test_every_offered_card_lies_where_the_action_says(name: str) -> None:
    chance = random.Random(5)
    spec = game_spec(name)
    does = set()
    for edition in spec.editions:
        for seed in range(12):
            game = sh.new(name, spec.players[1], edition=edition, seed=seed)
            while not game.over:
                notation, actor = game.rules.notation, game.to_act
                zones = game.view(actor)["zones"]
                for action in game.legal_actions():
                    about = notation.about(game, action)
                    does.add(about.does)
                    if about.card is not None:
                        assert about.zone in zones, about
                        assert about.card in zones[about.zone], (about, zones[about.zone])
                    if about.place is not None:
                        assert about.zone is not None
                        there = zones[about.zone][about.place]
                        assert about.card is None or there == about.card
                    assert about.seat is None or about.seat in range(game.players)
                game.apply(chance.choice(game.legal_actions()))
    assert len(does) > 8


@pytest.mark.parametrize("name", ["deckhand", "hanataz"])
def test_faces_are_all_cards_with_their_texts(name: str) -> None:
    game = sh.new(name, seed=1)
    faces = {face.name: face for face in game.rules.narrator().faces()}
    seen = {card for zone in game.resample(0, 1).view(0)["zones"].values() for card in zone if card}
    assert seen <= set(faces)
    assert all(face.copies > 0 for face in faces.values())
    assert sum(bool(face.texts) for face in faces.values()) > 10


@pytest.mark.parametrize("name", ["deckhand", "hanataz"])
def test_every_event_has_a_name(name: str) -> None:
    chance = random.Random(1)
    game = sh.new(name, 2, seed=4)
    game.listen()
    names = set()
    while not game.over:
        game.apply(chance.choice(game.legal_actions()))
        names |= {game.rules.notation.event_name(happening.code) for happening in game.news(0)}
    assert {"draw", "discard"} <= names
