"""Types of `undo.py`, which Cython compiles."""

from silverhook.core.game import Game

def reveals(before: Game, action: int, deals: int = 40) -> bool: ...
