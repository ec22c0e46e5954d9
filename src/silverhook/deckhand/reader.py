"""Reads the texts of cards: from a text to a program, or to all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from silverhook.deckhand.operations import OPERATIONS, N
from silverhook.deckhand.patterns import Patterns
from silverhook.deckhand.program import ANY, Block, Choice, If, Leaf, Node, PhraseError, Program
from silverhook.deckhand.suggestions import suggestion

__all__ = ["AIMED", "LONGEST", "read"]

LONGEST = 1_000
LIST, CLAUSES, SENTENCES = 0, 1, 2  # what joins parts: "and", ";" or "."
AIMED = ("enemy", "each", "players")  # blocks whose body is about a player
_BLOCKS = (*AIMED, "choose", "choose_some", "they_choose", "may_pay", "may", "they_may_pay", "they_may", "pay_to",
           "later", "once", "if")  # fmt: skip
_CHOICES = ("choose", "choose_some", "they_choose")
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_MOST_PROBLEMS = 10  # reported for each text

Parts = list[tuple[str, int]]  # texts with where each begins


def read(language: Patterns, text: str) -> Program:
    """The program of a text; a PhraseError names everything in it that cannot be read."""
    return _Reading(language, text).program()


class _Reading:
    """One text being read. Positions count in the text without superfluous blanks."""

    def __init__(self, language: Patterns, text: str) -> None:
        if len(text) > LONGEST:
            raise PhraseError(LONGEST, f"a text has at most {LONGEST} characters")
        self.language = language
        self.table = language.table
        self.text, self.origins = _tidied(language, text)
        self.problems: list[PhraseError] = []

    def program(self) -> Program:
        text = self.text
        if not text:
            return ()
        if text.endswith("."):
            text = text[:-1]
        else:
            self.problems.append(PhraseError(len(text), 'a text ends with "."'))
        program = self._list(text, 0, SENTENCES)
        if self.problems:
            found = sorted(self.problems, key=lambda problem: problem.column)[:_MOST_PROBLEMS]
            placed = [PhraseError(self.origins[problem.column], str(problem)) for problem in found]
            raise PhraseError(placed[0].column, str(placed[0]), placed[1:])
        return program

    # --- lists and blocks ----------------------------------------------------------------------------

    def _list(self, text: str, at: int, level: int) -> Program:
        """A list of sentences or clauses; a block among "and"s includes everything after it."""
        if level == LIST:
            return self._and_list(text, at)
        result: list[Node] = []
        for part, start in self._pieces(text, at, level):
            try:
                self._add(result, part, start, level)
            except PhraseError as problem:
                self.problems.append(problem)
        return tuple(result)

    def _pieces(self, text: str, at: int, level: int) -> Iterator[tuple[str, int]]:
        """The sentences or clauses of a text; sentences may also be separated like clauses."""
        joint = self.table["joint"]
        for part, start in self._split(text, at, joint["sentence" if level == SENTENCES else "clause"]):
            if level == SENTENCES and not any(self.language.match("block", key, part) for key in AIMED):
                yield from self._split(part, start, joint["clause"])
            else:
                yield part, start

    def _add(self, result: list[Node], text: str, at: int, level: int) -> None:
        """Add a sentence or clause to those before it; it may continue the last one."""
        rest = self.language.match("block", "otherwise", text)
        if rest:
            body = self._and_list(rest["body"], at + rest.start("body"))
            if not _add_otherwise(result, body):
                raise PhraseError(at, '"otherwise" without an "if" before it')
            return
        added = self._clause(text, at, level)
        last = result[-1] if result else None
        if isinstance(last, Block) and last.key in AIMED and level == SENTENCES and _about_them(added[0]):
            result[-1] = replace(last, body=(*last.body, *added))  # "Choose an enemy: ... . They ..."
        else:
            result += added

    def _clause(self, text: str, at: int, level: int) -> Program:
        block = self._block(text, at, level)
        return (block,) if block else self._and_list(text, at)

    def _and_list(self, text: str, at: int) -> Program:
        block = self._block(text, at, LIST)
        if block:
            return (block,)
        first, joint, rest = text.partition(self.table["joint"]["list"])
        leaf = self._leaf("leaf", first, at)
        return (leaf, *self._and_list(rest, at + len(first) + len(joint))) if joint else (leaf,)

    def _block(self, text: str, at: int, level: int) -> Node | None:
        """The block at the start of a text; None if there is none."""
        for key in _BLOCKS:
            match = self.language.match("block", key, text)
            if match:
                return self._filled_block(key, match, at, level)
        return None

    def _filled_block(self, key: str, match: re.Match[str], at: int, level: int) -> Node:
        body, start, origin = match["body"], at + match.start("body"), self.origins[at]
        if key in _CHOICES:
            some = self.language.number(match["some"]) if key == "choose_some" else 1
            options = tuple(self._and_list(*option) for option in self._options(body, start))
            if len(options) <= some:
                raise PhraseError(start, f'a choice needs {_WORDS[some]} options or more, joined by "; or "')
            return Choice(options, "choose" if key == "choose_some" and some == 1 else key, some, origin)
        if key == "if":
            parts = self._split(match["condition"], at + match.start("condition"), self.table["joint"]["list"])
            conditions = tuple(self._leaf("condition", *part) for part in parts)
            return If(conditions, self._and_list(body, start))
        if key in AIMED:
            named = match.groupdict().get("who")
            who = self._leaf("who", named, at + match.start("who")) if named else None
            return Block(key, self._list(body, start, CLAUSES if level == SENTENCES else LIST), who=who, at=origin)
        n = self._number(match["n"], at + match.start("n")) if "n" in match.groupdict() else 0
        return Block(key, self._and_list(body, start), n, at=origin)

    def _options(self, text: str, at: int) -> Parts:
        return self._split(text, at, self.table["joint"]["option"])

    def _split(self, text: str, at: int, joint: str) -> Parts:
        """The parts of a text with where each begins."""
        parts: Parts = []
        start = 0
        option = self.table["joint"]["option"].removeprefix(joint) if joint == self.table["joint"]["clause"] else ""
        for piece in text.split(joint):
            if option and parts and piece.startswith(option):  # an option of the choice before it
                parts[-1] = (parts[-1][0] + joint + piece, parts[-1][1])
            else:
                parts.append((piece, at + start))
            start += len(piece) + len(joint)
        return parts

    # --- phrases -------------------------------------------------------------------------------------

    def _leaf(self, part: str, text: str, at: int) -> Leaf:
        for key, match in self.language.matches(part, text):
            return self._filled(part, key, match, at)
        hint = suggestion(self.language, part, text) if len(self.problems) < _MOST_PROBLEMS else ""
        raise PhraseError(at, f'unknown phrase "{text.strip()}"{hint}')

    def _filled(self, part: str, key: str, match: re.Match[str], at: int) -> Leaf:
        """The leaf of a phrase with the values found in its gaps."""
        operation = OPERATIONS.get(key) if part == "leaf" else None
        gaps: dict[str, Any] = {"target": operation.usual} if operation and operation.usual else {}
        for gap, text in match.groupdict().items():
            if not text:
                continue
            start = at + match.start(gap)
            if gap == "n":
                gaps[gap] = self._number(text, start)
            elif gap in ("cards", "supply"):
                gaps |= self._cards(gap, text, start)
            elif gap == "which":
                gaps |= self._which(text, start)
            elif gap == "per":
                gaps |= self._per(text, start)
            elif gap == "value":
                gaps |= self._value("value", text)
            else:
                known = (operation.places if gap == "place" else operation.targets) if operation else ()
                gaps[gap] = self._named(gap, text, known)
        return Leaf(key, at=self.origins[at], **gaps)

    def _number(self, text: str, at: int) -> int:
        number = self.language.number(text)
        if not 1 <= number <= 99:
            raise PhraseError(at, f"{text} is not a number from 1 to 99")
        return number

    def _cards(self, part: str, text: str, at: int) -> dict[str, Any]:
        """How many cards: a number, up to a number, or any number."""
        key, match = self._found(part, text)
        n = self._number(match["n"], at + match.start("n")) if "n" in match.groupdict() else ANY
        return {"n": n} if key == "exactly" else {"n": n, "amount": key}

    def _which(self, text: str, at: int) -> dict[str, Any]:
        """Which cards: by their cost or their name."""
        key, match = self._found("which", text)
        found = match.groupdict()
        if "name" in found:
            return {"which": key, "name": self._name(found["name"])}
        low, high = (self.language.number(found.get(gap) or str(usual)) for gap, usual in (("low", 0), ("high", ANY)))
        if key not in ("exactly", "least", "most", "range"):
            return {"which": key, "high": high}
        high = low if key == "exactly" else high
        if low > high or high > ANY:
            raise PhraseError(at, f'no card costs "{text.strip()}"')
        return {"low": low, "high": high}

    def _per(self, text: str, at: int) -> dict[str, Any]:
        """What an amount is multiplied by, and its upper limit."""
        most = re.compile("(.*)" + self.language.match_of("per", "most"), re.IGNORECASE).fullmatch(text)
        gaps = {"most": self._number(most["most"], at + most.start("most"))} if most else {}
        key, match = self._found("per", most[1] if most else text)
        found = match.groupdict()
        if key == "every":
            gaps["m"] = self._number(found["m"], at + match.start("m"))
            return {**gaps, **self._value("value", found["value"])}
        return {**gaps, "m": 1, **(self._value("each", found["each"]) if "each" in found else {"value": "moved"})}

    def _value(self, part: str, text: str) -> dict[str, str]:
        key, match = self._found(part, text)
        return {"value": key, **{gap: self._name(name) for gap, name in match.groupdict().items()}}

    def _name(self, title: str) -> str:
        return self.language.names.get(title.casefold(), title)

    def _found(self, part: str, text: str) -> tuple[str, re.Match[str]]:
        """The entry of a table that a text is; the phrase's own pattern has let it through."""
        return next(self.language.matches(part, text))

    def _named(self, part: str, text: str, known: tuple[str, ...]) -> str:
        """The name of a place or target; of several with these words, one that the operation knows."""
        keys = [key for key, words in self.table[part].items() if words.casefold() == text.casefold()]
        return next((key for key in keys if key in known), keys[0])


