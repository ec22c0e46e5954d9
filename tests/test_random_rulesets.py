"""Random card sets, decks and options, put through every check; `make soak` tries thousands more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

import silverhook as sh
from silverhook.core.options import Option
from silverhook.deckhand.cards import read_set
from silverhook.testing import engines
from silverhook.testing.engines import EnginesDiffer, InterpretedEngine
from silverhook.testing.random_cards import phrases, phrases_used, random_card_set, random_cards, written
from silverhook.testing.server import PATIENCE
from silverhook.testing.trials import random_ruleset, shrunk, try_ruleset
from silverhook.testing.workers import Failure, Workers, fails

CARD_SETS, DECKS = 60, 40  # tested here
AT_ONCE = 10


@pytest.fixture(scope="module")
def engine() -> Iterator[InterpretedEngine]:
    with InterpretedEngine() as engine:
        yield engine


@pytest.mark.parametrize("first", range(0, CARD_SETS, AT_ONCE))
def test_random_card_sets_pass_every_check(engine: InterpretedEngine, first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        assert try_ruleset(random_ruleset("deckhand", seed), seed, engine).games == 51


@pytest.mark.parametrize("first", range(0, DECKS, AT_ONCE))
def test_random_decks_pass_every_check(engine: InterpretedEngine, first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        assert try_ruleset(random_ruleset("hanataz", seed), seed, engine).games == 51


# --- the random choices -----------------------------------------------------------------------------


@pytest.mark.long
def test_every_phrase_of_the_language_is_drawn(amount: Callable[[int, int], int]) -> None:
    """Even one that somebody adds to the language tomorrow. A rare one needs several sets that prefer it."""
    wanted = phrases()
    for number in range(0, len(wanted), amount(8, 1)):
        sets = (phrases_used(random_card_set(seed)) for seed in range(number, 20 * len(wanted), len(wanted)))
        assert any(wanted[number] in used for used in sets), wanted[number]


def test_the_tables_of_phrases_are_complete() -> None:
    for entry in (("text", "end"), ("leaf", "steal"), ("condition", "you_most"), ("who", "they_least")):
        assert entry in phrases()
    for entry in (("block", "otherwise"), ("place", "revealed"), ("target", "to_their_deck"), ("value", "named")):
        assert entry in phrases()


def test_texts_are_nested() -> None:
    texts = [card for seed in range(20) for card in random_cards(seed).splitlines() if " = " in card]

    assert any(text.count(": ") > 2 for text in texts)


def test_a_card_set_is_written_as_it_reads() -> None:
    for seed in range(20):
        cards = random_card_set(seed)
        assert read_set(written(cards)).cards == cards.cards


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_a_seed_gives_one_ruleset(game: str) -> None:
    assert random_ruleset(game, 5) == random_ruleset(game, 5)
    assert random_ruleset(game, 5) != random_ruleset(game, 6)


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_every_option_and_number_of_players_is_drawn(game: str) -> None:
    drawn = [random_ruleset(game, seed) for seed in range(60)]
    spec = sh.games()[game]

    fewest, most = spec.players
    assert {ruleset.players for ruleset in drawn} == set(range(fewest, most + 1))
    assert {ruleset.edition for ruleset in drawn} == set(spec.editions)
    for edition in spec.editions:
        options = {name for name, option in spec.options(edition).items() if choices(option) > 1}
        assert options <= {name for ruleset in drawn for name, _ in ruleset.options}


def choices(option: Option) -> int:
    return len(option.values) + (0 if option.least is None else option.most - option.least + 1)


# --- reports of failures ---------------------------------------------------------------------


def test_a_game_that_the_engines_play_differently_is_found(
    engine: InterpretedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = sh.new("deckhand", 2, seed=1)
    for _ in range(5):
        game.apply(game.legal_actions()[0])
    engine.compare(game)
    right = engines.digests(game.rules, game.seed, game.actions)
    monkeypatch.setattr(engines, "digests", lambda *_: [*right[:3], "wrong", *right[4:]])

    with pytest.raises(EnginesDiffer, match="after 3 of 5 actions"):
        engine.compare(game)


def test_an_error_of_the_interpreted_engine_is_reported() -> None:
    game = sh.new("hanataz", 2, seed=1)
    strange = replace(game.ruleset, version=99)
    answer = engines.answer({"ruleset": strange.to_json(), "seed": "00" * 32, "actions": []})

    assert "rules version 99" in answer["error"]


def test_a_failing_set_is_made_as_small_as_it_can_be() -> None:
    ruleset = random_ruleset("deckhand", 3)
    texts = [line for line in ruleset.cards.splitlines() if line.startswith("play")]

    small = shrunk(ruleset, lambda candidate: texts[-1] in candidate.cards)

    assert [line for line in small.cards.splitlines() if line.startswith(("play", "start =", "disc", "end"))] == [
        texts[-1]
    ]
    assert small.options == ()


def test_an_error_in_another_process_is_reported() -> None:
    ruleset = random_ruleset("hanataz", 1)

    assert fails(ruleset, 1, PATIENCE) == ""
    assert "CardSetError" in fails(replace(ruleset, cards="suits = 3\n"), 1, PATIENCE)
    assert fails(ruleset, 1, longest=0) == "no end within 0 s"


def test_workers_answer_for_every_seed() -> None:
    with Workers(2) as workers:
        results = list(workers.results("hanataz", range(3)))

    assert [result.rulesets for result in results if not isinstance(result, Failure)] == [1, 1, 1]


def test_a_crash_is_a_failure_with_its_seed() -> None:
    with Workers(1) as workers:
        results = workers.results("hanataz", range(7, 20))
        next(results)
        workers.processes[0].kill()
        workers.processes[0].join()
        rest = list(results)

    assert isinstance(rest[-1], Failure)
    assert rest[-1].seed >= 8
    assert "status -9" in rest[-1].problem
