"""The deck: the default one, custom decks, and files that are refused with the place and the remedy."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import silverhook as sh
from silverhook.hanataz.composition import default_composition, read_composition
from silverhook.testing import HanatazTable, cites
from silverhook.testing.battery import play_checked

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "hanataz.md"
SUITS = ("Flames", "Stones", "Waves", "Winds")
GOOD = """\
name = "mine"
suits = ["Suns", "Moons"]
numbers = [2, 10]
decks = 1

[faces]
suited = ["Knight", "Rogue"]

[faces.suitless]
Jester = 2
Fool = 1
"""


def counts(text: str) -> Counter[str]:
    deck = read_composition(text)
    return Counter(dict(zip([kind.name for kind in deck.kinds], deck.copies, strict=True)))


# --- the default ----------------------------------------------------------------------------------------


@cites("R-H02", "HZ-S1", "R-H03")
def test_the_default_deck() -> None:
    deck = default_composition()
    found = Counter(dict(zip([kind.name for kind in deck.kinds], deck.copies, strict=True)))

    numbers = [f"{n} of {suit}" for suit in SUITS for n in range(2, 11)]
    suited = [f"{face} of {suit}" for suit in SUITS for face in ("Crown", "Dragon", "Knight", "Rogue", "Wizard")]
    suitless = ["Jester"] * 4 + ["Assassin", "Bard", "Priest", "Troll", "Fool"]
    assert found == Counter(numbers + suited + suitless)
    assert found.total() == 65
    assert (deck.name, deck.fools) == ("hz-default", 1)


@cites("R-H02")
def test_the_document_shows_the_default_deck_as_a_file() -> None:
    shown = re.search(r'```toml\n(name = "hz-default".*?)```', DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)

    assert shown
    assert read_composition(shown[1]) == default_composition()


@cites("R-H36")
def test_with_two_fools_it_has_66_cards() -> None:
    deck = default_composition().with_fools(2)

    assert (sum(deck.copies), deck.fools) == (66, 2)


# --- custom decks ---------------------------------------------------------------------------------------


@cites("R-H02")
def test_other_suits_and_faces() -> None:
    found = counts(GOOD)

    assert found.total() == 2 * 9 + 2 * 2 + 3
    assert found["10 of Suns"] == found["Knight of Moons"] == 1
    assert found["Jester"] == 2


@cites("R-H02")
def test_two_decks_have_every_card_twice() -> None:
    once, twice = counts(GOOD), counts(GOOD.replace("decks = 1", "decks = 2"))

    assert twice == Counter({card: 2 * n for card, n in once.items()})


@cites("R-H02")
@pytest.mark.parametrize("numbers", [(2, 10), (5, 7), (10, 10)])
def test_the_numbers_go_from_the_lowest_to_the_highest(numbers: tuple[int, int]) -> None:
    low, high = numbers
    found = counts(GOOD.replace("[2, 10]", f"[{low}, {high}]"))

    assert {card for card in found if card.endswith("Suns") and card[0].isdigit()} == {
        f"{n} of Suns" for n in range(low, high + 1)
    }


@cites("R-H02")
@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("decks = 1", "decks = 2"),
        'suits = ["Suns", "Moons", "Stars", "Winds", "Trees", "Hills"]\nnumbers = [2, 10]\n',
        GOOD.replace('suited = ["Knight", "Rogue"]', 'suited = ["Bard", "Priest", "Troll", "Assassin"]'),
        GOOD.replace("Jester = 2", "Jester = 8").replace("Fool = 1", "Fool = 8"),
    ],
)
def test_a_game_can_be_played_with_it(text: str) -> None:
    for seed in range(3):
        game = play_checked(sh.new("hanataz", 3, cards=text, seed=0).rules, seed)
        assert sh.replay(game.record()) == game


@cites("R-H36")
def test_a_deck_without_a_fool_has_no_token() -> None:
    table = HanatazTable(sh.new("hanataz", 2, cards=GOOD.replace("Fool = 1\n", "")))

    assert table.tokens_in_centre == 0


# --- refused ------------------------------------------------------------------------------------------------


def refused(text: str, line: int, message: str) -> None:
    with pytest.raises(sh.CardSetError, match=rf"^mine\.toml:{line}:\d+: .*{re.escape(message)}"):
        read_composition(text, "mine.toml")
    with pytest.raises(sh.CardSetError, match=rf"^cards:{line}:"):
        sh.new("hanataz", 2, cards=text)


@cites("HZ-S1", "HZ-X5", "R-H02", "R-H03")
@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[2, 10]", "[2, 11]", 3, "from 2 to 10: 1 is the Nub, 11 a face"),
        ("[2, 10]", "[1, 10]", 3, "from 2 to 10: 1 is the Nub, 11 a face"),
        ("Jester = 2", "Q = 2", 10, 'there is no face "Q"'),
        ('"Rogue"', '"Queen"', 7, 'there is no face "Queen"'),
        ("Jester = 2", "Nub = 2", 10, "never in the deck"),
        ('"Rogue"', '"Nub"', 7, "never in the deck"),
        ('"Rogue"', '"N"', 7, "never in the deck"),
    ],
)
def test_we_182_an_eleven_an_unknown_rank_or_a_nub_is_refused(old: str, new: str, line: int, message: str) -> None:
    refused(GOOD.replace(old, new), line, message)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('name = "mine"', "name = mine", 1, "this is not TOML"),
        ("decks = 1", "decks = ", 4, "this is not TOML"),
        ("Fool = 1\n", "Fool = 1\nFool = 2\n", 12, "this is not TOML"),
        ("decks = 1", "deks = 1", 4, 'did you mean "decks"'),
        ('name = "mine"', "name = 5", 1, "a word in quotes"),
        ('["Suns", "Moons"]', '"Suns"', 2, "two to six names"),
        ('["Suns", "Moons"]', '["Suns"]', 2, "two to six names"),
        ('["Suns", "Moons"]', '["a1", "b1", "c1", "d1", "e1", "f1", "g1"]', 2, "two to six names"),
        ('["Suns", "Moons"]', '["Suns", "Sunk"]', 2, "two to six names"),
        ('["Suns", "Moons"]', '["Suns", "M"]', 2, "two to six names"),
        ('["Suns", "Moons"]', '["Suns", 3]', 2, "two to six names"),
        ('["Suns", "Moons"]', '["Suns", ["Moons"]]', 2, "two to six names"),
        ("[2, 10]", "10", 3, "the lowest and the highest"),
        ("[2, 10]", "[2]", 3, "the lowest and the highest"),
        ("[2, 10]", "[10, 2]", 3, "the lowest and the highest"),
        ("[2, 10]", "[2, 10.0]", 3, "the lowest and the highest"),
        ("[2, 10]", '["2", "10"]', 3, "the lowest and the highest"),
        ("[2, 10]", "[true, 10]", 3, "the lowest and the highest"),
        ("decks = 1", "decks = 0", 4, "a number from 1 to 2"),
        ("decks = 1", "decks = 3", 4, "a number from 1 to 2"),
        ("decks = 1", "decks = true", 4, "a number from 1 to 2"),
        ("decks = 1", 'decks = "2"', 4, "a number from 1 to 2"),
        ("suited =", "suit =", 6, "[faces] has suited"),
        ('["Knight", "Rogue"]', '"Knight"', 7, "a list of different faces"),
        ('["Knight", "Rogue"]', '["Knight", "Knight"]', 7, "a list of different faces"),
        ('["Knight", "Rogue"]', '["Knight", 3]', 7, "there is no face"),
        ('["Knight", "Rogue"]', '["Knight", ["Rogue"]]', 7, "there is no face"),
        ('["Knight", "Rogue"]', '["Knight", "Fool"]', 7, "the Fool has no suit"),
        ("Jester = 2", "Knight = 2", 10, "has a suit already"),
        ("Jester = 2", "Jester = 0", 10, "a number from 1 to 8"),
        ("Jester = 2", "Jester = 9", 10, "a number from 1 to 8"),
        ("Jester = 2", "Jester = 2.0", 10, "a number from 1 to 8"),
        ("Jester = 2", "Jester = [2]", 10, "a number from 1 to 8"),
        ("Jester = 2", "Jestr = 2", 10, 'did you mean "Jester"'),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD
    refused(GOOD.replace(old, new), line, message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "suits are two to six names"),
        ("numbers = [2, 10]", "suits are two to six names"),
        ('suits = ["Suns", "Moons"]', "the lowest and the highest"),
        ('suits = ["Suns", "Moons"]\nnumbers = [2, 10]\nfaces = 3\n', "[faces] has suited"),
        ('suits = ["Suns", "Moons"]\nnumbers = [2, 10]\n[faces]\nsuitless = 3\n', "[faces.suitless] holds"),
        ('suits = ["Suns", "Moons"]\nnumbers = [2, 10]\n[faces]\nsuitless = ["Fool"]\n', "[faces.suitless] holds"),
    ],
)
def test_a_file_with_missing_keys_or_another_shape_is_refused(text: str, message: str) -> None:
    with pytest.raises(sh.CardSetError, match=re.escape(message)):
        read_composition(text)


def test_the_line_of_a_mistake_inside_an_inline_table() -> None:
    text = 'suits = ["Suns", "Moons"]\nnumbers = [2, 10]\nfaces = { suitless = { Jester = 1, Nub = 1 } }\n'

    with pytest.raises(sh.CardSetError, match=r"^mine\.toml:3:"):
        read_composition(text, "mine.toml")


def test_the_line_of_a_mistake_is_not_that_of_a_comment() -> None:
    with pytest.raises(sh.CardSetError, match=r"^mine\.toml:4:"):
        read_composition("# suits\n" + GOOD.replace("[2, 10]", "[2, 11]"), "mine.toml")


def test_too_many_cards_or_bards_are_refused() -> None:
    suits = 'suits = ["Suns", "Moons", "Stars", "Winds", "Trees", "Hills"]\nnumbers = [2, 10]\ndecks = 2\n'
    with pytest.raises(sh.CardSetError, match=r"144 cards .* too many; 136 fit"):
        read_composition(suits + '[faces]\nsuited = ["Knight", "Rogue", "Wizard"]\n')
    with pytest.raises(sh.CardSetError, match=r"12 Bards are too many; at most 8"):
        read_composition(suits + '[faces]\nsuited = ["Bard"]\n')


@cites("R-H02")
@pytest.mark.parametrize(("players", "need"), [(2, 16), (3, 21), (4, 26), (5, 31), (6, 36)])
def test_a_deck_too_small_for_the_players_is_refused(players: int, need: int) -> None:
    jesters = need - 2 * 9
    if jesters < 0:
        text = 'suits = ["Suns", "Moons"]\nnumbers = [3, 10]\n'
        assert not sh.new("hanataz", players, cards=text).over
        text = 'suits = ["Suns", "Moons", "Stars"]\nnumbers = [6, 10]\n'
    else:
        faces = ["Jester", "Troll", "Priest", "Assassin"]
        split = [(face, min(8, max(0, jesters - 8 * i))) for i, face in enumerate(faces)]
        text = 'suits = ["Suns", "Moons"]\nnumbers = [2, 10]\n[faces.suitless]\n'
        text += "".join(f"{face} = {n}\n" for face, n in split if n)
        assert not sh.new("hanataz", players, cards=text).over, "exactly enough"
        text = text.replace("[2, 10]", "[3, 10]")

    with pytest.raises(sh.CardSetError, match=rf"{players} players need {need} cards"):
        sh.new("hanataz", players, cards=text)
