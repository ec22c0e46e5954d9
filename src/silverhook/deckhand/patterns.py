"""The phrases of the card language as patterns: what may fill each gap of a phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from silverhook.core.words import Words

__all__ = ["Patterns"]

_NAME = r"[^.;:|()]+?"  # card names contain none of the characters that texts need
_PART = re.compile(r"\{(\w+)\}|\(([^()]*\|[^()]*)\)")  # of a phrase: a gap, or forms for a number
_LEAD = re.compile(r"\W*\w+")
_NUMBERS = ("n", "m", "most", "low", "high", "some")


class Patterns(Words):
    """The phrases of a language in the words of an edition, each with its pattern."""

    def __init__(self, table: Mapping[str, Any], words: Mapping[str, str], own: Mapping[str, Any] | None = None):
        own = own or {}
        super().__init__(
            {
                part: {key: _fill(text, words) for key, text in {**entries, **own.get(part, {})}.items()}
                for part, entries in table.items()
            }
        )
        self._patterns: dict[str, re.Pattern[str]] = {}  # compiled when a text begins like the phrase
        self._forms_read: dict[str, list[tuple[str, str, str]]] = {}
        self.rewrites = [(re.compile(one, re.IGNORECASE), other) for one, other in table["grammar"].get("rewrites", ())]
        self.number_words: list[list[str]] = table["grammar"]["numbers"]
        self._numbers = {word: n for n, words in enumerate(self.number_words, 1) for word in words}
        self.names = {title.casefold(): name for name, title in self.table["card"].items()}

    def number(self, text: str) -> int:
        """A number in digits or as a word."""
        return int(text) if text.isdigit() else self._numbers[text.casefold()]

    def match(self, part: str, key: str, text: str) -> re.Match[str] | None:
        """How a text fits a phrase; None if it does not, in none of its forms."""
        return next((match for _, match in self.matches(part, text, key)), None)

    def matches(self, part: str, text: str, only: str = "") -> Iterator[tuple[str, re.Match[str]]]:
        """The phrases of a table that a text fits, by their keys; forms that are read but never printed come last."""
        folded = text.casefold()
        for key, lead, template in self._forms_of(part):
            if folded.startswith(lead) and only in ("", key):
                match = self._pattern(template).fullmatch(text)
                if match:
                    yield key, match

    def match_of(self, part: str, key: str) -> str:
        """The regular expression of a phrase."""
        return self._expression(self.table[part][key])

    def _forms_of(self, part: str) -> list[tuple[str, str, str]]:
        """The forms of the phrases of a table, each with the words that it begins with."""
        if part not in self._forms_read:
            older: Mapping[str, Any] = self.table["older"].get(part, {})  # type: ignore[assignment]
            forms = (*self.table[part].items(), *((key, one) for key, all in older.items() for one in all))
            self._forms_read[part] = [(key, re.split(r"[{(]", text)[0].casefold(), text) for key, text in forms]
        return self._forms_read[part]

    def _pattern(self, template: str) -> re.Pattern[str]:
        if template not in self._patterns:
            self._patterns[template] = re.compile(self._expression(template), re.IGNORECASE)
        return self._patterns[template]

    def _expression(self, template: str) -> str:
        """The text of a phrase, any form of what depends on a number, and what may stand in each gap."""
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
        if gap in _NUMBERS:
            return "|".join((r"\d+", *map(re.escape, self._numbers)))
        if gap in ("place", "target", "value", "each", "cards", "supply"):
            return self._any_of(gap)
        if gap == "which":
            return self._any_of(gap) + "|"
        if gap == "per":
            each, every, most = (
                _unnamed(self._expression(self.table["per"][key])) for key in ("each", "every", "most")
            )
            return "|".join((f"(?:{'|'.join((each, every, *self._older('per')))})(?:{most})?", ""))
        if gap == "who":  # anything that begins like those, so that the error can name an unknown one
            leads = {re.escape(_LEAD.match(text)[0]) for text in self.table["who"].values()}  # type: ignore[index]
            return f"|(?:{'|'.join(sorted(leads))}) .+?"
        return {"condition": ".+?", "body": ".+", "name": _NAME}[gap]

    def _any_of(self, part: str) -> str:
        texts = (_unnamed(self._expression(text)) for text in self.table[part].values())
        return "|".join((*texts, *self._older(part)))

    def _older(self, part: str) -> list[str]:
        older: Mapping[str, Any] = self.table["older"].get(part, {})  # type: ignore[assignment]
        return [_unnamed(self._expression(text)) for texts in older.values() for text in texts]


def _unnamed(expression: str) -> str:
    return re.sub(r"\?P<\w+>", "?:", expression)


def _fill(text: Any, words: Mapping[str, str]) -> Any:
    """A phrase with the words of an edition filled in. Other gaps, numbers and lists of the grammar stay."""
    if isinstance(text, Mapping):
        return {key: _fill(one, words) for key, one in text.items()}
    if isinstance(text, list):
        return [_fill(one, words) for one in text]
    if isinstance(text, str):
        for name, word in words.items():
            text = text.replace("{" + name + "}", word)
    return text
