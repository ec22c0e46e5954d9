"""Hanataz in words: decisions, actions and events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from silverhook.core.game import Game
from silverhook.core.notation import About, CardFace, Happening, Notation
from silverhook.core.review import Review
from silverhook.core.words import ENGLISH, Words, phrases, spoken
from silverhook.hanataz.composition import WORDS, N, face_name
from silverhook.hanataz.review import review
from silverhook.hanataz.story import EVENTS, tell_all
from silverhook.hanataz.texts import Texts

if TYPE_CHECKING:
    from silverhook.hanataz.prepared import PreparedRuleset

__all__ = ["HanatazNotation"]

_ZONES = ("deck", "discard", "house", "row", "bards", "played")
_PROMPTS = {
    N.TURN: "turn",
    N.FLIPPING: "flip",
    N.ASSASSIN_AIMS: "assassin",
    N.CROWN_TAXES: "tax_pot",
    N.TROLL_TAXES: "tax_troll",
    N.FOOL_TAKES: "fool",
    N.JESTER_LOOKS: "look",
    N.JESTER_PUTS: "put",
    N.JESTER_PLAYS: "jester",
    N.ROGUE_AIMS: "rogue",
    N.ROGUE_SAYS: "says",
    N.KNIGHTS: "knight",
}
_WORDS = {
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


class HanatazNotation(Notation):
    """The words of one Hanataz ruleset."""

    def __init__(self, prepared: PreparedRuleset, language: str = ENGLISH) -> None:
        self.prepared = prepared
        self.speaks = language
        self.words = Words(phrases(WORDS, language))
        self.texts = Texts(prepared.composition, prepared.options, self.words)
        self._zones = [f"hand.{seat}" for seat in range(N.SEATS)] + list(_ZONES)

    def in_language(self, language: str) -> HanatazNotation:
        known = spoken(WORDS, language)
        if known not in self.prepared.notations:
            self.prepared.notations[known] = HanatazNotation(self.prepared, known)
        return self.prepared.notations[known]

    def title(self, card: str) -> str:
        """What the card of a name is called."""
        return self.texts.title(card)

    def zone_name(self, zone: int) -> str:
        return self._zones[zone]

    def card_name(self, card: int) -> str:
        return self.prepared.kinds[self.prepared.cards[card]].name

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
                [face_name(kind), *([] if kind.suit == N.NO_SUIT else [deck.suits[kind.suit]])],
            )
            for kind, copies in zip(deck.kinds, deck.copies, strict=True)
            if copies
        ]

    # --- what is seen ------------------------------------------------------------------------------

    def values(self, game: Game, seat: int | None) -> dict[str, Any]:
        control = game.count(N.CONTROL)
        return {
            "seats": [
                {
                    "silvs": game.count(N.SILVS + p),
                    "state": {N.IN: "in", N.NUBBED: "nubbed out", N.BUST: "out of the game"}[game.count(N.STATE + p)],
                    "fool_tokens": game.count(N.HELD + p),
                }
                for p in range(game.players)
            ],
            "turn": {"seat": game.count(N.CURRENT), "hand": game.count(N.HAND_NUMBER), "turns": game.count(N.TURNS)},
            "first": game.count(N.FIRST),
            "control": None if control < 0 else control,
            "pot": game.count(N.POT),
            "purse": game.count(N.PURSE),
            "fool_tokens": game.count(N.TOKENS),
            "bards": [
                {"seat": game.count(N.BARD_OF + i), "silvs": game.count(N.ON_BARD + i)}
                for i in range(len(game.zone(N.BARDS)))
            ],
            **({"scores": game.scores, "winners": game.winners} if game.over else {"beaten_by": self._beaten_by(game)}),
        }

    def _beaten_by(self, game: Game) -> str:
        """Which numbers would take control now, in words."""
        beaten = self._to_beat(game)
        return self.texts.beaten_by(None if beaten is None else beaten.name)

    def _to_beat(self, game: Game) -> Any:
        """The kind of card that a number has to beat; None if any takes control."""
        row = game.zone(N.ROW)
        must_beat = game.count(N.CONTROL) >= 0 or self.prepared.options["after_return"] == "beat_last"
        return self.prepared.kinds[self.prepared.cards[row[-1]]] if row and must_beat else None

    def decision(self, game: Game, seat: int | None) -> dict[str, Any]:
        kind, seen = self.asked(game), game.to_act
        if kind == "knight" and seat != seen:  # R-H46: who is asked is nobody else's business
            kind, seen = "wait", None
        return {
            "seat": seen,
            "kind": kind,
            "prompt": self.words.say("prompt", self._prompt(game, kind, seat)),
            "card": self._source(game),
            "by": game.steps()[-1][2],  # whose turn, step or card it is that asks
            "target": self._target(game, kind),
        }

    def _prompt(self, game: Game, kind: str, seat: int | None) -> str:
        """The question for a kind of decision; that nothing can be played is for the one who is asked."""
        if kind != "turn":
            return kind
        if seat == game.to_act and max(game.legal_actions()) < N.CARD:
            return "turn_bare"
        return kind if game.count(N.SILVS + game.to_act) else "turn_no_pass"

    def asked(self, game: Game) -> str:
        """The kind of the decision."""
        op, pc, you, *_ = game.steps()[-1]
        if op == N.SWAPPING:
            return "swapping" if pc else "swap"
        if op == N.NORMING:
            return "discard" if len(game.zone(N.HANDS + you)) > N.HAND_SIZE else "refill"
        return _PROMPTS[op]

    def _source(self, game: Game) -> str | None:
        """The card whose effect asks."""
        card = game.steps()[-1][4]
        return None if card == N.NO_CARD else self.card_name(card)

    @staticmethod
    def _target(game: Game, kind: str) -> int | None:
        """The seat that a Rogue is aimed at; everybody saw it."""
        enemy = game.steps()[-1][3]
        return enemy if kind in ("says", "knight") and enemy >= 0 else None

    # --- actions -------------------------------------------------------------------------------------

    def describe(self, game: Game, action: int) -> str:
        key, gaps = self.parts(game, action, self.seat_name)
        return self.prepared.notation.words.say("action", key, **gaps)

    def label(self, game: Game, action: int, names: Sequence[str]) -> str:
        key, gaps = self.parts(game, action, lambda seat: names[seat])
        return self._say("label" if key in self.words.table["label"] else "action", key, gaps)

    def deed(self, game: Game, action: int, names: Sequence[str]) -> str:
        key, gaps = self.parts(game, action, lambda seat: names[seat])
        return self._say("action", key, gaps)

    def _say(self, part: str, key: str, gaps: dict[str, Any]) -> str:
        """A phrase about an action, with its card by its title."""
        card = {"card": self.title(gaps["card"])} if "card" in gaps else {}
        return self.words.say(part, key, **{**gaps, **card})

    def parts(self, game: Game, action: int, name: Callable[[int], str]) -> tuple[str, dict[str, Any]]:
        """The phrase of an action and what fills its gaps."""
        kind = self.asked(game)
        if action == N.NO:
            return _NO[kind], {}
        if action == N.YES:
            return "draw", {}
        if action in _WORDS:
            return _WORDS[action], {}
        if action >= N.CARD:
            card = self.prepared.kinds[action - N.CARD]
            return _CARD.get(kind) or ("play_fee" if self._costs(game, card) else "play"), {"card": card.name}
        if action >= N.POSITION:
            return "position", {"n": action - N.POSITION + 1}
        return "target", {"seat": name(action - N.SEAT)}

    def about(self, game: Game, action: int) -> About:
        does, _ = self.parts(game, action, self.seat_name)
        if action >= N.CARD:
            return About(does, self.prepared.kinds[action - N.CARD].name, f"hand.{game.to_act}")
        if action >= N.POSITION and does == "position":
            return About(does, zone="house", place=action - N.POSITION)
        return About(does, seat=action - N.SEAT if does == "target" else None)

    def _costs(self, game: Game, card: Any) -> bool:
        """Whether a number card is played as an equal one, for a silv (HZ-C3)."""
        beaten = self._to_beat(game)
        return bool(card.face == N.NUMBER and beaten is not None and beaten.value == card.value)

    def short_forms(self, game: Game, action: int) -> list[str]:
        kind = self.asked(game)
        _, gaps = self.parts(game, action, self.seat_name)
        forms = [str(value) for value in gaps.values()]
        if action >= N.CARD:
            card = self.prepared.kinds[action - N.CARD]
            verb = _CARD.get(kind, "play")
            names = (card.short, card.name, *([face_name(card)] if card.face != N.NUMBER else []))
            forms += [*names, *(f"{verb} {name}" for name in names)]
        extra = {N.NO: ["no", "n"], N.YES: ["yes", "y"], N.PASS: ["pass"], N.NUB_OUT: ["nub", "fold"], N.PAY: ["pay"]}
        return forms + extra.get(action, [])

    # --- events ----------------------------------------------------------------------------------------

    def event_name(self, code: int) -> str:
        name: str = EVENTS[code]
        return name

    def tell_all(
        self, happenings: Sequence[Happening], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[str]:
        called = [self.seat_name(seat) for seat in range(N.SEATS)] if names is None else names
        return tell_all(self.words, happenings, called, you, self.title)

    def review(self, plays: Iterable[Game]) -> Review:
        return review(self.words.table, plays)
