"""Turns card programs into instructions for the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from silverhook.core.errors import nearest
from silverhook.deckhand.comparisons import CONDITIONS, FILTERS, VALUES
from silverhook.deckhand.operations import NUMBERS, OPERATIONS, PLACES, TARGETS, N, Operation
from silverhook.deckhand.program import ANY, Block, Choice, If, Leaf, Node, PhraseError, Program, leaves
from silverhook.deckhand.reader import AIMED

__all__ = ["Compiler", "Instruction"]


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
    which: int = 0
    n: int = 0
    m: int = 0
    most: int = 0
    jump: int = 0
    operation: int = 0  # its number in the table of operations, 0 for a block; the engine gets its worth


_THEIRS = {N.THEIR_HAND, N.THEIR_STASH, N.THEIR_DECK}
_OWN = {N.YOU: N.YOUR_HAND | N.YOUR_STASH, N.THEY: N.THEIR_HAND | N.THEIR_STASH}  # what a player can give up
_DECKS = {N.YOUR_DECK, N.THEIR_DECK}
_CHOOSING = (N.DO_MOVE, N.DO_DISCARD, N.DO_GAIN)  # they let somebody choose cards
_OF_ENEMY = {name for name, target in TARGETS.items() if target in (N.TO_THEIR_HAND, N.TO_THEIR_STASH, N.TO_THEIR_DECK)}
_NO_IT = '"it" is a card that this text has moved where everybody sees it; nothing before this does'
_HIDDEN = "which cards an enemy has is hidden; only END texts and your own cards can count them"
_AMOUNTS = {"": 0, "up_to": N.UP_TO, "any": N.UP_TO}
_MOST_PROBLEMS = 10  # reported for each text


@dataclass
class _Scope:
    """What the text before an operation determines for it."""

    enemy: bool = False  # an enemy is chosen
    shown: int = 0  # the place whose cards were revealed, or looked at
    secret: bool = False  # looked at
    inside: bool = False  # other cards were revealed within the last part
    lost: bool = False  # so "the revealed cards" no longer means the earlier ones
    end: bool = False  # an END text, where hooks are counted
    each: str = ""  # the block that goes from player to player: each, players
    moved: bool = False  # cards have been moved that "of them" can mean
    it: bool = False  # ... and everybody has seen the last of them, so "it" can mean that
    named: bool = False  # a card has been named

    def joins(self, ends: Iterable[_Scope]) -> None:
        """Go on after parts of which only one happens: whatever one of them did may have been done."""
        for end in ends:
            self.inside |= end.inside
            self.moved |= end.moved
            self.it |= end.it
            self.named |= end.named


class Compiler:
    """Compiles the programs of one card set into one piece of code."""

    def __init__(self, kinds: Mapping[str, int]) -> None:
        self.kinds = kinds
        self.code = [Instruction(N.STOP)]  # address 0: no program
        self.nodes: dict[int, Block | Choice] = {}  # what the decision at an address came from
        self._problems: list[PhraseError] = []

    def add(self, program: Program, end: bool = False) -> int:
        """Compile a program; its address, 0 for none. A PhraseError names everything that makes no sense in it."""
        if not program:
            return 0
        start = len(self.code)
        self._problems = []
        self._list(program, _Scope(end=end))
        self._emit(Instruction(N.STOP))
        if self._problems:
            problems = {(problem.column, str(problem)): problem for problem in self._problems}
            first, *others = [problems[key] for key in sorted(problems)][:_MOST_PROBLEMS]
            raise PhraseError(first.column, str(first), others)
        return start

    def _emit(self, instruction: Instruction) -> Instruction:
        self.code.append(instruction)
        instruction.jump = instruction.jump or len(self.code)
        return instruction

    def _list(self, program: Program, scope: _Scope) -> None:
        inner = replace(scope)  # cards revealed inside are not known outside
        for node in program:
            inner.inside = False
            try:
                self._node(node, inner)
            except PhraseError as problem:
                self._problems.append(problem)
            inner.lost |= inner.inside
            scope.inside |= inner.inside or (isinstance(node, Leaf) and _shows(node))
        scope.moved, scope.it, scope.named = inner.moved, inner.it, inner.named

    def _node(self, node: Node, scope: _Scope) -> None:
        if isinstance(node, Leaf):
            self._emit(self._leaf(node, scope))
        elif isinstance(node, If):
            self._if(node, scope)
        elif isinstance(node, Choice):
            self._choice(node, scope)
        elif node.key in AIMED:
            self._aimed(node, scope)
        elif node.key in ("may", "they_may"):
            self._may(node, scope)
        elif node.key in ("later", "once"):
            self._timed(node, scope)
        else:
            flags = 0 if node.key == "pay_to" else N.OPTIONAL
            self._body(Instruction(N.DO_PAY_FOR, self._who(node, scope), n=node.n, flags=flags), node.body, scope)

    def _who(self, node: Block | Choice, scope: _Scope) -> int:
        """The player who decides about a block."""
        if not node.key.startswith("they_"):
            return int(N.YOU)
        self._need_enemy(node, scope)
        return int(N.THEY)

    def _body(self, head: Instruction, body: Program, scope: _Scope) -> None:
        """A head and its body; the head can jump past the body."""
        self._emit(head)
        if any(OPERATIONS[leaf.key].effect in _CHOOSING for leaf in leaves(body)):
            head.flags |= N.CHOOSES
        self._list(body, scope)
        head.jump = len(self.code)

    def _may(self, node: Block, scope: _Scope) -> None:
        """Compile a "may". A choice of a card can be refused in the same decision; anything else is asked first."""
        who, inner = self._who(node, scope), replace(scope)
        first = self._leaf(node.body[0], inner) if isinstance(node.body[0], Leaf) else None
        asks = first and first.op in (N.DO_MOVE, N.DO_PLAY, N.DO_ACTIVATE, N.DO_GAIN) and not first.flags & N.RANDOM
        if first and asks and first.who == who:
            first.flags |= N.OPTIONAL
            self._body(first, node.body[1:], inner)
            scope.moved, scope.it, scope.named = inner.moved, inner.it, inner.named
        else:
            self.nodes[len(self.code)] = node
            self._body(Instruction(N.DO_MAY, who), node.body, scope)

    def _timed(self, node: Block, scope: _Scope) -> None:
        """Compile a part that happens later, in a program of its own, or at most once in a turn."""
        if scope.end:
            raise PhraseError(node.at, 'there are no turns in an "end" text, because the game is over')
        if node.key == "once":
            self._body(Instruction(N.DO_ONCE), node.body, scope)
            return
        head = self._emit(Instruction(N.DO_LATER))
        self._list(node.body, _Scope())
        self._emit(Instruction(N.STOP))
        head.jump = len(self.code)

    def _aimed(self, node: Block, scope: _Scope) -> None:
        """Compile a block about an enemy, each enemy or each player."""
        if scope.enemy:
            raise PhraseError(node.at, "an enemy is chosen already; end that sentence first")
        one = node.key == "enemy"
        head = Instruction(N.DO_ENEMY if one else N.DO_EACH, N.ALL_PLAYERS if node.key == "players" else N.YOU)
        scope.enemy = True
        if node.who:
            self._condition(head, node.who, scope)
        scope.each = "" if one else node.key
        start = len(self.code)
        self._emit(head)
        before, scope.lost = scope.lost, scope.lost or (not one and any(map(_shows, leaves(node.body))))
        self._list(node.body, scope)  # with the second enemy it comes after what was revealed with the first
        scope.lost = before
        if not one:
            self._emit(Instruction(N.DO_NEXT, jump=start))
        head.jump = len(self.code)
        scope.enemy, scope.each = False, ""

    def _if(self, node: If, scope: _Scope) -> None:
        heads = []
        for condition in node.conditions:
            head = Instruction(N.DO_IF)
            self._condition(head, condition, scope)
            heads.append(self._emit(head))
        ends = [replace(scope), replace(scope)]
        self._list(node.then, ends[0])
        leap = self._emit(Instruction(N.DO_JUMP)) if node.otherwise else None
        for head in heads:
            head.jump = len(self.code)
        self._list(node.otherwise, ends[1])
        scope.joins(ends)
        for head in (*heads, *filter(None, (leap,))):
            head.m = len(self.code)
        if leap:
            leap.jump, leap.m = leap.m, 0

    def _choice(self, node: Choice, scope: _Scope) -> None:
        options = [sum(some, ()) for some in combinations(node.options, node.n)]
        if len(options) > N.MAX_OPTIONS:
            what = "options" if node.n == 1 else f"combinations of {node.n} options"
            raise PhraseError(node.at, f"a choice has at most {N.MAX_OPTIONS} {what}, this one {len(options)}")
        if len(set(node.options)) < len(node.options):
            raise PhraseError(node.at, "two options of a choice are the same")
        self.nodes[len(self.code)] = replace(node, options=tuple(options))
        head = self._emit(Instruction(N.DO_CHOOSE, self._who(node, scope), n=len(options)))
        starts = [self._emit(Instruction(N.DO_OPTION)) for _ in options]
        leaps = []
        ends = []
        for start, body in zip(starts, options, strict=True):
            start.jump = len(self.code)
            ends.append(replace(scope))
            self._list(body, ends[-1])
            start.m = len(self.code)
            leaps.append(self._emit(Instruction(N.DO_JUMP)))
        scope.joins(ends)
        for leap in leaps:
            leap.jump = len(self.code)
        head.m = head.jump = len(self.code)

    def _condition(self, head: Instruction, leaf: Leaf, scope: _Scope) -> None:
        condition = CONDITIONS[leaf.key]
        head.condition = condition.number
        head.n = condition.limit(leaf)
        if condition.of_enemy:
            self._need_enemy(leaf, scope)
        if leaf.key == "revealed_is":
            head.place = self._shown(leaf, scope)
        if leaf.key == "it_is" and not scope.it:
            raise PhraseError(leaf.at, _NO_IT)
        if not leaf.value:
            if leaf.key in ("revealed_is", "it_is") and not leaf.which and (leaf.low, leaf.high) == (0, ANY):
                raise PhraseError(leaf.at, 'every card is one; say which, such as "costing 3 or less" or "named ..."')
            self._which(head, leaf, scope)
            return
        value = VALUES[leaf.value]
        if not value.conditional or (condition.compares and not value.compared):
            raise PhraseError(leaf.at, "conditions cannot ask for that number; they can ask for cards, coins and hooks")
        if value.hidden and condition.compares and not scope.end:
            raise PhraseError(leaf.at, _HIDDEN)
        self._value(head, leaf)

    def _value(self, instruction: Instruction, leaf: Leaf) -> None:
        instruction.value = VALUES[leaf.value].number
        if leaf.value == "named":
            instruction.kind = self._kind(leaf)

    def _kind(self, leaf: Leaf) -> int:
        named = {name.casefold(): kind for name, kind in self.kinds.items()}
        if leaf.name.casefold() not in named:
            raise PhraseError(leaf.at, f'no card "{leaf.name}" in this set; {nearest(leaf.name, self.kinds)}')
        return named[leaf.name.casefold()]

    def _which(self, instruction: Instruction, leaf: Leaf, scope: _Scope) -> None:
        """Which cards an instruction takes, or a condition accepts."""
        if not leaf.which:
            instruction.low, instruction.high = leaf.low, leaf.high
            return
        instruction.most = leaf.high
        instruction.which = FILTERS[leaf.which]
        if leaf.which == "named":
            instruction.kind = self._kind(leaf)
        elif leaf.which == "chosen" and not scope.named:
            raise PhraseError(leaf.at, 'no card has been named before this; put "Name a card." before it')
        elif leaf.which in ("more", "exactly_more", "less", "same_as_it") and not scope.it:
            raise PhraseError(leaf.at, _NO_IT)

    def _leaf(self, leaf: Leaf, scope: _Scope) -> Instruction:
        """The instruction of one operation."""
        operation = OPERATIONS[leaf.key]
        self._check(leaf, operation, scope)
        if operation.effect == N.DO_SHOW:
            scope.shown, scope.secret, scope.lost = operation.place, bool(operation.flags & N.SECRET), False
        place = self._place(leaf, operation, scope)
        instruction = Instruction(
            operation.effect,
            who=operation.who,
            flags=operation.flags | self._flags(leaf, operation, place, scope),
            place=place,
            target=TARGETS[leaf.target] if leaf.target else operation.target,
            n=leaf.n * operation.sign,
            operation=NUMBERS[leaf.key],
        )
        if leaf.value:
            self._value(instruction, leaf)
            instruction.m, instruction.most = leaf.m, leaf.most
        else:
            instruction.value = operation.value
        self._which(instruction, leaf, scope)
        scope.named |= operation.effect == N.DO_NAME
        if operation.effect in _CHOOSING:
            scope.moved, scope.it = True, _seen(instruction)
        elif operation.effect in (N.DO_DISCARD_HAND, N.DO_TOGETHER):
            scope.moved, scope.it = operation.effect == N.DO_DISCARD_HAND, False
        return instruction

    def _check(self, leaf: Leaf, operation: Operation, scope: _Scope) -> None:
        """Refuse an operation that makes no sense here."""
        if operation.who == N.ALL_ENEMIES and scope.enemy:
            raise PhraseError(leaf.at, '"all enemies" does not fit where one enemy is chosen')
        if operation.of_enemy or leaf.target in _OF_ENEMY:
            self._need_enemy(leaf, scope)
        if operation.at_end and not scope.end:
            raise PhraseError(leaf.at, 'hooks are only counted in an "end" text')
        if operation.at_end and operation.sign < 0 and operation.who == N.YOU and scope.each:
            wanted = f"they get -{leaf.n} hook{'s' if leaf.n > 1 else ''}"
            raise PhraseError(leaf.at, f'it is not clear whose hooks these are; say "{wanted}"')
        if operation.of_both and scope.each == "players":
            raise PhraseError(leaf.at, '"each player" may be you yourself; say "each enemy:" or "choose an enemy:"')
        if leaf.value == "moved" and not scope.moved:
            raise PhraseError(leaf.at, "no cards have been chosen before this that could be counted")
        if leaf.value == "named" and operation.who == N.THEY and not scope.end:
            raise PhraseError(leaf.at, _HIDDEN)
        if leaf.which == "same_as_held" and operation.who == N.THEY:
            raise PhraseError(leaf.at, "they cannot see your hand; name the card, or use cards that have been revealed")

    def _flags(self, leaf: Leaf, operation: Operation, place: int, scope: _Scope) -> int:
        """The flags that an operation gets from its place, its target and its number of cards."""
        flags = _AMOUNTS[leaf.amount] | (N.UNDER if leaf.target.startswith("under") else 0)
        secret = N.SECRET if place & N.SHOWN and scope.secret else 0
        gives_up = operation.gives_up and not place & ~_OWN[operation.who]
        return int(flags | secret | (N.GIVES_UP if gives_up else 0))

    def _place(self, leaf: Leaf, operation: Operation, scope: _Scope) -> int:
        """The place that an operation takes cards from, if its place and target are allowed."""
        place = operation.place
        if leaf.place == "revealed" or place == N.SHOWN:
            place = self._shown(leaf, scope)
            if operation.effect == N.DO_REORDER and scope.shown not in _DECKS:
                raise PhraseError(leaf.at, "only cards of a deck have an order; reveal or look at its top cards first")
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

    def _need_enemy(self, leaf: Leaf | Block | Choice, scope: _Scope) -> None:
        if not scope.enemy:
            raise PhraseError(leaf.at, 'no enemy is chosen here; put "choose an enemy:" or "each enemy:" before it')


def _shows(leaf: Leaf) -> bool:
    return bool(OPERATIONS[leaf.key].effect == N.DO_SHOW)


def _seen(instruction: Instruction) -> bool:
    """Whether everybody sees the cards that an instruction moves."""
    hidden = instruction.place & (N.YOUR_HAND | N.THEIR_HAND) and not instruction.place & N.SHOWN
    if instruction.op == N.DO_MOVE and (hidden or instruction.flags & N.SECRET):
        return instruction.target in (N.TO_OUT, N.TO_YOUR_STASH, N.TO_THEIR_STASH)
    return True
