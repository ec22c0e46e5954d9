"""Bots: players that see only what their seat may see."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from silverhook.bots.bot import Bot, RandomBot
from silverhook.bots.crews import CREWS, Strength, strength
from silverhook.bots.explanations import explain, look_back
from silverhook.bots.heuristic import HeuristicBot
from silverhook.bots.search import PHRASES, SETTINGS, SearchBot
from silverhook.core.errors import BotError, PluginError, nearest
from silverhook.core.game import Game
from silverhook.core.plugins import Plugin, broken, plugins
from silverhook.core.seat import Candidate, Seat, Thought
from silverhook.core.words import ENGLISH, phrases

__all__ = [
    "DEFAULT",
    "LEVELS",
    "STRONGEST",
    "Bot",
    "BotError",
    "Candidate",
    "HeuristicBot",
    "Level",
    "RandomBot",
    "SearchBot",
    "Seat",
    "Thought",
    "explain",
    "levels",
    "look_back",
    "make",
    "name_for",
    "think",
    "title",
]

DEFAULT = "search:10000"  # what "search" means: some tenths of a second per decision


@dataclass(frozen=True)
class Level:
    """A bot that people are offered as an opponent, and how it is introduced to them."""

    bot: str  # what `make` takes
    name: str  # its player's name
    about: str  # what it is like, as in "thinks ahead"

    @property
    def strength(self) -> Strength | None:
        """How strong it is, by its rating; None for a bot of another package."""
        return strength(self.bot)

    @property
    def introduction(self) -> str:
        """The level in a sentence."""
        return f"{self.name}, who {self.about}"


def _ours(language: str = ENGLISH) -> dict[str, Level]:
    words: Mapping[str, Mapping[str, str]] = phrases(PHRASES, language)["level"]
    return {bot: Level(bot, own["title"], own["about"]) for bot, own in words.items()}


LEVELS = _ours()  # those that Silverhook comes with
STRONGEST = list(LEVELS)[-1]
_TAKEN = frozenset({*LEVELS, "search", "person"})


def levels(language: str = ENGLISH) -> dict[str, Level]:
    """The levels by the name of their bot, in a language: ours, the weakest first, then those of other packages."""
    about: str = phrases(PHRASES, language)["package"]["about"]
    theirs = {
        bot: Level(
            bot,
            getattr(plugin.value, "title", bot.capitalize()),
            getattr(plugin.value, "about", about.format(package=plugin.package)),
        )
        for bot, plugin in _others().items()
    }
    return _ours(language) | theirs


def name_for(bot: str, taken: Sequence[str]) -> str:
    """A name for a player of a bot that nobody else has: of the level's crew, or else with a number."""
    level = LEVELS.get(bot) or levels().get(bot)
    crew = CREWS.get(bot, (level.name if level else bot,))
    numbered = (f"{crew[0]} ({n})" for n in count(2))
    known = {name.casefold() for name in taken}
    return next(name for name in chain(crew, numbered) if name.casefold() not in known)


def title(bot: str) -> str:
    """What a bot is called where only one plays."""
    return name_for(bot, ())


def _others() -> Mapping[str, Plugin]:
    """The bots that other packages have registered."""
    return plugins("silverhook.bots", "bot", _check_bot, _TAKEN)


def _check_bot(name: str, bot: Any) -> None:
    if not callable(bot):
        raise PluginError(
            f"it is of type {type(bot).__name__}; register a class, or a function, that is called with a seed"
        )
    for field in ("title", "about"):
        words = getattr(bot, field, "words")
        if not isinstance(words, str) or not words.strip():
            raise PluginError(f"its {field} must be a text, not {words!r}")


MOST = 10_000_000  # simulations, or milliseconds: more is taken for a typing error


def make(name: str, seed: int = 0, threads: int = 1) -> Bot:
    """The bot of a name: "random", "heuristic", "search:1000" (simulations), "search:500ms", or another package's.

    A search can have other settings, to measure their effect: "search:1000+margin=0.3+playouts=0".
    """
    search = re.fullmatch(r"search(?::(\d{1,80})(ms)?)?((?:\+[^+]*)*)", name)
    if search:
        budget = int(search[1] or DEFAULT.partition(":")[2])
        if not 1 <= budget <= MOST:
            raise BotError(f'"{name}": a budget is a number from 1 to {MOST}')
        amount = {"milliseconds" if search[2] else "simulations": budget}
        return SearchBot(seed, **amount, threads=threads, settings=_settings(name, search[3]))
    if name in ("random", "heuristic"):
        return RandomBot(seed) if name == "random" else HeuristicBot(seed)
    others = _others()
    if name in others:
        return _made(name, others[name], seed)
    raise BotError(f'no bot "{name}"; {nearest(name, (*LEVELS, "search:500ms", *others))}')


def _made(name: str, plugin: Plugin, seed: int) -> Bot:
    """A bot of another package."""
    try:
        bot: Bot = plugin.value(seed)
    except Exception as problem:
        raise BotError(f'the bot "{name}" of the package {plugin.package} cannot be made: {broken(problem)}') from None
    if not isinstance(getattr(bot, "name", None), str) or not callable(getattr(bot, "think", None)):
        raise BotError(f'the bot "{name}" of the package {plugin.package} needs a name and a method think')
    return bot


def _settings(name: str, words: str) -> dict[str, float]:
    """The settings in a name, as in "+margin=0.3+trust=0"."""
    settings = {}
    for word in words.split("+")[1:]:
        setting, _, value = word.partition("=")
        if setting not in SETTINGS:
            raise BotError(f'"{name}": no setting "{setting}"; {nearest(setting, SETTINGS)}')
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value):
            raise BotError(f'"{name}": {setting} is a number, as in {setting}={SETTINGS[setting]}')
        settings[setting] = float(value)
    return settings


def think(bot: Bot, game: Game, language: str = ENGLISH) -> Thought:
    """What a bot would do for the seat to act, with reasons in a language. Its answer is checked."""
    assert game.to_act is not None
    thought = bot.think(Seat(game, game.to_act, language=language))
    if thought.action not in game.legal_actions():
        raise BotError(f"the bot {bot.name} chose {thought.action!r}, which is not allowed now")
    return thought