def _add_otherwise(result: list[Node], body: Program) -> bool:
    """Add an "otherwise" to the "if" right before it, which may be the last part of a block."""
    last = result[-1] if result else None
    if isinstance(last, If) and not last.otherwise:
        result[-1] = replace(last, otherwise=body)
        return True
    if isinstance(last, Block) and last.key in AIMED:
        inner = list(last.body)
        if _add_otherwise(inner, body):
            result[-1] = replace(last, body=tuple(inner))
            return True
    return False


def _about_them(node: Node) -> bool:
    """Whether a sentence speaks of an enemy as "they", so that it continues the sentence that chose one."""
    if isinstance(node, Leaf):
        return OPERATIONS[node.key].who == N.THEY
    if isinstance(node, If):
        return node.conditions[0].key.startswith("they_")
    return node.key.startswith("they_")


def _tidied(language: Patterns, text: str) -> tuple[str, list[int]]:
    """A text with single blanks and usual variants rewritten, and where each of its characters comes from."""
    origins = [match.start() for match in re.finditer(r"\S|(?<=\S)\s+(?=\S)", text)] + [len(text.rstrip())]
    tidy = re.sub(r"\s+", " ", text.strip())
    for pattern, replacement in language.rewrites:
        match = pattern.search(tidy)
        while match:
            new = match.expand(replacement)
            start, end = match.span()
            tidy = tidy[:start] + new + tidy[end:]
            same = min(len(new), end - start)
            origins[start:end] = origins[start : start + same] + [origins[start]] * (len(new) - same)
            match = pattern.search(tidy, start + len(new))
    return tidy, origins
