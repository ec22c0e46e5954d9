"""Hanataz in the language of a reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from silverhook.core.game import Game
from silverhook.core.narrator import CardFace, Narrator
from silverhook.core.notation import Happening
from silverhook.core.review import Review
from silverhook.core.story import Sentence
from silverhook.core.visibility import Decision
from silverhook.core.words import Words, phrases
from silverhook.hanataz.composition import WORDS, N, face_name
from silverhook.hanataz.notation import ActionParts
from silverhook.hanataz.review import review
from silverhook.hanataz.story import story
from silverhook.hanataz.texts import Texts

if TYPE_CHECKING:
    from silverhook.hanataz.prepared import PreparedRuleset

__all__ = ["HanatazNarrator"]


class HanatazNarrator(Narrator):
    """The words of one Hanataz ruleset in one language."""

    def __init__(self, prepared: PreparedRuleset, language: str) -> None:
        self.prepared = prepared
        self.language = language
        self.phrases = Words(phrases(WORDS, language))
        self.texts = Texts(prepared.composition, prepared.options, self.phrases)

    # --- a position --------------------------------------------------------------------------------

    def prompt(self, decision: Decision) -> str:
        card = None if decision.card is None else self.title(decision.card)
        return self.phrases.say("prompt", decision.question, card=card)

    def captions(self, view: Mapping[str, Any]) -> dict[str, Any]:
        return {} if view["over"] else {"beaten_by": self.texts.beaten_by(view["to_beat"])}

    def title(self, card: str) -> str:
        """The title of a card, by its name."""
        return self.texts.title(card)

    def faces(self) -> list[CardFace]:
        deck = self.prepared.composition
        return [
            CardFace(
                kind.name,
                self.title(kind.name),
                self.texts.brief(face_name(kind)),
                copies,
                {"value": kind.value} if kind.face == N.NUMBER else {},
                {"play": self.texts.full(face_name(kind))},
                {},
                [face_name(kind), *([] if kind.suit == N.NO_SUIT else [deck.suits[kind.suit]])],
            )
            for kind, copies in zip(deck.kinds, deck.copies, strict=True)
            if copies
        ]

    # --- actions -------------------------------------------------------------------------------------

    def label(self, game: Game, action: int, names: Sequence[str]) -> str:
        parts = self.prepared.notation.parts(game, action)
        if parts.key == "pay" and parts.seat is not None:
            return self._phrase("label", parts._replace(key="pay_to"), names)
        return self._phrase("label" if parts.key in self.phrases.table["label"] else "action", parts, names)

    def deed(self, game: Game, action: int, names: Sequence[str]) -> str:
        return self._phrase("action", self.prepared.notation.parts(game, action), names)

    def _phrase(self, part: str, parts: ActionParts, names: Sequence[str]) -> str:
        """A phrase about an action, with its card by its title and its seat by its player."""
        card = None if parts.card is None else self.title(parts.card)
        return parts.phrase(self.phrases, part, card, None if parts.seat is None else names[parts.seat])

    # --- what happened -------------------------------------------------------------------------------

    def story(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[Sentence]:
        called = [self.seat_name(seat) for seat in range(N.SEATS)] if names is None else names
        return story(self.phrases, happenings, called, you, self.title)

    def review(self, plays: Iterable[Game]) -> Review:
        return review(self.phrases.table, plays)
