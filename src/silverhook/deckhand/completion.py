"""Sentences for card texts to choose from while writing: those on the reference cards, each once."""

from __future__ import annotations

from functools import cache

from silverhook.deckhand.cards import reference_set
from silverhook.deckhand.edition import load_edition

__all__ = ["card_phrases"]


@cache
def card_phrases() -> list[str]:
    """The sentences in alphabetical order, as card files write them."""
    language = load_edition("indicator").language()
    programs = [program for card in reference_set().cards for program in card.programs.values()]
    return sorted({language.print((node,)) for program in programs for node in program}, key=str.casefold)
