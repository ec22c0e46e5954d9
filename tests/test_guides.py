"""The rules as players read them: complete, and those of their table."""

from __future__ import annotations

import pytest

from silverhook.core.teaching import Guide
from silverhook.games import games

GUIDES = [(game, edition) for game, spec in games().items() if spec.guide for edition in spec.editions]


def guide_of(game: str, edition: str, language: str = "en", **options: object) -> Guide:
    spec = games()[game]
    guide: Guide = spec.guide(spec.ruleset(2, edition, options), language)
    return guide


def told(guide: Guide) -> str:
    return "\n".join(text for section in guide.sections for text in (section.title, *section.paragraphs))


@pytest.mark.parametrize(("game", "edition"), GUIDES)
def test_a_guide_has_no_gap_left_open(game: str, edition: str) -> None:
    text = told(guide_of(game, edition))
    assert len(text) > 4_000
    assert "{" not in text and "null" not in text and "true" not in text
    assert text.count("*") % 2 == 0


def test_a_guide_tells_the_rules_of_its_edition() -> None:
    assert "17 in the whole game" in told(guide_of("deckhand", "tokens"))
    assert "There is no bank" in told(guide_of("deckhand", "indicator"))
    assert "Treasure" in told(guide_of("deckhand", "treasure")) and "coin" not in told(guide_of("deckhand", "treasure"))
