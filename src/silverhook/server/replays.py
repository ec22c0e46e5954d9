"""Finished games: replays step by step from any seat's view, and reviews of the whole game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import cast

from silverhook.core.game import Game
from silverhook.core.narrator import Narrator
from silverhook.core.review import Source
from silverhook.server import messages, serializers
from silverhook.table import Table
from silverhook.table.errors import NoSuchStep, SettingsError

__all__ = ["checked_eyes", "replay", "review"]


def replay(table: Table, eyes: str, first: int, count: int, language: str) -> messages.Replay:
    """Some steps of a finished game, from step `first` on; step 0 is the deal.

    `eyes` is the number of a seat, "watch" for a spectator's view, or "open" for a view with all cards open.
    """
    game = table.replay()  # first of all, since a running game reveals nothing
    steps = len(table.game.actions)
    checked_eyes(table, eyes)
    if first > steps:
        raise NoSuchStep(f"no step {first}; steps are 0 to {steps}")
    look = _Look(eyes, table.game.rules.narrator(language), table.names)
    return {
        "table": table.id,
        "eyes": eyes,
        "steps": steps,
        "names": table.names,
        "frames": list(look.frames(game, table.game.actions, first, first + count)),
    }


def review(table: Table, language: str) -> messages.ReviewInfo:
    """The course of a finished game and the sources of its scores."""
    found = table.game.rules.narrator(language).review(table.replay())
    return {
        "series": [{"key": s.key, "title": s.title, "along": s.along, "points": s.points} for s in found.series],
        "sources": [[_source(one) for one in seat] for seat in found.sources],
    }


def _source(one: Source) -> messages.ReviewSource:
    return {"title": one.title, "card": one.card, "n": one.n, "copies": one.copies, "at_end": one.at_end}


def checked_eyes(table: Table, eyes: str) -> None:
    """Refuse the eyes of a seat that there is not."""
    seats = len(table.chairs)
    if eyes.isdigit() and int(eyes) >= seats:
        raise SettingsError(f"no seat {eyes}; seats are 0 to {seats - 1}")


class _Look:
    """A replay for one reader: whose view, and in which language."""

    def __init__(self, eyes: str, narrator: Narrator, names: Sequence[str]) -> None:
        self._open = eyes == "open"
        self._seat = int(eyes) if eyes.isdigit() else None
        self._narrator = narrator
        self._names = names

    def frames(self, plays: Iterator[Game], actions: Sequence[int], first: int, end: int) -> Iterator[messages.Frame]:
        """The steps from `first` up to, but not including, `end`."""
        seat, label = None, ""
        for step, game in enumerate(islice(plays, end)):
            if step >= first:
                yield {"step": step, "seat": seat, "label": label, "news": self._news(game), "view": self._view(game)}
            if step + 1 >= first and step < len(actions):
                seat, label = self._deed(game, actions[step])

    def _reader(self, game: Game) -> int | None:
        """The seat whose decisions are shown; in an open view, always the deciding one."""
        return game.to_act if self._open else self._seat

    def _deed(self, game: Game, action: int) -> tuple[int | None, str]:
        """The deciding seat and its choice, if the reader may know them."""
        reader = self._reader(game)
        decision = game.decision(reader)
        assert decision is not None  # some seat is still to act
        return decision.seat, self._narrator.deed(game, action, self._names) if reader == game.to_act else ""

    def _news(self, game: Game) -> messages.FrameNews:
        happenings = game.open_news() if self._open else game.news(self._seat)
        return serializers.told(game.rules.notation, self._narrator, happenings, self._names, self._seat)

    def _view(self, game: Game) -> messages.View:
        language = self._narrator.language
        view = game.open_view(language) if self._open else game.view(self._seat, language)
        del view["hidden"]
        return cast("messages.View", view)
