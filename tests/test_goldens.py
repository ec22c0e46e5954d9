"""Recorded games: a change of behaviour shows as a difference in review, and needs a new rules version."""

from __future__ import annotations

from pathlib import Path

import pytest

import silverhook as sh
from silverhook.testing.battery import transcript

GOLDENS = Path(__file__).parent / "goldens"
TABLES = [("deckhand", edition, n) for edition in ("treasure", "tokens", "indicator") for n in (2, 3, 4)]
TABLES += [("hanataz", "hz-default", n) for n in (2, 3, 4, 5, 6)]


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_the_game_goes_as_recorded(game: str, edition: str, players: int, request: pytest.FixtureRequest) -> None:
    path = GOLDENS / f"{game}-{edition}-{players}.txt"
    rules = sh.new(game, players, edition=edition, seed=2026).rules
    told = f"rules version {rules.ruleset.version}\n{transcript(rules, 2026)}"
    if request.config.getoption("--write-goldens"):
        path.write_text(told, encoding="utf-8")
    lines, wanted = told.split("\n"), path.read_text(encoding="utf-8").split("\n")
    for number, (line, golden) in enumerate(zip(lines, wanted, strict=False), 1):
        assert line == golden, f"{path.name}, line {number}: the first difference"
    assert len(lines) == len(wanted)
