"""A Hanataz ruleset prepared for the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from silverhook.core.errors import CardSetError, RulesetError
from silverhook.core.narrator import Narrators
from silverhook.core.options import Option, read_options, settled
from silverhook.core.ruleset import Ruleset
from silverhook.core.words import phrases
from silverhook.hanataz.composition import WORDS, Composition, Kind, N, default_composition, read_composition
from silverhook.hanataz.narrator import HanatazNarrator
from silverhook.hanataz.notation import HanatazNotation
from silverhook.hanataz.visibility import HanatazVisibility

__all__ = ["PreparedRuleset", "hanataz_options", "prepare"]


@dataclass
class PreparedRuleset:
    """All that `Hanataz` needs to play a ruleset."""

    ruleset: Ruleset
    options: dict[str, Any]
    players: int
    composition: Composition
    kinds: Sequence[Kind]
    cards: list[int]  # the kind of each card
    fools: int  # Fools, and as many tokens
    silvs: int  # the sum over all players, the pot and the house's purse

    def __post_init__(self) -> None:
        self.visibility = HanatazVisibility(self)
        self.notation = HanatazNotation(self)
        self.narrator = Narrators(WORDS, lambda language: HanatazNarrator(self, language))


@cache
def hanataz_options(composition: str) -> Mapping[str, Option]:
    """The options of Hanataz; they are the same for every composition."""
    return read_options(Path(__file__).parent / "options.toml", phrases(WORDS)["option"])


def prepare(ruleset: Ruleset, laid_out: Composition | None = None, silvs: int | None = None) -> PreparedRuleset:
    """Prepare a ruleset. For positions set up by hand, it has exactly this deck and this number of silvs."""
    options = settled(hanataz_options(ruleset.edition), ruleset.options)
    if options["game_end"] == "hands" and options["hand_limit"] is None:
        message = "option hand_limit = null is not possible with game_end = hands: nothing would end it"
        raise RulesetError(message, "option hand_limit", "option game_end")
    if laid_out:
        composition = laid_out
    elif ruleset.cards:
        composition = read_composition(ruleset.cards)  # a custom deck says how many Fools it has
    else:
        composition = default_composition().with_fools(options["fools"])
    cards = [kind for kind, copies in enumerate(composition.copies) for _ in range(copies)]
    need = N.HAND_SIZE * ruleset.players + N.HOUSE_SIZE + 1
    if not laid_out and len(cards) < need:
        raise CardSetError(
            f"{composition.name}: {ruleset.players} players need {need} cards, the deck has {len(cards)}"
        )
    return PreparedRuleset(
        ruleset=ruleset,
        options=options,
        players=ruleset.players,
        composition=composition,
        kinds=composition.kinds,
        cards=cards,
        fools=composition.fools,
        silvs=ruleset.players * N.START_SILVS if silvs is None else silvs,
    )
