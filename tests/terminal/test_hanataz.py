"""Hanataz in the terminal: whole games, and the screen of each kind of decision."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import silverhook as sh
from silverhook import records
from silverhook.bots import RandomBot, think
from silverhook.terminal.console import draw
from silverhook.terminal.view import Room, view_of
from silverhook.testing import Scenario

DECK = (Path(sh.__file__).parent / "hanataz" / "compositions" / "hz-default.toml").read_text(encoding="utf-8")
QUICK = (
    "hanataz",
    "--bots",
    "random",
    "--seed",
    "24",
)  # two players: the person opens, with two numbers and three faces
NAMES = ["You", "Anne", "Bart", "Mary", "Jack", "Grace"]

Run = Callable[..., Any]


# --- whole games -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["2", "3", "4", "5", "6"])
def test_a_whole_game_is_played_to_its_end(run: Run, players: str) -> None:
    done = run("play", *QUICK, "--players", players, "--record", "game.txt", enter=["1"] * 3000)
    assert done.exit_code == 0
    assert re.search(r"The game is over: .* wins?\.", done.output)
    assert "hands won" in done.output and "seed 24" in done.output and "The Hanataz's purse holds" in done.output
    game = records.load("game.txt")
    assert game.over and game.players == int(players)
    for score in game.scores:
        assert re.search(rf"^\S.* {score} ", done.output, re.MULTILINE)


@pytest.mark.parametrize("option", ["game_end=last_standing", "ante=every_hand", "refill=may", "lone_player=wins_pot"])
def test_a_whole_game_with_a_house_rule(run: Run, option: str) -> None:
    done = run("play", *QUICK, "--players", "3", "--option", option, enter=["1", "0"] * 3000)
    assert "The game is over: " in done.output


def test_a_whole_game_against_bots_that_think(run: Run) -> None:
    done = run("play", *QUICK, "--players", "4", "--bots", "search:8", enter=["0"] * 900)
    assert "The game is over: " in done.output


def test_the_result_tells_how_the_hands_went(run: Run) -> None:
    run("play", *QUICK, "--record", "game.txt", enter=["1"] * 3000)
    told = run("replay", "game.txt").output
    hands, *ended = map(int, re.findall(r"\d+", re.search(r"^\d+ hands: .*\.$", told, re.MULTILINE)[0]))
    assert hands == sum(ended) == told.count("Hand ") + 1  # the first deal has no news


def test_a_player_with_a_single_answer_is_not_asked(run: Run) -> None:
    shown = run("play", *QUICK, "--players", "6", enter=["1"] * 3000).output
    for screen in shown.split("\n> ")[:-1]:
        if "counter with a Knight?" in screen:
            assert "cancels a Rogue or a Dragon" in screen  # the player has a Knight to counter with


def test_a_replay_leaves_out_forced_actions(run: Run) -> None:
    run("play", *QUICK, "--players", "4", "--record", "game.txt", enter=["1"] * 3000)
    game = sh.new("hanataz", 4, seed=24)
    forced = 0
    for action in records.load("game.txt").actions:
        forced += len(game.legal_actions()) == 1
        game.apply(action)
    told = run("replay", "game.txt")
    assert forced and told.exit_code == 0
    assert len(re.findall(r"^ *\d+  [ABCD]: ", told.output, re.MULTILINE)) == game.ply - forced


# --- entries -----------------------------------------------------------------------------------


def test_the_screen_shows_everything_needed_to_decide(run: Run) -> None:
    shown = run("play", *QUICK, enter=["0"]).output
    for part in (
        "Hand 1 of 24 · before the hand · you open", "Hand 1 of 24 · your turn · you opened", "You begin.",
        "Enter hint for advice, ? for help.", "deck 50 · discard 0", "Pot    2 silvs",
        "nobody controls it: any number takes control",
        "House  1: ?   2: ?   3: ?   4: ?   5: ?   purse 0 · Fool token in the centre", "silvs cards",
        "0 keep the hand", "takes control", "0 pass for 1 silv", "nub out",
    ):  # fmt: skip
        assert part in shown


def test_assumptions_appear_at_the_start_in_help_and_with_the_rules(run: Run, tmp_path: Path) -> None:
    assumed = "Our assumptions, not in the printed rules: the deck hz-default and the end of the game."
    started = run("play", *QUICK, enter=["?"]).output
    assert started.count(assumed) == 2
    assert run("rules", "hanataz").output.count("assumption: ") == 2
    (tmp_path / "my.toml").write_text(DECK.replace('"hz-default"', '"mine"'), encoding="utf-8")
    own = run("play", *QUICK, "--cards", "my.toml").output
    assert "Our assumptions, not in the printed rules: the end of the game." in own


def test_numbers_words_and_short_forms_all_choose(run: Run) -> None:
    hand = sh.new("hanataz", seed=24).view(0)["zones"]["hand.0"]
    number = next(card for card in hand if card[0].isdigit())
    short = number.split()[0] + number.split()[-1][:2]
    for entry in (number, f"play {number}", short.lower(), f"PLAY {short}"):
        assert f"You play {number} and take control." in run("play", *QUICK, enter=["0", entry]).output


def test_several_numbers_swap_several_cards(run: Run) -> None:
    shown = run("play", *QUICK, enter=["1 2 3", "0"]).output
    assert re.search(r"You swap \d+ of \w+, .* and .* for 1 silv\.", shown)
    assert re.search(r"You draw .*, .* and .*\.", shown)


def test_several_numbers_stop_at_another_question(run: Run) -> None:
    shown = run("play", *QUICK, enter=["0", "fool", "u", "1 1 1 1", "l"]).output
    assert shown[shown.rindex("> l") :].count("You play") == 1


def test_undo_takes_back_an_action_that_revealed_nothing(run: Run) -> None:
    shown = run("play", *QUICK, enter=["1", "u", "r", "q", "q"]).output
    assert "You swap" in shown and records.load("hanataz-18000000.txt").ply == 0


def test_undo_is_refused_once_a_hidden_card_is_seen(run: Run) -> None:
    shown = run("play", *QUICK, "--option", "refill=may", enter=["0", "jester", "2", "u"]).output
    assert "You look at house card 2 (" in shown and "turned up a hidden card" in shown


def test_help_tells_the_course_of_the_game_and_the_faces(run: Run) -> None:
    shown = run("play", *QUICK, enter=["?"]).output
    for part in ("What you can enter", "showdown", "next hand", "Wizard", "draw 2 cards", "or after 24 hands; most"):
        assert part in shown


@pytest.mark.parametrize(
    "entry, head",
    [
        ("? knight", "Knight: 4 cards in the deck, of each suit"),
        ("? kni", "Knight: 4 cards"),
        ("? knight of waves", "Knight: 4 cards"),
        ("? 7 of flames", "Number: 36 cards in the deck, 2 to 10 of each suit"),
        ("? fool", "Fool: 1 card in the deck, no suit"),
        ("? xyzzy", 'There is no card "xyzzy"'),
    ],
)
def test_a_card_is_shown_in_full(run: Run, entry: str, head: str) -> None:
    assert head in run("play", *QUICK, enter=[entry]).output


# --- cards and errors --------------------------------------------------------------------------


def test_rules_lists_all_games(run: Run) -> None:
    shown = run("rules").output
    assert "Deck Hand (silverhook play deckhand)" in shown and "Hanataz (silverhook play hanataz)" in shown
    for word in ("hz-default", "2 to 6 players", "game_end", "first_bust", "R-H36"):
        assert word in run("rules", "hanataz").output


def test_cards_lists_the_deck_and_what_each_face_does(run: Run, tmp_path: Path) -> None:
    shown = run("cards", "hanataz").output
    for word in (
        "hz-default: 65 cards",
        "Our assumption",
        "Flames",
        "Number",
        "2 to 10 of",
        "Draw 2 cards.",
        "no suit",
    ):
        assert word in shown
    (tmp_path / "my.toml").write_text(DECK.replace("Jester = 4", "Jester = 6"), encoding="utf-8")
    own = run("cards", "hanataz", "--cards", "my.toml").output
    assert "67 cards" in own and "Our assumption" not in own


ERRORS = [
    (["play", "hanataz", "--players", "7"], "Hanataz is for 2 to 6 players"),
    (["play", "hanataz", "--option", "anti=every_hand"], 'did you mean "ante"'),
    (["play", "hanataz", "--option", "ante=never"], "allowed: first_hand or every_hand"),
    (["play", "hanataz", "--cards", "none.toml"], "none.toml cannot be read: No such file"),
    (["play", "hanataz", "--cards", "broken.toml"], 'broken.toml:7:1: there is no face "Crwon"; did you mean "Crown"?'),
    (["cards", "hanataz", "--cards", "broken.toml"], "broken.toml:7:1: "),
    (["play", "hanataz", "--players", "6", "--cards", "small.toml"], "small.toml: hz-default: 6 players need 36 cards"),
    (["cards", "chess"], "no game 'chess'"),
]


@pytest.mark.parametrize("args, message", ERRORS, ids=[" ".join(args)[:60] for args, _ in ERRORS])
def test_an_error_is_one_line_and_exit_code_2(run: Run, tmp_path: Path, args: list[str], message: str) -> None:
    (tmp_path / "broken.toml").write_text(DECK.replace('"Crown"', '"Crwon"'), encoding="utf-8")
    (tmp_path / "small.toml").write_text(DECK.replace("[2, 10]", "[2, 2]"), encoding="utf-8")
    done = run(*args)
    assert done.exit_code == 2 and done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("silverhook: ") and done.stderr.count("\n") == 1


# --- screens -----------------------------------------------------------------------------------


def screen(table: Any, seat: int = 0, width: int = 80, airy: bool = True) -> str:
    """The screen of the seat that decides, under the name You."""
    game = table.game
    assert game.to_act == seat
    names = [NAMES[(p - seat) % game.players] for p in range(game.players)]
    view, console = view_of(game, names, seat), Console(width=width, highlight=False)
    with console.capture() as shown:
        console.print(view.table(game, view.choices(game), [], Room(width, airy=airy)))
    return "\n".join(line.rstrip() for line in shown.get().split("\n"))


def table() -> Any:
    return (
        Scenario("hanataz")
        .seat("A", "hand {7St,Jester,Crown of Waves,KWi,2Fl}, 13 silvs")
        .seat("B", "hand {KWa,DSt}, 6 silvs", tokens=1)
        .seat("C", "3 silvs", out=True)
        .table("H [3Wa,DFl,8Wi,-,2St], row (5Fl,6Fl,6St), discard (9Fl), 7 pot", control="B", house=-3)
        .knows("A", 2)
    )


def test_a_turn() -> None:
    shown = screen(table().begin("A", hand=3, first="B"))
    for line in (
        "Hand 3 of 24 · your turn · Anne opened",
        "Pot    7 silvs · Anne controls it",
        "Row    5 of Flames, 6 of Flames, [6 of Stones] · 7 to 10 of Stones beat it, or\n       another 6 for 1 silv",
        "House  1: ?   2: Dragon of Flames   3: ?   4: –   5: ?   purse -3\n",
        "▸You     13     5 in\n Anne     6     2 in control · Fool token\n Bart     3     0 nubbed out",
        "   2 of Flames     does not beat it\n 1 7 of Stones     takes control\n 2 Crown of Waves  every player in",
        " 3 Jester          look at",
        "   Knight of Winds cancels",
        "Play a card, pass or nub out\n 4 nub out\n 0 pass for 1 silv\n",
    ):
        assert line in shown


@pytest.mark.parametrize("width", [30, 40, 56])
def test_a_narrow_turn_has_every_number_and_name(width: int) -> None:
    shown = screen(table().begin("A", hand=3, first="B"), width=width)
    for line in (
        " 1 7 of Stones     takes",
        " 2 Crown of Waves  every",
        " 3 Jester          look",
        "   Knight of Winds can",
    ):
        assert line in shown
    assert shown.startswith("Hand 3 of 24 · your turn") and "opened\ndeck " in shown
    assert max(map(len, shown.split("\n"))) <= width


def test_a_turn_on_a_low_screen() -> None:
    shown = screen(table().begin("A"), airy=False)
    assert "   not now: 2 of Flames, Knight of Winds\n" in shown and "\n\n" not in shown


def test_a_turn_without_a_card_to_play() -> None:
    bare = Scenario("hanataz").seat("A", "hand {KWi,2Fl}").table("row (5Fl)", control="B").begin("A")
    shown = screen(bare, airy=False)
    assert "You can't play any of your cards now: pass or nub out" in shown
    assert "Your hand: 2 of Flames, Knight of Winds" in shown
    assert bare.game.view(1)["decision"]["prompt"] == "Playing a card, passing or nubbing out"


def test_a_turn_without_silvs() -> None:
    poor = Scenario("hanataz").seat("A", "hand {7Fl,8Fl}, 0 silvs").begin("A")
    assert "Play a card or nub out\n 0 nub out\n" in screen(poor)


def test_a_showdown_numbers_the_house_cards_by_position() -> None:
    table = Scenario("hanataz").seat("B", tokens=1).table("H [-,4Wa,DSt,2Fl,Fool], row (9St), 8 pot", control="A")
    showdown = table.begin("A", at="showdown")
    shown = screen(showdown, width=200)
    assert "You have won the hand! Which house card do you turn up?  (its number)" in shown
    assert "splits the pot with the Hanataz. The Fool gives it to Anne. With anything else you win all 8" in shown
    game = showdown.game
    assert [choice.number for choice in view_of(game, NAMES, 0).choices(game)] == [2, 3, 4, 5]


def test_a_question_for_a_knight_names_the_card_and_its_player() -> None:
    table = Scenario("hanataz").seat("A", "hand {DWi}").seat("B", "hand {KWa,KSt}").bard("C", 2).begin("A")
    shown = screen(table.do("play Dragon of Winds"), seat=1)
    assert "Bart's Dragon of Winds: counter with a Knight?\n 0 let it happen" in shown
    assert " 1 Knight of Stones" in shown and " 2 Knight of Waves" in shown
    assert "Bard   Anne's, 3 silvs on it: every face costs 1 silv" in shown


def test_a_tax_names_its_player() -> None:
    table = Scenario("hanataz").seat("A", "hand {Troll}").begin("A").do("play Troll")
    assert "Bart's Troll: pay its player 1 silv or nub out?\n 1 pay Bart 1 silv\n 0 nub out" in screen(table, seat=1)


def test_a_question_of_a_face_shows_its_text() -> None:
    begin = (
        Scenario("hanataz").seat("A", "hand {Rogue of Winds,Assassin,Jester,Fool,2Fl}").seat("B", "hand {2Wa}").begin
    )
    rogue = begin("A").do("play Rogue of Winds")
    assert "Rogue of Winds: which player do you rob?\n(Rob another player" in screen(rogue)
    assert "what do you take?" in screen(rogue.do("target B")) and " 2 1 silv and a card at random" in screen(rogue)
    assert "Assassin: who must nub out?" in screen(begin("A").do("play Assassin"))
    assert "Fool: which house card do you take?  (its number)" in screen(begin("A").do("play Fool"))
    jester = begin("A").do("play Jester", "position 1")
    assert " 1 shuffle the Hanataz hand\n 0 leave it where it is" in screen(jester)
    assert "The Jester lets you play another card" in screen(jester.do("put it back"))


def test_before_a_hand() -> None:
    swap = Scenario("hanataz").seat("A", "hand {2Fl,9St,Jester,KWi,Bard,Fool,Troll}").begin("A", at="set-up")
    shown = screen(swap)
    assert "before the hand · you open" in shown and " 0 keep the hand" in shown and "controls" not in shown
    assert " 0 no more: draw the new cards" in screen(swap.do("swap 2Fl"))
    swap.do("draw the new cards").keep_all()
    assert "Discard down to five cards" in screen(swap)


def test_a_refill_that_is_a_choice() -> None:
    table = Scenario("hanataz", options={"refill": "may"}).seat("A", "hand {2Fl}").begin("A", at="set-up").keep_all()
    assert "Draw a card for 1 silv?\n 1 draw a card for 1 silv\n 0 draw no more" in screen(table)


def drawn(game: sh.Game, seat: int, console: Console) -> list[str]:
    """The lines of a screen as a terminal shows them, with much news."""
    view = view_of(game, NAMES, seat)
    with console.capture() as shown:
        draw(console, lambda room: view.table(game, view.choices(game), ["Something happened."] * 9, room))
    return shown.get().replace("\x1b[2J\x1b[H", "").split("\n")


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_every_screen_of_a_game_fits(players: int, size: tuple[int, int]) -> None:
    width, height = size
    game, mover = sh.new("hanataz", players, seed=players), RandomBot(players)
    console = Console(width=width, height=height, force_terminal=True, highlight=False, color_system=None)
    while not game.over and game.ply < 60:
        seat = game.to_act or 0
        if len(game.legal_actions()) > 1:
            lines = drawn(game, seat, console)
            assert len(lines) <= height - 1 and max(map(len, lines)) <= width
        game.apply(think(mover, game).action)
