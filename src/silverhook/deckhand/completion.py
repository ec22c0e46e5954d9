"""Sentences for card texts to choose from while writing: an example of each operation, and those of our own cards."""

from __future__ import annotations

from functools import cache

from silverhook.deckhand.cards import reference_set
from silverhook.deckhand.compiler import Compiler
from silverhook.deckhand.edition import load_edition
from silverhook.deckhand.language import Language
from silverhook.deckhand.operations import OPERATIONS
from silverhook.deckhand.program import PhraseError
from silverhook.deckhand.suggestions import example

__all__ = ["card_phrases"]


@cache
def card_phrases() -> list[str]:
    """The sentences in alphabetical order, as card files write them; what cannot be on its own is a part of one."""
    language = load_edition("indicator").language()
    programs = [program for card in reference_set().cards for program in card.programs.values()]
    ours = {language.print((node,)) for program in programs for node in program}
    return sorted(ours | {_sample(language, key) for key in OPERATIONS}, key=str.casefold)


def _sample(language: Language, key: str) -> str:
    """An operation with something sensible in its gaps."""
    leaf = example(language, "leaf", key)
    try:
        Compiler({}).add((leaf,), end=True)
    except PhraseError:  # it needs something before it, such as an enemy, or cards that are revealed
        return language.spelt(language.phrase("leaf", leaf)).strip()
    return language.print((leaf,))
