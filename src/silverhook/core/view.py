"""The type of a view: plain data with the same parts in every game, and more that each game adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

__all__ = ["HiddenCards", "View"]


class HiddenCards(TypedDict):
    """Cards that a seat cannot tell apart: which they are, and where they can be."""

    cards: list[str]
    since: list[int]  # for each card, the first batch that it can be in
    places: list[list[Any]]  # zone and number of each place
    batches: list[int]  # for each place, the batch that it was filled from


class View(dict[str, Any]):
    """What a seat may see of a game. Further keys are the counters of the game."""

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: Literal["game", "edition"], /) -> str: ...
        @overload
        def __getitem__(self, key: Literal["seat"], /) -> int | None: ...
        @overload
        def __getitem__(self, key: Literal["over"], /) -> bool: ...
        @overload
        def __getitem__(self, key: Literal["zones"], /) -> dict[str, list[str | None]]: ...
        @overload
        def __getitem__(self, key: Literal["hidden"], /) -> list[HiddenCards]: ...
        @overload
        def __getitem__(self, key: str, /) -> Any: ...
        def __getitem__(self, key: str, /) -> Any:
            """A part of the view."""
