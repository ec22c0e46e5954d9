"""Card files that strain the engine: every game with a file that loads can be played to its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

import silverhook as sh
from silverhook.core.batch import Batch
from silverhook.testing import Scenario, battery, cites, with_card

REFERENCE = (Path(sh.__file__).parent / "deckhand" / "sets" / "reference.toml").read_text(encoding="utf-8")


@cites("DH2-G19")
def test_each_enemy_within_a_choice_ends_when_it_applies_to_nobody() -> None:
    cards = with_card("Toll", play="Choose one: each enemy: they pay 1; or +1 coin.")
    table = Scenario("tokens", players=3, cards=cards).seat("A", "hand {Toll,x}, deck [a,b,c]").begin("A")
    table.do("play Toll")
    assert table.coins("A") == 1


@cites("R-D89")
def test_a_card_that_plays_itself_again_and_again_comes_to_an_end() -> None:
    cards = with_card("Rebound", play="Put this card into your hand. Play a card from your hand twice.")
    table = Scenario("indicator", cards=cards).seat("A", "hand {Rebound,x}, deck [a,b,c]").begin("A")
    table.do("play Rebound")
    for _ in range(500):
        if table.to_act != "A" or "end turn" in table.legal:
            break
        table.do(table.legal[0])
    assert "end turn" in table.legal or table.to_act == "B"
    table.game.check()


@cites("R-D89")
def test_a_flood_of_effects_that_wait_does_not_break_the_stack() -> None:
    cards = with_card("Flood", discarded="+1 coin.", play="Discard 99 cards together.")
    hand = ",".join(f"Flood{i}" for i in range(60))
    table = Scenario("indicator", cards=cards).seat("A", f"hand {{Flood,{hand}}}, deck [a]").begin("A")
    table.do("play Flood")
    for _ in range(200):
        if "end turn" in table.legal:
            break
        table.do(table.legal[0])
        table.game.check()
    assert table.coins("A") == 60


@cites("DH3-G9", "R-D28")
def test_a_later_choice_can_use_the_revealed_cards() -> None:
    text = (
        "Reveal the top 1 card of your deck. Choose one: put 1 card from the revealed cards into your hand; or +1 coin."
    )
    table = (
        Scenario("indicator", cards=with_card("Peep", play=text)).seat("A", "hand {Peep,x}, deck [a,b,c]").begin("A")
    )
    table.do("play Peep")
    assert len(table.legal) == 2
    table.do(table.legal[0])
    assert table.hand("A") == ["x", "a"]


def test_the_same_card_in_hand_and_stash_is_played_in_words_of_its_own() -> None:
    cards = with_card("Recall", play="Play a card from your hand or stash.")
    table = Scenario("indicator", cards=cards).seat("A", "hand {Recall,Coin1,x}, deck [a,b], stash (Coin1)").begin("A")
    table.do("play Recall")
    battery.check_notation(table.game)
    table.do("play Coin1 from your stash")
    assert table.coins("A") == 1
    assert table.hand("A") == ["Coin1", "x"]


@pytest.mark.parametrize(
    ("name", "texts", "message"),
    [
        ("Draw1 ", {}, "a name of"),
        ("draw  1", {}, ""),
        ("Two\rLines", {}, "a name of"),
        ("Twice", {"play": "Choose one: +1 coin; or +1 coin."}, "are the same"),
        ("Spy", {"play": "Choose an enemy who has 1 or more cards named Blank: +1 coin."}, "hidden"),
        ("Rum and Raisin", {}, '" and "'),
        ("Long", {"play": "+1 coin and " * 100 + "+1 coin."}, "at most 1000 characters"),
    ],
)
def test_card_files_that_are_refused(name: str, texts: dict[str, str], message: str) -> None:
    if not message:
        Scenario("indicator", cards=with_card(name, **texts))
        return
    with pytest.raises(sh.CardSetError, match=message):
        Scenario("indicator", cards=with_card(name, **texts))


def test_names_that_differ_only_in_blanks_are_the_same_name() -> None:
    text = REFERENCE + '\n[[card]]\nname = "Sea  Shanty"\n'
    with pytest.raises(sh.CardSetError, match='the set has a card "Sea  Shanty" already'):
        sh.new("deckhand", cards=text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * 1900, "this is not TOML"),
        ("\na = " + "9" * 6000, "cards:2:2001: a line has at most 2000 characters, this one 6004"),
        (REFERENCE + '\n[[card]]\nname = "Gull"\ncost = 0x' + "f" * 6000, ":2001: a line has at most 2000 characters"),
        (
            ".".join("a" * 50_000) + " = 1",
            "cards:1:2001: a line has at most 2000 characters",
        ),  # otherwise it takes a minute
    ],
)
def test_files_that_choke_a_parser(text: str, message: str) -> None:
    with pytest.raises(sh.CardSetError, match=message):
        sh.new("deckhand", cards=text)


@cites("R-D65", "R-D84")
def test_an_end_effect_that_takes_the_last_card_after_the_guard_is_sound() -> None:
    cards = with_card("Late", end="Gain 1 supply card into your stash.")
    table = (
        Scenario("indicator", cards=cards, options={"max_rounds": 1})
        .seat("A", "hand {x}, deck [a,b], stash (Late)")
        .table("supply deck [t1]")
        .begin("A", turns=2)
    )
    table.do("end turn")
    while not table.game.over:
        table.game.check()
        table.do(table.legal[0])
    table.game.check()
    assert table.ender is None


@pytest.mark.parametrize("actions", [[0.9, 0.9], ["0", "0"], numpy.array([2**32, 0]), [2**40, 0], [None, 0]])
def test_a_batch_takes_only_whole_numbers(actions: Any) -> None:
    with pytest.raises(sh.ActionError):
        Batch(sh.new("deckhand", seed=0).rules, 2, seed=1).step(actions)


def test_values_out_of_range_are_refused() -> None:
    game = sh.new("deckhand", seed=1)
    for ask in (game.count, game.zone, game.knowers):
        with pytest.raises(IndexError, match="there is no"):
            ask(10**6)
    with pytest.raises(sh.SeedError):
        sh.new("deckhand", seed="ab " * 21 + " ")
    for wrong in (5, None, b"x"):
        with pytest.raises(sh.RulesetError, match="text of a card file"):
            sh.new("deckhand", cards=wrong)  # type: ignore[arg-type]
    with pytest.raises(sh.ActionError):
        game.describe(9999)
    with pytest.raises(sh.MalformedAction, match="a text"):
        game.parse(5)
