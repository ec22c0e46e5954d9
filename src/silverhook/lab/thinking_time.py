"""How long a bot thinks: mean and percentiles of any number of decisions in little memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import log2
from typing import Any

__all__ = ["ThinkingTime"]

STEPS = 20  # buckets for each doubling of time: a percentile is right to 2 %


@dataclass
class ThinkingTime:
    """Thinking times: their sum, and their counts in logarithmic buckets."""

    decisions: int = 0
    seconds: float = 0.0
    buckets: Counter[int] = field(default_factory=Counter)

    def note(self, seconds: float) -> None:
        """Add a decision."""
        self.decisions += 1
        self.seconds += seconds
        self.buckets[round(STEPS * log2(max(seconds, 1e-9)))] += 1

    def add(self, other: ThinkingTime) -> None:
        """Add the decisions of another bot or process."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.buckets.update(other.buckets)

    @property
    def mean(self) -> float:
        """Mean seconds per decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def percentile(self, percent: float) -> float:
        """The time in seconds within which this percentage of the decisions was made."""
        left = percent / 100 * self.decisions
        for bucket, count in sorted(self.buckets.items()):
            left -= count
            if left <= 0:
                return float(2 ** (bucket / STEPS))
        return 0.0

    def to_json(self) -> dict[str, Any]:
        """The times as plain data."""
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
