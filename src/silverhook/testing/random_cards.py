"""Random card sets for Deck Hand, drawn from the grammar of the card language.

    text = random_cards(seed=7)
    game = silverhook.new("deckhand", 3, cards=text)

Operations come from their declarations, and conditions, blocks, values and costs from the tables of the language, so
new ones are drawn without any change here. Texts that the compiler refuses are drawn again.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from silverhook.deckhand.cards import TEXTS, Card, CardSet, endless_circle
from silverhook.deckhand.comparisons import FILTERS
from silverhook.deckhand.compiler import Compiler
from silverhook.deckhand.edition import load_edition
from silverhook.deckhand.operations import OPERATIONS
from silverhook.deckhand.program import ANY, Block, Choice, If, Leaf, Node, PhraseError, Program
from silverhook.deckhand.reader import LONGEST

__all__ = ["phrases", "phrases_used", "random_card_set", "random_cards", "written"]

MOST_PLAYERS = 4
SUPPLY = 50  # cards without the starters: enough for four players in every edition
DEEPEST = 4  # blocks within blocks
PHRASES_TRIED, FILLINGS_TRIED = 10, 6  # attempts for a place in a text

# Names that look like the words around them, to test that actions can be told apart.
_NAMES = (
    *("Ash", "Bay", "Cog", "Dog", "Eel", "Fin", "Gull", "Hull", "Isle", "Jib", "Keel", "Lee", "Mast", "Net", "Oar"),
    *("Pike", "Quay", "Reef", "Sail", "Tar", "Élan", "Łódź", "It's 'Yes'", 'The "B"', "yes", "s1", "end turn"),
)

_PARTS = ("condition", "who", "block", "place", "target", "value", "which", "cards", "per")  # tables of the language
_NUMBERED = {"n", "cards", "supply"}  # gaps that take a number
_ANY: Program = (Leaf("coin"),)  # a placeholder for a body not yet drawn

Wrap = Callable[[Program], Program]  # a function from the body of a block to the whole text with that block


def random_cards(seed: int) -> str:
    """The text of a random card file."""
    return written(random_card_set(seed))


def random_card_set(seed: int) -> CardSet:
    """A random card set for two to four players in every edition."""
    pick = random.Random(seed)
    names = list(pick.sample(_NAMES, pick.randint(8, 20)))
    author = _Author(pick, names, phrases()[seed % len(phrases())])
    cheap = pick.random() < 0.5  # so that the supply runs out before the rounds do
    cards = []
    for number, name in enumerate(names):
        starter = number < 2
        cost = pick.choice((0, 0, 1, 2) if cheap else (0, 1, 2, 3, 4, 6))
        hooks = pick.choice((0, 0, 1, 2, 4, -1))
        cards.append(Card(name, 2 * MOST_PLAYERS if starter else 1, cost, hooks, author.programs(starter)))
    while sum(card.copies for card in cards[2:]) < SUPPLY:
        number = pick.randrange(2, len(cards))
        cards[number] = replace(cards[number], copies=cards[number].copies + 1)
    return _without_circles(CardSet("random", tuple(cards), 2))


def written(cards: CardSet) -> str:
    """The text of a card file for this set."""
    language = load_edition("indicator").language()
    starters = [card.name for card in cards.cards[: cards.starters]]
    lines = [f"name = {_quoted(cards.name)}", f"starters = [{', '.join(map(_quoted, starters))}]"]
    for card in cards.cards:
        lines += ["", "[[card]]", f"name = {_quoted(card.name)}"]
        lines += [f"copies = {card.copies}", f"cost = {card.cost}", f"hooks = {card.hooks}"]
        lines += [f"{text} = {_quoted(language.print(program))}" for text, program in card.programs.items()]
    return "\n".join(lines) + "\n"


@cache
def phrases() -> tuple[tuple[str, str], ...]:
    """All elements of texts: table and key of every phrase, and ("text", "play") and so on for triggers."""
    table = load_edition("indicator").language().table
    return (
        *(("text", text) for text in TEXTS),
        *(("leaf", key) for key in OPERATIONS),
        *((part, key) for part in _PARTS for key in table[part]),
    )


def phrases_used(cards: CardSet) -> set[tuple[str, str]]:
    """Those of `phrases()` that a set uses."""
    found: set[tuple[str, str]] = set()
    for card in cards.cards:
        for text, program in card.programs.items():
            found.add(("text", text))
            found.update(use for node in program for use in _uses(node))
    return found


def _uses(node: Node) -> Iterator[tuple[str, str]]:
    if isinstance(node, Leaf):
        yield from _uses_of_leaf("leaf", node)
    elif isinstance(node, Choice):
        yield "block", node.key
        for option in node.options:
            yield from (use for inner in option for use in _uses(inner))
    elif isinstance(node, If):
        yield "block", "if"
        if node.otherwise:
            yield "block", "otherwise"
        yield from (use for each in node.conditions for use in _uses_of_leaf("condition", each))
        yield from (use for inner in (*node.then, *node.otherwise) for use in _uses(inner))
    else:
        yield "block", node.key
        if node.who:
            yield from _uses_of_leaf("who", node.who)
        yield from (use for inner in node.body for use in _uses(inner))


def _uses_of_leaf(part: str, leaf: Leaf) -> Iterator[tuple[str, str]]:
    yield part, leaf.key
    for gap in ("place", "target", "value"):
        if getattr(leaf, gap):
            yield gap, getattr(leaf, gap)
    if leaf.which or (leaf.low, leaf.high) != (0, ANY):
        yield "which", leaf.which or _cost_key(leaf.low, leaf.high)
    yield "cards", leaf.amount or "exactly"
    if leaf.m:
        yield "per", "each" if leaf.m == 1 else "every"
    if leaf.most:
        yield "per", "most"


def _cost_key(low: int, high: int) -> str:
    return "exactly" if low == high else "least" if high == ANY else "most" if low == 0 else "range"


def _quoted(text: str) -> str:
    """A TOML string; JSON writes it the same way."""
    return json.dumps(text, ensure_ascii=False)


def _without_circles(cards: CardSet) -> CardSet:
    """The set without texts that could cause endless effects (R-D88)."""
    kept = [_without(card, "discarded", "trashed") for card in cards.cards]
    for number, card in enumerate(cards.cards):
        for candidate in (card, _without(card, "discarded"), _without(card, "trashed")):
            if endless_circle(replace(cards, cards=(*kept[:number], candidate, *kept[number + 1 :]))) is None:
                kept[number] = candidate
                break
    return replace(cards, cards=tuple(kept))


def _without(card: Card, *texts: str) -> Card:
    return replace(card, programs={key: program for key, program in card.programs.items() if key not in texts})


class _Author:
    """Draws the texts of one card set."""

    def __init__(self, pick: random.Random, names: list[str], favourite: tuple[str, str]) -> None:
        self.pick = pick
        self.favourite = favourite
        self.names = names
        self.kinds = {name: number for number, name in enumerate(names)}
        self.language = load_edition("indicator").language()
        self.table = self.language.table
        self.gaps = {
            (part, key): set(re.findall(r"\{(\w+)\}", str(text)))
            for part in ("condition", "who", "block", "which")
            for key, text in self.table[part].items()
        }
        self.end = False

    def programs(self, starter: bool) -> dict[str, Program]:
        """The texts of one card; starters are often blank, to vary the turns."""
        chances = {"play": 0.5 if starter else 0.9, "start": 0.25, "discarded": 0.3, "end": 0.4}
        drawn = {text: self.program(text) for text in TEXTS if self.pick.random() < chances.get(text, 0.15)}
        return {text: program for text, program in drawn.items() if program}

    def program(self, text: str) -> Program:
        """A program that compiles and can be printed and read back."""
        self.end = text == "end"
        program = self._body(True, lambda body: body, 0)
        while program and not self._readable(program):
            program = program[:-1]
        return program

    def _readable(self, program: Program) -> bool:
        text = self.language.print(program)  # texts may be longer in other languages
        try:
            return len(text) <= LONGEST // 2 and self.language.read(text) == program and self._compiles(program)
        except PhraseError:
            return False

    def _body(self, sentences: bool, wrap: Wrap, depth: int) -> Program:
        """A few nodes in a row; a block among "and"s comes last."""
        body: Program = ()
        for _ in range(self.pick.choice((1, 1, 1, 2, 2, 3))):
            node = self._node(sentences, partial(_after, body, wrap), depth)
            if node is None:
                break
            body = (*body, node)
            if not sentences and not isinstance(node, Leaf):
                break
        return body

    def _node(self, sentences: bool, wrap: Wrap, depth: int) -> Node | None:
        if depth < DEEPEST and self.pick.random() < 0.4:
            return self._block(sentences, wrap, depth)
        return self._leaf("leaf", lambda leaf: (leaf,), wrap)

    def _leaf(self, part: str, alone: Callable[[Leaf], Program], wrap: Wrap) -> Leaf | None:
        """A phrase with its gaps filled that compiles in its place; often one that compiles only there."""
        spare: Leaf | None = None
        for _ in range(PHRASES_TRIED):
            key = self._drawn(part)
            for _ in range(FILLINGS_TRIED):
                leaf = Leaf(key, **self._filled(part, key))
                if self._compiles(wrap(alone(leaf))):
                    if self.pick.random() < 0.5 or not self._compiles(alone(leaf)):
                        return leaf
                    spare = leaf
                    break
        return spare

    def _drawn(self, part: str, among: Sequence[str] = ()) -> str:
        """A phrase of a table: often the favourite, so that rare ones come up as well."""
        known = among or list(self.table[part])
        if part == self.favourite[0] and self.favourite[1] in known and self.pick.random() < 0.3:
            return self.favourite[1]
        return self.pick.choice(known)

    def _filled(self, part: str, key: str) -> dict[str, Any]:
        """Values for the gaps of a phrase."""
        operation = OPERATIONS.get(key) if part == "leaf" else None
        gaps = operation.gaps if operation else self.gaps[part, key]
        filled: dict[str, Any] = {"n": self._few()} if _NUMBERED & set(gaps) else {}
        if {"cards", "supply"} & set(gaps):
            filled["amount"] = self._drawn("cards").replace("exactly", "")
            filled |= {"n": ANY} if filled["amount"] == "any" else {}
        if "per" in gaps and self.pick.random() < 0.3:
            filled |= {"m": self._few(), "value": self._drawn("value")}
            filled |= {"most": self._few()} if self.pick.random() < 0.5 else {}
        if operation and "place" in gaps:
            filled["place"] = self._drawn("place", operation.places)
        if operation and "target" in gaps:
            filled["target"] = self._drawn("target", operation.targets)
        if "value" in gaps:
            filled["value"] = self._drawn("value")
        if filled.get("value") == "named":
            filled["name"] = self.pick.choice(self.names)
        return filled | (self._which() if "which" in gaps else {})

    def _few(self) -> int:
        return self.pick.choice((1, 1, 1, 2, 2, 3, 5))

    def _which(self) -> dict[str, Any]:
        """Which cards: mostly any, or by their cost."""
        low, key = self.pick.randint(0, 4), self._drawn("which")
        if key not in FILTERS or (self.pick.random() < 0.5 and key != self.favourite[1]):
            costs = ((0, ANY), (low, low), (0, low), (low or 1, ANY), (low or 1, (low or 1) + 2))
            return dict(zip(("low", "high"), self.pick.choice(costs), strict=True))
        filled: dict[str, Any] = {"which": key}
        if "high" in self.gaps["which", key]:
            filled["high"] = low or 1
        return filled | ({"name": self.pick.choice(self.names)} if key == "named" else {})

    def _block(self, sentences: bool, wrap: Wrap, depth: int) -> Node | None:
        """A block with its head and its body; None if nothing fits here."""
        keys = [key for key in self.table["block"] if key != "otherwise"]
        aimed = [key for key in keys if "who" in self.gaps["block", key]]  # many phrases need an enemy
        key = self.pick.choice(aimed if self.pick.random() < 0.4 else keys)
        if key in ("choose", "choose_some", "they_choose"):
            return self._choice(key, wrap, depth)
        if "condition" in self.gaps["block", key]:
            return self._if(sentences, wrap, depth)
        head = Block(key, (), n=self.pick.randint(1, 3) if "n" in self.gaps["block", key] else 0)
        aims = "who" in self.gaps["block", key]
        if aims and self.pick.random() < 0.4:
            head = replace(head, who=self._leaf("who", lambda leaf: (replace(head, who=leaf, body=_ANY),), wrap))
        body = self._body(sentences and aims, lambda body: wrap((replace(head, body=body),)), depth + 1)
        return replace(head, body=body) if body else None

    def _if(self, sentences: bool, wrap: Wrap, depth: int) -> Node | None:
        condition = self._leaf("condition", lambda leaf: (If((leaf,), _ANY),), wrap)
        if condition is None:
            return None
        conditions: tuple[Leaf, ...] = (condition,)
        if self.pick.random() < 0.2:
            other = self._leaf("condition", lambda leaf: (If((leaf,), _ANY),), wrap)
            conditions = (condition, other) if other else conditions
        then = self._body(False, lambda body: wrap((If(conditions, body),)), depth + 1)
        if not then:
            return None
        otherwise: Program = ()
        if sentences and self.pick.random() < 0.4:
            otherwise = self._body(False, lambda body: wrap((If(conditions, then, body),)), depth + 1)
        return If(conditions, then, otherwise)

    def _choice(self, key: str, wrap: Wrap, depth: int) -> Node | None:
        options: list[Program] = []
        number = 2 if key == "choose_some" else 1
        for _ in range(number + self.pick.choice((1, 1, 2))):
            option = self._body(False, lambda body: wrap((Choice((*options, body), key),)), depth + 1)
            if option and option not in options:
                options.append(option)
        choice = Choice(tuple(options), key, number)
        fits = len(options) > number and self._compiles(wrap((choice,)))  # one option may take "it" from another
        return choice if fits else None

    def _compiles(self, program: Program) -> bool:
        try:
            Compiler(self.kinds).add(program, end=self.end)
        except PhraseError:
            return False
        return True


def _after(before: Program, wrap: Wrap, body: Program) -> Program:
    """A body in its place, with the text before it."""
    return wrap((*before, *body))
