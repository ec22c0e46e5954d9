"""Explanations: in the words of the game, and with nothing that their reader may not know."""

from __future__ import annotations

import random

import pytest

import silverhook as sh
from silverhook.bots import Candidate, SearchBot, Seat, Thought, explain, look_back, think
from silverhook.core.notation import Happening
from silverhook.games import game_spec
from silverhook.testing import Scenario

TABLES = [("deckhand", "indicator", 2), ("deckhand", "treasure", 3), ("hanataz", "hz-default", 2), ("hanataz", None, 4)]
NAMES = ["you", "Anne", "Bart", "Mary"]


def positions(game: str, edition: str | None, players: int, seed: int) -> list[sh.Game]:
    """The decisions of a random game, as they were before they were made."""
    pick, played, passed = random.Random(seed), sh.new(game, players, edition=edition, seed=seed), []
    while not played.over and len(passed) < 60:
        passed.append(played.clone())
        played.apply(pick.choice(played.legal_actions()))
    return passed


def seen(before: sh.Game, action: int, reader: int) -> list[Happening]:
    """The news of an action for a seat."""
    after = before.clone()
    after.listen()
    after.apply(action)
    return after.news(reader)


# --- explain -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_search_speaks_in_the_words_of_the_game(game: str) -> None:
    position = sh.new(game, 3, seed=4)
    assert position.to_act is not None
    seat = Seat(position, position.to_act, NAMES)
    thought = think(SearchBot(1, 50), position)
    told = explain(seat, thought)
    words = {one.action: one.words for one in game_spec(game).advise(seat)}
    favourite = next(iter(words))  # of the advice, whose reasons say why it is the best
    if favourite != thought.action:
        words[favourite] = ""
    assert [one.words for one in told.candidates] == [words[one.action] for one in thought.candidates]
    for before, after in zip(thought.candidates, told.candidates, strict=True):
        assert (before.action, before.value, before.share) == (after.action, after.value, after.share)


def test_explanations_leave_out_words_that_distinguish_nothing() -> None:
    table = Scenario("hanataz").seat("A", "hand {Jester,2Wa}").begin("A").do("play Jester")
    first = table.game.legal_actions()[0]  # the player chooses a house card and knows none of them
    thought = Thought(first, (Candidate(first, 0.5, 1.0, "my own"),))
    assert explain(Seat(table.game, 0), thought) == thought


def test_seats_are_called_by_their_names_if_they_have_any() -> None:
    game = sh.new("hanataz", 3, seed=1)
    assert Seat(game, 0, NAMES).called(1) == "Anne"
    assert Seat(game, 0).called(1) == "B"


# --- look back ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_looking_back_tells_only_what_its_reader_can_know(game: str, edition: str | None, players: int) -> None:
    told = 0
    for seed in range(2):
        for before in positions(game, edition, players, seed)[::6]:
            mover = before.to_act
            assert mover is not None
            reader = (mover + 1) % players
            news = seen(before, before.legal_actions()[-1], reader)
            judged = look_back(before, news, reader, NAMES)
            assert judged == look_back(before.resample(reader, 99), news, reader, NAMES)
            told += bool(judged)
    assert told > 3


def test_a_move_comes_first_and_then_its_public_alternatives() -> None:
    game = sh.new("deckhand", 2, options={"start_money": 5}, seed=7)
    assert game.to_act is not None
    reader = 1 - game.to_act
    bought = next(action for action in game.legal_actions() if game.describe(action).startswith("buy"))
    judged = look_back(game, seen(game, bought, reader), reader, NAMES)
    assert next(iter(judged.values())).action == bought
    others = [name for name in judged if name.startswith("buy")]
    assert len(others) == sum(game.describe(action).startswith("buy") for action in game.legal_actions())
    assert all(0 <= one.value <= 1 and one.words for one in judged.values())


def test_a_card_that_stays_hidden_is_never_named() -> None:
    """A Knight is held back; that there was one is nobody's business."""
    scenario = Scenario("hanataz").seat("A", "hand {DFl,2Wa}, 9 silvs").seat("B", "hand {KWi,3Wa}")
    table = scenario.seat("C", "hand {4Wa}").table("8 pot").begin("A").do("play DFl")
    assert table.to_act == "B" and "let it happen" in table.legal
    action = table.game.parse("let it happen")
    judged = look_back(table.game, seen(table.game, action, 0), 0, NAMES)
    assert not any("Knight" in name + one.words for name, one in judged.items())
