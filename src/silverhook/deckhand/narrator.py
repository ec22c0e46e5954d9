"""Deck Hand in the language of a reader, in the words of its edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from silverhook.core.game import Game
from silverhook.core.narrator import CardFace, Narrator
from silverhook.core.notation import Happening
from silverhook.core.review import Review
from silverhook.core.story import Sentence
from silverhook.core.visibility import Decision
from silverhook.deckhand.operations import N
from silverhook.deckhand.review import review
from silverhook.deckhand.story import story

if TYPE_CHECKING:
    from silverhook.deckhand.cards import Card
    from silverhook.deckhand.prepared import PreparedRuleset

__all__ = ["DeckHandNarrator"]


class DeckHandNarrator(Narrator):
    """The words of one Deck Hand ruleset in one language."""

    def __init__(self, prepared: PreparedRuleset, language: str) -> None:
        self.prepared = prepared
        self.language = language
        self.phrases = prepared.edition.language(language)
        self.signs = prepared.edition.signs(language)
        self.words = {**prepared.edition.words(language)}  # the edition's words for coins, the stash ...

    # --- a position --------------------------------------------------------------------------------

    def prompt(self, decision: Decision) -> str:
        question = self.phrases.say("prompt", decision.kind, decision.n)
        if decision.card is None:
            return question
        card, question = self.phrases.title(decision.card), question[0].lower() + question[1:]
        return self.phrases.say("joint", "asks", card=card, question=question)

    def card(self, name: str) -> Card:
        """The printed card of a name."""
        return self.prepared.card_set.cards[self.prepared.card_set.kinds[name]]

    def card_text(self, name: str) -> dict[str, str]:
        """The texts on a card, by when they apply."""
        return {text: self.phrases.print(program) for text, program in self.card(name).programs.items()}

    def card_signs(self, name: str) -> dict[str, list[str]]:
        """The same texts sentence by sentence, with signs in place of words."""
        return {text: self.signs.sentences(program) for text, program in self.card(name).programs.items()}

    def faces(self) -> list[CardFace]:
        return [
            CardFace(
                card.name,
                self.phrases.title(card.name),
                "",
                card.copies,
                {"cost": card.cost, "hooks": card.hooks},
                self.card_text(card.name),
                self.card_signs(card.name),
                [*card.icons, *(["enemies"] if card.targets_enemies else [])],
            )
            for card in self.prepared.card_set.cards
        ]

    # --- actions -----------------------------------------------------------------------------------

    def label(self, game: Game, action: int, names: Sequence[str]) -> str:
        key = self.prepared.notation.parts(game, action).key
        return self._phrase("label" if key in self.phrases.table["label"] else "action", game, action, names)

    def deed(self, game: Game, action: int, names: Sequence[str]) -> str:
        return self._phrase("action", game, action, names)

    def _phrase(self, part: str, game: Game, action: int, names: Sequence[str]) -> str:
        """A phrase about an action, with its card by its title and its seat by its player."""
        parts = self.prepared.notation.parts(game, action)
        card = None if parts.card is None else self.phrases.title(parts.card)
        return parts.phrase(self.phrases, part, card, None if parts.seat is None else names[parts.seat])

    # --- what happened -----------------------------------------------------------------------------

    def story(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[Sentence]:
        called = [self.seat_name(seat) for seat in range(N.SEATS)] if names is None else names
        return story(self.phrases, [self._with_name(happening) for happening in happenings], called, you)

    def _with_name(self, happening: Happening) -> Happening:
        """What happened, with the card that somebody has named."""
        named = happening.code == N.TOLD_NAMED_CARD
        return happening._replace(card=self.prepared.kinds[happening.n].name) if named else happening

    def review(self, plays: Iterable[Game]) -> Review:
        return review(self.phrases, plays)
