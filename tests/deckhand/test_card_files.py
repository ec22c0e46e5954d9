"""Invalid card files are refused with file, line, column and the remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

import silverhook
import silverhook.deckhand
from silverhook import CardSetError
from silverhook.deckhand.cards import read_set, reference_set
from silverhook.testing import cites

REFERENCE = (Path(silverhook.deckhand.__file__).parent / "sets" / "reference.toml").read_text(encoding="utf-8")
STARTERS = """\
name = "test"
starters = ["Fist Fight", "Celebrate"]

[[card]]
name = "Fist Fight"
copies = 8

[[card]]
name = "Celebrate"
copies = 8

"""  # eleven lines; what follows begins at line 12


def refused(text: str) -> str:
    with pytest.raises(CardSetError) as problem:
        read_set(text, "my.toml")
    return str(problem.value)


def test_a_good_file_is_read() -> None:
    cards = read_set(STARTERS + '[[card]]\nname = "Gull"\ncopies = 3\ncost = 2\nhooks = -1\nplay = "+1 coin."\n')

    gull = cards.cards[2]
    assert (gull.name, gull.copies, gull.cost, gull.hooks) == ("Gull", 3, 2, -1)
    assert list(gull.programs) == ["play"]
    assert (cards.starters, cards.supply_cards) == (2, 3)


def test_starters_come_first_wherever_they_stand() -> None:
    cards = read_set('[[card]]\nname = "Gull"\n[[card]]\nname = "Celebrate"\n[[card]]\nname = "Fist Fight"\n')

    assert [card.name for card in cards.cards] == ["Fist Fight", "Celebrate", "Gull"]


@pytest.mark.parametrize(
    ("entry", "place", "message"),
    [
        ('[[card]]\nname = "Gull\n', "13:13", "this is not TOML"),
        ('[[card]\nname = "Gull"\n', "12:7", "this is not TOML"),
        ('[[card]]\nname = "Gull"\nprice = 3\n', "14:1", 'a card has no "price"; choose one of: '),
        ('[[card]]\nname = "Gull"\nplays = "+1 coin."\n', "14:1", 'a card has no "plays"; did you mean "play"?'),
        ('[[card]]\nname = "Gull"\ncost = -1\n', "14:1", "cost must be a number from 0 to 98, not -1"),
        ('[[card]]\nname = "Gull"\ncost = 99\n', "14:1", "cost must be a number from 0 to 98, not 99"),
        ('[[card]]\nname = "Gull"\ncost = "3"\n', "14:1", "cost must be a number from 0 to 98, not '3'"),
        ('[[card]]\nname = "Gull"\ncost = 1.5\n', "14:1", "cost must be a number from 0 to 98, not 1.5"),
        ('[[card]]\nname = "Gull"\ncost = true\n', "14:1", "cost must be a number from 0 to 98, not True"),
        ('[[card]]\nname = "Gull"\ncost = 1\nhooks = 100\n', "15:1", "hooks must be a number from -99 to 99"),
        ('[[card]]\nname = "Gull"\ncopies = 0\n', "14:1", "copies must be a number from 1 to 40, not 0"),
        ('[[card]]\nname = "Gull"\nplay = 3\n', "14:1", "the play text of Gull must be in quotes"),
        ('[[card]]\nname = "Gull"\nplay = ["+1 coin."]\n', "14:1", "the play text of Gull must be in quotes"),
        ("[[card]]\ncost = 1\n", "12:1", "a card needs a name"),
        ('[[card]]\nname = ""\n', "13:1", "a card needs a name"),
        ("[[card]]\nname = 7\n", "13:1", "a card needs a name"),
        ('[[card]]\nname = " Gull"\n', "13:1", "a card needs a name"),
        ('[[card]]\nname = "Gull; or not"\n', "13:1", "contains a character that texts need"),
        (f'[[card]]\nname = "{"G" * 41}"\n', "13:1", "a card needs a name of 1 to 40 letters"),
        (
            '[[card]]\nname = "Gull"\n[[card]]\nname = "Gull"\n',
            "15:1",
            'the set has a card "Gull" already; use copies = N',
        ),
        ('[[card]]\nname = "Gull"\n[[card]]\nname = "GULL"\n', "15:1", 'the set has a card "GULL" already'),
        ('[[card]]\nname = "Fist Fight"\n', "13:1", 'the set has a card "Fist Fight" already'),
        (
            '[[card]]\nname = "Gull"\ndiscarded = "+1 coin. +1 Crad."\n',
            "14:23",
            'card "Gull", discarded text: unknown phrase',
        ),
    ],
)
def test_a_bad_card_is_refused_with_its_place(entry: str, place: str, message: str) -> None:
    said = refused(STARTERS + entry)

    assert said.startswith(f"my.toml:{place}: ")
    assert message in said


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "a card set needs cards, each under a line [[card]]"),
        ('name = "empty"\n', "1:1", "a card set needs cards"),
        ('\ncards = 3\n[[card]]\nname = "Gull"\n', "2:1", 'unknown field "cards"; did you mean "card"?'),
        (
            'name = "x"\nstarters = ["Gull"]\n[[card]]\nname = "Gull"\n',
            "2:1",
            "starters must be two different card names",
        ),
        (
            'name = "x"\nstarters = ["Gull", "Gull"]\n[[card]]\nname = "Gull"\n',
            "2:1",
            "starters must be two different card names",
        ),
        (
            'name = "x"\nstarters = "Gull"\n[[card]]\nname = "Gull"\n',
            "2:1",
            "starters must be two different card names",
        ),
        (
            '\nstarters = ["Fist Figth", "Gull"]\n[[card]]\nname = "Gull"\n[[card]]\nname = "Fist Fight"\n',
            "2:1",
            'the starter "Fist Figth" is not a card of this set; did you mean "Fist Fight"?',
        ),
        ('[[card]]\nname = "Gull"\n', "1:1", 'the starter "Fist Fight" is not a card of this set'),
    ],
)
def test_a_bad_set_is_refused_with_its_place(text: str, place: str, message: str) -> None:
    said = refused(text)

    assert f"my.toml:{place}: " in said
    assert message in said


def test_too_many_cards_are_refused() -> None:
    full = STARTERS + "".join(f'[[card]]\nname = "Gull {n}"\ncopies = 40\n' for n in range(3))
    read_set(full)

    assert "my.toml:1:1: 137 cards of 6 kinds are too many; at most 136" in refused(full + '[[card]]\nname = "Tern"\n')


@cites("R-D03")
@pytest.mark.parametrize(
    ("players", "edition", "need"), [(2, "indicator", 28), (3, "tokens", 39), (4, "treasure", 46), (4, "indicator", 50)]
)
def test_too_few_cards_for_the_supply_are_refused(players: int, edition: str, need: int) -> None:
    def new(supply: int) -> None:
        cards = STARTERS + f'[[card]]\nname = "Gull"\ncopies = {supply - 20}\n[[card]]\nname = "Tern"\ncopies = 20\n'
        silverhook.new("deckhand", players=players, edition=edition, cards=cards)

    new(need)
    with pytest.raises(CardSetError, match=f"test: {players} players in the {edition} edition need {need} cards"):
        new(need - 1)


@cites("R-D88")
@pytest.mark.parametrize(
    ("texts", "culprit"),
    [
        ({"discarded": "+1 Discard. +1 Card."}, 14),
        ({"discarded": "Discard your hand. Put this card into your hand."}, 14),
        ({"play": "+1 Card. +1 Discard.", "discarded": "You may play a card from your hand."}, 15),
    ],
)
def test_a_circle_of_discarded_effects_is_refused(texts: dict[str, str], culprit: int) -> None:
    entry = '[[card]]\nname = "Whirl"\n' + "".join(f'{key} = "{text}"\n' for key, text in texts.items())
    said = refused(STARTERS + entry)

    assert said.startswith(f'my.toml:{culprit}:1: "Whirl" could never end: ')
    assert "R-D88" in said


@cites("R-D88")
@pytest.mark.parametrize("text", ["+1 Discard.", "+1 Card.", "Each enemy: they discard 1 card."])
def test_half_a_circle_is_accepted(text: str) -> None:
    read_set(STARTERS + f'[[card]]\nname = "Whirl"\ndiscarded = "{text}"\n')


def test_the_reference_file_is_the_reference_set() -> None:
    assert read_set(REFERENCE, "reference.toml") == reference_set()
