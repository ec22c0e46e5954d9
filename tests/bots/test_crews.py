"""The names and the strength of the bots that people play against."""

from __future__ import annotations

from silverhook.bots import LEVELS, name_for
from silverhook.bots.crews import CREWS, RATINGS, STRENGTHS, strength


def test_every_level_has_a_dozen_names_of_its_own() -> None:
    assert set(CREWS) == set(LEVELS)
    names = [name for crew in CREWS.values() for name in crew]
    assert len(set(names)) == len(names) == 12 * len(LEVELS)
    assert all(level.name == CREWS[bot][0] for bot, level in LEVELS.items())


def test_bots_at_one_table_have_different_names() -> None:
    names: list[str] = []
    for _ in range(14):
        names.append(name_for("random", names))
    assert names[:2] == ["Pip", "Tilly"] and names[-2:] == ["Pip (2)", "Pip (3)"]
    assert name_for("heuristic", ["MARY"]) == "Hugh"


def test_stronger_levels_have_stronger_words() -> None:
    assert [strength(bot) for bot in LEVELS] == list(STRENGTHS)
    assert sorted(RATINGS.values()) == list(RATINGS.values())
    assert strength("search:5") is None
