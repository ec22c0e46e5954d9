"""Trumps in words."""

from __future__ import annotations

from collections.abc import Sequence

from silverhook.core.narrator import Narrator
from silverhook.core.notation import Happening
from silverhook.core.story import Sentence
from silverhook.core.visibility import Decision
from trumps.notation import PLAYED


class TrumpsNarrator(Narrator):
    """Prompts and stories, in English."""

    def prompt(self, decision: Decision) -> str:
        """There is only one question."""
        return "Play a card"

    def story(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[Sentence]:
        """The card that was played, or the player who took the trick."""
        called = names or [self.seat_name(seat) for seat in range(4)]
        return [Sentence(self._told(h, called[h.seat], h.seat == you), event) for event, h in enumerate(happenings)]

    def _told(self, h: Happening, name: str, you: bool) -> str:
        who, s = ("You", "") if you else (name, "s")
        return f"{who} play{s} the {h.card}." if h.code == PLAYED else f"{who} take{s} the trick."
