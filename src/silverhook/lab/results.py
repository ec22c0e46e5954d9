"""The results of an arena and their file, which is always written whole, so that an arena can continue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from silverhook.core.errors import ArenaError
from silverhook.lab.match import ArenaSettings, Deal, Outcome
from silverhook.lab.thinking_time import ThinkingTime

__all__ = ["FORMAT", "Results"]

FORMAT = "silverhook arena 1"
GO_ON = "give another --out or delete the file"


class Results:
    """The deals played so far by some settings, in any order."""

    def __init__(self, settings: ArenaSettings) -> None:
        self.settings = settings
        self.played: dict[tuple[int, int], tuple[Outcome, ...]] = {}  # (deal, match): an outcome for each seating
        self.clocks = {name: ThinkingTime() for name in settings.bots}
        self.seconds = 0.0

    @property
    def games(self) -> int:
        """How many games have been played."""
        return len(self.played) * self.settings.ruleset.players

    @property
    def all_games(self) -> int:
        """How many games there are to play."""
        return len(self.settings.matches) * self.settings.deals * self.settings.ruleset.players

    def add(self, deal: Deal) -> None:
        """One more deal of a match."""
        self.played[deal.deal, deal.match] = deal.outcomes
        for name, clock in deal.clocks.items():
            self.clocks[name].add(clock)

    def missing(self) -> Iterator[tuple[int, int]]:
        """The matches and deals still to play: the first deal of every match, then the second ones, and so on."""
        for deal in range(self.settings.deals):
            for match in range(len(self.settings.matches)):
                if (deal, match) not in self.played:
                    yield match, deal

    # --- the file --------------------------------------------------------------------------------

    def save(self, path: Path, report: dict[str, Any] | None = None) -> None:
        """Write the file. The old contents are kept until the new text is complete."""
        part = path.with_name(path.name + ".part")
        try:
            part.write_text(self._text(report), encoding="utf-8", newline="\n")
            part.replace(path)
        except (OSError, ValueError) as problem:  # ValueError: a path with a null character
            raise ArenaError(f"{path} cannot be written: {getattr(problem, 'strerror', None) or problem}") from None

    def _text(self, report: dict[str, Any] | None) -> str:
        """JSON with a line for each game."""
        head = {
            "format": FORMAT,
            "settings": self.settings.to_json(),
            "report": report,
            "seconds": self.seconds,
            "clocks": {name: clock.to_json() for name, clock in self.clocks.items()},
        }
        lines = ",\n".join(json.dumps(game, ensure_ascii=False) for game in self._rows())
        return f'{json.dumps(head, ensure_ascii=False, indent=1)[:-2]},\n "games": [\n{lines}\n ]\n}}\n'

    def _rows(self) -> Iterator[dict[str, Any]]:
        for (deal, match), outcomes in sorted(self.played.items()):
            for seat, outcome in enumerate(outcomes):
                yield {
                    "deal": deal,
                    "match": match,
                    "bots": list(self.settings.seating(match, seat)),
                    "scores": list(outcome.scores),
                    "winners": list(outcome.winners),
                    "first": outcome.first,
                    "length": outcome.length,
                }

    @classmethod
    def load(cls, path: Path, settings: ArenaSettings) -> Results:
        """The results in a file; empty ones if there is no file. Other settings and damaged files are refused."""
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return cls(settings)
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or "it is not text in UTF-8"
            raise ArenaError(f"{path} cannot be read: {reason}; {GO_ON}") from None
        try:
            return cls._read(json.loads(text), settings, path)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as problem:
            reason = f"no {problem}" if isinstance(problem, KeyError) else str(problem)
            raise ArenaError(f"{path} is damaged or no results of an arena ({reason}); {GO_ON}") from None

    @classmethod
    def _read(cls, data: Any, settings: ArenaSettings, path: Path) -> Results:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f'it does not say "format": "{FORMAT}"')
        _same(data["settings"], settings.to_json(), path)
        results = cls(settings)
        results.seconds = float(data["seconds"])
        for name in settings.bots:
            results.clocks[name] = ThinkingTime.from_json(data["clocks"][name])
        for number, row in enumerate(data["games"], 1):
            results._read_row(row, number)
        for (deal, match), outcomes in results.played.items():
            if len(outcomes) != settings.ruleset.players:
                raise ValueError(f"deal {deal} of match {match} has {len(outcomes)} games")
        return results

    def _read_row(self, row: Any, number: int) -> None:
        """Add one game; the seatings of a deal follow each other."""
        deal, match = row["deal"], row["match"]
        if not (_number(deal) and _number(match) and deal < self.settings.deals):
            raise ValueError(f"game {number} is none of these settings")
        before = self.played.get((deal, match), ())
        if tuple(row["bots"]) != self.settings.seating(match, len(before)):
            raise ValueError(f"the bots of game {number} are not those of its match")
        self.played[deal, match] = (*before, self._outcome(row, number))

    def _outcome(self, row: Any, number: int) -> Outcome:
        players = self.settings.ruleset.players
        outcome = Outcome(tuple(row["scores"]), tuple(row["winners"]), row["first"], row["length"])
        seats = (*outcome.winners, outcome.first)
        sound = len(outcome.scores) == players and all(type(score) is int for score in outcome.scores)
        sound = sound and all(_number(seat) and seat < players for seat in seats) and _number(outcome.length)
        if not sound or not 1 <= len(set(outcome.winners)) == len(outcome.winners):
            raise ValueError(f"game {number} cannot have ended so")
        return outcome


def _number(value: object) -> bool:
    return type(value) is int and value >= 0


def _same(written: dict[str, Any], wanted: dict[str, Any], path: Path) -> None:
    """Refuse the results of other settings. Only the number of games may grow."""
    for name, value in wanted.items():
        if name == "games" and _number(written[name]) and written[name] <= value:
            continue
        if name == "ruleset":
            _same_rules(written[name], value, path)
        elif written[name] != value:
            raise ArenaError(f"{path} holds results with {name} {_words(written[name])}, not {_words(value)}; {GO_ON}")


def _same_rules(written: dict[str, Any], wanted: dict[str, Any], path: Path) -> None:
    for name, value in wanted.items():
        if written[name] != value:
            shown = "other cards" if name == "cards" else f"{name} {_words(written[name])}, not {_words(value)}"
            raise ArenaError(f"{path} holds results with {shown}; {GO_ON}")


def _words(value: object) -> str:
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
