"""Editions and options of Deck Hand, read from data and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.options import Option, plain, read_options
from silverhook.core.words import ENGLISH, phrases, spoken
from silverhook.deckhand.language import Language

__all__ = ["EDITIONS", "WORDS", "Edition", "edition_options", "load_edition"]

EDITIONS = ("indicator", "tokens", "treasure")  # the first is the default
_HERE = Path(__file__).parent
WORDS = _HERE / "words"


@dataclass(frozen=True)
class Edition:
    """The rules in which one sheet differs from the others."""

    name: str
    sheet: str  # DH1, DH2, DH3: the sheet whose clauses apply
    draw_optional: bool
    reload_banked: bool
    select_inapplicable: bool
    supply_per_player: tuple[int, ...]  # for 1, 2, 3, 4 players
    defaults: Mapping[str, Any]
    bank_shown: int = 0

    @property
    def title(self) -> str:
        """What it is called."""
        title: str = _own(self.name, ENGLISH)["title"]
        return title

    def language(self, language: str = ENGLISH) -> Language:
        """The card language in this edition's words."""
        return _language(self.name, spoken(WORDS, language))

    def signs(self, language: str = ENGLISH) -> Language:
        """The card language with signs in place of words."""
        return _signs(self.name, spoken(WORDS, language))

    def words(self, language: str = ENGLISH) -> Mapping[str, str]:
        """This edition's words for coins, the stash and so on."""
        words: Mapping[str, str] = _own(self.name, language)["words"]
        return words


def _own(edition: str, language: str) -> Mapping[str, Any]:
    """The words of a language for an edition."""
    own: Mapping[str, Any] = phrases(WORDS, language)["edition"][edition]
    return own


@cache
def _language(edition: str, language: str) -> Language:
    own = _own(edition, language)
    return Language(phrases(WORDS, language), own["words"], own.get("phrases"))


@cache
def _signs(edition: str, language: str) -> Language:
    signs = tomllib.loads((_HERE / "signs.toml").read_text(encoding="utf-8"))
    return Language(phrases(WORDS, language), _own(edition, language)["words"], signs)


@cache
def load_edition(name: str) -> Edition:
    """An edition by its name."""
    data = tomllib.loads((_HERE / "editions" / f"{name}.toml").read_text(encoding="utf-8"))
    return Edition(
        name=name,
        sheet=data["sheet"],
        draw_optional=data["draw_optional"],
        reload_banked=data["reload_banked"],
        select_inapplicable=data["select_inapplicable"],
        supply_per_player=tuple(data["supply_per_player"]),
        defaults={key: plain(value) for key, value in data["options"].items()},
        bank_shown=data.get("bank_shown", 0),
    )


@cache
def edition_options(name: str) -> Mapping[str, Option]:
    """The options of an edition with its defaults; an option without a default does not exist in it."""
    edition = load_edition(name)
    return read_options(_HERE / "options.toml", edition.language().table["option"], edition.defaults)
