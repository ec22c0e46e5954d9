"""The log of a table: every event in order. Everything else follows from it.

The entries are a hash chain: the digest of each is the SHA-256 of the digest before it and of the entry as it is
stored. So no entry can be changed, left out or moved without a trace.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["ACTED", "KINDS", "MOST_ENTRIES", "PLIES", "SPARE_ENTRIES", "TIMED", "Draft", "Entry", "link", "relinked"]

SPARE_ENTRIES = 10_000  # a log this long takes only what its game needs
MOST_ENTRIES = 50_000  # no game needs more
ACTED = "acted"
UNDONE = "undone"
PLIES = frozenset({ACTED, UNDONE})  # the kinds that change the game
TIMED = frozenset({"started", "resumed"})  # the kinds that note how the table's time goes on
KINDS = {
    "created": "settings, host (hash), secret, commitment, kept (reserved seats), before (the table before), "
    "origin (where the cards come from if the deal is given)",
    "seated": "seat, name, token (hash), nonce",
    "started": "bots: the bots in the seats that nobody took, timeline: how the table's time follows from a clock",
    "acted": "seat, action, id, bot: the bot that chose it, silent: whether it stands for no answer in secret",
    "answered": "seat, action, id: an answer held back until the pause ends; told to nobody else",
    "undo_offered": "seat, to: how many actions would stay, id",
    "undo_answered": "seat, yes, id",
    "undone": "to: how many actions stay",
    "said": "seat, text, id",
    "left": "seat, why: asked or time, id",
    "returned": "seat, id",
    "resigned": "seat, id",
    "resumed": "a process drives the table from now on, and no other (the number of this entry is its fence); "
    "server: its name among several, ran: for how long the question has been open, timeline",
    "finished": "scores, winners, secret, log: the digest of the entry before",
    "rematched": "table: the table of the rematch",
    "closed": "the operator ends the table; nothing follows",
    "forgotten": "seat, name: what the seat is called now, host: whether they were the host; the operator removed "
    "this person's name, tokens and chat from the whole log",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that a command wants to write."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    at: float = 0.0  # its time, if that is later than the present time at the table


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log. `ply` counts the entries that change the game and never goes back."""

    table: str
    n: int
    kind: str
    data: dict[str, Any]
    at: float
    ply: int | None = None
    text: str = ""  # the data as it is stored
    digest: bytes = b""  # of this entry and all before it

    @classmethod
    def after(
        cls, digest: bytes, table: str, n: int, kind: str, data: dict[str, Any], at: float, ply: int | None = None
    ) -> Entry:
        """The entry that follows the one with this digest; the first follows an empty one."""
        text = json.dumps(data, separators=(",", ":"))
        return cls(table, n, kind, data, at, ply, text, link(digest, table, n, kind, text, at, ply))

    def follows(self, digest: bytes) -> bool:
        """Whether this entry is as it was written, after the entry with this digest."""
        return self.digest == link(digest, self.table, self.n, self.kind, self.text, self.at, self.ply)


def relinked(log: Iterable[Entry]) -> list[Entry]:
    """The same entries, numbered and linked again, after some were changed."""
    linked: list[Entry] = []
    for n, entry in enumerate(log, 1):
        digest = linked[-1].digest if linked else b""
        data = {**entry.data, "log": digest.hex()} if entry.data.get("log") else entry.data
        linked.append(Entry.after(digest, entry.table, n, entry.kind, data, entry.at, entry.ply))
    return linked


def link(digest: bytes, table: str, n: int, kind: str, text: str, at: float, ply: int | None) -> bytes:
    """The digest of an entry after one with this digest. It depends on hashes of tokens, so nobody can guess it."""
    return hashlib.sha256(digest + f"{table}\n{n}\n{kind}\n{ply}\n{at!r}\n{text}".encode()).digest()
