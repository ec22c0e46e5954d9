"""What a seat may see of a game of Hanataz besides its cards.

All counters are public. One decision is not: who is asked for a Knight (R-H46), since that would tell who holds one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from silverhook.core.game import Game
from silverhook.core.visibility import Decision, Visibility
from silverhook.hanataz.composition import Kind, N

if TYPE_CHECKING:
    from silverhook.hanataz.prepared import PreparedRuleset

__all__ = ["HanatazVisibility"]

_ASKED = {
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


class HanatazVisibility(Visibility):
    """The counters and decisions of one Hanataz ruleset."""

    def __init__(self, prepared: PreparedRuleset) -> None:
        self.prepared = prepared

    def counters(self, game: Game, seat: int | None) -> dict[str, Any]:
        """Silvs, the pot and who controls it, and the Bards, which everybody sees."""
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
            **({"scores": game.scores, "winners": game.winners} if game.over else {"to_beat": self._to_beat(game)}),
        }

    def _to_beat(self, game: Game) -> str | None:
        kind = self.to_beat(game)
        return None if kind is None else kind.name

    def to_beat(self, game: Game) -> Kind | None:
        """The card that a number has to beat, face up in the row. None if any number takes control."""
        row = game.zone(N.ROW)
        must_beat = game.count(N.CONTROL) >= 0 or self.prepared.options["after_return"] == "beat_last"
        return self.prepared.kinds[self.prepared.cards[row[-1]]] if row and must_beat else None

    def decision(self, game: Game, seat: int | None) -> Decision:
        """The decision. While a seat is asked for a Knight, every other seat sees only that the table waits."""
        kind, decides = self.asked(game), game.to_act
        if kind == "knight" and seat != decides:  # R-H46: who is asked is nobody else's business
            kind, decides = "wait", None
        more = {"by": game.next_step()[2], "target": self._target(game, kind)}  # by: the seat it belongs to
        return Decision(decides, kind, self._source(game), self._question(game, kind, seat), more=more)

    def _question(self, game: Game, kind: str, seat: int | None) -> str:
        """The phrase that asks the deciding seat, or that tells the others what it decides."""
        if kind == "wait" or game.to_act is None:
            return kind
        mine = seat == game.to_act
        if kind == "turn" and mine and max(game.legal_actions()) < N.CARD:
            return "turn_bare"  # what somebody holds is nobody else's business
        if kind == "turn" and not game.count(N.SILVS + game.to_act):
            kind = "turn_no_pass"
        return kind if mine else f"{kind}_other"

    def asked(self, game: Game) -> str:
        """The kind of the decision, as the seat that decides knows it."""
        op, pc, you, *_ = game.next_step()
        if op == N.SWAPPING:
            return "swapping" if pc else "swap"
        if op == N.NORMING:
            return "discard" if len(game.zone(N.HANDS + you)) > N.HAND_SIZE else "refill"
        return _ASKED[op]

    def _source(self, game: Game) -> str | None:
        """The card whose effect asks; it was played openly."""
        card = game.next_step()[4]
        return None if card == N.NO_CARD else self.prepared.notation.card_name(card)

    @staticmethod
    def _target(game: Game, kind: str) -> int | None:
        """The seat that a Rogue is aimed at, for the seat that is asked about it."""
        enemy = game.next_step()[3]
        return enemy if kind in ("says", "knight") and enemy >= 0 else None
