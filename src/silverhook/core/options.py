"""The options of a ruleset: which exist, which values they allow, which were chosen."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silverhook.core.errors import RulesetError, nearest

__all__ = ["Option", "Value", "choose", "plain", "read_options", "settled", "written"]

Value = int | str | bool | None


@dataclass(frozen=True)
class Option:
    """One house rule: its name, its default, what may be chosen, and what it does in words."""

    name: str
    default: Value
    help: str
    values: tuple[Value, ...] = ()  # words, true and false; or null beside a range
    least: int | None = None  # smallest number allowed, None if numbers are not
    most: int = 1_000
    ruling: str = ""  # where the rules say it

    def allows(self, value: object) -> bool:
        """Whether this value is allowed."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.least is not None and self.least <= value <= self.most
        return any(value is known or (isinstance(known, str) and value == known) for known in self.values)

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        words = [written(value) for value in self.values]
        if self.least is not None:
            words.append(f"a number from {self.least} to {self.most}")
        return " or ".join(words)

    def read(self, text: str) -> Value:
        """The value that a word from the command line or a record means."""
        words: dict[str, Value] = {written(value): value for value in self.values}
        if text in words:
            return words[text]
        try:
            return int(text)
        except ValueError:
            return text


def read_options(
    path: Path, words: Mapping[str, Any], defaults: Mapping[str, Value] | None = None
) -> dict[str, Option]:
    """The options in a TOML file. `words` explains each of them; `defaults` overrides the file's defaults.

    TOML has no null, so the words null, true and false mean the values.
    """
    own = defaults or {}
    return {
        name: Option(
            name=name,
            default=own[name] if name in own else plain(entry["default"]),
            help=words[name]["help"],
            values=tuple(plain(value) for value in entry.get("values", ())),
            least=entry.get("least"),
            most=entry.get("most", Option.most),
            ruling=entry["ruling"],
        )
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()
        if name in own or "default" in entry
    }


def plain(value: Any) -> Any:
    """A value; the words null, true and false mean the values."""
    return {"null": None, "true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def choose(options: Mapping[str, Option], given: Mapping[str, Any], whose: str) -> dict[str, Value]:
    """Every option with its given or default value. Unknown options and values are refused."""
    if not isinstance(given, Mapping):
        raise RulesetError(f"options are given by name, as in {{'reshuffle': 'lazy'}}, not as {given!r}")
    for name, value in given.items():
        if name not in options:
            raise RulesetError(f'no option "{name}" in {whose}; {nearest(str(name), options)}', f"option {name}")
        if not options[name].allows(value):
            message = f"option {name} = {written(value)} is not possible; allowed: {options[name].allowed}"
            raise RulesetError(message, f"option {name}")
    return {name: given.get(name, option.default) for name, option in options.items()}


def settled(options: Mapping[str, Option], changed: Iterable[tuple[str, Value]]) -> dict[str, Any]:
    """Every option of a checked ruleset, with its defaults filled in."""
    return {**{name: option.default for name, option in options.items()}, **dict(changed)}


def written(value: object) -> str:
    """The word for a value; the inverse of `Option.read`."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
