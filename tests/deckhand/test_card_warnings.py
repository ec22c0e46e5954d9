"""What looks like a mistake in a card file is said, and nothing else is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import silverhook as sh
from silverhook.core.words import phrases
from silverhook.deckhand.card_checks import WORDS
from silverhook.deckhand.cards import read_set
from silverhook.deckhand.completion import card_phrases

REFERENCE = Path(sh.__file__).parent / "deckhand/sets/reference.toml"


def warnings(more: str = "", games: int = 0, language: str = "en", **given: object) -> list[str]:
    """The warnings about the reference set with more cards."""
    text = REFERENCE.read_text(encoding="utf-8") + more
    spec = sh.games()["deckhand"]
    return list(spec.card_warnings(spec.ruleset(2, given.get("edition"), {}, text), language, games))


def card(name: str, **fields: object) -> str:
    lines = [f"{key} = {value!r}".replace("'", '"') for key, value in {"name": name, **fields}.items()]
    return "\n[[card]]\n" + "\n".join(lines) + "\n"


def test_the_reference_set_gives_no_warning() -> None:
    for edition in sh.games()["deckhand"].editions:
        assert warnings(edition=edition) == []
    assert warnings(games=2) == []


def test_a_price_that_nobody_can_pay() -> None:
    dear = card("Hoard", cost=18, hooks=50)
    assert warnings(dear, edition="tokens") == [
        "Hoard costs 18, but nobody can have more than 17 coins: nobody can ever buy it."
    ]
    assert warnings(dear, edition="indicator") == []
    (found,) = warnings(card("Hoard", cost=90, hooks=50), games=2)
    assert re.fullmatch(r"Hoard costs 90; in 4 quick games nobody's coins went above \d+\.", found)


def compared(better: dict[str, object], worse: dict[str, object]) -> list[str]:
    """The warnings about two cards beside the starters; the cards that fill the supply are as good as none."""
    cards = card("A", copies=8) + card("B", copies=8) + card("Better", **better) + card("Worse", **worse)
    rest = card("Rest", copies=40, cost=98, hooks=-99, end="+1 hook.")
    spec = sh.games()["deckhand"]
    return list(spec.card_warnings(spec.ruleset(2, None, {}, f'starters = ["A", "B"]\n{cards}{rest}'), "en", 0))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"cost": 3, "play": "+2 coins."}, {"cost": 3, "play": "+1 coin."}),
        ({"cost": 3, "play": "+1 coin."}, {"cost": 4, "play": "+1 coin."}),
        ({"cost": 3, "hooks": 1, "play": "+1 coin."}, {"cost": 3, "play": "+1 coin."}),
        ({"cost": 3, "play": "+1 coin. +1 Card."}, {"cost": 3, "play": "+1 coin."}),
        ({"cost": 3, "discarded": "+1 coin."}, {"cost": 3}),
    ],
)
def test_a_card_that_outdoes_another(better: dict[str, object], worse: dict[str, object]) -> None:
    assert compared(better, worse) == [
        "Better is never worse than Worse, costs no more, and is better in something: who would choose Worse?"
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"cost": 1, "play": "Discard 2 cards."}, {"cost": 1, "play": "Discard 1 card."}),
        ({"cost": 8, "hooks": 4, "play": "+9 coins."}, {"cost": 1, "hooks": 4, "play": "+1 coin."}),
        ({"cost": 1, "hooks": 5}, {"cost": 1, "hooks": 4, "play": "+1 Card."}),
        ({"cost": 1, "hooks": 5}, {"cost": 1, "hooks": 5}),
    ],
)
def test_cards_that_cannot_be_compared_are_not_warned_of(one: dict[str, object], other: dict[str, object]) -> None:
    assert compared(one, other) == []


def test_a_text_that_does_nothing_and_a_game_that_does_not_end() -> None:
    text = 'starters = ["A", "B"]\n' + card("A", copies=8, play="If you have 60 or more cards in hand, +1 coin.")
    text += card("B", copies=8) + card("Dear", copies=40, cost=50)
    spec = sh.games()["deckhand"]
    ruleset = spec.ruleset(2, None, {"max_rounds": 20}, text)
    dear, idle, stall = spec.card_warnings(ruleset, "en", 1)
    assert dear == "Dear costs 50; in 2 quick games nobody's coins went above 1."
    assert re.fullmatch(r"A was played \d+ times in quick games, and nothing happened\.", idle)
    assert stall.startswith("2 of 2 quick games stopped only at the limit of 20 rounds")


def test_warnings_are_written_in_every_language() -> None:
    english = phrases(WORDS)
    for language in ("fr", "pl"):
        other = phrases(WORDS, language)
        assert list(other) == list(english)
        for key in english:
            assert set(re.findall(r"\{\w+\}", other[key])) == set(re.findall(r"\{\w+\}", english[key])), key
    assert warnings(card("Hoard", cost=18, hooks=50), edition="tokens", language="fr")[0].startswith("Hoard coûte 18")


def test_every_phrase_that_is_offered_can_be_written() -> None:
    offered = card_phrases()
    assert len(offered) > 80
    assert any(phrase.startswith("Choose an enemy") for phrase in offered)
    starters = card("A", copies=8) + card("B", copies=8)
    for phrase in offered:
        whole = phrase.endswith(".")
        text = phrase if whole else f"Choose an enemy: look at the top 3 cards of your deck; {phrase}."
        if whole and "revealed" in phrase.split(",")[0]:  # the cards of our own texts that come second
            text = f"Reveal the top 3 cards of your deck. {text}"
        read_set('starters = ["A", "B"]\n' + starters + card("One", **{"end" if "hook" in phrase else "play": text}))


def test_the_command_line_previews_a_file(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(REFERENCE.read_text(encoding="utf-8") + card("Hoard", cost=60, hooks=50), encoding="utf-8")
    command = [sys.executable, "-m", "silverhook", "cards", "--cards", str(file), "--games", "2"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    words = " ".join(run.stdout.split())
    assert "END: If an enemy has more coins than you" in words, "its printed texts and icons"
    assert "1 warning: - Hoard costs 60; in 4 quick games nobody's coins went above" in words
    assert "2 quick games of Mary against Mary" in words
    assert re.search(r"Plunder +\d+ of \d+", run.stdout)
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert again.stdout == run.stdout
    plain = subprocess.run(command[:4], capture_output=True, text=True, check=True)
    assert "quick games" not in plain.stdout
