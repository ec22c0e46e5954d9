"""Editions and options of Deck Hand, read from data and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.options import Option, plain, read_options
from silverhook.deckhand.language import Language, phrases

__all__ = ["EDITIONS", "Edition", "edition_options", "load_edition"]

EDITIONS = ("indicator", "tokens", "treasure")  # the first is the default
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Edition:
    """What one sheet says differently from the others."""

    name: str
    title: str
    sheet: str  # DH1, DH2, DH3: whose clauses hold
    draw_optional: bool
    reload_banked: bool
    select_inapplicable: bool
    supply_per_player: tuple[int, ...]  # for 1, 2, 3, 4 players
    words: Mapping[str, str]
    own_phrases: Mapping[str, Any]
    defaults: Mapping[str, Any]
    bank_shown: int = 0

    def language(self, language: str = "en") -> Language:
        """The card language in this edition's words."""
        return _language(self.name, language)


@cache
def _language(edition: str, language: str) -> Language:
    loaded = load_edition(edition)
    return Language(phrases(language), loaded.words, loaded.own_phrases)


@cache
def load_edition(name: str) -> Edition:
    """An edition by its name."""
    data = tomllib.loads((_HERE / "editions" / f"{name}.toml").read_text(encoding="utf-8"))
    return Edition(
        name=name,
        title=data["title"],
        sheet=data["sheet"],
        draw_optional=data["draw_optional"],
        reload_banked=data["reload_banked"],
        select_inapplicable=data["select_inapplicable"],
        supply_per_player=tuple(data["supply_per_player"]),
        words=data["words"],
        own_phrases=data.get("phrases", {}),
        defaults={key: plain(value) for key, value in data["options"].items()},
        bank_shown=data.get("bank_shown", 0),
    )


@cache
def edition_options(name: str) -> Mapping[str, Option]:
    """The options of an edition with its defaults; what has no default there does not exist in it."""
    return read_options(_HERE / "options.toml", load_edition(name).defaults)
