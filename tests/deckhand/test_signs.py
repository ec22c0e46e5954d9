"""The small print of cards: the same programs, with signs in place of words."""

from __future__ import annotations

import re

import pytest

from silverhook.core.words import languages
from silverhook.deckhand.cards import read_set, reference_set
from silverhook.deckhand.edition import EDITIONS, WORDS, load_edition

KNOWN = re.compile(r"<(\w+)(:\d+)?>")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", languages(WORDS))
def test_signs_leave_nothing_of_a_text_out(edition: str, language: str) -> None:
    """Every number of a text is in its small print, which is shorter and has as many sentences."""
    words, signs = load_edition(edition).language(language), load_edition(edition).signs(language)
    for card in reference_set().cards:
        for program in card.programs.values():
            text, small = words.print(program), signs.sentences(program)
            assert re.findall(r"\d+", text) == re.findall(r"\d+", " ".join(small)), (card.name, text, small)
            assert len(KNOWN.sub("#", " ".join(small))) < len(text)
            assert len(small) == len(words.sentences(program))
            assert "{" not in "".join(small)


def test_gains_and_prices_are_drawn() -> None:
    signs = load_edition("indicator").signs()
    card = next(card for card in reference_set().cards if card.name == "Press Gang")
    assert signs.sentences(card.programs["play"]) == ["+1<action>", "(−1<coin>: <gain>1 ≤<price:3> <to><hand>)"]


def test_a_phrase_without_signs_keeps_its_words() -> None:
    signs = load_edition("indicator").signs("fr")
    leaf = reference_set().cards[0].programs["play"][1]
    assert "; ou " in signs.sentences((leaf,))[0]


def test_cards_of_another_box_have_signs_too() -> None:
    cards = [("A", 8, "+1 coin."), ("B", 8, "Each enemy: they pay 1."), ("C", 40, "+3 Cards.")]
    kinds = [f'[[card]]\nname = "{name}"\ncopies = {copies}\nplay = "{text}"\n' for name, copies, text in cards]
    box = read_set("".join(['name = "Box"\nstarters = ["A", "B"]\n', *kinds]))
    signs = load_edition("tokens").signs()
    assert [signs.sentences(card.programs["play"]) for card in box.cards] == [
        ["+1<coin>"],
        ["<enemies>: <enemy>−1<coin>"],
        ["+3<card>"],
    ]
