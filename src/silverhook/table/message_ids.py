"""The ids of clients' messages, so that a repeated message is recognised and never carried out twice."""

from __future__ import annotations

from collections import OrderedDict

__all__ = ["MessageIds"]

_KEPT = 32  # ids of each person: a client repeats a message soon or never


class MessageIds:
    """The ids of the messages that were carried out lately, by the sender's token."""

    def __init__(self) -> None:
        self.plies: dict[str, OrderedDict[str, int]] = {}

    def note(self, token: str, id: str, ply: int) -> None:
        """A message was carried out; the table is at this ply since."""
        sent = self.plies.setdefault(token, OrderedDict())
        sent[id] = ply
        if len(sent) > _KEPT:
            sent.popitem(last=False)

    def ply_of(self, token: str, id: str) -> int | None:
        """The ply after a message; None if it is not known."""
        sent = self.plies.get(token)
        return sent.get(id) if sent else None
