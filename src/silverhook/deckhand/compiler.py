"""Turns card programs into instructions for the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from silverhook.core.cdefs import declarations
from silverhook.core.errors import nearest
from silverhook.deckhand.language import Block, Choice, If, Leaf, Node, PhraseError, Program

__all__ = ["Compiler", "Instruction", "N", "leaves"]

N: Any = SimpleNamespace(**declarations(Path(__file__).with_name("constants.pxd")))  # the engine's numbers by name


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


_AMOUNTS = {
    "coin": N.DO_COIN,
    "pay": N.DO_PAY,
    "card": N.DO_CARD,
    "action": N.DO_ACTION,
    "buy": N.DO_BUY,
    "reload": N.DO_RELOAD,
    "discard": N.DO_DISCARD,
    "discard_hand": N.DO_DISCARD_HAND,
    "discard_together": N.DO_TOGETHER,
}
_SHOWS = {
    "deck": N.YOUR_DECK,
    "their_deck": N.THEIR_DECK,
    "hand": N.YOUR_HAND,
    "their_hand": N.THEIR_HAND,
}
_PLACES: dict[str, int] = {
    "your_hand": N.YOUR_HAND,
    "your_stash": N.YOUR_STASH,
    "your_hand_or_stash": N.YOUR_HAND | N.YOUR_STASH,
    "their_stash": N.THEIR_STASH,
}
_TARGETS = {
    "to_your_hand": N.TO_YOUR_HAND,
    "to_your_stash": N.TO_YOUR_STASH,
    "to_your_deck": N.TO_YOUR_DECK,
    "to_their_hand": N.TO_THEIR_HAND,
    "to_their_stash": N.TO_THEIR_STASH,
    "to_their_deck": N.TO_THEIR_DECK,
}
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


@dataclass
class _Scope:
    """What the text before an operation has settled for it."""

    enemy: bool = False  # one is bound
    shown: int = 0  # the place whose cards were revealed, or looked at
    secret: bool = False  # looked at
    inside: bool = False  # other cards were revealed within the last part
    lost: bool = False  # and so the ones before are no longer meant by "the revealed cards"
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
        inner = replace(scope)  # what is revealed inside stays inside
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
        """A head, its body, and the head's jump past it."""
        self._emit(head)
        self._list(body, scope)
        head.jump = len(self.code)

    def _may(self, node: Block, scope: _Scope) -> None:
        """An optional choice of a card is refused in the same decision; anything else is asked first."""
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
        key = leaf.key
        who, plain = (N.THEY, key.removeprefix("they_")) if key.startswith("they_") else (N.YOU, key)
        if key == "all_discard_together":
            if scope.enemy:
                raise PhraseError(leaf.at, '"all enemies" cannot stand where one enemy is chosen')
            return Instruction(N.DO_TOGETHER, who=N.ALL_ENEMIES, n=leaf.n)
        if who == N.THEY or key == "steal_coins" or key.endswith(("their_deck", "their_hand")) or key == "exchange":
            self._need_enemy(leaf, scope)
        if plain in _AMOUNTS:
            return Instruction(_AMOUNTS[plain], who=who, n=leaf.n)
        if key == "steal_coins":
            return Instruction(N.DO_STEAL_COINS, n=leaf.n)
        if key == "exchange":
            return Instruction(N.DO_EXCHANGE)
        if _shows(leaf):
            verb, _, zone = key.partition("_")
            scope.shown, scope.secret, scope.lost = _SHOWS[zone], verb == "look", False
            return Instruction(N.DO_SHOW, n=leaf.n, place=scope.shown, flags=N.SECRET if scope.secret else 0)
        if "hooks" in key:
            return self._hooks(leaf, scope)
        return self._move(leaf, scope)

    def _hooks(self, leaf: Leaf, scope: _Scope) -> Instruction:
        if not scope.end:
            raise PhraseError(leaf.at, 'hooks are only counted in an "end" text')
        instruction = Instruction(N.DO_HOOKS, n=-leaf.n if leaf.key == "minus_hooks" else leaf.n)
        if leaf.value:
            self._value(instruction, leaf)
            instruction.m, instruction.most = leaf.m, leaf.most
        return instruction

    def _move(self, leaf: Leaf, scope: _Scope) -> Instruction:
        """Operations that take a card from somewhere to somewhere."""
        key = leaf.key
        target = _TARGETS[leaf.target] if leaf.target else N.TO_OUT
        if leaf.target.startswith("to_their"):
            self._need_enemy(leaf, scope)
        if key in ("put_this", "give_this", "trash_this"):
            return Instruction(N.DO_THIS, target=target)
        if key == "put_top":
            return Instruction(N.DO_TOP, target=target)
        if key == "gain":
            return Instruction(N.DO_GAIN, n=leaf.n, low=leaf.low, high=leaf.high, target=target)
        if key == "take_random":
            self._need_enemy(leaf, scope)
            return Instruction(N.DO_MOVE, n=leaf.n, place=N.THEIR_HAND, target=target, flags=N.RANDOM)
        place = self._place(leaf, scope)
        instruction = Instruction(N.DO_MOVE, n=leaf.n, place=place, target=target, low=leaf.low, high=leaf.high)
        if place & N.SHOWN and scope.secret:
            instruction.flags = N.SECRET
        if key in ("play", "play_twice", "activate"):
            instruction.op = N.DO_ACTIVATE if key == "activate" else N.DO_PLAY
            instruction.flags = N.TWICE if key == "play_twice" else 0
            if place & N.SHOWN or (key == "activate" and place not in (N.YOUR_STASH, N.THEIR_STASH)):
                raise PhraseError(leaf.at, f"cards cannot be {'activated' if key == 'activate' else 'played'} there")
        self._check_verb(leaf, place, target)
        return instruction

    def _check_verb(self, leaf: Leaf, place: int, target: int) -> None:
        theirs = place & ~N.SHOWN in _THEIRS
        if leaf.key == "steal" and not (theirs and target < N.TO_THEIR_DECK):
            raise PhraseError(leaf.at, 'one steals an enemy\'s card for oneself; say "put" or "give"')
        if leaf.key == "give" and (theirs or target < N.TO_THEIR_DECK):
            raise PhraseError(leaf.at, 'one gives a card of one\'s own to an enemy; say "put" or "steal"')

    def _place(self, leaf: Leaf, scope: _Scope) -> int:
        if leaf.place == "revealed":
            return self._shown(leaf, scope)
        if leaf.place == "their_stash":
            self._need_enemy(leaf, scope)
        return _PLACES[leaf.place]

    def _shown(self, leaf: Leaf, scope: _Scope) -> int:
        if not scope.shown:
            raise PhraseError(leaf.at, "nothing has been revealed or looked at before this")
        if scope.lost:
            raise PhraseError(leaf.at, "other cards have been revealed since; use these before")
        if scope.shown in _THEIRS:
            self._need_enemy(leaf, scope)
        return int(scope.shown | N.SHOWN)

    def _need_enemy(self, leaf: Leaf, scope: _Scope) -> None:
        if not scope.enemy:
            raise PhraseError(leaf.at, 'who? Put "choose an enemy:" or "each enemy:" before it')


def _shows(leaf: Leaf) -> bool:
    return leaf.key.startswith(("reveal_", "look_"))


def leaves(program: Program) -> list[Leaf]:
    """Every operation of a program, wherever it stands in it."""
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
