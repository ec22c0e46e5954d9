"""How long a bot thinks: mean and percentiles of any number of decisions in little room."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import log2
from typing import Any

__all__ = ["ThinkingTime"]

STEPS = 20  # buckets for each doubling of time: a percentile is right to 2 %


@dataclass
class ThinkingTime:
    """Thinking time, summed up and counted in buckets of like length."""

    decisions: int = 0
    seconds: float = 0.0
    buckets: Counter[int] = field(default_factory=Counter)

    def note(self, seconds: float) -> None:
        """One more decision."""
        self.decisions += 1
        self.seconds += seconds
        self.buckets[round(STEPS * log2(max(seconds, 1e-9)))] += 1

    def add(self, other: ThinkingTime) -> None:
        """The decisions of another clock too."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.buckets.update(other.buckets)

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def percentile(self, percent: float) -> float:
        """Seconds within which so many of the decisions were made."""
        left = percent / 100 * self.decisions
        for bucket, count in sorted(self.buckets.items()):
            left -= count
            if left <= 0:
                return float(2 ** (bucket / STEPS))
        return 0.0

    def to_json(self) -> dict[str, Any]:
        """The clock as plain data."""
        return {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "buckets": {str(bucket): count for bucket, count in sorted(self.buckets.items())},
        }

    @classmethod
    def from_json(cls, data: Any) -> ThinkingTime:
        """The inverse of to_json; ValueError, KeyError or TypeError for anything else."""
        buckets = Counter({int(bucket): int(count) for bucket, count in dict(data["buckets"]).items()})
        return cls(int(data["decisions"]), float(data["seconds"]), buckets)
