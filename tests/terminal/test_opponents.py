"""Opponents: the levels on offer, and the names of the bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from silverhook.bots import LEVELS, BotError
from silverhook.terminal.opponents import USUAL, introduced, seat_names, seated
from silverhook.testing.server import PATIENCE

Run = Callable[..., Any]
CURSOR = "\x1b[?25h"  # returns when a thought is over


def test_a_person_at_a_terminal_is_offered_the_levels(terminal: Run) -> None:
    screen = terminal("play", "--seed", "7")
    offer = screen.until("> ")
    for level in LEVELS.values():
        assert level.bot in offer and level.name in offer and level.about in offer
    screen.type("")
    assert f"Against you: {LEVELS[USUAL].introduction}" in screen.until("end turn")


@pytest.mark.parametrize(
    "entry, names", [("1", ["Pip", "Tilly"]), ("1 2", ["Pip", "Mary"]), ("mary, search:5", ["Mary", "Jack"])]
)
def test_a_number_is_for_all_seats_and_several_are_for_one_each(terminal: Run, entry: str, names: list[str]) -> None:
    screen = terminal("play", "hanataz", "--players", "3", "--seed", "7")
    screen.until("> ")
    screen.type(entry)
    shown = " ".join(screen.until("keep the hand").split())
    assert all(f"{name}, who" in shown for name in names)


def test_an_answer_that_names_no_bot_is_asked_again(terminal: Run) -> None:
    screen = terminal("play", "--seed", "7")
    screen.until("> ")
    for entry, answer in (("9", 'No bot "9"'), ("1 2", "2 bots for 1 seat: name one"), ("stockfish", "choose one of:")):
        screen.type(entry)
        screen.until(answer)
    screen.type("q")
    assert screen.process.wait(PATIENCE) == 0


def test_a_player_who_has_named_the_bots_is_not_asked(terminal: Run) -> None:
    assert "Who do you want" not in terminal("play", "--seed", "7", "--bots", "random").until("end turn")


def test_a_script_is_never_asked(run: Run) -> None:
    shown = run("play", "--seed", "7").output
    assert "Who do you want" not in shown and f"Against you: {LEVELS[USUAL].introduction}" in shown


def test_ctrl_c_ends_a_bots_thought_and_not_the_game(terminal: Run) -> None:
    screen = terminal("play", "--seed", "7", "--bots", "search:600000ms")
    screen.until("end turn")
    screen.type("0")
    thoughts = 0
    while "end turn" not in screen.until("thinks", "end turn"):
        screen.computes(0.2)  # the search has begun
        screen.interrupt()
        screen.until(CURSOR)
        thoughts += 1
    assert thoughts and screen.process.poll() is None


# --- names -------------------------------------------------------------------------------------


def test_bots_sit_under_their_first_names() -> None:
    assert seat_names("You", ["random", "heuristic", "random"]) == ["You", "Pip", "Mary", "Tilly"]
    assert seat_names("Pip", ["random", "search:5"]) == ["Pip", "Tilly", "Jack"]
    assert len(set(seat_names("jack", ["search:5"] * 5))) == 6


def test_one_bot_is_for_all_seats_or_each_has_its_own() -> None:
    assert seated(["random"], 3) == ["random"] * 3
    assert seated(["random", " search"], 2) == ["random", "search:10000"]
    with pytest.raises(BotError, match="2 bots for 3 seats: name one for all, or 3"):
        seated(["random", "random"], 3)


def test_bots_are_introduced() -> None:
    assert introduced(["Pip", "Jack"], ["random", "search:5"]) == (
        "Against you: Pip, who plays anything; Jack, who is search:5."
    )
