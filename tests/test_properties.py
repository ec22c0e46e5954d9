"""Properties of every position, for each game, edition and number of players."""

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
TABLES = [("deckhand", edition, players) for edition in EDITIONS for players in (2, 3, 4)]
TABLES += [("hanataz", "hz-default", players) for players in (2, 3, 4, 5, 6)]
SEEDS = {"deckhand": 12, "hanataz": 8}  # Hanataz has more tables and options
DECKHAND_OPTIONS = [
    {"reshuffle": "lazy"},
    {"hand_discard": "end_of_turn"},
    {"start_trigger_zone": "hand"},
    {"start_trigger_zone": "any", "reshuffle": "lazy"},
    {"offturn_reload": True, "action_cap": 2},
    {"action_cap": None, "action_guard": 7},
    {"money_cap": 4, "start_money": 3},
    {"max_rounds": 5, "final_tie": "after_ender"},
]
HANATAZ_OPTIONS = [
    {name: value}
    for name, option in sh.games()["hanataz"].options("hz-default").items()
    for value in option.values
    if value is not None and value != option.default
]
HANATAZ_OPTIONS += [
    {"fools": 2},
    {"fools": 2, "fool_token_on_replace": "keep"},
    {"turn_guard": 10},
    {"hand_limit": 5},
    {"hand_limit": None},
    {"game_end": "target", "target_silvs": 25},
    {"game_end": "last_standing", "refill": "may", "ante": "every_hand"},
    {option: value for one in HANATAZ_OPTIONS for option, value in one.items()},  # everything otherwise
]
OPTIONS = [("deckhand", edition, options) for edition in EDITIONS for options in DECKHAND_OPTIONS]
OPTIONS += [("hanataz", "hz-default", options) for options in HANATAZ_OPTIONS]


def rules(game: str, edition: str, players: int, options: dict[str, object] | None = None) -> object:
    return sh.new(game, players, edition=edition, options=options, seed=0).rules


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_every_property_holds_at_every_decision(game: str, edition: str, players: int) -> None:
    for seed in range(SEEDS[game]):
        played = battery.play_checked(rules(game, edition, players), seed)
        assert sh.replay(played.record()) == played


