"""What looks like a mistake in a card file: cards that nobody can buy or wants, texts that do nothing, endless games.

Prices and texts are compared as they are written. Everything else shows in a few quick games of heuristic players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from silverhook.core.game import Game
from silverhook.core.ruleset import Ruleset
from silverhook.core.seat import Seat
from silverhook.core.words import phrases
from silverhook.deckhand.cards import Card, CardSet
from silverhook.deckhand.edition import load_edition
from silverhook.deckhand.judgement.heuristic import advise
from silverhook.deckhand.operations import OPERATIONS, N
from silverhook.deckhand.prepared import prepare
from silverhook.deckhand.rules import DeckHand

__all__ = ["WORDS", "card_warnings"]

WORDS = Path(__file__).parent / "warnings"
_OFTEN = 3  # times that a card must have been played before it counts as doing nothing
_WHIM = 2  # in every other game, one decision in this many is random, so that bots also try cards that look bad


def card_warnings(ruleset: Ruleset, language: str, games: int) -> list[str]:
    """The warnings about a ruleset's cards, in a language; without games, only what the texts alone tell."""
    prepared = prepare(ruleset) if games else prepare(ruleset, laid_out=[])
    edition, words = load_edition(ruleset.edition), phrases(WORDS, language)
    title = edition.language(language).title
    found = [*_beyond_reach(prepared.card_set, prepared.options), *_outdone(prepared.card_set)]
    if games:
        found += _Trial(DeckHand(prepared), games).warnings()
    return [
        words[key].format(
            coins=edition.words(language)["coins"],
            **{gap: title(value) if gap in ("card", "other") else value for gap, value in gaps.items()},
        )
        for key, gaps in found
    ]


Found = Iterator[tuple[str, dict[str, Any]]]  # a warning's phrase, and what fills its gaps


def _beyond_reach(cards: CardSet, options: Any) -> Found:
    """Cards that cost more than the rules let anybody have."""
    limits = [options[name] for name in ("money_cap", "bank_limit") if options.get(name) is not None]
    for card in cards.cards[cards.starters :]:
        if limits and card.cost > min(limits):
            yield "unaffordable_limit", {"card": card.name, "cost": card.cost, "most": min(limits)}


def _outdone(cards: CardSet) -> Found:
    """Cards that another one outdoes in every way; each is named once."""
    bought = cards.cards[cards.starters :]
    for card in bought:
        better = next((other for other in bought if other is not card and _outdoes(other, card)), None)
        if better:
            yield "better", {"card": better.name, "other": card.name}


def _outdoes(one: Card, other: Card) -> bool:
    """Whether a card costs no more, has as many hooks, does as much, and is better in something."""
    if one.cost > other.cost or one.hooks < other.hooks:
        return False
    moments = {*one.programs, *other.programs}
    amounts = [_more(one.programs.get(moment, ()), other.programs.get(moment, ())) for moment in moments]
    if None in amounts:
        return False
    return one.cost < other.cost or one.hooks > other.hooks or any(amounts)


def _more(one: Any, other: Any) -> bool | None:
    """Whether a program brings more than another: False if they are equal, None if they cannot be compared."""
    if len(one) < len(other):
        return None
    found = [_more_of(*pair) for pair in zip(one, other, strict=False)]
    extra = [_is_gain(node) for node in one[len(other) :]]
    if None in found or not all(extra):
        return None
    return any(found) or bool(extra)


def _more_of(one: Any, other: Any) -> bool | None:
    """Whether an operation brings more than another of the same kind."""
    if one == other:
        return False
    same = type(one) is type(other) and is_dataclass(one) and any(each.name == "n" for each in fields(one))
    if same and _is_gain(one) and replace(one, n=other.n) == other:
        return bool(one.n > other.n) or None
    return None


def _is_gain(node: Any) -> bool:
    """Whether an operation only brings its player something: coins, cards, Actions or Buys."""
    operation = OPERATIONS.get(getattr(node, "key", ""))
    if operation is None or operation.places or operation.who != N.YOU:
        return False
    return min(operation.worth) >= 0 and max(operation.worth) > 0


class _Trial:
    """A few quick games, and what could be seen in them."""

    def __init__(self, rules: DeckHand, games: int) -> None:
        self.rules, self.games = rules, 2 * games
        self.richest = self.stalled = 0
        self.played: Counter[str] = Counter()
        self.idle: Counter[str] = Counter()
        for seed in range(games):
            self._play(seed, whims=False)
            self._play(seed, whims=True)

    def _play(self, seed: int, whims: bool) -> None:
        game, pick = Game(self.rules, seed), Random(seed)
        game.listen()
        while not game.over:
            actions = game.legal_actions()
            if whims and pick.randrange(_WHIM) == 0:
                game.apply(pick.choice(actions))
            else:
                game.apply(advise(Seat(game, game.to_act or 0))[0].action)
            self._look(game)
        limit = self.rules.prepared.options["max_rounds"]
        self.stalled += limit is not None and game.view(None, hidden=False)["turn"]["round"] >= limit

    def _look(self, game: Game) -> None:
        """Note what the last action did: a card that is finished as soon as it is played did nothing."""
        news = [(self.rules.notation.event_name(event.code), event.card) for event in game.news(None)]
        for (event, card), following in zip(news, [*news[1:], ("", None)], strict=True):
            if event == "play" and card:
                self.played[card] += 1
                self.idle[card] += following == ("finish", card)
        self.richest = max(self.richest, *(one["coins"] for one in game.view(None, hidden=False)["seats"]))

    def warnings(self) -> Found:
        """What to warn of."""
        cards = self.rules.prepared.card_set
        for card in cards.cards[cards.starters :]:
            if card.cost > self.richest:
                yield "unaffordable", {"card": card.name, "cost": card.cost, "most": self.richest, "games": self.games}
        for card in cards.cards:
            times = self.played[card.name]
            if times >= _OFTEN and self.idle[card.name] == times and "play" in card.programs:
                yield "idle", {"card": card.name, "times": times}
        if self.stalled:
            rounds = self.rules.prepared.options["max_rounds"]
            yield "stall", {"stalled": self.stalled, "games": self.games, "rounds": rounds}
