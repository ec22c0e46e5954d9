"""The texts of the cards, the cards that beat a number, and the assumptions."""

from __future__ import annotations

import pytest

import silverhook as sh
from silverhook.hanataz.texts import Texts

OWN = 'name = "mine"\nsuits = ["Red", "Blue"]\nnumbers = [2, 9]\n[faces]\nsuited = ["Crown"]\n'


def texts(cards: str = "", **options: object) -> Texts:
    found: Texts = sh.new("hanataz", options=options, cards=cards, seed=1).rules.narrator().texts
    return found


@pytest.mark.parametrize(
    "card, words",
    [
        (None, "any number takes control"),
        ("6 of Flames", "7 to 10 of Flames beat it, or another 6 for 1 silv"),
        ("8 of Waves", "9 and 10 of Waves beat it, or another 8 for 1 silv"),
        ("9 of Winds", "10 of Winds beats it, or another 9 for 1 silv"),
        ("10 of Stones", "only another 10 beats it, for 1 silv"),
    ],
)
def test_the_cards_that_beat_a_number_are_named(card: str | None, words: str) -> None:
    assert texts().beaten_by(card) == words


def test_the_cards_that_beat_a_number_depend_on_the_deck() -> None:
    assert texts(OWN).beaten_by("9 of Red") == "only another 9 beats it, for 1 silv"


def test_every_face_has_a_line_and_a_text_without_gaps() -> None:
    for face in texts().faces():
        assert 0 < len(texts().brief(face)) < 56  # with the longest name it fits into 80 columns
        assert not set("{}") & set(texts().full(face))


def test_a_text_follows_the_options() -> None:
    assert "you first" in texts().full("Crown") and "except for you" in texts(crown_self=False).full("Crown")
    assert "all hands" in texts(priest_scope="all_hands").full("Priest")
    assert "you may" in texts(jester_play="may").full("Jester")


def test_the_end_follows_the_options() -> None:
    assert texts().end() == "when a player has no silvs left after a hand, or after 24 hands"
    assert texts(hand_limit=None).end() == "when a player has no silvs left after a hand"
    assert texts(game_end="hands", hand_limit=7).end() == "after 7 hands"
    assert (
        texts(game_end="target", target_silvs=30).end() == "when a player has 30 silvs after a hand, or after 24 hands"
    )


def test_the_assumptions_are_listed() -> None:
    assert texts().assumed(own_deck=False).endswith("the deck hz-default and the end of the game.")
    assert "deck" not in texts(OWN).assumed(own_deck=True)
