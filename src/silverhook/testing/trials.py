"""Runs every check on one ruleset: whole games, both engines, bots, records and card texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from silverhook.bots import make, think
from silverhook.core.errors import SilverhookError
from silverhook.core.game import Game
from silverhook.core.ruleset import Ruleset
from silverhook.core.words import languages
from silverhook.deckhand.cards import Card, CardSet, read_set
from silverhook.deckhand.edition import EDITIONS, WORDS, load_edition
from silverhook.games import rules
from silverhook.records import replay
from silverhook.testing import battery
from silverhook.testing.engines import InterpretedEngine
from silverhook.testing.random_cards import written
from silverhook.testing.random_rulesets import random_deckhand, random_hanataz

__all__ = ["Tally", "random_ruleset", "shrunk", "try_ruleset"]

BOTS = ("heuristic", "search:8")


@dataclass
class Tally:
    """Counts of what was played."""

    rulesets: int = 0
    games: int = 0
    decisions: int = 0

    def __iadd__(self, other: Tally) -> Self:
        self.rulesets += other.rulesets
        self.games += other.games
        self.decisions += other.decisions
        return self


def random_ruleset(game: str, seed: int) -> Ruleset:
    """The random ruleset of a game for a seed."""
    return {"deckhand": random_deckhand, "hanataz": random_hanataz}[game](seed)


def try_ruleset(ruleset: Ruleset, seed: int, engine: InterpretedEngine | None = None, games: int = 50) -> Tally:
    """Play random games of a ruleset with every check; any failure raises.

    Most are played in the core, with every invariant checked at every decision. One is played with all the checks
    of `battery`, and with bots thinking; it is replayed from its record and played once more by the other engine.
    """
    if ruleset.game == "deckhand" and ruleset.cards:
        check_texts(ruleset.cards)
    made = rules(ruleset)
    decisions, _ = made.random_games(games, seed, True)
    played = battery.play_checked(made, seed, every=5)
    assert replay(played.record()) == played
    if engine:
        engine.compare(played)
    check_bots(played)
    return Tally(1, games + 1, decisions + played.ply)


def check_texts(cards: str) -> None:
    """A card file read and written again is the same set; every text reads as it prints, in every language."""
    read = read_set(cards)
    assert read_set(written(read)) == read
    for edition in EDITIONS:
        for name in languages(WORDS):
            language = load_edition(edition).language(name)
            for card in read.cards:
                for program in card.programs.values():
                    assert language.read(language.print(program)) == program, f"{card.name}, {edition}, {name}"


def check_bots(played: Game, decisions: int = 6) -> None:
    """Bots choose legal actions at some decisions of a game."""
    bots = [make(name, 1) for name in BOTS]
    for game in battery.positions(played)[:: max(1, played.ply // decisions)]:
        for bot in bots:
            if not game.over:
                assert think(bot, game).action in game.legal_actions()


# --- a failing ruleset made smaller ----------------------------------------------------------------


def shrunk(ruleset: Ruleset, fails: Callable[[Ruleset], bool], attempts: int = 300) -> Ruleset:
    """A smallest ruleset that still fails: no text or option of it can be left out."""
    smaller = True
    while smaller and attempts > 0:
        smaller = False
        for candidate in _smaller(ruleset):
            attempts -= 1
            if fails(candidate):
                ruleset, smaller = candidate, True
                break
            if attempts <= 0:
                break
    return ruleset


def _smaller(ruleset: Ruleset) -> Iterator[Ruleset]:
    """The ruleset without one option, or without one text or a sentence of one."""
    for option in ruleset.options:
        yield replace(ruleset, options=tuple(other for other in ruleset.options if other != option))
    if ruleset.game == "deckhand" and ruleset.cards:
        for cards in _smaller_sets(read_set(ruleset.cards)):
            yield replace(ruleset, cards=written(cards))


def _smaller_sets(cards: CardSet) -> Iterator[CardSet]:
    for number, card in enumerate(cards.cards):
        for smaller in _smaller_cards(card):
            changed = (*cards.cards[:number], smaller, *cards.cards[number + 1 :])
            candidate = CardSet(cards.name, changed, cards.starters)
            try:
                read_set(written(candidate))
            except SilverhookError:  # this sentence needs the one before it
                continue
            yield candidate


def _smaller_cards(card: Card) -> Iterator[Card]:
    for text, program in card.programs.items():
        yield replace(card, programs={key: other for key, other in card.programs.items() if key != text})
        if len(program) > 1:
            for number in range(len(program)):
                left = program[:number] + program[number + 1 :]
                yield replace(card, programs={**card.programs, text: left})
