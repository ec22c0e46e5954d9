"""Hanataz: the house rules, the values that are refused, and the rules document, which agrees."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook.core.options import written
from silverhook.hanataz.prepared import hanataz_options
from silverhook.testing import HanatazTable, cites

DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "hanataz.md"
OPTIONS = hanataz_options("hz-default")
TWO_FOOLS = """
suits = ["Suns", "Moons", "Stars"]
numbers = [2, 10]
[faces]
suited = ["Knight"]
[faces.suitless]
Fool = 3
"""


def documented() -> dict[str, list[str]]:
    """The options of the table in the document, with what it lists as their values."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]* \| R-H", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: [value.strip(" `") for value in values.split(",")] for name, values in rows}


def test_the_document_lists_exactly_the_options_that_exist() -> None:
    assert set(documented()) == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_document_names_the_default_first_and_every_value(name: str) -> None:
    option, listed = OPTIONS[name], documented()[name]

    assert listed[0] == written(option.default)
    assert all(written(value) in listed for value in option.values)
    for word in listed:
        if not word.startswith("another number"):
            assert option.allows(option.read(word))
        elif "from" in word:
            assert word == f"another number from {option.least} to {option.most}"


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_names_the_ruling_it_belongs_to(name: str) -> None:
    assert re.fullmatch(r"R-H\d\d", OPTIONS[name].ruling)


def test_a_default_that_is_given_changes_nothing() -> None:
    given = {name: option.default for name, option in OPTIONS.items()}

    assert sh.new("hanataz", 3, options=given, seed=4) == sh.new("hanataz", 3, seed=4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"antes": "every_hand"}, 'did you mean "ante"'),
        ({"ante": "never"}, "first_hand or every_hand"),
        ({"fools": 0}, "a number from 1 to 2"),
        ({"fools": 3}, "a number from 1 to 2"),
        ({"fools": True}, "a number from 1 to 2"),
        ({"crown_self": 1}, "true or false"),
        ({"crown_self": "true"}, "true or false"),
        ({"turn_guard": 9}, "a number from 10 to 10000"),
        ({"turn_guard": None}, "a number from 10 to 10000"),
        ({"hand_limit": 0}, "null or a number from 1 to 1000"),
        ({"target_silvs": 15}, "a number from 16 to 1000"),
        ({"final_tie": "after_ender"}, "allowed: shared"),
        ({"game_end": "hands", "hand_limit": None}, "nothing would end it"),
        ({"players": 3}, 'no option "players"'),
        ({"composition": "hz-default"}, 'no option "composition"'),
        (["ante"], "by name"),
    ],
)
def test_an_unknown_or_impossible_option_is_refused(options: Any, message: str) -> None:
    with pytest.raises(sh.RulesetError, match=re.escape(message)):
        sh.new("hanataz", 3, options=options)


@cites("R-H67")
@pytest.mark.parametrize("end", ["first_bust", "last_standing", "target"])
def test_a_game_without_a_hand_limit_is_possible_where_something_else_ends_it(end: str) -> None:
    assert not sh.new("hanataz", 3, options={"game_end": end, "hand_limit": None}).over


@cites("R-H36")
def test_fools_applies_to_the_default_deck_and_a_deck_file_has_its_own_count() -> None:
    tables = [
        HanatazTable(sh.new("hanataz", 3, options={"fools": fools}, cards=cards, seed=1))
        for cards in ("", TWO_FOOLS)
        for fools in (1, 2)
    ]

    assert [table.tokens_in_centre for table in tables] == [1, 2, 3, 3]


@cites("R-H01")
@pytest.mark.parametrize("players", [0, 1, 7, 2.0, "3", True, None])
def test_two_to_six_can_play(players: Any) -> None:
    with pytest.raises(sh.RulesetError, match="2 to 6 players"):
        sh.new("hanataz", players)
