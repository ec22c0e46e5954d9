"""Serializes tables for clients, as plain data.

Nothing that a seat may not know enters here: of the game, only the views, news and offers of the reader.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

import orjson

from silverhook.core.game import Game
from silverhook.core.narrator import Narrator
from silverhook.core.notation import Happening, Notation
from silverhook.core.seat import Thought
from silverhook.core.words import ENGLISH
from silverhook.server.messages import PROTOCOL
from silverhook.table import Place, Table
from silverhook.table.undo import may_offer

__all__ = [
    "Reader",
    "chat",
    "encoded",
    "goodbye",
    "hint",
    "news_of",
    "news_since",
    "presence",
    "state",
    "table_state",
    "told",
    "welcome",
]

Reader = int | None  # a seat, or None for all who watch


def encoded(message: dict[str, Any]) -> str:
    """A message as JSON text."""
    return orjson.dumps(message).decode()


def welcome(table: Table, place: Place) -> str:
    """The answer to hello."""
    message = {"type": "welcome", "protocol": PROTOCOL, "table": table.id, "seat": place.seat, "host": place.host}
    return encoded(message)


def goodbye(reason: str, message: str, retry_after: float | None = None) -> str:
    """The last message on a connection."""
    return encoded({"type": "goodbye", "reason": reason, "message": message, "retry_after": retry_after})


def presence(table: Table, seats: Container[Reader], watching: int) -> dict[str, Any]:
    """Who is connected."""
    connected = [seat in seats for seat in range(len(table.chairs))]
    return {"type": "presence", "connected": connected, "watching": watching}


def state(
    table: Table,
    reader: Reader,
    shared: orjson.Fragment,
    at: float,
    since: int | None,
    news: list[dict[str, Any]],
    memory: bool = False,
    language: str = ENGLISH,
) -> dict[str, Any]:
    """The table as one reader sees it; `shared` is the part that everybody sees."""
    return {
        "type": "state",
        "ply": table.ply,
        "since": since,
        "at": at,
        "news": news,
        "table": shared,
        "view": view(table, reader, memory, language),
        "actions": choices(table, reader, language),
        "answered": reader is not None and table.answer(reader) is not None,
        "may_undo": may_offer(table, reader),
    }


def view(table: Table, reader: Reader, memory: bool, language: str = ENGLISH) -> dict[str, Any] | None:
    """The part of the game that a reader may see; None before the start."""
    if table.phase == "open":
        return None
    seen = table.view(reader, language)
    pools = seen.pop("hidden")  # never sent: where a card was last seen would tell which one was played from a hand
    if memory:
        seen["unseen"] = sorted(name for pool in pools for name in pool["cards"])
    return seen


def choices(table: Table, reader: Reader, language: str = ENGLISH) -> list[dict[str, Any]]:
    """The actions that a reader may take now."""
    game = table.asks(reader)
    if game is None:
        return []
    narrator, names = game.rules.narrator(language), table.names
    return [_choice(narrator, game, action, names) for action in game.legal_actions()]


def _choice(narrator: Narrator, game: Game, action: int, names: Sequence[str]) -> dict[str, Any]:
    about = game.rules.notation.about(game, action)
    return {
        "action": action,
        "words": game.describe(action),
        "label": narrator.label(game, action, names),
        "does": about.does,
        "card": about.card,
        "zone": about.zone,
        "place": about.place,
        "seat": about.seat,
    }


# --- what happened -------------------------------------------------------------------------------


def news_of(table: Table, ply: int, readers: Iterable[Reader], language: str = ENGLISH) -> dict[Reader, dict[str, Any]]:
    """The news of the last change of the game for each reader, made once for all who see the same."""
    game, names, undone = table.game, table.names, table.history.undone_at(ply)
    alike: dict[tuple[tuple[Happening, ...], Reader], dict[str, Any]] = {}
    told: dict[Reader, dict[str, Any]] = {}
    for reader in readers:
        happenings = () if undone else tuple(game.news(reader))
        you = reader if _concerns(happenings, reader) else None
        if (happenings, you) not in alike:
            alike[happenings, you] = _item(ply, undone, game, happenings, names, you, language)
        told[reader] = alike[happenings, you]
    return told


def _concerns(happenings: Iterable[Happening], reader: Reader) -> bool:
    """Whether a reader takes part in the events, so that the story must say "you"."""
    own = f".{reader}"
    return reader is not None and any(
        reader in (one.seat, one.other) or one.source.endswith(own) or one.target.endswith(own) for one in happenings
    )


def news_since(
    table: Table, since: int, reader: Reader, language: str = ENGLISH, until: int | None = None
) -> list[dict[str, Any]]:
    """The news after a ply, up to another one or up to now, for one reader."""
    names = table.names
    items: list[dict[str, Any]] = []
    for ply, game in table.history.retell(since, until):
        undone = table.history.undone_at(ply)
        items.append(_item(ply, undone, game, () if undone else game.news(reader), names, reader, language))
    return items


def _item(
    ply: int,
    undone: bool,
    game: Game,
    happenings: Sequence[Happening],
    names: Sequence[str],
    you: Reader,
    language: str,
) -> dict[str, Any]:
    rules = game.rules
    return {"ply": ply, "undone": undone, **told(rules.notation, rules.narrator(language), happenings, names, you)}


def told(
    notation: Notation, narrator: Narrator, happenings: Sequence[Happening], names: Sequence[str], you: Reader
) -> dict[str, Any]:
    """Events, as sentences and as data."""
    return {
        "story": narrator.tell_all(happenings, names, you),
        "events": [_event(notation, happening) for happening in happenings],
    }


def _event(notation: Notation, happening: Happening) -> dict[str, Any]:
    return {
        "what": notation.event_name(happening.code),
        "seat": None if happening.seat < 0 else happening.seat,
        "other": None if happening.other < 0 else happening.other,
        "card": happening.card,
        "hidden": happening.hidden,
        "n": happening.n,
        "source": happening.source or None,
        "target": happening.target or None,
    }


# --- the public part -------------------------------------------------------------------------


def table_state(table: Table, now: float, watching: bool = True) -> dict[str, Any]:
    """The public state of a table; without `watching`, nothing about the course of the game."""
    settings, ruleset = table.settings, table.settings.ruleset
    return {
        "id": table.id,
        "phase": table.phase,
        "game": ruleset.game,
        "edition": ruleset.edition,
        "options": dict(ruleset.options),
        "own_cards": bool(ruleset.cards),
        "rules_version": ruleset.version,
        "seats": _seats(table, now, watching),
        "clock": {
            "kind": settings.clock.kind,
            "seconds": settings.clock.seconds,
            "increment": settings.clock.increment,
        },
        "substitute": settings.substitute,
        "undo": settings.undo,
        "hints": settings.hints,
        "spectators": settings.spectators,
        "turn": table.turn if watching else None,
        "pause_until": table.deadline if table.in_secret and watching else None,
        "offer": _offer(table) if watching else None,
        "commitment": table.commitment,
        "secret": table.secret,
        "origin": {"kind": table.origin.kind, "table": table.origin.table, "step": table.origin.step},
        "before": table.before,
        "rematch": table.rematch,
        "result": {"scores": table.game.scores, "winners": table.game.winners} if table.phase == "finished" else None,
    }


def _seats(table: Table, now: float, watching: bool) -> list[dict[str, Any]]:
    names = table.names
    return [
        {
            "kind": "bot" if chair.bot else "person" if chair.nonce else "open",
            "name": names[seat],
            "bot": (table.level(seat) or None) if chair.taken else None,
            "away": chair.away,
            "resigned": chair.resigned,
            "clock": table.remaining(seat, now) if watching else None,
        }
        for seat, chair in enumerate(table.chairs)
    ]


def _offer(table: Table) -> dict[str, Any] | None:
    offer = table.offer
    if offer is None:
        return None
    taken = len(table.game.actions) - offer.to
    return {"number": offer.number, "seat": offer.seat, "actions": taken, "agreed": sorted(offer.agreed)}


def chat(table: Table, whole: bool, last: int) -> dict[str, Any]:
    """The last chat lines."""
    said = list(table.chat)[-last:] if last else []
    return {
        "type": "chat",
        "whole": whole,
        "said": [{"seat": one.seat, "text": one.text, "at": one.at} for one in said],
    }


def story(id: str, news: list[dict[str, Any]]) -> dict[str, Any]:
    """Earlier news, which a client has asked for."""
    return {"type": "story", "id": id, "news": news}


def hint(id: str, ply: int, thought: Thought) -> dict[str, Any]:
    """A bot's opinion of each action, best first."""
    return {
        "type": "hint",
        "id": id,
        "ply": ply,
        "choices": [
            {"action": one.action, "value": one.value, "share": one.share, "words": one.words}
            for one in thought.candidates
        ],
    }
