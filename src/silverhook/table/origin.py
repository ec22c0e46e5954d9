"""Where the cards of a table come from: a fair deal, the fixed one of a lesson, or a position of another table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["FAIR", "Origin"]


@dataclass(frozen=True)
class Origin:
    """How a table begins. What it is given is known to others already, so that such a deal proves nothing."""

    kind: Literal["deal", "lesson", "continued"] = "deal"
    seed: str = ""  # that it is given, in hexadecimal digits; a fair one follows from secret and nonces
    table: str | None = None  # where it is continued from
    actions: tuple[int, ...] = ()  # and what was done there before

    @property
    def step(self) -> int | None:
        """After how many actions it goes on; None where it begins with the deal."""
        return len(self.actions) if self.kind == "continued" else None

    @property
    def words(self) -> str:
        """As it is told in a record; empty of a fair deal."""
        told = {"lesson": "lesson", "continued": f"continued from {self.table} after {self.step} actions"}
        return told.get(self.kind, "")

    def to_json(self) -> dict[str, Any] | None:
        """The origin as plain data; None for a fair deal."""
        if self == FAIR:
            return None
        return {"kind": self.kind, "seed": self.seed, "table": self.table, "actions": list(self.actions)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> Origin:
        """The inverse of to_json."""
        return FAIR if data is None else cls(data["kind"], data["seed"], data["table"], tuple(data["actions"]))


FAIR = Origin()
