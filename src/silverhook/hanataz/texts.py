"""Texts about a ruleset of Hanataz: what its cards say, what beats a number, and what we assume."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from silverhook.core.options import written
from silverhook.core.words import Words
from silverhook.hanataz.composition import Composition, Kind, N, face_name

__all__ = ["Texts"]


class Texts:
    """The texts of one composition with its options."""

    def __init__(self, composition: Composition, options: Mapping[str, Any], words: Words) -> None:
        self._spoken = words
        self.words = words.table
        self._composition = composition
        self._options = options
        self._beaten: dict[str | None, str] = {}  # every view contains it
        self._kinds = {kind.name: kind for kind in composition.kinds}
        self._titles = {kind.name: self._title(kind) for kind in composition.kinds}

    def kind(self, name: str) -> Kind:
        """The kind of card with a name."""
        return self._kinds[name]

    def title(self, name: str) -> str:
        """The title of a card, by its name."""
        return self._titles[name]

    def _title(self, kind: Kind) -> str:
        face = self.face(face_name(kind))
        if kind.suit == N.NO_SUIT:
            return face
        key = "number" if kind.face == N.NUMBER else "face"
        return self._spoken.say("card", key, kind.value, face=face, suit=self._of_suit(kind))

    def face(self, face: str) -> str:
        """The title of a face."""
        return self.words["face"].get(face, face)

    def suits(self) -> list[str]:
        """The titles of this deck's suits; suits of custom decks keep their names."""
        return [self.words["suit"].get(suit, suit) for suit in self._composition.suits]

    def _of_suit(self, kind: Kind) -> str:
        """The suit of a card in the form used in titles, in languages with a special form."""
        return self.words["suit_of"].get(self._composition.suits[kind.suit]) or self.suits()[kind.suit]

    def told_face(self, face: str) -> str:
        """A face and its full text, for a list of faces."""
        return f"*{self.face(face)}*{self._spoken.spelt(self.words['joint']['effect'])}{self.full(face)}"

    def faces(self) -> list[str]:
        """The faces of this deck, and "Number"."""
        return sorted({face_name(kind) for kind in self._kinds.values()}, key=lambda face: (face == "Number", face))

    def brief(self, face: str) -> str:
        """The text of a face, in one line."""
        return self._spoken.say("brief", face)

    def full(self, face: str) -> str:
        """The text of a face under the options of this game."""
        names = ("bard_self_pays", "crown_self", "jester_play", "knight_scope", "priest_scope")
        text = self._spoken.say("text", face, **{name: self._variant(name) for name in names})  # type: ignore[arg-type]
        return f"{text[0].upper()}{text[1:]}"

    def beaten_by(self, name: str | None) -> str:
        """The numbers that take control from a winning card, or any number if there is nothing to beat."""
        if name not in self._beaten:
            self._beaten[name] = self._beats_in_words(name)
        return self._beaten[name]

    def _beats_in_words(self, name: str | None) -> str:
        say = self._spoken.say
        if name is None:
            return say("beat", "free")
        beaten = self.kind(name)
        higher = sorted(
            (kind for kind in self._kinds.values() if _beats(kind, beaten)),
            key=lambda kind: kind.value,
        )
        if not higher:
            return say("beat", "only_equal", beaten.value)
        key = {1: "number", 2: "number_two"}.get(len(higher), "numbers")
        low, high = higher[0], higher[-1]
        beats = say("beat", key, card=self.title(high.name), low=low.value, high=high.value, suit=self._of_suit(beaten))
        return beats + say("beat", "or") + say("beat", "equal", beaten.value)

    def end(self) -> str:
        """What ends the game."""
        limit = self._options["hand_limit"]
        until = "" if limit is None else self._spoken.say("variant", "hand_limit", limit)
        target = self._options["target_silvs"]
        n = target if self._options["game_end"] == "target" else limit or 0
        return self._spoken.fitting(self._variant("game_end"), n).format(hand_limit=until, n=n)

    def assumed(self, own_deck: bool) -> str:
        """What we assume about this game beyond the rule sheets; a custom deck is not our assumption."""
        words = self.words["assumed"]
        parts = [*([] if own_deck else [words["deck"].format(name=self._composition.name)]), words["end"]]
        return self._spoken.say("assumed", "line", what=self._spoken.listed(parts))

    def _variant(self, option: str) -> str:
        return self.words["variant"][f"{option}-{written(self._options[option])}"]


def _beats(kind: Kind, beaten: Kind) -> bool:
    """A higher number of the same suit (HZ-C2)."""
    return bool(kind.face == N.NUMBER and kind.suit == beaten.suit and kind.value > beaten.value)
