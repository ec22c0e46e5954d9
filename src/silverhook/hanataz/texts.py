"""What the cards of Hanataz say, what would beat a number, and what is assumed: in the words of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from silverhook.core.options import written
from silverhook.hanataz.composition import Composition, Kind, N, face_name

__all__ = ["Texts"]


class Texts:
    """The texts of one composition with its options."""

    def __init__(
        self, composition: Composition, options: Mapping[str, Any], words: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.words = words
        self._composition = composition
        self._options = options
        self._kinds = {kind.name: kind for kind in composition.kinds}

    def kind(self, name: str) -> Kind:
        """The kind of card of a name."""
        return self._kinds[name]

    def faces(self) -> list[str]:
        """The faces of this deck, and "Number"."""
        return sorted({face_name(kind) for kind in self._kinds.values()}, key=lambda face: (face == "Number", face))

    def brief(self, face: str) -> str:
        """What a face does, in a line."""
        return self.words["brief"][face]

    def full(self, face: str) -> str:
        """What a face does, by the options of this game."""
        names = ("bard_self_pays", "crown_self", "jester_play", "knight_scope", "priest_scope")
        text = self.words["text"][face].format(**{name: self._variant(name) for name in names})
        return f"{text[0].upper()}{text[1:]}"

    def beaten_by(self, name: str | None) -> str:
        """Which numbers take control from a winning card; from none if nothing has to be beaten."""
        words = self.words["beat"]
        if name is None:
            return words["free"]
        beaten = self.kind(name)
        higher = sorted(
            (kind for kind in self._kinds.values() if _beats(kind, beaten)),
            key=lambda kind: kind.value,
        )
        if not higher:
            return words["only_equal"].format(n=beaten.value)
        suit = self._composition.suits[beaten.suit]
        key = {1: "number", 2: "number_two"}.get(len(higher), "numbers")
        return words[key].format(
            card=higher[-1].name, low=higher[0].value, high=higher[-1].value, suit=suit
        ) + words["or"] + words["equal"].format(n=beaten.value)  # fmt: skip

    def end(self) -> str:
        """What ends the game."""
        limit = self._options["hand_limit"]
        until = "" if limit is None else self.words["variant"]["hand_limit"].format(n=limit)
        values = {"hand_limit": until, "n": limit, "target_silvs": self._options["target_silvs"]}
        return self._variant("game_end").format(**values)

    def assumed(self, own_deck: bool) -> str:
        """What of this game no rule sheet says; a deck of one's own is no assumption of ours."""
        words = self.words["assumed"]
        parts = [*([] if own_deck else [words["deck"].format(name=self._composition.name)]), words["end"]]
        return words["line"].format(what=self.words["joint"]["list"].join(parts))

    def _variant(self, option: str) -> str:
        return self.words["variant"][f"{option}-{written(self._options[option])}"]


def _beats(kind: Kind, beaten: Kind) -> bool:
    """A higher number of the same suit (HZ-C2)."""
    return bool(kind.face == N.NUMBER and kind.suit == beaten.suit and kind.value > beaten.value)
