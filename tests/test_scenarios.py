"""Positions laid out by hand, as a reader of the documentation alone would use them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook import MalformedAction, RulesetError
from silverhook.testing import HanatazTable, Scenario, deckhand, generic_cards, hanataz, with_card

SOURCES = Path(sh.__file__).parent


# --- impossible positions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "table", "options", "ender", "wrong"),
    [
        ("hand {x}, deck [a,b]", "", {}, None, "a seat owns fewer than 4 cards (R-D43)"),
        ("deck [a,b,c,d], 5 coins", "", {"money_cap": 3}, None, "more than money_cap allows"),
        ("deck [a,b,c,d], -1 coins", "", {}, None, "fewer than no coins"),
        ("hand {a,b}, stash (c,d)", "", {}, None, "a deck is empty beside a stash"),
        ("deck [a,b,c,d]", "supply [s1,-,s3,s4,s5,s6]", {}, None, "the supply has a gap while its deck holds cards"),
        ("deck [a,b,c,d]", "supply deck [t1]", {}, "B", "the supply deck is empty exactly when"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(
    seat: str, table: str, options: dict[str, int], ender: str | None, wrong: str
) -> None:
    scenario = Scenario("tokens", options=options).seat("A", seat).table(table)

    with pytest.raises(RulesetError, match=re.escape(wrong)):
        scenario.begin("A", ender=ender)


@pytest.mark.parametrize(
    ("seat", "table", "control", "wrong"),
    [
        ("6 silvs", "", "B", "control without a number card"),
        ("6 silvs", "row (5Fl)", None, "nobody has control"),
        ("-1 silvs", "", None, "fewer than no silvs"),
        ("6 silvs", "-2 pot", None, "fewer than no silvs in the pot"),
    ],
)
def test_an_impossible_position_of_hanataz_is_refused(seat: str, table: str, control: str | None, wrong: str) -> None:
    scenario = Scenario("hanataz").seat("A", seat).table(table, control=control)

    with pytest.raises(RulesetError, match="this position is impossible: .*" + wrong):
        scenario.begin("A")


@pytest.mark.parametrize(
    ("lay", "wrong"),
    [
        (lambda: Scenario().begin(actions=-1), "actions must be a number from 0 to 1000000, not -1"),
        (lambda: Scenario().begin(turns=0), "turns must be a number from 1"),
        (lambda: Scenario().begin(final_turns=3), "final_turns must be a number from -1 to 2"),
        (lambda: Scenario().table(bank=-1), "bank must be a number from 0"),
        (lambda: Scenario().seat("A", "99999999999 coins"), "coins must be a number"),
        (lambda: Scenario().seat("A", "deck [h100,b,c,d]").begin(), "hooks must be a number from -99 to 99"),
        (lambda: Scenario(costs={"s1": 99}).begin(), "cost must be a number from 0 to 98"),
        (lambda: Scenario(costs={"x1": 2}).begin(), "no card 'x1' lies in this position"),
        (lambda: Scenario().table("supply [a,b,c,d,e,f,g]"), "supply places must be a number from 0 to 6, not 7"),
        (lambda: Scenario("hanataz").table("house [a,b,c,d,e,f]"), "house positions must be a number from 0 to 5"),
        (lambda: Scenario("hanataz").knows("A", 0), "position must be a number from 1 to 5, not 0"),
        (lambda: Scenario("hanataz").bard("A", -1), "silvs must be a number from 0"),
        (lambda: Scenario("hanataz").begin(hand=0), "hand must be a number from 1"),
        (lambda: Scenario().begin().coins("C"), "no seat 'C'; seats are A to B"),
        (lambda: Scenario().begin().told("a"), "no seat 'a'; seats are A to B"),
        (lambda: Scenario("hanataz").begin().known("A", 6), "position must be a number from 1 to 5, not 6"),
    ],
)
def test_impossible_numbers_and_seats_are_refused(lay: Callable[[], Any], wrong: str) -> None:
    with pytest.raises(RulesetError, match=re.escape(wrong)):
        lay()


def test_every_invariant_that_a_position_can_break_has_words() -> None:
    """The first of the checks' functions are about cards, coins and counters; knowledge and steps are the engine's."""
    checks = (SOURCES / "deckhand" / "checks.py").read_text(encoding="utf-8")
    about_cards = checks[checks.index("def check_cards") : checks.index("def check_knowledge")]
    returned = {int(n) for n in re.findall(r"return (\d+)", about_cards)} - {0}
    assert returned and returned <= set(deckhand.IMPOSSIBLE)

    rules = (SOURCES / "hanataz" / "rules.py").read_text(encoding="utf-8")
    about_table = rules[rules.index("def check_table") : rules.index("def check_steps")]
    knowledge, engine = {3, 4, 5}, {9, 15, 16}
    returned = {int(n) for n in re.findall(r"return (\d+)", about_table)} - {0}
    assert returned - knowledge - engine <= set(hanataz.IMPOSSIBLE)


# --- duplicates ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("hand {x}, deck [a,b,c], hand {y}", "'hand' is named twice"),
        ("stash (a), discard (b), deck [c,d,e]", "'stash' and 'discard' are the same zone"),
        ("deck [a,b,c,d], 1 coin, 2 coins", "'coin' is named twice"),
    ],
)
def test_a_zone_named_twice_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(RulesetError, match=re.escape(wrong)):
        Scenario().seat("A", text)


def test_a_zone_of_the_table_named_twice_is_refused() -> None:
    with pytest.raises(RulesetError, match="are the same zone"):
        Scenario().table("reload deck [r1], refresh deck [r2]")
    with pytest.raises(RulesetError, match="the supply deck is laid out already"):
        Scenario().table("supply deck [t1]").table("supply deck [t2]")
    with pytest.raises(RulesetError, match="'row' is laid out already"):
        Scenario("hanataz").table("row (5Fl)").table("row (6Fl)")
    with pytest.raises(RulesetError, match="'H' and 'house' are the same zone"):
        Scenario("hanataz").table("H [7Fl], house [8Fl]")


@pytest.mark.parametrize("game", ["tokens", "hanataz"])
def test_a_seat_laid_out_twice_is_refused(game: str) -> None:
    scenario = Scenario(game).seat("A")

    with pytest.raises(RulesetError, match="seat A is laid out already; say all that it has in one text"):
        scenario.seat("A")


def test_the_layout_of_the_table_may_have_two_texts() -> None:
    table = Scenario("tokens").table("supply deck [t1,t2]", bank=7).table("reload deck [r1]").begin()

    assert (table.supply_deck, table.reload_deck, table.bank) == (["t1", "t2"], ["r1"], 7)

    hanataz = Scenario("hanataz").table("row (5Fl)", control="B", house=2).table("3 pot").begin()
    assert (hanataz.control, hanataz.purse, hanataz.pot) == ("B", 2, 3)


# --- one more card -----------------------------------------------------------------------------------


def test_one_card_is_added_to_the_generic_ones() -> None:
    scenario = Scenario("tokens").with_card("Tax", cost=3, hooks=1, play="Each enemy: they pay 1.")
    table = scenario.seat("A", "hand {Tax,Coin1}, deck [a,b]").seat("B", "deck [c,d,e,f], 2 coins").begin()

    assert table.do("play Tax").coins("B") == 1


def test_several_cards_are_added_to_any_card_file() -> None:
    cards = with_card("One", play="+1 Buy.")
    scenario = Scenario(
        cards=with_card("Two", cards=cards, end='+1 hook for every 1 cards named "One".'.replace('"', ""))
    )

    assert generic_cards() in cards
    assert scenario.seat("A", "hand {One,Two,a}, deck [b]").begin().may("play One")


def test_an_unreadable_text_is_refused_with_its_card() -> None:
    with pytest.raises(sh.CardSetError, match='card "Tax", play text: unknown phrase'):
        Scenario().with_card("Tax", play="They all pay.")


# --- short forms -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "short", "long"),
    [
        ("Trash 1 card from your hand.", "trash a", "trash a from your hand"),
        ("+1 Discard.", "discard a", "discard a"),
        ("Put 1 card from your hand on top of your deck.", "put a", "put a from your hand on top of your deck"),
        ("Play a card from your hand or stash.", "play Coin1", "play Coin1 from your hand"),
        ("Choose an enemy: give 1 card from your hand into their stash.", "give a", "give a from your hand"),
        ("Choose an enemy: steal 1 card from their stash into your hand.", "steal p", "steal p"),
        ("Gain 1 supply card into your hand.", "gain s2", "gain s2"),
        ("Choose an enemy: swap a card from your stash with a card from their stash.", "swap y", "swap y"),
    ],
)
def test_a_verb_with_a_card_or_a_place_is_enough(play: str, short: str, long: str) -> None:
    scenario = Scenario("tokens").with_card("Do", play=play)
    scenario.seat("A", "hand {Do,a,b,Coin1}, deck [c,d,e,f], stash (y,z)").seat("B", "deck [g,h,i,j], stash (p,q)")
    table = scenario.begin().do("play Do")

    assert table.game.parse(short) == table.game.parse(long)
    assert table.game.parse(short.upper()) == table.game.parse(long)
    assert table.may(short.split()[1])


def test_a_short_form_with_two_meanings_is_refused_with_both() -> None:
    scenario = Scenario("tokens").with_card("Do", play="Trash 1 card from your hand or stash.")
    table = scenario.seat("A", "hand {Do,a}, deck [b,c,d], stash (a)").begin().do("play Do")

    with pytest.raises(MalformedAction, match=r"trash a from your hand; trash a from your stash"):
        table.do("trash a")


# --- news and stories -------------------------------------------------------------------------------


def test_laying_out_a_position_has_news_and_a_story() -> None:
    table = Scenario("treasure").seat("A", "deck [a,b,c,d]").begin("A", at="start")

    assert [table.game.rules.notation.event_name(event.code) for event in table.news()] == [
        "turn",
        "draw",
        "draw",
        "draw",
    ]
    assert [event.card for event in table.news("A")] == [None, "a", "b", "c"]
    assert [event.card for event in table.news("B")] == [None, None, None, None]
    assert any("you draw a" in sentence for sentence in table.told("A"))


def test_news_are_those_of_all_actions_taken_together() -> None:
    table = Scenario("tokens").seat("A", "hand {Coin1,Coin3}, deck [a,b]").begin()

    table.do("play Coin1", "play Coin3")

    played = [event.card for event in table.news() if event.card]
    assert {"Coin1", "Coin3"} <= set(played)
    assert len(table.told()) > 1
    assert table.do().told() == []


def test_the_log_is_told_to_each_reader_and_in_each_language() -> None:
    table = Scenario("hanataz").seat("A", "hand {7Fl,8Fl}, 6 silvs").begin("A").do("pass")

    assert table.told("A") != table.told("B")
    assert table.told("A", "fr") != table.told("A")
    assert table.told()


def test_any_game_has_an_open_view() -> None:
    table = HanatazTable(sh.new("hanataz", 2, seed=1))

    assert len(table.hand("A")) == 5
    assert table.news() == []
