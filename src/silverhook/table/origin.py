"""Where the cards of a table come from: a fair deal, the fixed one of a lesson, or a position of another table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["FAIR", "Origin"]


@dataclass(frozen=True)
class Origin:
    """How a table begins. Others may know a given deal already, so it proves nothing."""

    kind: Literal["deal", "lesson", "continued"] = "deal"
    seed: str = ""  # of a given deal, in hexadecimal digits; a fair seed follows from the secret and the nonces
    table: str | None = None  # the table that it continues
    actions: tuple[int, ...] = ()  # the actions taken there before
    lesson: str | None = None  # the name of the lesson

    @property
    def step(self) -> int | None:
        """The number of actions taken before it begins; None if it begins with the deal."""
        return len(self.actions) if self.kind == "continued" else None

    @property
    def words(self) -> str:
        """The origin as a record states it; empty for a fair deal."""
        told = {"lesson": "lesson", "continued": f"continued from {self.table} after {self.step} actions"}
        return told.get(self.kind, "")

    def to_json(self) -> dict[str, Any] | None:
        """The origin as plain data; None for a fair deal."""
        if self == FAIR:
            return None
        return {
            "kind": self.kind,
            "seed": self.seed,
            "table": self.table,
            "actions": list(self.actions),
            "lesson": self.lesson,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> Origin:
        """The inverse of to_json."""
        return (
            FAIR
            if data is None
            else cls(data["kind"], data["seed"], data["table"], tuple(data["actions"]), data.get("lesson"))
        )


FAIR = Origin()
