"""Records to review, and reviews in files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from silverhook.analysis.page import page
from silverhook.analysis.report import OPEN, WATCH, Report
from silverhook.core.errors import RecordError, SilverhookError
from silverhook.core.game import Game
from silverhook.core.notation import seat_name
from silverhook.core.record_text import read
from silverhook.records import replay
from silverhook.records.files import of_file, read_text

__all__ = ["read_finished", "write_report"]


def read_finished(path: Path, eyes: str = OPEN) -> tuple[Game, list[str]]:
    """The finished game of a record and the names of its players, for a reader with these eyes."""
    text = of_file(path, lambda: read_text(path))
    game = of_file(path, lambda: replay(text))
    if not game.over:
        raise RecordError(f"{path}: this game is not over; only finished games can be reviewed")
    seats = [str(seat) for seat in range(game.players)]
    if eyes not in (OPEN, WATCH, *seats):
        raise SilverhookError(f'no eyes "{eyes}"; choose open, watch, or a seat: {", ".join(seats)}')
    proof = read(text).proof
    return game, [proof.get(f"seat {seat}", seat_name(int(seat))) for seat in seats]


def write_report(report: Report, game: Game, names: Sequence[str], path: Path, language: str) -> None:
    """Write a report: data if the file ends in .json, else a page."""
    if path.suffix == ".json":
        text = json.dumps({"names": list(names), **asdict(report)}, ensure_ascii=False, indent=1) + "\n"
    else:
        text = page(report, game, names, language)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise SilverhookError(f"{path} cannot be written: {problem.strerror}") from None
