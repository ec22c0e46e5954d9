"""What holds in every position of every game, for each edition and number of players."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

import silverhook as sh
from silverhook.core.notation import Happening
from silverhook.testing import battery

EDITIONS = ("treasure", "tokens", "indicator")
TABLES = [(edition, players) for edition in EDITIONS for players in (2, 3, 4)]
OPTIONS = [
    {"reshuffle": "lazy"},
    {"hand_discard": "end_of_turn"},
    {"start_trigger_zone": "hand"},
    {"start_trigger_zone": "any", "reshuffle": "lazy"},
    {"offturn_reload": True, "action_cap": 2},
    {"action_cap": None, "action_guard": 7},
    {"money_cap": 4, "start_money": 3},
    {"max_rounds": 5, "final_tie": "after_ender"},
]


def rules(edition: str, players: int, options: dict[str, object] | None = None) -> object:
    return sh.new("deckhand", players, edition=edition, options=options, seed=0).rules


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_everything_holds_at_every_decision(edition: str, players: int) -> None:
    for seed in range(12):
        game = battery.play_checked(rules(edition, players), seed)
        assert sh.replay(game.record()) == game


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_holds_under_every_option(edition: str, options: dict[str, object]) -> None:
    for seed in range(3):
        game = battery.play_checked(rules(edition, 3, options), seed)
        assert sh.replay(game.record()) == game


def test_a_bank_of_four_coins_is_enough_to_play() -> None:
    for edition in ("treasure", "tokens"):
        for seed in range(2):
            battery.play_checked(rules(edition, 2, {"bank_limit": 4}), seed)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_events_show_a_seat_no_card_that_it_may_not_see(edition: str, players: int) -> None:
    for seed in range(6):
        for game, action in battery.random_walk(rules(edition, players), seed):
            if game.over:
                break
            listened = game.clone()
            listened.listen()
            listened.apply(action)
            for seat in [None, *range(players)]:
                shown: set[str] = set()  # by an earlier event of the same action
                for happening in listened.news(seat):
                    if happening.card is not None:
                        assert happening.card in shown or lies_open_to(happening, seat, game), (seat, happening)
                        shown.add(happening.card)


OPEN = ("supply", "out", "stash", "aside")


def lies_open_to(happening: Happening, seat: int | None, before: sh.Game) -> bool:
    """Whether the rules let a seat see the card of an event (R-D66): where it comes from or goes to lies open."""
    places = {happening.source, happening.target}
    if any(place.partition(".")[0] in OPEN for place in places) or f"hand.{seat}" in places:
        return True
    kind = happening_kind(happening)
    if kind == "reveal" or kind == "trigger" or (kind == "look" and happening.seat == seat):
        return True
    known = before.view(seat)["zones"]  # or it was shown to the seat before
    return any(happening.card in known[place] for place in places if place)


def happening_kind(happening: Happening) -> str:
    from silverhook.deckhand.compiler import N

    return next(
        name.removeprefix("TOLD_").lower()
        for name, code in vars(N).items()
        if name.startswith("TOLD_") and code == happening.code
    )


def test_hidden_cards_are_absent_from_the_view() -> None:
    game = sh.new("deckhand", 2, seed=3)
    seen = game.view(0)["zones"]
    assert None not in seen["hand.0"]
    assert set(seen["hand.1"]) <= {None}
    assert set(seen["deck.0"]) == set(seen["supply_deck"]) == set(seen["reload_deck"]) == {None}
    assert set(game.view(None)["zones"]["hand.0"]) <= {None}


def test_resampled_games_differ_where_the_seat_knows_nothing() -> None:
    game = sh.new("deckhand", 2, seed=3)
    orders = {tuple(game.resample(0, seed).zone(17)) for seed in range(20)}
    assert len(orders) == 20
    assert game.resample(0, 5) == game.resample(0, 5)


DIGEST = """
import hashlib, random, sys
import silverhook as sh
edition, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
digest = hashlib.sha256()
for seed in range(first, last):
    pick = random.Random(seed)
    game = sh.new("deckhand", 2 + seed % 3, edition=edition, seed=seed)
    while not game.over:
        game.apply(pick.choice(game.legal_actions()))
        digest.update(game.position())
    digest.update(repr(game.results()).encode())
print(sh.compiled, digest.hexdigest())
"""


def digest_in_another_process(edition: str, first: int, last: int, interpreted: bool) -> tuple[str, str]:
    environment = {**os.environ, "SILVERHOOK_INTERPRETED": "1" if interpreted else ""}
    command = [sys.executable, "-c", DIGEST, edition, str(first), str(last)]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()
    return out[0], out[1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("part", range(2))
def test_compiled_and_interpreted_engines_agree_byte_for_byte(edition: str, part: int) -> None:
    """150 games each time, 300 in each edition, every position of them."""
    first, last = part * 150, part * 150 + 150
    compiled = digest_in_another_process(edition, first, last, interpreted=False)
    interpreted = digest_in_another_process(edition, first, last, interpreted=True)
    assert interpreted[0] == "False"
    assert compiled[1] == interpreted[1]
    assert compiled[0] == str(sh.compiled)


def test_the_same_seed_and_actions_give_the_same_bytes_in_another_process() -> None:
    import random

    digest = hashlib.sha256()
    for seed in range(6):
        pick = random.Random(seed)
        game = sh.new("deckhand", 2 + seed % 3, edition="tokens", seed=seed)
        while not game.over:
            game.apply(pick.choice(game.legal_actions()))
            digest.update(game.position())
        digest.update(repr(game.results()).encode())
    assert digest_in_another_process("tokens", 0, 6, interpreted=False)[1] == digest.hexdigest()
