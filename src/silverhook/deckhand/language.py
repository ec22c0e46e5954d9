"""The card language: the text on a card is its program.

One table of phrases reads a text into a small tree and prints the tree, so printing and reading are inverse.
The words of an edition fill gaps in the table. A table of the same phrases in another language prints and reads
the cards in that language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from silverhook.core.words import Words, numbered

__all__ = ["Block", "Choice", "If", "Language", "Leaf", "Node", "PhraseError", "Program"]

ANY = 99  # no upper limit of a cost
_NAME = r"[^.;:|()]+?"  # card names contain none of the characters that texts need
LONGEST = 1_000
LIST, CLAUSES, SENTENCES = 0, 1, 2  # what joins parts: "and", ";" or "."
_PART = re.compile(r"\{(\w+)\}|\(([^()]*\|[^()]*)\)")  # of a phrase: a gap, or forms for a number
_LEAD = re.compile(r"\W*\w+")


@dataclass(frozen=True)
class Leaf:
    """One operation or condition: its phrase, and the values in its gaps."""

    key: str
    n: int = 1
    m: int = 0
    most: int = 0
    low: int = 0
    high: int = ANY
    place: str = ""
    target: str = ""
    value: str = ""
    name: str = ""
    at: int = field(default=0, compare=False)  # its position in the text


@dataclass(frozen=True)
class Block:
    """Operations under a head: for an enemy, for each enemy, optional, or for a price."""

    key: str
    body: Program
    n: int = 0
    who: Leaf | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Choice:
    """One of several lists of operations."""

    options: tuple[Program, ...]


@dataclass(frozen=True)
class If:
    """Operations under a condition, and those under "otherwise"."""

    condition: Leaf
    then: Program
    otherwise: Program = ()


Node = Leaf | Block | Choice | If
Program = tuple[Node, ...]


class PhraseError(Exception):
    """A text cannot be read; `column` counts from 0 in the text."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column = column


