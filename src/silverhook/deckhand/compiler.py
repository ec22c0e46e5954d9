"""Turns card programs into instructions for the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from silverhook.core.errors import nearest
from silverhook.deckhand.language import Block, Choice, If, Leaf, Node, PhraseError, Program
from silverhook.deckhand.operations import NUMBERS, OPERATIONS, PLACES, TARGETS, N, Operation

__all__ = ["Compiler", "Instruction", "leaves"]


@dataclass
class Instruction:
    """One instruction, as the engine's struct of the same name."""

    op: int
    who: int = N.YOU
    flags: int = 0
    place: int = 0
    target: int = 0
    low: int = 0
    high: int = 255
    value: int = 0
    condition: int = 0
    kind: int = 0
    n: int = 0
    m: int = 0
    most: int = 0
    jump: int = 0
    operation: int = 0  # its number in the table of operations, 0 for a block; the engine gets its worth


_CONDITIONS = {
    "you_more": N.YOU_MORE,
    "they_more": N.THEY_MORE,
    "fewer_than_each": N.FEWER_THAN_EACH,
    "more_than_each": N.MORE_THAN_EACH,
    "some_more": N.SOME_MORE,
    "some_fewer": N.SOME_FEWER,
    "you_least": N.YOU_LEAST,
    "you_most": N.YOU_MOST,
    "they_least": N.THEY_LEAST,
    "they_most": N.THEY_MOST,
    "revealed_cost": N.SHOWN_COST,
}
_VALUES = {
    "coins": N.VALUE_COINS,
    "hand": N.VALUE_HAND,
    "stash": N.VALUE_STASH,
    "owned": N.VALUE_OWNED,
    "hooks": N.VALUE_HOOKS,
    "named": N.VALUE_NAMED,
}
_THEIRS = {N.THEIR_HAND, N.THEIR_STASH, N.THEIR_DECK}
_OWN = N.YOUR_HAND | N.YOUR_STASH


@dataclass
class _Scope:
    """What the text before an operation determines for it."""

    enemy: bool = False  # an enemy is chosen
    shown: int = 0  # the place whose cards were revealed, or looked at
    secret: bool = False  # looked at
    inside: bool = False  # other cards were revealed within the last part
    lost: bool = False  # so "the revealed cards" no longer means the earlier ones
    end: bool = False  # an END text, where hooks are counted


