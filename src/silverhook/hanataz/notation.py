"""The names of Hanataz: zones, cards, events, and actions as records write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from silverhook.core.game import Game
from silverhook.core.notation import About, Notation, seat_name
from silverhook.core.words import Words, phrases
from silverhook.hanataz.composition import WORDS, Kind, N, face_name
from silverhook.hanataz.story import EVENTS

if TYPE_CHECKING:
    from silverhook.hanataz.prepared import PreparedRuleset

__all__ = ["ActionParts", "HanatazNotation"]

_ZONES = ("deck", "discard", "house", "row", "bards", "played")
_KEYS = {
    N.PASS: "pass",
    N.NUB_OUT: "nub_out",
    N.PAY: "pay",
    N.PUT_BACK: "put_back",
    N.SHUFFLE: "shuffle",
    N.TWO_SILVS: "two_silvs",
    N.SILV_AND_CARD: "silv_and_card",
}
_NO = {
    "swap": "keep",
    "swapping": "done",
    "refill": "no_draw",
    "jester": "no_play",
    "knight": "no_counter",
}
_CARD = {"swap": "swap", "swapping": "swap", "discard": "discard", "knight": "counter"}


class ActionParts(NamedTuple):
    """The parts of a legal action, independent of any language."""

    key: str  # pass, play, swap ...: the name of its phrase
    card: str | None = None
    position: int | None = None  # the house position, from 0
    seat: int | None = None

    def phrase(self, words: Words, part: str, card: str | None, seat: str | None) -> str:
        """The action in a language, with its card and its seat as the caller names them."""
        n = 1 if self.position is None else self.position + 1
        return words.say(part, self.key, n, card=card, seat=seat)


class HanatazNotation(Notation):
    """The names of one Hanataz ruleset."""

    def __init__(self, prepared: PreparedRuleset) -> None:
        self.prepared = prepared
        self._words = Words(phrases(WORDS))
        self._zones = [f"hand.{seat}" for seat in range(N.SEATS)] + list(_ZONES)

    def zone_name(self, zone: int) -> str:
        return self._zones[zone]

    def card_name(self, card: int) -> str:
        return self.prepared.kinds[self.prepared.cards[card]].name

    def event_name(self, code: int) -> str:
        return EVENTS[code]

    # --- actions -------------------------------------------------------------------------------------

    def describe(self, game: Game, action: int) -> str:
        parts = self.parts(game, action)
        return parts.phrase(self._words, "action", parts.card, None if parts.seat is None else seat_name(parts.seat))

    def parts(self, game: Game, action: int) -> ActionParts:
        """What a legal action does (pass, play, swap ...), and the card, position or seat that it is about."""
        kind = self.prepared.visibility.asked(game)
        if action == N.NO:
            return ActionParts(_NO[kind])
        if action == N.YES:
            return ActionParts("draw")
        if action == N.PAY and kind == "tax_troll":
            return ActionParts("pay", seat=game.next_step()[2])
        if action in _KEYS:
            return ActionParts(_KEYS[action])
        if action >= N.CARD:
            card = self.prepared.kinds[action - N.CARD]
            return ActionParts(_CARD.get(kind) or ("play_fee" if self._costs(game, card) else "play"), card.name)
        if action >= N.POSITION:
            return ActionParts("position", position=action - N.POSITION)
        return ActionParts("target", seat=action - N.SEAT)

    def about(self, game: Game, action: int) -> About:
        parts = self.parts(game, action)
        if parts.card is not None:
            return About(parts.key, parts.card, f"hand.{game.to_act}")
        if parts.position is not None:
            return About(parts.key, zone="house", place=parts.position)
        return About(parts.key, seat=parts.seat if parts.key == "target" else None)

    def _costs(self, game: Game, card: Kind) -> bool:
        """Whether a number card is played as an equal one, for a silv (HZ-C3)."""
        beaten = self.prepared.visibility.to_beat(game)
        return bool(card.face == N.NUMBER and beaten is not None and beaten.value == card.value)

    def short_forms(self, game: Game, action: int) -> list[str]:
        parts = self.parts(game, action)
        forms = {N.NO: ["no", "n"], N.YES: ["yes", "y"], N.PASS: ["pass"], N.NUB_OUT: ["nub", "fold"], N.PAY: ["pay"]}
        forms[N.SHUFFLE] = ["shuffle", "shuffle the house hand"]
        if action in forms:
            return forms[action]
        if parts.card is not None:
            return self._card_forms(self.prepared.kinds[action - N.CARD], parts.key.removesuffix("_fee"))
        if parts.position is not None:
            return [str(parts.position + 1)]
        return [] if parts.seat is None else [seat_name(parts.seat)]

    @staticmethod
    def _card_forms(card: Kind, verb: str) -> list[str]:
        names = (card.short, card.name, *([face_name(card)] if card.face != N.NUMBER else []))
        return [*names, *(f"{verb} {name}" for name in names)]
