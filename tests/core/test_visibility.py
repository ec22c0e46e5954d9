"""Visibility: the counters and decisions that a reader gets do not depend on cards that the reader does not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import silverhook as sh
from silverhook.core.visibility import Decision, Visibility
from silverhook.deckhand.visibility import DeckHandVisibility

EDITIONS = [("deckhand", "treasure"), ("deckhand", "tokens"), ("deckhand", "indicator"), ("hanataz", "hz-default")]
TABLES = [(*edition, players) for edition in EDITIONS for players in range(2, 5 if edition[0] == "deckhand" else 7)]
GAMES, DEALS, MOST = 5, 3, 400  # games at each table, other deals at each position, actions of a game


def positions(game: str, edition: str, players: int, seed: int) -> Iterator[sh.Game]:
    """A position of a random game about every eighth action, every secret question, and the last position."""
    chance = random.Random(seed)
    played = sh.new(game, players, edition=edition, seed=seed)
    for _ in range(MOST):
        if played.over:
            break
        if chance.random() < 0.12 or is_secret(played):
            yield played
        played.apply(chance.choice(played.legal_actions()))
    yield played


def is_secret(game: sh.Game) -> bool:
    """Whether the position waits for an answer that only the seat to act may know of."""
    decision = game.decision()
    return decision is not None and decision.seat is None


def readers(game: sh.Game) -> list[int | None]:
    return [None, *range(game.players)]


def released(visibility: Visibility, game: sh.Game, reader: int | None) -> tuple[Any, ...]:
    """Everything that visibility gives a reader, with the prompts made of it."""
    decision = None if game.over else visibility.decision(game, reader)
    prompts = [decision and game.rules.narrator(language).prompt(decision) for language in ("en", "fr")]
    return visibility.counters(game, reader), decision, prompts


def same_for_other_deals(visibility: Visibility, game: sh.Game, reader: int | None) -> bool:
    """Whether a reader gets the same after other deals of the cards that the reader does not know."""
    mine = released(visibility, game, reader)
    return all(released(visibility, game.resample(reader, deal), reader) == mine for deal in range(DEALS))


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_a_reader_gets_the_same_from_every_possible_deal(game: str, edition: str, players: int) -> None:
    for seed in range(GAMES):
        for position in positions(game, edition, players, seed):
            visibility = position.rules.visibility
            for reader in readers(position):
                if not position.over:
                    assert same_for_other_deals(visibility, position, reader), (seed, position.ply, reader)


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_a_spectator_gets_only_what_every_seat_gets(game: str, edition: str, players: int) -> None:
    for seed in range(GAMES):
        for position in positions(game, edition, players, seed):
            counters, public = position.rules.visibility.counters(position, None), position.decision()
            for seat in range(players):
                assert position.rules.visibility.counters(position, seat) == counters
                decision = position.decision(seat)
                if seat != position.to_act:
                    assert decision == public
                elif not is_secret(position):
                    assert decision is not None and public is not None
                    assert decision.to_json() == public.to_json()


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_secret_question_shows_the_others_nothing_of_its_options(players: int) -> None:
    options = set()
    for seed in range(20):
        for position in positions("hanataz", "hz-default", players, seed):
            if not is_secret(position):
                continue
            asked, public = position.to_act, position.decision()
            assert asked is not None and public is not None
            options.add(len(position.legal_actions()))
            mine = position.decision(asked)
            assert mine is not None and (mine.seat, mine.kind, mine.question) == (asked, "knight", "knight")
            waits = Decision(None, "wait", mine.card, "wait", more={"by": mine.more["by"], "target": None})
            assert all(position.decision(reader) == waits for reader in readers(position) if reader != asked)
            assert position.view(asked, asked=False)["decision"] == position.view()["decision"]
            assert position.rules.visibility.silent_answer(position) in position.legal_actions()
    assert len(options) > 1


def test_a_finished_game_gives_everybody_its_scores() -> None:
    for game, edition in EDITIONS:
        played = sh.new(game, 2, edition=edition, seed=1)
        assert "scores" not in played.rules.visibility.counters(played, None)
        played.playout(1)
        assert played.over and played.decision() is None
        for reader in readers(played):
            counters = played.rules.visibility.counters(played, reader)
            assert (counters["scores"], counters["winners"]) == (played.scores, played.winners)


class Leaking(DeckHandVisibility):
    """Gives everybody the first player's hand."""

    def counters(self, game: sh.Game, seat: int | None) -> dict[str, Any]:
        hand = game.open_view()["zones"]["hand.0"]
        return {**super().counters(game, seat), "hand": hand}


def test_the_check_finds_a_leak() -> None:
    found = False
    for position in positions("deckhand", "treasure", 2, 0):
        visibility = Leaking(position.rules.prepared)
        assert position.over or same_for_other_deals(visibility, position, 0)
        found |= not position.over and not same_for_other_deals(visibility, position, 1)
    assert found