class Compiler:
    """Compiles the programs of one card set into one piece of code."""

    def __init__(self, kinds: Mapping[str, int]) -> None:
        self.kinds = kinds
        self.code = [Instruction(N.STOP)]  # address 0: no program
        self.nodes: dict[int, Block | Choice] = {}  # what the decision at an address came from

    def add(self, program: Program, end: bool = False) -> int:
        """Compile a program; its address, 0 for none."""
        if not program:
            return 0
        start = len(self.code)
        self._list(program, _Scope(end=end))
        self._emit(Instruction(N.STOP))
        return start

    def _emit(self, instruction: Instruction) -> Instruction:
        self.code.append(instruction)
        instruction.jump = instruction.jump or len(self.code)
        return instruction

    def _list(self, program: Program, scope: _Scope) -> None:
        inner = replace(scope)  # cards revealed inside are not known outside
        for node in program:
            inner.inside = False
            self._node(node, inner)
            inner.lost |= inner.inside
            scope.inside |= inner.inside or (isinstance(node, Leaf) and _shows(node))

    def _node(self, node: Node, scope: _Scope) -> None:
        if isinstance(node, Leaf):
            self._emit(self._leaf(node, scope))
        elif isinstance(node, If):
            self._if(node, scope)
        elif isinstance(node, Choice):
            self._choice(node, scope)
        elif node.key in ("enemy", "each"):
            self._enemy(node, scope)
        elif node.key == "may":
            self._may(node, scope)
        else:
            flags = N.OPTIONAL if node.key == "may_pay" else 0
            self._body(Instruction(N.DO_PAY_FOR, n=node.n, flags=flags), node.body, scope)

    def _body(self, head: Instruction, body: Program, scope: _Scope) -> None:
        """A head and its body; the head can jump past the body."""
        self._emit(head)
        self._list(body, scope)
        head.jump = len(self.code)

    def _may(self, node: Block, scope: _Scope) -> None:
        """Compile a "may". A choice of a card can be refused in the same decision; anything else is asked first."""
        inner = replace(scope)
        first = self._leaf(node.body[0], inner) if isinstance(node.body[0], Leaf) else None
        if first and first.op in (N.DO_MOVE, N.DO_PLAY, N.DO_ACTIVATE, N.DO_GAIN) and not first.flags & N.RANDOM:
            first.flags |= N.OPTIONAL
            self._body(first, node.body[1:], scope)
        else:
            self.nodes[len(self.code)] = node
            self._body(Instruction(N.DO_MAY), node.body, scope)

    def _enemy(self, node: Block, scope: _Scope) -> None:
        if scope.enemy:
            raise PhraseError(node.at, "an enemy is chosen already; end that sentence first")
        head = Instruction(N.DO_ENEMY if node.key == "enemy" else N.DO_EACH)
        scope.enemy = True
        if node.who:
            self._condition(head, node.who, scope)
        start = len(self.code)
        self._emit(head)
        before, scope.lost = scope.lost, scope.lost or (node.key == "each" and any(map(_shows, leaves(node.body))))
        self._list(node.body, scope)  # with the second enemy it comes after what was revealed with the first
        scope.lost = before
        if node.key == "each":
            self._emit(Instruction(N.DO_NEXT, jump=start))
        head.jump = len(self.code)
        scope.enemy = False

    def _if(self, node: If, scope: _Scope) -> None:
        head = Instruction(N.DO_IF)
        self._condition(head, node.condition, scope)
        self._body(head, node.then, scope)
        if node.otherwise:
            leap = self._emit(Instruction(N.DO_JUMP))
            head.jump = len(self.code)
            self._list(node.otherwise, scope)
            leap.jump = len(self.code)
        head.m = len(self.code)

    def _choice(self, node: Choice, scope: _Scope) -> None:
        if len(node.options) > N.MAX_OPTIONS:
            raise PhraseError(0, f"a choice has at most {N.MAX_OPTIONS} options")
        if len(set(node.options)) < len(node.options):
            raise PhraseError(0, "two options of a choice are the same")
        self.nodes[len(self.code)] = node
        head = self._emit(Instruction(N.DO_CHOOSE, n=len(node.options)))
        options = [self._emit(Instruction(N.DO_OPTION)) for _ in node.options]
        leaps = []
        for option, body in zip(options, node.options, strict=True):
            option.jump = len(self.code)
            self._list(body, scope)
            option.m = len(self.code)
            leaps.append(self._emit(Instruction(N.DO_JUMP)))
        for leap in leaps:
            leap.jump = len(self.code)
        head.m = head.jump = len(self.code)

    def _condition(self, head: Instruction, leaf: Leaf, scope: _Scope) -> None:
        head.condition = _CONDITIONS[leaf.key]
        head.n = leaf.n
        if leaf.key in ("you_more", "they_more", "they_least", "they_most"):
            self._need_enemy(leaf, scope)
        if leaf.value == "named" and leaf.key not in ("you_least", "you_most") and not scope.end:
            raise PhraseError(
                leaf.at, "which cards an enemy has is hidden; only END texts and your own cards can count them"
            )
        if leaf.key == "revealed_cost":
            head.place = self._shown(leaf, scope)
            head.low, head.high = leaf.low, leaf.high
        else:
            self._value(head, leaf)

    def _value(self, instruction: Instruction, leaf: Leaf) -> None:
        instruction.value = _VALUES[leaf.value]
        if leaf.value == "named":
            named = {name.casefold(): kind for name, kind in self.kinds.items()}
            if leaf.name.casefold() not in named:
                raise PhraseError(leaf.at, f'no card "{leaf.name}" in this set; {nearest(leaf.name, self.kinds)}')
            instruction.kind = named[leaf.name.casefold()]

    def _leaf(self, leaf: Leaf, scope: _Scope) -> Instruction:
        """The instruction of one operation."""
        operation = OPERATIONS[leaf.key]
        if operation.who == N.ALL_ENEMIES and scope.enemy:
            raise PhraseError(leaf.at, '"all enemies" does not fit where one enemy is chosen')
        if operation.of_enemy or leaf.target.startswith("to_their"):
            self._need_enemy(leaf, scope)
        if operation.at_end and not scope.end:
            raise PhraseError(leaf.at, 'hooks are only counted in an "end" text')
        if operation.effect == N.DO_SHOW:
            scope.shown, scope.secret, scope.lost = operation.place, bool(operation.flags & N.SECRET), False
        place = self._place(leaf, operation, scope)
        instruction = Instruction(
            operation.effect,
            who=operation.who,
            flags=operation.flags | self._flags(operation, place, scope),
            place=place,
            target=TARGETS[leaf.target] if leaf.target else operation.target,
            low=leaf.low,
            high=leaf.high,
            n=leaf.n * operation.sign,
            operation=NUMBERS[leaf.key],
        )
        if leaf.value:
            self._value(instruction, leaf)
            instruction.m, instruction.most = leaf.m, leaf.most
        return instruction

    def _flags(self, operation: Operation, place: int, scope: _Scope) -> int:
        """The flags that an operation gets from its place."""
        secret = N.SECRET if place & N.SHOWN and scope.secret else 0
        return secret | (N.GIVES_UP if operation.gives_up and not place & ~_OWN else 0)

    def _place(self, leaf: Leaf, operation: Operation, scope: _Scope) -> int:
        """The place that an operation takes cards from, if its place and target are allowed."""
        place = operation.place
        if leaf.place == "revealed":
            place = self._shown(leaf, scope)
        elif leaf.place:
            place = PLACES[leaf.place]
            if place in _THEIRS:
                self._need_enemy(leaf, scope)
        if not operation.allows(leaf.place, scope.shown, leaf.target):
            raise PhraseError(leaf.at, operation.remedy)
        return place

    def _shown(self, leaf: Leaf, scope: _Scope) -> int:
        if not scope.shown:
            raise PhraseError(leaf.at, "nothing has been revealed or looked at before this; reveal cards first")
        if scope.lost:
            raise PhraseError(leaf.at, "other cards have been revealed since; use these cards before revealing others")
        if scope.shown in _THEIRS:
            self._need_enemy(leaf, scope)
        return int(scope.shown | N.SHOWN)

    def _need_enemy(self, leaf: Leaf, scope: _Scope) -> None:
        if not scope.enemy:
            raise PhraseError(leaf.at, 'no enemy is chosen here; put "choose an enemy:" or "each enemy:" before it')


def _shows(leaf: Leaf) -> bool:
    return bool(OPERATIONS[leaf.key].effect == N.DO_SHOW)


def leaves(program: Program) -> list[Leaf]:
    """Every operation of a program, at any depth."""
    found: list[Leaf] = []
    for node in program:
        if isinstance(node, Leaf):
            found.append(node)
        elif isinstance(node, If):
            found += leaves(node.then) + leaves(node.otherwise)
        elif isinstance(node, Choice):
            found += [leaf for option in node.options for leaf in leaves(option)]
        else:
            found += leaves(node.body)
    return found
