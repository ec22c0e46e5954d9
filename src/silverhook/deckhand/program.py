"""The programs of cards as trees: what the card language reads from a text and prints as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

__all__ = ["ANY", "Block", "Choice", "If", "Leaf", "Node", "PhraseError", "Program", "leaves", "nodes"]

ANY = 99  # no upper limit of a cost


@dataclass(frozen=True)
class Leaf:
    """One operation or condition: its phrase, and the values in its gaps."""

    key: str
    n: int = 1
    m: int = 0  # it happens for every m of its value
    most: int = 0
    low: int = 0
    high: int = ANY
    amount: str = ""  # "up_to" n cards, "any" number of them; else exactly n
    which: str = ""  # the cards it takes, if not by their cost alone: a phrase of [which]
    place: str = ""
    target: str = ""
    value: str = ""
    name: str = ""  # of a card
    at: int = field(default=0, compare=False)  # its position in the text


@dataclass(frozen=True)
class Block:
    """Operations under a head: for a player, optional, for a price, or at another time."""

    key: str
    body: Program
    n: int = 0
    who: Leaf | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Choice:
    """Some of several lists of operations, chosen by the player or the enemy; `key` is that of its head."""

    options: tuple[Program, ...]
    key: str = "choose"
    n: int = 1
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class If:
    """Operations under conditions that all hold, and those under "otherwise"."""

    conditions: tuple[Leaf, ...]
    then: Program
    otherwise: Program = ()


Node = Leaf | Block | Choice | If
Program = tuple[Node, ...]


class PhraseError(Exception):
    """A text cannot be read; `column` counts from 0 in the text, and `others` says what else is wrong with it."""

    def __init__(self, column: int, message: str, others: Sequence[PhraseError] = ()) -> None:
        super().__init__(message)
        self.column = column
        self.others = others


def nodes(program: Program) -> Iterator[Node]:
    """Every node of a program, at any depth."""
    for node in program:
        yield node
        if isinstance(node, If):
            yield from nodes(node.then)
            yield from nodes(node.otherwise)
        elif isinstance(node, Choice):
            for option in node.options:
                yield from nodes(option)
        elif isinstance(node, Block):
            yield from nodes(node.body)


def leaves(program: Program) -> list[Leaf]:
    """Every operation of a program, at any depth."""
    return [node for node in nodes(program) if isinstance(node, Leaf)]
