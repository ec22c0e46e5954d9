"""Questions that a game asks without telling the other seats whom."""

from __future__ import annotations

from functools import cached_property

from silverhook.core.game import Game

__all__ = ["SecretQuestions"]


class SecretQuestions:
    """The secret questions of one position, which are put to all seats at once, and the answers held back.

    `Table.apply` makes new ones after each change of the game and notes the answers; everything else only reads.
    """

    def __init__(self, game: Game | None = None) -> None:
        self._game = game
        self.answers: dict[int, int] = {}  # by seat

    @cached_property
    def positions(self) -> dict[int, Game]:
        """The position that each asked seat answers in: all seats before it have declined."""
        game, found = self._game, {}
        while game is not None and _secret(game) and (seat := game.to_act) is not None and seat not in found:
            found[seat] = game
            game = game.clone()
            game.apply(game.rules.visibility.silent_answer(game))
        return found


def _secret(game: Game) -> bool:
    """Whether the game asks somebody without telling spectators whom."""
    decision = game.decision()
    return decision is not None and decision.seat is None
