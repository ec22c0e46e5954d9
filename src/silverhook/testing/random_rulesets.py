"""Random rulesets of both games: card sets or decks, players, editions and options."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from silverhook.core.errors import CardSetError
from silverhook.core.options import Option
from silverhook.core.ruleset import Ruleset
from silverhook.games import game_spec
from silverhook.hanataz.composition import FACES, read_composition
from silverhook.testing.random_cards import random_cards

__all__ = ["deckhand_options", "random_composition", "random_deckhand", "random_hanataz", "random_options"]

# With these options a game may never end; their descriptions say so.
ENDLESS = {("max_rounds", None), ("hand_limit", None)}
_SUITS = ("Flames", "Stones", "Waves", "Winds", "Moons", "Thorns", "Äste", "Łzy")
_SUITED = ("Crown", "Dragon", "Knight", "Rogue", "Wizard", "Jester", "Bard", "Priest", "Troll", "Assassin")


def random_options(options: Mapping[str, Option], pick: random.Random, share: float = 0.25) -> dict[str, Any]:
    """Random house rules: every named value, and small numbers."""
    chosen: dict[str, Any] = {}
    for name, option in options.items():
        if pick.random() < share:
            values: list[Any] = [value for value in option.values if (name, value) not in ENDLESS]
            if option.least is not None:
                values += [max(option.least, n) for n in (0, 1, 2, 3, 5, 12, 40) if n <= option.most]
            chosen[name] = pick.choice(values)
    return chosen


def deckhand_options(edition: str, players: int, pick: random.Random) -> dict[str, Any]:
    """Random house rules of Deck Hand that are valid together."""
    options = game_spec("deckhand").options(edition)
    chosen = random_options(options, pick)
    return _affordable({name: chosen.get(name, option.default) for name, option in options.items()}, players)


def _affordable(options: dict[str, Any], players: int) -> dict[str, Any]:
    """The same options with room for the coins that players start with."""
    start = options["start_money"]
    for limit, least in (("money_cap", start), ("bank_limit", players * start)):
        if options.get(limit) is not None:
            options[limit] = max(options[limit], least)
    return options


def random_deckhand(seed: int) -> Ruleset:
    """Deck Hand with a random card set; few rounds, so that the scoring is reached soon."""
    spec = game_spec("deckhand")
    pick = random.Random(seed)
    edition = spec.editions[seed % len(spec.editions)]
    players = pick.randint(*spec.players)
    options = deckhand_options(edition, players, pick)
    options |= {"max_rounds": pick.choice((2, 4, 8, 16)), "start_money": pick.choice((1, 3, 8))}
    return spec.ruleset(players, edition, _affordable(options, players), random_cards(seed))


def random_hanataz(seed: int) -> Ruleset:
    """Hanataz with a random deck; few hands."""
    spec = game_spec("hanataz")
    pick = random.Random(seed)
    edition = spec.editions[0]
    players = pick.randint(*spec.players)
    options = {**random_options(spec.options(edition), pick, 0.4), "hand_limit": pick.choice((1, 2, 3, 6))}
    cards = random_composition(seed, players) if seed % 8 else ""
    return spec.ruleset(players, edition, options, cards)


def random_composition(seed: int, players: int = 6) -> str:
    """The text of a random deck, large enough for this number of players."""
    pick = random.Random(seed)
    while True:
        text = _composition(pick)
        try:
            deck = read_composition(text)
        except CardSetError:  # too many cards, or too many Bards
            continue
        if sum(deck.copies) > 5 * players + 5:
            return text


def _composition(pick: random.Random) -> str:
    suits = pick.sample(_SUITS, pick.randint(2, 6))
    low = pick.randint(2, 10)
    suited = pick.sample(_SUITED, pick.randint(0, 4))
    others = pick.sample([face for face in FACES if face not in suited], pick.randint(0, len(FACES) - len(suited)))
    lines = [
        'name = "random"',
        f"suits = {json.dumps(suits, ensure_ascii=False)}",
        f"numbers = [{low}, {pick.randint(low, 10)}]",
        f"decks = {pick.choice((1, 1, 2))}",
        "[faces]",
        f"suited = {json.dumps(suited)}",
        "[faces.suitless]",
        *(f"{face} = {pick.choice((1, 1, 2, 4, 8))}" for face in others),
    ]
    return "\n".join(lines) + "\n"
