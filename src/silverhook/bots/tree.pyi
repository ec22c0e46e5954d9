"""Types of `tree.py`, which Cython compiles."""

from silverhook.core.game import Game
from silverhook.core.seeds import Seed

class Tree:
    def __init__(
        self,
        game: Game,
        seat: int,
        room: int,
        seed: Seed,
        exploration: float,
        margin: float,
        trust: float,
        playouts: float,
        horizon: float,
        redeal: float,
    ) -> None: ...
    def think(self, simulations: int, action: int = -1) -> None: ...
    def play_on(self, simulations: int) -> list[float]: ...
    def children(self) -> list[tuple[int, int, float]]: ...
