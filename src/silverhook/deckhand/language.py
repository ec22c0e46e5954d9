"""The card language: the text on a card is its program.

One table of phrases reads a text into a small tree and prints the tree, so printing and reading are inverse.
The words of an edition fill gaps in the table. A table of the same phrases in another language prints and reads
the cards in that language.
"""

from __future__ import annotations

from silverhook.core.words import numbered
from silverhook.deckhand.patterns import Patterns
from silverhook.deckhand.program import ANY, Block, Choice, If, Leaf, Node, Program
from silverhook.deckhand.reader import AIMED, CLAUSES, LIST, SENTENCES, read

__all__ = ["Language"]


class Language(Patterns):
    """Reads and prints programs with the phrases of a language and the words of an edition."""

    def title(self, card: str) -> str:
        """The title of a card; cards of custom sets keep their names."""
        return self.table["card"].get(card, card)

    def read(self, text: str) -> Program:
        """The program of a text; a PhraseError names everything in it that cannot be read."""
        return read(self, text)

    def print(self, program: Program) -> str:
        """The text of a program."""
        return " ".join(f"{text[0].upper()}{text[1:]}." for text in self.sentences(program))

    def phrase(self, part: str, leaf: Leaf) -> str:
        """A phrase of a table with its gaps filled."""
        table, text = self.table, self.table[part][leaf.key]
        chosen = leaf.amount or "exactly"
        return self.fitting(text, leaf.n).format(
            n=leaf.n,
            per=self._per_text(leaf),
            cards=self.fitting(table["cards"][chosen], leaf.n).format(n=leaf.n),
            supply=self.fitting(table["supply"][chosen], leaf.n).format(n=leaf.n),
            which=self._which_text(leaf),
            place=table["place"].get(leaf.place, ""),
            target=table["target"].get(leaf.target, ""),
            value=self._value_text(leaf, leaf.n if "{n} {value}" in text else 0 if "0 {value}" in text else None),
        )

    def sentences(self, program: Program) -> list[str]:
        """The sentences of a program, without capitals and full stops."""
        return [self.spelt(text) for node in program for text in self._parts(node, SENTENCES)]

    def _parts(self, node: Node, level: int) -> list[str]:
        """A node's text; a condition with an "otherwise" makes two."""
        block, joint = self.table["block"], self.table["joint"]
        if isinstance(node, If):
            condition = joint["list"].join(self.phrase("condition", each) for each in node.conditions)
            text = block["if"].format(condition=condition, body=self._joined(node.then))
            return [text, *([block["otherwise"].format(body=self._joined(node.otherwise))] if node.otherwise else [])]
        if isinstance(node, Choice):
            options = joint["option"].join(self._joined(option) for option in node.options)
            return [block[node.key].format(body=options, some=self.number_words[node.n - 1][-1])]
        if isinstance(node, Block):
            if node.key in AIMED and level == SENTENCES:
                body = joint["clause"].join(text for part in node.body for text in self._parts(part, CLAUSES))
            else:
                body = self._joined(node.body)
            who = self.phrase("who", node.who) if node.who else ""
            return [self.fitting(block[node.key], node.n).format(n=node.n, who=who, body=body)]
        return [self.phrase("leaf", node)]

    def _joined(self, program: Program) -> str:
        return self.table["joint"]["list"].join(text for node in program for text in self._parts(node, LIST))

    def _per_text(self, leaf: Leaf) -> str:
        """What an amount is multiplied by."""
        if not leaf.m:
            return ""
        per = self.table["per"]
        each = numbered(self.table["each"][leaf.value], self.form(1)).format(name=self.title(leaf.name))
        text = per["each" if leaf.m == 1 else "every"].format(m=leaf.m, each=each, value=self._value_text(leaf, leaf.m))
        return text + (per["most"].format(most=leaf.most) if leaf.most else "")

    def _value_text(self, leaf: Leaf, number: int | None) -> str:
        """The thing that is counted, in the form for the number before it, or else in the plural."""
        if not leaf.value:
            return ""
        form = self.forms - 1 if number is None else self.form(number)
        return numbered(self.table["value"][leaf.value], form).format(name=self.title(leaf.name))

    def _which_text(self, leaf: Leaf) -> str:
        """Which cards are meant: by their cost, or as the leaf says."""
        low, high = leaf.low, leaf.high
        if not leaf.which and (low, high) == (0, ANY):
            return ""
        cost = "exactly" if low == high else "least" if high == ANY else "most" if low == 0 else "range"
        text = self.fitting(self.table["which"][leaf.which or cost], leaf.n)
        return text.format(low=low, high=high, name=self.title(leaf.name))
