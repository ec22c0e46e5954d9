"""The review of a game of Deck Hand: hooks and cards turn by turn, and the cards that the hooks come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from silverhook.core.game import Game
from silverhook.core.review import Review, Series, Source
from silverhook.deckhand.language import Language
from silverhook.deckhand.operations import N

if TYPE_CHECKING:
    from silverhook.deckhand.rules import DeckHand

__all__ = ["review"]


def review(language: Language, plays: Iterable[Game]) -> Review:
    """How a game went; a point is the deal, the beginning of each further turn, or the end."""
    hooks: list[list[int]] = []
    cards: list[list[int]] = []
    gained: Counter[tuple[int, str]] = Counter()  # by seat and card: END effects that move things count as they run
    for game in plays:
        news = game.open_news()
        points = sum(one.code == N.TOLD_TURN for one in news) + game.over if game.ply else 1
        hooks += [game.scores] * points
        cards += [[len(_owned(game, seat)) for seat in range(game.players)]] * points
        for one in news:
            if one.code == N.TOLD_HOOKS:
                gained[one.seat, one.card or ""] += one.n
    titles = language.table["series"]
    series = [Series(key, titles[key], titles["along"], points) for key, points in (("hooks", hooks), ("cards", cards))]
    sources = [_sources(language, game, seat, gained) for seat in range(game.players)]
    return Review(series, sources)


def _sources(language: Language, game: Game, seat: int, gained: Mapping[tuple[int, str], int]) -> list[Source]:
    """The hooks of a seat by source: the cards they are printed on, and the cards whose END effects changed them."""
    rules = cast("DeckHand", game.rules)
    narrator = rules.narrator()
    copies: Counter[str] = Counter()
    at_end = Counter({card: n for (owner, card), n in gained.items() if owner == seat})
    for card in _owned(game, seat):
        name = rules.notation.card_name(card)
        copies[name] += 1
        at_end[name] += rules.hooks_at_end(game, card, seat)
    printed = [
        Source(_said(language, "several" if n > 1 else "card", name, n), name, n * narrator.card(name).hooks, n)
        for name, n in copies.items()
    ]
    added = [Source(_said(language, "at_end", name), name, n, at_end=True) for name, n in at_end.items()]
    return sorted((source for source in printed + added if source.n), key=lambda source: -source.n)


def _said(language: Language, key: str, card: str, n: int = 1) -> str:
    return language.say("source", key, n, card=language.title(card))


def _owned(game: Game, seat: int) -> list[int]:
    """The cards of a seat in all its zones (R-D62)."""
    first = seat * N.OWN_ZONES
    return [card for zone in range(first, first + N.OWN_ZONES) for card in game.zone(zone)]
