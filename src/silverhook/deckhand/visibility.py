"""What a seat may see of a game of Deck Hand besides its cards: everything, since only cards are hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from silverhook.core.game import Game
from silverhook.core.visibility import Decision, Visibility
from silverhook.deckhand.operations import N, question

if TYPE_CHECKING:
    from silverhook.deckhand.prepared import PreparedRuleset

__all__ = ["DeckHandVisibility"]


class DeckHandVisibility(Visibility):
    """The counters and decisions of one Deck Hand ruleset. All are public."""

    def __init__(self, prepared: PreparedRuleset) -> None:
        self.prepared = prepared

    def counters(self, game: Game, seat: int | None) -> dict[str, Any]:
        """Coins, the turn and the bank, which everybody sees."""
        players = range(game.players)
        ender = game.count(N.ENDER)
        return {
            "seats": [{"coins": game.count(N.COINS + p)} for p in players],
            "turn": {
                "seat": game.count(N.CURRENT),
                "number": game.count(N.TURN),
                "round": (game.count(N.TURN) - 1) // game.players + 1,
                "actions": game.count(N.ACTIONS),
                "used": game.count(N.USED),
                "buys": game.count(N.BUYS),
                "reloads": game.count(N.RELOADS),
            },
            "first": game.count(N.FIRST),
            "ender": None if ender < 0 else ender,
            "bank": None if self.prepared.options.get("bank_limit") is None else game.count(N.BANK),  # R-D05: no limit
            **({"scores": game.scores, "winners": game.winners} if game.over else {}),
        }

    def decision(self, game: Game, seat: int | None) -> Decision:
        """The decision, which everybody sees."""
        kind, source = self.asked(game)
        return Decision(game.to_act, kind, source, n=self.amount(game))

    def asked(self, game: Game) -> tuple[str, str | None]:
        """The kind of the decision, and the card whose text asks for it."""
        op, pc, _, _, _, n = game.next_step()
        if op == N.MAIN:
            return "main", None
        if op == N.ORDER:
            return "order", None
        instruction = self.prepared.code[pc]
        kind = question(instruction.op, instruction.operation, again=n > 0)
        return kind, self.prepared.kinds[self.prepared.owners[pc][0]].name

    def amount(self, game: Game) -> int:
        """The number in the instruction that asks."""
        op, pc, *_ = game.next_step()
        return self.prepared.code[pc].n if op == N.RUN else 0