class Language(Words):
    """Reads and prints programs with the phrases of a language and the words of an edition."""

    def __init__(self, table: Mapping[str, Any], words: Mapping[str, str], own: Mapping[str, Any] | None = None):
        own = own or {}
        super().__init__(
            {
                part: {key: _fill(text, words) for key, text in {**entries, **own.get(part, {})}.items()}
                for part, entries in table.items()
            }
        )
        self._patterns: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        self._names = {title.casefold(): name for name, title in self.table["card"].items()}

    def title(self, card: str) -> str:
        """The title of a card; cards of custom sets keep their names."""
        return self.table["card"].get(card, card)

    # --- reading -----------------------------------------------------------------------------

    def read(self, text: str) -> Program:
        """The program of a text."""
        if len(text) > LONGEST:
            raise PhraseError(LONGEST, f"a text has at most {LONGEST} characters")
        text = text.replace("\u00a0", " ")
        end = len(text.rstrip())
        if not text.strip():
            return ()
        if text[end - 1] != ".":
            raise PhraseError(end, 'a text ends with "."')
        return self._list(text[: end - 1], 0, SENTENCES)

    def _list(self, text: str, at: int, level: int) -> Program:
        """A list of clauses; a block among "and"s includes everything after it."""
        if level == LIST:
            return self._and_list(text, at)
        joint = self.table["joint"]["sentence" if level == SENTENCES else "clause"]
        result: list[Node] = []
        for part, start in self._split(text, at, joint):
            rest = self._match("block", part, "otherwise")
            if rest is not None:
                if not result or not isinstance(result[-1], If) or result[-1].otherwise:
                    raise PhraseError(start, '"otherwise" without an "if" before it')
                last = result.pop()
                assert isinstance(last, If)
                body = self._and_list(rest["body"], start + rest.start("body"))
                result.append(If(last.condition, last.then, body))
            else:
                result += self._clause(part, start, level)
        return tuple(result)

    def _and_list(self, text: str, at: int) -> Program:
        block = self._block(text, at, LIST)
        if block:
            return (block,)
        first, joint, rest = text.partition(self.table["joint"]["list"])
        leaf = self._leaf("leaf", first, at)
        return (leaf, *self._and_list(rest, at + len(first) + len(joint))) if joint else (leaf,)

    def _clause(self, text: str, at: int, level: int) -> Program:
        block = self._block(text, at, level)
        return (block,) if block else self._and_list(text, at)

    def _block(self, text: str, at: int, level: int) -> Node | None:
        """The block at the start of a text; None if there is none."""
        for key in ("enemy", "each", "choose", "may_pay", "may", "pay_to", "if"):
            match = self._match("block", text, key)
            if match:
                body, start = match["body"], at + match.start("body")
                if key == "choose":
                    options = self._split(body, start, self.table["joint"]["option"])
                    if len(options) < 2:
                        raise PhraseError(start, 'a choice needs two options, joined by "; or "')
                    return Choice(tuple(self._and_list(*option) for option in options))
                if key == "if":
                    condition = self._leaf("condition", match["condition"], at + match.start("condition"))
                    return If(condition, self._and_list(body, start))
                if key in ("enemy", "each"):
                    who = self._leaf("who", match["who"], at + match.start("who")) if match["who"] else None
                    return Block(key, self._list(body, start, CLAUSES if level == SENTENCES else LIST), who=who, at=at)
                n = 0 if key == "may" else self._number(match["n"], at + match.start("n"))
                return Block(key, self._and_list(body, start), n, at=at)
        return None

    def _leaf(self, part: str, text: str, at: int) -> Leaf:
        for key, pattern in self._compiled(part):
            match = pattern.fullmatch(text)
            if match:
                return self._filled(key, match, at)
        close = get_close_matches(_plain(text), [_plain(t) for t in self.table[part].values()], n=1, cutoff=0.5)
        known = {_plain(t): t for t in self.table[part].values()}
        hint = f'; the nearest is "{_shown(known[close[0]])}"' if close else ""
        raise PhraseError(at, f'unknown phrase "{text.strip()}"{hint}')

    def _filled(self, key: str, match: re.Match[str], at: int) -> Leaf:
        """The leaf of a phrase with the values found in its gaps."""
        gaps: dict[str, Any] = {}
        for gap, text in match.groupdict().items():
            if not text:
                continue
            if gap in ("n", "m", "most"):
                gaps[gap] = self._number(text, at + match.start(gap))
            elif gap == "cost":
                gaps["low"], gaps["high"] = self._cost(text, at + match.start(gap))
            elif gap == "value":
                gaps |= self._value(text)
            else:
                gaps[gap] = self._named(gap, text)
        return Leaf(key, at=at, **gaps)

    def _number(self, text: str, at: int) -> int:
        if not 1 <= int(text) <= 99:
            raise PhraseError(at, f"{text} is not a number from 1 to 99")
        return int(text)

    def _cost(self, text: str, at: int) -> tuple[int, int]:
        for key, pattern in self._compiled("cost"):
            match = pattern.fullmatch(text)
            if match:
                low, high = int(match.groupdict().get("low") or 0), int(match.groupdict().get("high") or ANY)
                high = low if key == "exactly" else high
                if low > high or high > ANY:
                    raise PhraseError(at, f'no card costs "{text.strip()}"')
                return low, high
        raise PhraseError(at, f'unknown cost "{text.strip()}"')

    def _value(self, text: str) -> dict[str, str]:
        for key, pattern in self._compiled("value"):
            match = pattern.fullmatch(text)
            if match:
                return {
                    "value": key,
                    **{gap: self._names.get(name.casefold(), name) for gap, name in match.groupdict().items()},
                }
        raise AssertionError(text)  # the phrase's own pattern let it through

    def _named(self, part: str, text: str) -> str:
        return next(key for key, words in self.table[part].items() if words.casefold() == text.casefold())

    def _match(self, part: str, text: str, key: str) -> re.Match[str] | None:
        return dict(self._compiled(part))[key].fullmatch(text)

    def _split(self, text: str, at: int, joint: str) -> list[tuple[str, int]]:
        """The parts of a text with where each begins."""
        parts: list[tuple[str, int]] = []
        start = 0
        pieces = text.split(joint)
        option = self.table["joint"]["option"].removeprefix(joint) if joint == self.table["joint"]["clause"] else ""
        for piece in pieces:
            if option and parts and piece.startswith(option):  # an option of the choice before it
                parts[-1] = (parts[-1][0] + joint + piece, parts[-1][1])
            else:
                parts.append((piece, at + start))
            start += len(piece) + len(joint)
        return parts

    def _compiled(self, part: str) -> list[tuple[str, re.Pattern[str]]]:
        if part not in self._patterns:
            older = self.table.get("older", {}).items() if part == "leaf" else ()
            self._patterns[part] = [(key, self._pattern(text)) for key, text in (*self.table[part].items(), *older)]
        return self._patterns[part]

    def _pattern(self, template: str) -> re.Pattern[str]:
        """The regular expression of a phrase."""
        return re.compile(self._expression(template), re.IGNORECASE)

    def _expression(self, template: str) -> str:
        """Its text, any form of what depends on a number, and what may stand in each gap."""
        result, at = [], 0
        for part in _PART.finditer(template):
            result.append(re.escape(template[at : part.start()]))
            gap, forms = part.groups()
            result.append(
                f"(?P<{gap}>{self._gap(gap)})" if gap else f"(?:{'|'.join(map(re.escape, forms.split('|')))})"
            )
            at = part.end()
        return "".join((*result, re.escape(template[at:])))

    def _gap(self, gap: str) -> str:
        """What may stand in a gap."""
        if gap in ("n", "m", "most", "low", "high"):
            return r"\d+"
        if gap in ("place", "target", "value"):
            return self._any_of(gap)
        if gap == "cost":
            return self._any_of(gap) + "|"
        if gap == "who":  # anything that begins like those, so that the error can name an unknown one
            leads = {re.escape(_LEAD.match(text)[0]) for text in self.table["who"].values()}  # type: ignore[index]
            return f"|(?:{'|'.join(sorted(leads))}) .+?"
        return {"condition": ".+?", "body": ".+", "name": _NAME}[gap]

    def _any_of(self, part: str) -> str:
        return "|".join(re.sub(r"\?P<\w+>", "?:", self._expression(text)) for text in self.table[part].values())

    # --- printing ----------------------------------------------------------------------------

    def print(self, program: Program) -> str:
        """The text of a program."""
        return " ".join(f"{text[0].upper()}{text[1:]}." for text in self.sentences(program))

    def sentences(self, program: Program) -> list[str]:
        """The sentences of a program, without capitals and full stops."""
        return [self.spelt(text) for node in program for text in self._parts(node, SENTENCES)]

    def _parts(self, node: Node, level: int) -> list[str]:
        """A node's text; a condition with an "otherwise" makes two."""
        if isinstance(node, If):
            block, then = self.table["block"], self._joined(node.then)
            text = block["if"].format(condition=self._phrase("condition", node.condition), body=then)
            return [text, *([block["otherwise"].format(body=self._joined(node.otherwise))] if node.otherwise else [])]
        if isinstance(node, Choice):
            options = self.table["joint"]["option"].join(self._joined(option) for option in node.options)
            return [self.table["block"]["choose"].format(body=options)]
        if isinstance(node, Block):
            if node.key in ("enemy", "each") and level == SENTENCES:
                body = self.table["joint"]["clause"].join(t for part in node.body for t in self._parts(part, CLAUSES))
            else:
                body = self._joined(node.body)
            who = self._phrase("who", node.who) if node.who else ""
            return [self.fitting(self.table["block"][node.key], node.n).format(n=node.n, who=who, body=body)]
        return [self._phrase("leaf", node)]

    def _joined(self, program: Program) -> str:
        return self.table["joint"]["list"].join(text for node in program for text in self._parts(node, LIST))

    def _phrase(self, part: str, leaf: Leaf) -> str:
        """A phrase with its gaps filled."""
        text = self.table[part][leaf.key]
        return self.fitting(text, leaf.n).format(
            n=leaf.n,
            m=leaf.m,
            most=leaf.most,
            cost=self._cost_text(leaf.low, leaf.high),
            place=self.table["place"].get(leaf.place, ""),
            target=self.table["target"].get(leaf.target, ""),
            value=self._value_text(leaf, text),
        )

    def _value_text(self, leaf: Leaf, within: str) -> str:
        """The thing that is counted, in the form for the number before it, or else in the plural."""
        if not leaf.value:
            return ""
        followed = next((n for gap, n in (("n", leaf.n), ("m", leaf.m)) if f"{{{gap}}} {{value}}" in within), None)
        form = self.forms - 1 if followed is None else self.form(followed)
        return numbered(self.table["value"][leaf.value], form).format(name=self.title(leaf.name))

    def _cost_text(self, low: int, high: int) -> str:
        if (low, high) == (0, ANY):
            return ""
        key = "exactly" if low == high else "least" if high == ANY else "most" if low == 0 else "range"
        return self.table["cost"][key].format(low=low, high=high)


def _fill(text: Any, words: Mapping[str, str]) -> Any:
    """A phrase with the words of an edition filled in. Other gaps, numbers and lists of the grammar stay."""
    if isinstance(text, Mapping):
        return {key: _fill(one, words) for key, one in text.items()}
    if isinstance(text, str):
        for name, word in words.items():
            text = text.replace("{" + name + "}", word)
    return text


def _plain(text: str) -> str:
    """A phrase without its gaps and numbers, for finding the nearest."""
    return " ".join(re.sub(r"\{\w+\}|\d+", "", numbered(text, -1).casefold()).split())


def _shown(template: str) -> str:
    return numbered(template, 0).strip().replace("{n}", "1").replace("{", "<").replace("}", ">")
