"""Playing in the terminal, entry by entry."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook import records

QUICK = ("--bots", "random", "--seed", "7")  # seed 7: the person begins, with two Fist Fights and a Celebrate

Run = Callable[..., Any]


@pytest.mark.parametrize("edition", ["indicator", "tokens", "treasure"])
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_a_whole_game_is_played_to_its_end(run: Run, edition: str, players: str) -> None:
    done = run("play", "--edition", edition, "--players", players, *QUICK, "--record", "game.txt", enter=["1"] * 3000)
    assert done.exit_code == 0
    assert re.search(r"The game is over: .* wins?\.", done.output)
    assert "hooks from" in done.output and "seed 7" in done.output
    game = records.load("game.txt")
    assert game.over and game.ruleset.edition == edition
    for score in game.scores:
        assert re.search(rf"^\S.* {score} ", done.output, re.MULTILINE)


def test_a_whole_game_in_a_process_of_its_own(process: Run, tmp_path: Path) -> None:
    done = process("play", *QUICK, "--bots", "search:4", enter="1\n" * 800 + "kept.txt\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "The game is over" in done.stdout
    assert "\x1b" not in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]  # an answer after the end names no file
    assert sh.replay((tmp_path / "kept.txt").read_text()).over


def test_the_screen_shows_everything_needed_to_decide(run: Run) -> None:
    shown = run("play", *QUICK).output
    for part in (
        "Your turn · round 1 · 2 Actions", "decks: supply 22 · reload 29", "You begin.",
        "stash (newest in brackets)", "s1 ", "s6 ", "cost hooks", "2x Fist Fight", "+1 Card. Choose one",
        "Play a card, buy a card or end the turn", " 0 end turn",
    ):  # fmt: skip
        assert part in shown


def test_numbers_words_and_short_forms_all_choose(run: Run) -> None:
    for entry in ("play fist fight", "Fist Fight", "PLAY  Fist   Fight"):
        assert "You play Fist Fight: get 2 coins." in run("play", *QUICK, enter=[entry]).output
    assert "[Fist Fight]" in run("play", *QUICK, enter=["fist fight"]).output


def test_the_card_that_asks_is_named(run: Run) -> None:
    assert "Celebrate: draw a card?" in run("play", *QUICK, enter=["celebrate"]).output


@pytest.mark.parametrize(
    "entry, answer",
    [
        ("99", "There is no choice 99 now"),
        ("play fist fihgt", 'did you mean "play fist fight"'),
        ("dance", '"dance" is not a choice here'),
        ("buy", "is not a choice here"),
        ("[bold]", '"[bold]" is not a choice here'),
        ("-1", "is not a choice here"),
        ("²", "no choice"),
    ],
)
def test_a_bad_entry_gets_an_answer_and_another_try(run: Run, entry: str, answer: str) -> None:
    done = run("play", *QUICK, enter=[entry, "fist fight"])
    assert answer in done.output
    assert "You play Fist Fight" in done.output


def test_help_tells_commands_symbols_icons_and_the_turn(run: Run) -> None:
    shown = run("play", *QUICK, enter=["?"]).output
    for part in ("What you can enter", "take back", "+1 Reload", "DISCARDED", "START", "Two Actions", "one last turn"):
        assert part in shown
    assert "refresh deck" in run("play", *QUICK, "--edition", "treasure", enter=["help"]).output


def test_help_ends_with_the_commands_where_a_small_screen_shows_them(run: Run) -> None:
    for game in ("deckhand", "hanataz"):
        shown = run("play", game, *QUICK, enter=["?"]).output.partition("> ?")[2].partition("\n> ")[0]
        assert shown.index("The game") < shown.index("What you can enter")
        assert shown.rstrip().endswith("draw the table again")


@pytest.mark.parametrize("entry", ["? plunder", "?plun", "? Plundre", "help plunder"])
def test_a_card_is_shown_in_full(run: Run, entry: str) -> None:
    assert "Plunder: cost 4, 1 hook, 3 copies in the set" in run("play", *QUICK, enter=[entry]).output


def test_an_unknown_card_gets_a_clear_answer(run: Run) -> None:
    assert 'There is no card "xyzzy" in this game' in run("play", *QUICK, enter=["? xyzzy"]).output


def test_the_log_tells_everything(run: Run) -> None:
    shown = run("play", *QUICK, enter=["fist fight", "fist fight", "l"]).output
    log = shown[shown.rindex("> l") :]
    assert log.count("You play Fist Fight: get 2 coins.") == 2
    assert "Pip's turn" in log


def test_undo_takes_back_an_action_that_revealed_nothing(run: Run) -> None:
    shown = run("play", *QUICK, enter=["fist fight", "u", "r", "q", "q"]).output
    assert shown.count("2x Fist Fight") == 2
    assert records.load("deckhand-07000000.txt").ply == 0


def test_undo_goes_back_from_the_middle_of_a_card(run: Run) -> None:
    shown = run("play", *QUICK, enter=["celebrate", "u", "fist fight"]).output
    assert "You play Fist Fight: get 2 coins." in shown


def test_undo_is_refused_once_a_hidden_card_is_seen(run: Run) -> None:
    # a new card replaces the bought one in the supply
    shown = run("play", *QUICK, "--option", "start_money=9", enter=["buy s2", "u"]).output
    assert "Not possible: your last entry has turned up a hidden card" in shown


def test_undo_is_refused_once_others_have_acted(run: Run) -> None:
    assert "Not possible: Pip has acted since" in run("play", *QUICK, enter=["0", "u"]).output


def test_undo_needs_something_to_undo(run: Run) -> None:
    assert "There is nothing to take back" in run("play", *QUICK, enter=["u"]).output


def test_quitting_asks_once(run: Run) -> None:
    stays = run("play", *QUICK, enter=["q", "n", "fist fight"])
    assert "You play on." in stays.output and "You play Fist Fight" in stays.output
    leaves = run("play", *QUICK, enter=["q", "q", "fist fight"])
    assert leaves.exit_code == 0 and "without saving it" in leaves.output and "You play" not in leaves.output


def test_leaving_says_how_to_resume_and_that_works(run: Run) -> None:
    left = run("play", *QUICK, "--record", "g.txt", enter=["fist fight", "q", "q"])
    assert "silverhook play --resume g.txt" in left.output
    again = run("play", "--resume", "g.txt", "--bots", "random", enter=["fist fight", "l"])
    assert "You play on." in again.output and "You play Fist Fight: get 2 coins." in again.output
    assert records.load("g.txt").ply > 1


def test_the_end_of_the_input_leaves_cleanly(process: Run) -> None:
    done = process("play", *QUICK, enter="1\n")
    assert done.returncode == 0 and "You have left the game" in done.stdout and done.stderr == ""


def test_an_unwritable_record_is_reported_and_the_game_goes_on(run: Run) -> None:
    done = run("play", *QUICK, enter=["r no/such/folder.txt", "fist fight"])
    assert "cannot be written" in done.output and "You play Fist Fight" in done.output


def test_an_impossible_record_file_is_refused_before_the_game(run: Run) -> None:
    for file, reason in (("no/such/folder.txt", "No such file"), (".", "Is a directory")):
        done = run("play", *QUICK, "--record", file, enter=["q", "q"])
        assert done.exit_code == 2 and done.stdout == ""
        assert f"{file} cannot be written: {reason}" in done.stderr and done.stderr.count("\n") == 1


def test_a_record_never_takes_the_place_of_another_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anne")
    done = run("play", *QUICK, "--record", "letter.txt")
    assert done.exit_code == 2 and "letter.txt already exists" in done.stderr and "--resume" in done.stderr
    done = run("play", *QUICK, enter=["r letter.txt", "r other.txt", "fist fight", "r", "q", "q"])
    assert "Not saved: letter.txt already exists" in done.output and "Saved: other.txt" in done.output
    assert (tmp_path / "letter.txt").read_text() == "Dear Anne" and records.load("other.txt").ply == 1


def test_the_end_asks_again_if_the_record_could_not_be_saved(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anne")
    short = ("--option", "max_rounds=1")
    done = run("play", *QUICK, *short, enter=["end", "letter.txt", "no/such/folder.txt", "y"])
    assert done.output.count("Save the record?") == 3 and "Saved: deckhand-07000000.txt" in done.output
    assert (tmp_path / "letter.txt").read_text() == "Dear Anne" and records.load("deckhand-07000000.txt").over


def test_the_players_own_name_is_used(run: Run) -> None:
    shown = run("play", *QUICK, "--name", "Pip", enter=["fist fight"]).output
    assert "Pip (you)" in shown and "Pip plays Fist Fight: gets 2 coins." in shown and "Tilly" in shown


def test_colour_can_be_turned_off(process: Run) -> None:
    assert "\x1b" not in process("play", *QUICK, enter="q\nq\n", NO_COLOR="1").stdout


@pytest.mark.parametrize("columns", ["30", "40", "54"])
def test_a_narrow_screen_has_card_texts_below_the_names(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = [line.rstrip() for line in run("play", *QUICK, enter=["q", "q"]).output.splitlines()]
    assert lines[1:3] == ["Your turn · round 1 · 2 Actions", "decks: supply 22 · reload 29"] or columns == "30"
    name = next(n for n, line in enumerate(lines) if line.endswith(" Celebrate (0/0)"))
    assert lines[name].split()[0].isdigit()
    assert lines[name + 1].startswith("      +1 Card. Choose one:")


def test_narrow_and_wide_screens_lose_nothing_when_scripted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("40", "60", "80", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        shown = run("play", *QUICK, enter=["?", "1"]).output
        assert max(map(len, shown.splitlines())) <= max(int(columns), 45)
