"""High card in words."""

from __future__ import annotations

from collections.abc import Sequence

from highcard.notation import PLAY
from silverhook.core.narrator import Narrator
from silverhook.core.notation import Happening
from silverhook.core.visibility import Decision


class HighCardNarrator(Narrator):
    """Prompts and stories, in English."""

    def prompt(self, decision: Decision) -> str:
        """There is only one question."""
        return "Play a card"

    def tell_all(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[str]:
        """What was played, and who took the trick."""
        called = names or [self.seat_name(seat) for seat in range(6)]
        return [self._sentence(h, "You" if h.seat == you else called[h.seat], h.seat == you) for h in happenings]

    def _sentence(self, h: Happening, who: str, you: bool) -> str:
        s = "" if you else "s"
        return f"{who} play{s} the {h.card}." if h.code == PLAY else f"{who} take{s} the trick."
