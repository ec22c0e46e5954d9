"""The examples of the documents work: an external game and an external bot, found by their entry points."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import silverhook as sh

InstalledExample = Callable[[str], dict[str, str]]

PLAY = """
import silverhook as sh
from silverhook.bots import make, think
from silverhook.testing import battery

assert "highcard" in sh.games()
for players in (2, 3, 6):
    rules = sh.new("highcard", players, options={"hand_size": 5}, seed=1).rules
    for seed in range(5):
        game = battery.play_checked(rules, seed)
        assert sum(game.scores) == 5
        assert sh.replay(game.record()) == game
game = sh.new("highcard", 4, seed=1)
game.apply(think(make("search:20", 1), game).action)
print(sh.compiled, rules.random_games(200, 1, True)[0])
"""


TRUMPS = """
import itertools
from collections import Counter
import silverhook as sh
from silverhook.bots import make, think
from silverhook.core.game import Game
from silverhook.testing import battery

SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")
HOLDS = 9  # a counter, as in its rules.pxd

def suits(cards):
    return {card.split()[-1] for card in cards}

def hands(game):
    zones = game.open_view()["zones"]
    return tuple(tuple(sorted(zones[f"hand.{p}"])) for p in range(game.players))

def is_possible(game, dealt):
    lacks = [set(words.split(", ")) for words in game.view(None)["has_no"]]
    holds = [{suit for i, suit in enumerate(SUITS) if game.count(HOLDS + p) >> i & 1} for p in range(game.players)]
    trick, own = game.open_view()["zones"]["trick"], dealt[game.to_act]
    following = [card for card in own if trick and suits([card]) == suits(trick[:1])]
    return len(following or own) > 1 and not any(
        suits(hand) & lacks[p] or holds[p] - suits(hand) for p, hand in enumerate(dealt))

def splits(cards, sizes):
    if not sizes:
        yield ()
    for hand in itertools.combinations(cards, sizes[0]) if sizes else ():
        rest = [card for card in cards if card not in hand]
        yield from ((tuple(sorted(hand)), *others) for others in splits(rest, sizes[1:]))

for players in (2, 3, 4):
    rules = sh.new("trumps", players, options={"hand_size": 8}, seed=1).rules
    for seed in range(3):
        game = battery.play_checked(rules, seed)
        assert sum(game.scores) == 8
        assert sh.replay(game.record()) == game
assert rules.infers
rules.random_games(200, 1, True)

asked = found = 0
for seed in range(12):
    for game, _ in battery.random_walk(rules, seed):
        if not game.over and sum(map(len, hands(game))) > 12:
            asked += 1
            for seat in range(4):
                assert is_possible(game, hands(game.resample(seat, game.ply)))
        elif not game.over:  # few enough cards to list all deals that seat A must count on
            true = hands(game)
            pool = sorted(card for hand in true[1:] for card in hand)
            deals = {(true[0], *rest) for rest in splits(pool, [len(hand) for hand in true[1:]])}
            possible = {dealt for dealt in deals if is_possible(game, dealt)}
            if 6 <= len(possible) <= 60:
                seen = Counter(hands(game.resample(0, i)) for i in range(40 * len(possible)))
                assert set(seen) == possible, "each possible deal, and no other"
                assert max(seen.values()) < 4 * min(seen.values()), "and none of them much more often"
                found += len(deals) > 4 * len(possible)
                break
assert asked > 100 and found > 5
game = Game(rules, 3)
game.apply(think(make("search:200", 1), game).action)
print(sh.compiled)
"""


def test_a_trick_taking_game_is_never_dealt_what_everybody_can_rule_out(installed_example: InstalledExample) -> None:
    run = subprocess.run(
        [sys.executable, "-c", TRUMPS], env=installed_example("trumps"), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [str(sh.compiled)]


def test_the_terminal_shows_the_counters_of_any_game(installed_example: InstalledExample, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "silverhook",
        "play",
        "trumps",
        "--seed",
        "4",
        "--bots",
        "random",
        "--players",
        "3",
    ]
    run = subprocess.run(
        command, env=installed_example("trumps"), input="1\n", capture_output=True, text=True, cwd=tmp_path
    )
    assert "tricks: You 1, Pip 0, Tilly 0" in run.stdout
    assert "has no: You -, Pip Clubs, Tilly -" in run.stdout


def test_a_third_game_needs_nothing_but_a_folder(installed_example: InstalledExample) -> None:
    env = installed_example("highcard")
    run = subprocess.run([sys.executable, "-c", PLAY], env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()[0] == str(sh.compiled)


def test_it_can_be_played_in_the_terminal(installed_example: InstalledExample, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "silverhook", "play", "highcard", "--seed", "1", "--bots", "random"]
    answers, env = "hint\n1\nwhy\n" * 8, installed_example("highcard")
    run = subprocess.run(command, env=env, input=answers, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert "plays" in run.stdout and "would enter" in run.stdout and "could choose" in run.stdout


def test_an_external_bot_plays_under_its_name(installed_example: InstalledExample, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "silverhook", "play", "--seed", "1", "--bots", "miser"]
    env = installed_example("bots")
    run = subprocess.run(command, env=env, input="1\n0\nwhy\n", capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "Against you: Silas, who saves its money." in run.stdout and "could choose" in run.stdout
