"""Serializes tables for clients, as the typed dicts of `messages.py`.

Nothing that a seat may not know enters here: of the game, only the views, news and offers of the reader.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import cast

import orjson

from silverhook.core.game import Game
from silverhook.core.narrator import Narrator
from silverhook.core.notation import Happening, Notation
from silverhook.core.seat import Thought
from silverhook.core.words import ENGLISH
from silverhook.server import messages
from silverhook.table import Place, Table
from silverhook.table.operator_feed import Notices
from silverhook.table.undo import may_offer

__all__ = [
    "Reader",
    "chat",
    "done",
    "encoded",
    "encoded_once",
    "goodbye",
    "hint",
    "news_of",
    "news_since",
    "presence",
    "refused",
    "state",
    "story",
    "table_state",
    "told",
    "welcome",
]

Reader = int | None  # a seat, or None for all who watch


def encoded(message: messages.FromServer) -> str:
    """A message as JSON text."""
    return orjson.dumps(message).decode()


def welcome(table: Table, place: Place) -> messages.Welcome:
    """The answer to hello."""
    return {
        "type": "welcome",
        "protocol": messages.PROTOCOL,
        "table": table.id,
        "seat": place.seat,
        "host": place.host,
    }


def done(id: str, ply: int) -> messages.Done:
    """The answer to a command that was carried out."""
    return {"type": "done", "id": id, "ply": ply}


def refused(id: str | None, code: str, message: str, ply: int | None) -> messages.Refused:
    """The answer to a message that was refused."""
    return {"type": "refused", "id": id, "code": code, "message": message, "ply": ply}


def goodbye(reason: messages.GoodbyeReason, message: str, retry_after: float | None = None) -> messages.Goodbye:
    """The last message on a connection."""
    return {"type": "goodbye", "reason": reason, "message": message, "retry_after": retry_after}


def notice(notices: Notices) -> messages.Notice:
    """What the operator tells everybody."""
    return {"type": "notice", "announcement": notices.announcement, "draining": notices.draining}


def presence(table: Table, seats: Container[Reader], watching: int) -> messages.Presence:
    """Who is connected."""
    connected = [seat in seats for seat in range(len(table.chairs))]
    return {"type": "presence", "connected": connected, "watching": watching}


def state(
    table: Table,
    reader: Reader,
    shared: messages.TableState,
    at: float,
    since: int | None,
    news: list[messages.News],
    memory: bool = False,
    language: str = ENGLISH,
) -> messages.State:
    """The table as one reader sees it; `shared` is the part that everybody sees, perhaps encoded already."""
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


def view(table: Table, reader: Reader, memory: bool, language: str = ENGLISH) -> messages.View | None:
    """The part of the game that a reader may see; None before the start."""
    if table.phase == "open":
        return None
    seen = table.view(reader, language, hidden=memory)
    if memory:  # the pools are never sent: where a card was last seen would tell which one was played from a hand
        seen["unseen"] = sorted(name for pool in seen.pop("hidden") for name in pool["cards"])
    return cast("messages.View", seen)


def choices(table: Table, reader: Reader, language: str = ENGLISH) -> list[messages.OfferedAction]:
    """The actions that a reader may take now."""
    game = table.asks(reader)
    if game is None:
        return []
    narrator, names = game.rules.narrator(language), table.names
    return [_choice(narrator, game, action, names) for action in game.legal_actions()]


def _choice(narrator: Narrator, game: Game, action: int, names: Sequence[str]) -> messages.OfferedAction:
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


def news_of(table: Table, ply: int, readers: Iterable[Reader], language: str = ENGLISH) -> dict[Reader, messages.News]:
    """The news of the last change of the game for each reader, made once for all who see the same."""
    game, names, undone = table.game, table.names, table.history.undone_at(ply)
    alike: dict[tuple[tuple[Happening, ...], Reader], messages.News] = {}
    told: dict[Reader, messages.News] = {}
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
) -> list[messages.News]:
    """The news after a ply, up to another one or up to now, for one reader; none before the deal."""
    if table.phase == "open":
        return []
    names = table.names
    items: list[messages.News] = []
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
) -> messages.News:
    rules = game.rules
    return {"ply": ply, "undone": undone, **told(rules.notation, rules.narrator(language), happenings, names, you)}


def told(
    notation: Notation, narrator: Narrator, happenings: Sequence[Happening], names: Sequence[str], you: Reader
) -> messages.FrameNews:
    """Events, as sentences and as data."""
    sentences = narrator.story(happenings, names, you)
    begun = {sentence.event: index for index, sentence in enumerate(sentences)}
    return {
        "story": [sentence.text for sentence in sentences],
        "events": [_event(notation, happening, begun.get(event)) for event, happening in enumerate(happenings)],
    }


def _event(notation: Notation, happening: Happening, sentence: int | None) -> messages.Event:
    return {
        "what": notation.event_name(happening.code),
        "seat": None if happening.seat < 0 else happening.seat,
        "other": None if happening.other < 0 else happening.other,
        "card": happening.card,
        "hidden": happening.hidden,
        "n": happening.n,
        "source": happening.source or None,
        "target": happening.target or None,
        "sentence": sentence,
    }


# --- the public part -------------------------------------------------------------------------


def table_state(table: Table, now: float, watching: bool = True) -> messages.TableState:
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
        "origin": {
            "kind": table.origin.kind,
            "table": table.origin.table,
            "step": table.origin.step,
            "lesson": table.origin.lesson,
        },
        "before": table.before,
        "rematch": table.rematch,
        "result": {"scores": table.game.scores, "winners": table.game.winners} if table.phase == "finished" else None,
    }


def encoded_once(state: messages.TableState) -> messages.TableState:
    """The same part of a message as JSON text, which `encoded` copies as it is into every message it is in."""
    return cast("messages.TableState", orjson.Fragment(orjson.dumps(state)))


def _seats(table: Table, now: float, watching: bool) -> list[messages.SeatState]:
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


def _offer(table: Table) -> messages.UndoOffer | None:
    offer = table.offer
    if offer is None:
        return None
    taken = len(table.game.actions) - offer.to
    return {"number": offer.number, "seat": offer.seat, "actions": taken, "agreed": sorted(offer.agreed)}


def chat(table: Table, whole: bool, last: int) -> messages.ChatLog:
    """The last chat lines."""
    said = list(table.chat)[-last:] if last else []
    return {
        "type": "chat",
        "whole": whole,
        "said": [{"seat": one.seat, "text": one.text, "at": one.at} for one in said],
    }


def story(id: str, news: list[messages.News]) -> messages.Story:
    """Earlier news, which a client has asked for."""
    return {"type": "story", "id": id, "news": news}


def hint(id: str, ply: int, thought: Thought) -> messages.Hint:
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
