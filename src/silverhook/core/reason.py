"""Reasons for an action: the key of a phrase and the values in it, put into words only when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TypeAlias, Union

from silverhook.core.words import Words

__all__ = ["Reason", "advice", "mean"]

Value: TypeAlias = Union[float, str, "Reason"]


@dataclass(frozen=True)
class Reason:
    """One reason. A reason without a key is a list of other reasons, which are its values."""

    key: str
    say: Callable[..., str] = field(compare=False, repr=False)  # say(key, n, **gaps) puts it into a language
    n: int = 1  # the number that its phrase depends on
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The reason, in its reader's language."""
        gaps = {name: value.words if isinstance(value, Reason) else value for name, value in self.values.items()}
        return self.say(self.key, self.n, **gaps) if self.key else ", ".join(map(str, gaps.values()))


def advice(phrases: Words) -> Callable[..., str]:
    """A function that says the phrases of a game's table `advice`. Fractions are gains or losses, with a sign."""

    def say(key: str, n: int, **gaps: object) -> str:
        shown = {name: phrases.signed(gap) if isinstance(gap, float) else gap for name, gap in gaps.items()}
        return phrases.say("advice", key, n, **shown)

    return say


def mean(reasons: Sequence[Reason]) -> Reason | None:
    """Several reasons as one, with the means of their numbers; None if they differ in anything else."""
    first = reasons[0]
    if any(one.key != first.key or one.values.keys() != first.values.keys() for one in reasons):
        return None
    values = {name: _mean([one.values[name] for one in reasons]) for name in first.values}
    known = {name: value for name, value in values.items() if value is not None}
    n = round(fmean(one.n for one in reasons))
    return replace(first, n=n, values=known) if len(known) == len(values) else None


def _mean(values: Sequence[Value]) -> Value | None:
    reasons = [value for value in values if isinstance(value, Reason)]
    numbers = [value for value in values if isinstance(value, (int, float))]
    if len(reasons) == len(values):
        return mean(reasons)
    if len(numbers) == len(values):
        return fmean(numbers) if any(isinstance(number, float) for number in numbers) else round(fmean(numbers))
    return values[0] if all(value == values[0] for value in values) else None
