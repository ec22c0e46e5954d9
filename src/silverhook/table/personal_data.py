"""A person's data in the log of a table: found by the hashes of their tokens, exported, and taken out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from silverhook.table.log import Entry, relinked

__all__ = ["PersonAtTable"]


@dataclass(frozen=True)
class PersonAtTable:
    """What the log of one table says about the holder of some tokens."""

    log: Sequence[Entry]
    tokens: Collection[str]  # their hashes

    @property
    def host(self) -> bool:
        """Whether they are the host."""
        return self.log[0].data["host"] in self.tokens

    @property
    def seat(self) -> int | None:
        """Their seat, if they have one or one is reserved for them."""
        return next((seat for seat, (_, token) in self._holders().items() if token in self.tokens), None)

    @property
    def alone(self) -> bool:
        """Whether no other person has a seat, so that the whole table is theirs."""
        return all(token in self.tokens for _, token in self._holders().values())

    def _holders(self) -> dict[int, tuple[str, str]]:
        """The name and the token of each person, by seat."""
        holders = {int(seat): (name, token) for seat, (name, token) in self.log[0].data.get("kept", {}).items()}
        for entry in self.log:
            if entry.kind == "seated":
                holders[entry.data["seat"]] = entry.data["name"], entry.data["token"]
            elif entry.kind == "forgotten" and entry.data["seat"] is not None:
                holders.pop(entry.data["seat"], None)
        return holders

    def export(self) -> dict[str, Any]:
        """Everything that they did at the table, without tokens and without what others did."""
        seat, settings = self.seat, self.log[0].data["settings"]
        own = [entry for entry in self.log if seat is not None and entry.data.get("seat") == seat]
        return {
            "table": self.log[0].table,
            "created_at": self.log[0].at,
            "host": self.host,
            "seat": seat,
            "name": self._holders()[seat][0] if seat is not None else None,
            "settings": settings,
            "entries": [{"at": entry.at, "kind": entry.kind, **_without_token(entry.data)} for entry in own],
        }

    # --- to forget them ----------------------------------------------------------------------------

    def forgotten(self, phase: str, now: float) -> list[Entry]:
        """The log without their name, tokens and chat. A bot plays on for them, or their seat becomes free."""
        seat, log = self.seat, [self._cleaned(entry) for entry in self.log]
        at = max(now, log[-1].at)
        kinds = {"open": "left", "playing": "resigned"}
        sat = any(entry.kind == "seated" and entry.data["seat"] == seat for entry in log)
        if sat and phase in kinds:
            log.append(Entry(log[0].table, len(log) + 1, kinds[phase], {"seat": seat, "why": "asked"}, at))
        data = {"seat": seat, "name": self._new_name, "host": self.host}
        return relinked([*log, Entry(log[0].table, len(log) + 1, "forgotten", data, at)])

    @property
    def _new_name(self) -> str:
        """A name that says nothing, and that nobody else at the table has."""
        if self.seat is None:
            return ""
        name, others = f"Player {self.seat + 1}", {name for name, _ in self._holders().values()}
        return f"{name} *" if name in others else name

    def _cleaned(self, entry: Entry) -> Entry:
        """An entry without their data."""
        data = entry.data
        if entry.kind == "created":
            kept = {seat: holder for seat, holder in data.get("kept", {}).items() if holder[1] not in self.tokens}
            host = "" if data["host"] in self.tokens else data["host"]
            return replace(entry, data={**data, "kept": kept, "host": host})
        if self.seat is None or data.get("seat") != self.seat:
            return entry
        if entry.kind == "seated":
            return replace(entry, data={**data, "name": self._new_name, "token": ""})
        return replace(entry, data={**data, "text": ""}) if entry.kind == "said" else entry


def _without_token(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "token"}