@pytest.mark.parametrize(("game", "edition", "options"), OPTIONS)
def test_every_property_holds_under_every_option(game: str, edition: str, options: dict[str, object]) -> None:
    for seed in range(SEEDS[game] // 4):
        played = battery.play_checked(rules(game, edition, 3, options), seed)
        assert sh.replay(played.record()) == played


def test_a_bank_of_four_coins_is_enough_to_play() -> None:
    for edition in ("treasure", "tokens"):
        for seed in range(2):
            battery.play_checked(rules("deckhand", edition, 2, {"bank_limit": 4}), seed)


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_events_show_a_seat_no_card_that_it_may_not_see(game: str, edition: str, players: int) -> None:
    for seed in range(SEEDS[game] // 2):
        for position, action in battery.random_walk(rules(game, edition, players), seed):
            if position.over:
                break
            listened = position.clone()
            listened.listen()
            listened.apply(action)
            for seat in [None, *range(players)]:
                shown: set[str] = set()  # by an earlier event of the same action
                for happening in listened.news(seat):
                    if happening.card is not None:
                        assert happening.card in shown or lies_open_to(happening, seat, position), (seat, happening)
                        shown.add(happening.card)


OPEN = {
    "deckhand": ("supply", "out", "stash", "aside"),
    "hanataz": ("discard", "row", "bards", "played"),
}


def lies_open_to(happening: Happening, seat: int | None, before: sh.Game) -> bool:
    """Whether a seat may see the card of an event (R-D66, R-H69): the card comes from or goes to an open place."""
    places, lies_open = {happening.source, happening.target}, OPEN[before.ruleset.game]
    if any(place.partition(".")[0] in lies_open for place in places) or f"hand.{seat}" in places:
        return True
    kind = happening_kind(before.ruleset.game, happening)
    if kind == "reveal" or kind == "trigger" or (kind == "look" and happening.seat == seat):
        return True
    known = before.view(seat)["zones"]  # or it was shown to the seat before
    if places == {""}:  # or is being played: no card moves, but the event names one
        places = {place for place in known if place.partition(".")[0] in lies_open}
    return any(happening.card in known[place] for place in places if place)


def happening_kind(game: str, happening: Happening) -> str:
    from silverhook.deckhand.operations import N as DECKHAND
    from silverhook.hanataz.composition import N as HANATAZ

    return next(
        name.removeprefix("TOLD_").lower()
        for name, code in vars({"deckhand": DECKHAND, "hanataz": HANATAZ}[game]).items()
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
name, edition, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
fewest, most = sh.games()[name].players
digest = hashlib.sha256()
for seed in range(first, last):
    pick = random.Random(seed)
    game = sh.new(name, fewest + seed % (most - fewest + 1), edition=edition, seed=seed)
    while not game.over:
        game.apply(pick.choice(game.legal_actions()))
        digest.update(game.position())
    digest.update(repr(game.results()).encode())
print(sh.compiled, digest.hexdigest())
"""


def digest_in_another_process(game: str, edition: str, first: int, last: int, interpreted: bool) -> tuple[str, str]:
    environment = {**os.environ, "SILVERHOOK_INTERPRETED": "1" if interpreted else ""}
    command = [sys.executable, "-c", DIGEST, game, edition, str(first), str(last)]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()
    return out[0], out[1]


@pytest.mark.parametrize(
    ("game", "edition", "games"),
    [*(("deckhand", edition, 150) for edition in EDITIONS), ("hanataz", "hz-default", 50)],
)
@pytest.mark.parametrize("part", range(2))
def test_compiled_and_interpreted_engines_agree_byte_for_byte(game: str, edition: str, games: int, part: int) -> None:
    """300 games in each edition, 100 of Hanataz, every position of them."""
    first, last = part * games, part * games + games
    compiled = digest_in_another_process(game, edition, first, last, interpreted=False)
    interpreted = digest_in_another_process(game, edition, first, last, interpreted=True)
    assert interpreted[0] == "False"
    assert compiled[1] == interpreted[1]
    assert compiled[0] == str(sh.compiled)


THOUGHTS = """
import sys
import silverhook as sh
from silverhook.bots import make, think

for players in (2, 3):
    game = sh.new(sys.argv[1], players, seed=3)
    bot = make("search:12", 5)
    for _ in range(12):
        thought = think(bot, game)
        print(thought)
        game.apply(thought.action)
"""


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_the_search_gives_the_same_results_compiled_and_interpreted(game: str) -> None:
    """The playout policy, too, computes the same numbers to the last bit."""
    told = [
        subprocess.run(
            [sys.executable, "-c", THOUGHTS, game],
            env={**os.environ, "SILVERHOOK_INTERPRETED": interpreted},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for interpreted in ("", "1")
    ]
    assert told[0] == told[1]
    assert told[0].count("Thought") == 24


@pytest.mark.parametrize(("game", "edition"), [("deckhand", "tokens"), ("hanataz", "hz-default")])
def test_the_same_seed_and_actions_give_the_same_bytes_in_another_process(game: str, edition: str) -> None:
    import random

    fewest, most = sh.games()[game].players
    digest = hashlib.sha256()
    for seed in range(6):
        pick = random.Random(seed)
        played = sh.new(game, fewest + seed % (most - fewest + 1), edition=edition, seed=seed)
        while not played.over:
            played.apply(pick.choice(played.legal_actions()))
            digest.update(played.position())
        digest.update(repr(played.results()).encode())
    assert digest_in_another_process(game, edition, 0, 6, interpreted=False)[1] == digest.hexdigest()
